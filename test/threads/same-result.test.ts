/** Wherever a document is checked, the same is said of it. */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { checkDocument, type DocumentCheck, type DocumentOptions } from '#src/audit/check-document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { createCheckPool } from '#src/threads/check-pool.ts'
import { sendDocument } from '#src/threads/send-document.ts'
import { mutate, mutations, soundDocuments } from '../sitemap/documents.ts'
import { bytesOf, join, manyEntries, NAMESPACE } from '../support/documents.ts'
import { CONTEXT, OPTIONS, type PlayedSource, playBytes, playSource } from './play.ts'

vi.mock('#src/threads/send-document.ts', { spy: true })

const RUNS = process.env['LONG'] ? 2_000 : 100
const SEED = 20_261_201

function onLost(error: Error): void {
  throw error
}

/** Small, so that every way of waiting is gone. */
const pool = createCheckPool({ threads: 1, largeBytes: 1, windowBytes: 1, onLost })
afterAll(pool.close)

async function expectSame(
  make: () => PlayedSource,
  options: DocumentOptions = OPTIONS,
  check = pool.check,
): Promise<DocumentCheck> {
  const [here, there] = [make(), make()]
  const sent = vi.mocked(sendDocument).mock.calls.length
  const byThread = await check(there, CONTEXT, options)
  expect(vi.mocked(sendDocument).mock.calls.length).toBe(sent + 1)
  const byUs = await checkDocument(here, CONTEXT, options)
  expect({ ...byThread, checkMs: 0 }).toStrictEqual({ ...byUs, checkMs: 0 })
  expect(there.isCancelled()).toBe(here.isCancelled())
  return byThread
}

it.each<[string, (text: Uint8Array) => Uint8Array]>([
  ['as they are', (text) => text],
  ['gzipped', gzipSync],
  ['gzipped and cut', (text) => gzipSync(text).subarray(0, -9)],
])(
  'is right and broken documents, %s',
  async (_, pack) => {
    const made = fc.tuple(
      soundDocuments,
      fc.option(mutations),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
    )
    await fc.assert(
      fc.asyncProperty(made, async ([text, mutation, sizes]) => {
        const bytes = pack(bytesOf(mutation === null ? text : mutate(text, mutation)))
        fc.pre(bytes.length > 0)
        await expectSame(() => playBytes(bytes, sizes))
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  },
  60_000 + RUNS * 100,
)

it.each<[string, string | Uint8Array]>([
  ['HTML', '<!doctype html><title>Not found</title><p>There is nothing here.'],
  ['JSON', '{"a": 1}'],
  ['a text of URLs', 'https://a.example/1\r\nhttps://a.example/2\n'],
  [
    'an index',
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>/1.xml</loc></sitemap></sitemapindex>`,
  ],
  ['UTF-16', join([0xff, 0xfe], new Uint8Array(Buffer.from('<urlset/>', 'utf16le')))],
])('is %s', async (_, document) => {
  const bytes = join(document)
  await expectSame(() => playBytes(bytes, [5]))
})

it('is an upload, which is delivered by nobody', async () => {
  const upload = { ...OPTIONS, delivery: null, candidates: 0 }
  await expectSame(() => playSource(manyEntries(3_000)), upload)
})

it.each<[string, Partial<BodyEnding>]>([
  ['was cut on its way', { state: 'truncated', detail: 'the transfer broke off after 9 bytes' }],
  ['came too slowly', { state: 'timeout', detail: 'nothing more came for 10 s' }],
  ['is more than we take', { state: 'budget', detail: 'reading stopped after 9 bytes' }],
  [
    'is not in the coding that it claims',
    { coding: { tokens: ['gzip'], unknown: [], false: 'gzip', undone: [], state: 'ok', offset: null } },
  ],
])('is a document that %s', async (_, ending) => {
  await expectSame(() => playSource(manyEntries(2_500), ending))
})

it.each([1_000, 65_536, 99_999, 1_000_000])('is a document of which %i bytes are taken', async (maxBytes) => {
  const many = Buffer.concat([...manyEntries(20_000)])
  for (const bytes of [many, gzipSync(many)]) {
    const full = await expectSame(() => playBytes(bytes, [7_000]), { ...OPTIONS, maxBytes })
    expect(full.report.bytes?.uncompressed).toBe(maxBytes)
  }
})

it('is a document that was stopped in the midst of what had been read ahead', async () => {
  const ahead = createCheckPool({ threads: 1, largeBytes: 1, windowBytes: 400_000, onLost })
  const many = Buffer.concat([...manyEntries(20_000)])
  const full = await expectSame(() => playBytes(many, [3_000]), { ...OPTIONS, maxBytes: 99_999 }, ahead.check)
  expect(full.report.bytes).toMatchObject({ transferred: 102_000, uncompressed: 99_999 })
  // All of it was sent, and its end too.
  const few = many.subarray(0, 200_000)
  await expectSame(() => playBytes(few, [3_000]), { ...OPTIONS, maxBytes: 99_999 }, ahead.check)
  await ahead.close()
})

it.each([999, 1_000, 1_001, 3_500])('is an index of %i children, which come in parts', async (count) => {
  const children = Array.from({ length: count }, (_, i) => `<sitemap><loc>https://a.example/${i}.xml</loc></sitemap>`)
  const bytes = bytesOf(`<sitemapindex xmlns="${NAMESPACE}">${children.join('\n')}</sitemapindex>`)
  expect((await expectSame(() => playBytes(bytes))).children).toHaveLength(count)
})

it('is many documents at once on one thread', async () => {
  const counts = [10, 4_000, 2_500, 1, 7_000, 300, 0, 5_000]
  const all = counts.map((count) => pool.check(playSource(manyEntries(count)), CONTEXT, OPTIONS))
  const entries = (await Promise.all(all)).map(({ report }) => report.entries)
  expect(entries).toEqual(counts)
})
