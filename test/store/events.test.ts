/** What running audits tell, on every database. */
import '#test/support/quick-pglite.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AUDIT_DEFAULTS, type Progress } from '#src/model/audit.ts'
import type { NewEvent } from '#src/store/events.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { openBackends } from '../support/backends.ts'
import { makeReport } from '../support/sample-report.ts'

const PROGRESS: Progress = { stage: 'walk', documents: [1, 2], pages: [0, 0], entries: 3, bytes: 4 }
const backends = await openBackends()
afterAll(() => backends.close())

function makeEvents(...keys: string[]): NewEvent[] {
  return keys.map((key) => ({ type: 'finding', key, body: JSON.stringify({ key, text: 'a\u0000b\ud800' }) }))
}

describe.each(backends.all)('events on $name', ({ create }) => {
  let store: OpenStore
  /** Another process, where the database can have one. */
  let other: OpenStore
  beforeAll(async () => {
    const settings = await create()
    store = await openStore(settings, () => {})
    other = settings.databaseUrl === null ? store : await openStore(settings, () => {})
  }, 60_000)
  afterAll(async () => {
    if (other !== store) await other.close()
    await store.close()
  })

  async function createAudit(): Promise<string> {
    const domain = 'told.example'
    const options = { ...AUDIT_DEFAULTS, domain }
    const { audit } = await store.audits.insert({ domain, options, sealedHeaders: null, idempotencyKey: null })
    await store.audits.start(audit.id)
    return audit.id
  }
  const tell = (id: string, ...keys: string[]) => store.audits.saveProgress(id, PROGRESS, null, makeEvents(...keys))
  async function readAll(id: string, after = 0) {
    const { events = [] } = (await other.events.read(id, after, 1_000)) ?? {}
    return events.map(({ seq, type, body }) => `${seq} ${type} ${JSON.parse(body).key ?? ''}`.trim())
  }

  test('are numbered as they were told, kept as text, and read from any place on', async () => {
    const id = await createAudit()
    expect(await store.events.read(id, 0, 10)).toMatchObject({ status: 'running', lastSeq: 0, events: [] })
    expect(await store.events.areKept(id)).toBe(false)
    await tell(id, 'a', 'b')
    await tell(id)
    await tell(id, 'c')
    const look = await other.events.read(id, 0, 2)
    expect(look).toMatchObject({ progress: PROGRESS, lastSeq: 3, events: [{ seq: 1 }, { seq: 2 }] })
    expect(JSON.parse(look?.events[0]?.body ?? '')).toEqual({ key: 'a', text: 'a\u0000b\ud800' })
    expect(await readAll(id, 2)).toEqual(['3 finding c'])
    expect(await store.events.areKept(id)).toBe(true)
  })

  test('with a key that was told before are not kept again', async () => {
    const id = await createAudit()
    await tell(id, 'a', 'b')
    await tell(id, 'b', 'c')
    expect(await readAll(id)).toEqual(['1 finding a', '2 finding b', '4 finding c'])
  })

  test('of several writers at once never come behind a higher number', async () => {
    const id = await createAudit()
    const seen: number[] = []
    let after = 0
    const writing = Promise.all(Array.from({ length: 30 }, (_, index) => tell(id, `x${index}`, `y${index}`)))
    const look = async () => {
      for (const { seq } of (await other.events.read(id, after, 1_000))?.events ?? []) {
        seen.push(seq)
        after = seq
      }
    }
    let isWriting = true
    void writing.finally(() => {
      isWriting = false
    })
    while (isWriting) await look()
    await look()
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  })

  test('go on in number when the audit begins again, and what was told is gone', async () => {
    const id = await createAudit()
    await tell(id, 'a', 'b')
    await store.audits.handBack(id)
    expect(await readAll(id)).toHaveLength(2)
    await store.audits.start(id)
    await tell(id, 'a')
    expect(await readAll(id)).toEqual(['3 restart', '4 finding a'])
  })

  test('that come too late are not kept', async () => {
    const id = await createAudit()
    await tell(id, 'a')
    await store.audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })
    await tell(id, 'b')
    expect(await readAll(id)).toEqual(['1 finding a'])
    expect((await store.events.read(id, 0, 1))?.lastSeq).toBe(1)
  })

  test('announce themselves and the end to whoever follows, in any process', async () => {
    const id = await createAudit()
    const look = vi.fn()
    const stop = other.events.onNews(id, look)
    const heard = async (times: number) => {
      await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThanOrEqual(times), 5_000)
    }
    await tell(id, 'a')
    await heard(1)
    await tell(id)
    await heard(2)
    await store.audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })
    await heard(3)
    stop()
    expect(await other.events.readEnd(id)).toMatchObject({ id, status: 'succeeded', verdict: 'fail' })
  })

  test('are forgotten a while after the end, and go with their audit', async () => {
    const [ended, running, removed] = [await createAudit(), await createAudit(), await createAudit()]
    for (const id of [ended, running, removed]) await tell(id, 'a')
    for (const id of [ended, removed]) await store.audits.finish(id, { status: 'failed', report: null, error: null })
    await store.audits.remove(removed)
    await store.events.forget(new Date(Date.now() - 3_600_000))
    expect(await store.events.areKept(ended)).toBe(true)
    await store.events.forget(new Date(Date.now() + 1_000))
    expect(await store.events.areKept(ended)).toBe(false)
    expect(await store.events.areKept(running)).toBe(true)
    expect(await store.events.read(removed, 0, 1)).toBeUndefined()
    expect(await store.events.read('no-id', 0, 1)).toBeUndefined()
  })
})
