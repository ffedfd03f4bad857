/** The documents of a large audit in the store, on every database. */
import '#test/support/quick-pglite.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { packHeavy, rangeOf } from '#src/audit/heavy-part.ts'
import type { WalkNode } from '#src/audit/read-document.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { type PartResult, partKey } from '#src/store/parts.ts'
import { openBackends } from '#test/support/backends.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

const urlOf = (n: number) => `https://www.example.com/${n}.xml`
const nodeOf = (n: number): WalkNode => ({
  url: urlOf(n),
  via: `https://www.example.com/sitemap.xml#${n}`,
  parent: 'https://www.example.com/sitemap.xml',
  depth: 1,
  ancestors: ['https://www.example.com/sitemap.xml'],
  line: null,
  isNamedByRobots: true,
})
const resultOf = (n: number, read: PartResult['read'] = { elsewhere: urlOf(0) }): PartResult => ({
  url: urlOf(n),
  read,
  cost: { ms: 1, totals: { requests: 1, bytes: 2, ms: 3 }, givenUp: [] },
})
const heavy = packHeavy({
  fingerprints: { locs: [1, 2 ** 52 + 1], isCapped: false, smallest: [{ loc: 'a\0b', hash: 1, entry: 1 }] },
  alternates: null,
  candidates: { fixed: [], seeded: [], strata: [] },
})
const CONTEXT = { origin: 'https://www.example.com', isPrivateSite: false }

describe.each(backends.all)('the parts of an audit on $name', ({ create }) => {
  let store: OpenStore
  let id: string
  beforeAll(async () => {
    store = await openStore(await create(), () => {})
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    const domain = 'www.example.com'
    const options = { ...AUDIT_DEFAULTS, domain }
    const { audit } = await store.audits.insert({ domain, options, sealedHeaders: 'sealed', idempotencyKey: null })
    id = audit.id
    await store.audits.start(id)
  })

  /** Two bundles, of the parts 1 and 2, and of 3. */
  async function plan() {
    await store.parts.begin(id, CONTEXT, 60_000)
    const fresh = [1, 2, 3].map((n) => ({ node: nodeOf(n), ordinal: n, bundle: n < 3 ? 1 : 2 }))
    await store.parts.change(id, { gone: [], moved: [], fresh })
  }

  test('a bundle has what its reader needs, as long as something in it is to be read', async () => {
    await plan()
    const bundle = await store.parts.open(id, 1)
    expect(bundle).toMatchObject({ context: CONTEXT, sealedHeaders: 'sealed', options: { domain: 'www.example.com' } })
    expect(bundle?.leftMs).toBeGreaterThan(50_000)
    expect(bundle?.leftMs).toBeLessThanOrEqual(60_000)
    expect(bundle?.parts.map(({ node }) => node)).toEqual([nodeOf(1), nodeOf(2)])
    await store.parts.finish(id, partKey(urlOf(1)), resultOf(1), null)
    expect((await store.parts.open(id, 1))?.parts).toHaveLength(1)
    expect(await store.parts.openBundles(id)).toEqual([1, 2])
    await store.parts.finish(id, partKey(urlOf(3)), resultOf(3), null)
    expect(await store.parts.open(id, 2)).toBeUndefined()
    expect(await store.parts.openBundles(id)).toEqual([1])
  })

  test('the first result of a part counts, and is taken once', async () => {
    await plan()
    const key = partKey(urlOf(2))
    expect(await store.parts.attempt(id, key)).toBe(1)
    expect(await store.parts.attempt(id, key)).toBe(2)
    expect(await store.parts.finish(id, key, resultOf(2), heavy)).toBe(true)
    expect(await store.parts.finish(id, key, resultOf(2, { elsewhere: 'another' }), null)).toBe(false)
    expect(await store.parts.attempt(id, key)).toBeNull()
    const [part, ...more] = await store.parts.take(id, 10)
    expect(more).toEqual([])
    expect(part).toMatchObject({ key, ordinal: 2, result: resultOf(2) })
    expect(await store.parts.take(id, 10)).toEqual([])
    // A new run of the audit gets it again.
    await store.parts.begin(id, CONTEXT, 60_000)
    expect(await store.parts.take(id, 10)).toHaveLength(1)
  })

  test('sections of heavy parts are read by where they stand', async () => {
    await plan()
    const keys = [1, 3].map((n) => partKey(urlOf(n)))
    for (const [index, key] of keys.entries()) await store.parts.finish(id, key, resultOf(1 + 2 * index), heavy)
    const [part] = await store.parts.take(id, 1)
    const [from, length] = rangeOf(part?.header as Uint8Array, 'hashes')
    const ranges = keys.toReversed().map((key) => ({ key, from, length }))
    const sections = await store.parts.readHeavy(id, ranges)
    for (const section of sections)
      expect(Buffer.from(section)).toEqual(Buffer.from(heavy.subarray(from, from + length)))
    expect(sections).toHaveLength(2)
    expect(await store.parts.readHeavy(id, [])).toEqual([])
  })

  test('of several parts that are led to one address the earliest has it, and none where a part is named by it', async () => {
    await plan()
    await store.parts.settleClaims(id, ['https://www.example.com/taken.xml'])
    const claim = (url: string, ordinal: number) => store.parts.claim(id, url, ordinal)
    expect(await claim('https://www.example.com/real.xml', 2)).toBe(true)
    expect(await claim('https://www.example.com/real.xml', 3)).toBe(false)
    expect(await claim('https://www.example.com/real.xml', 1)).toBe(true)
    expect(await claim('https://www.example.com/real.xml', 2)).toBe(false)
    expect(await claim(urlOf(3), 1)).toBe(false)
    expect(await claim('https://www.example.com/taken.xml', 1)).toBe(false)
  })

  test('a plan is changed without losing what is there', async () => {
    await plan()
    await store.parts.finish(id, partKey(urlOf(1)), resultOf(1), null)
    await store.parts.change(id, {
      gone: [partKey(urlOf(2))],
      moved: [{ key: partKey(urlOf(1)), ordinal: 7 }],
      fresh: [{ node: nodeOf(4), ordinal: 8, bundle: 3 }],
    })
    const parts = (await store.parts.list(id)).sort((a, b) => a.ordinal - b.ordinal)
    expect(parts.map(({ node, ordinal, isDone }) => [node.url, ordinal, isDone])).toEqual([
      [urlOf(3), 3, false],
      [urlOf(1), 7, true],
      [urlOf(4), 8, false],
    ])
  })

  test('whoever waits is told of every result', async () => {
    await plan()
    let told = 0
    const stop = store.parts.onDone(id, () => told++)
    await store.parts.finish(id, partKey(urlOf(1)), resultOf(1), null)
    await expect.poll(() => told).toBe(1)
    stop()
  })

  test('nothing is left of them when the audit has ended', async () => {
    await plan()
    await store.parts.claim(id, 'https://www.example.com/real.xml', 1)
    await store.audits.finish(id, { status: 'failed', report: null, error: null })
    expect(await store.parts.list(id)).toEqual([])
    expect(await store.parts.open(id, 1)).toBeUndefined()
    expect(await store.parts.attempt(id, partKey(urlOf(1)))).toBeNull()
    expect(await store.parts.claim(id, 'https://www.example.com/real.xml', 1)).toBe(false)
    expect(await store.parts.finish(id, partKey(urlOf(1)), resultOf(1), heavy)).toBe(false)
  })
})
