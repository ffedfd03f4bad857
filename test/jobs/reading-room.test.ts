import { expect, test } from 'vitest'
import { createReadingRoom } from '#src/jobs/reading-room.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import type { Fetcher, Unmade } from '#src/model/exchange.ts'

test('what was requested, and what could not be by our own fault, is told once among all bundles of an audit', async () => {
  const totals = { requests: 0, bytes: 0, ms: 0 }
  let unmade: Unmade | null = null
  const fetcher = { origin: null, totals, givenUpHosts: () => [], unmade: () => unmade, close: async () => {} }
  const room = createReadingRoom({
    maxDocumentBytes: 1,
    createFetcher: () => fetcher as unknown as Fetcher & { close(): Promise<void> },
    openHeaders: () => ({}),
    openEarlier: async () => null,
  })
  const context = { origin: 'https://a.example', isPrivateSite: false }
  const job = { context, options: { ...AUDIT_DEFAULTS, domain: 'a.example' }, sealedHeaders: null }
  const [desk, other] = [await room.enter('one', job), await room.enter('one', job)]
  Object.assign(totals, { requests: 3, bytes: 30, ms: 300 })
  unmade = { requests: 2, detail: 'no room' }
  expect(desk.takeCost()).toEqual({
    totals: { requests: 3, bytes: 30, ms: 300 },
    givenUp: [],
    unmade: { requests: 2, detail: 'no room' },
  })
  expect(other.takeCost()).toEqual({ totals: { requests: 0, bytes: 0, ms: 0 }, givenUp: [] })
  unmade = { requests: 3, detail: 'no room' }
  expect(other.takeCost()).toMatchObject({ unmade: { requests: 1, detail: 'no room' } })
  desk.leave()
  other.leave()
  await room.close()
})
