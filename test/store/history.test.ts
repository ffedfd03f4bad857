import '#test/support/quick-pglite.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AUDIT_DEFAULTS, type AuditHistory, type AuditOptions } from '#src/model/audit.ts'
import type { Verdict } from '#src/model/report.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { openBackends } from '../support/backends.ts'
import { makeDocument, makeReport } from '../support/sample-report.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const backends = await openBackends()
afterAll(() => backends.close())

const MARKS = { aliases: ['https://a.example/old.xml'], isListWhole: true, isRobotsWhole: false }

async function run(
  store: OpenStore,
  {
    domain = 'a.example',
    status = 'succeeded',
    verdict = 'fail',
    history,
    ...wishes
  }: Partial<AuditOptions> & {
    status?: 'succeeded' | 'failed' | 'cancelled'
    verdict?: Verdict
    history?: AuditHistory
  } = {},
): Promise<string> {
  const options = { ...AUDIT_DEFAULTS, ...wishes, domain }
  const { audit } = await store.audits.insert({ domain, options, sealedHeaders: null, idempotencyKey: null })
  await store.audits.start(audit.id)
  const report = makeReport({ verdict, documents: [makeDocument({ url: 'https://a.example/read\0.xml' })] })
  const unread = [makeDocument({ url: 'https://a.example/unread.xml', outcome: 'skipped' })]
  await store.audits.finish(audit.id, {
    status,
    report,
    unread,
    error: null,
    ...(history && { history }),
    gate: status === 'succeeded' && options.gate ? { passed: true, reasons: [] } : null,
  })
  return audit.id
}

describe.each(backends.all)('the history on $name', ({ create }) => {
  let store: OpenStore
  const errors: Error[] = []
  beforeAll(async () => {
    store = await openStore(await create(), (error) => void errors.push(error))
  })
  afterAll(async () => {
    await store.close()
    expect(errors).toEqual([])
  })

  test('finds the newest audit before that succeeded with the same options', async () => {
    const domain = 'previous.example'
    const first = await run(store, { domain })
    expect(await store.history.findPrevious(first)).toBeUndefined()
    const second = await run(store, { domain, gate: { failOn: 'error', maxEntryDrop: 0.1, unchecked: 'pass' } })
    expect(await store.history.findPrevious(second)).toBe(first)
    for (const status of ['failed', 'cancelled'] as const) await run(store, { domain, status })
    await run(store, { domain, pages: 3 })
    await run(store, { domain: 'elsewhere.example' })
    await run(store, { domain, verdict: 'unchecked' })
    const last = await run(store, { domain })
    expect(await store.history.findPrevious(last)).toBe(second)
    await store.audits.remove(second)
    expect(await store.history.findPrevious(last)).toBe(first)
    expect(await store.history.findPrevious('x')).toBeUndefined()
  })

  test('keeps samples and marks, whatever the URLs are, and gives those that are asked for', async () => {
    const samples = [
      { url: 'https://a.example/1.xml', sample: 'AA==' },
      { url: 'https://a.example/\ud800\0.xml', sample: 'BB==' },
      ...Array.from({ length: 5_000 }, (_, i) => ({ url: `https://a.example/many/${i}.xml`, sample: `${i}` })),
    ]
    const id = await run(store, { history: { ...MARKS, samples } })
    expect(await store.history.findMarks(id)).toEqual(MARKS)
    expect(await store.history.findSamples(id, ['https://a.example/1.xml', 'https://a.example/none.xml'])).toEqual(
      new Map([['https://a.example/1.xml', 'AA==']]),
    )
    expect((await store.history.findSamples(id, ['https://a.example/\ud800\0.xml'])).size).toBe(1)
    const all = samples.slice(2).map(({ url }) => url)
    expect((await store.history.findSamples(id, all)).size).toBe(5_000)
    expect(await store.history.findSamples(id, [])).toEqual(new Map())
    const bare = await run(store)
    expect(await store.history.findMarks(bare)).toBeUndefined()
    await store.audits.remove(id)
    expect(await store.history.findSamples(id, all)).toEqual(new Map())
  })

  test('knows what an audit lists without having read it', async () => {
    const id = await run(store)
    const urls = ['https://a.example/unread.xml', 'https://a.example/none.xml', "https://a.example/'{}\\,.xml"]
    expect(await store.history.findListed(id, urls)).toEqual(new Set(['https://a.example/unread.xml']))
  })

  test('lists the audits of a domain page by page, and closes the gate of those that did not succeed', async () => {
    const domain = 'list.example'
    const gate = { failOn: 'error', maxEntryDrop: 0.1, unchecked: 'pass' } as const
    const ids = [await run(store, { domain }), await run(store, { domain, gate })]
    ids.push(await run(store, { domain, gate, status: 'cancelled' }))
    const first = await store.history.listOfDomain(domain, { limit: 2, cursor: null })
    const second = await store.history.listOfDomain(domain, { limit: 2, cursor: first.next })
    const items = [...first.items, ...second.items]
    expect(items.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(second.next).toBeNull()
    expect(items.map((item) => item.gate?.passed ?? null)).toEqual([false, true, null])
    expect(items[0]?.verdict).toBeNull()
  })
})
