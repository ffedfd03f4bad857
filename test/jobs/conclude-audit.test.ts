/** What the gate makes of findings that the baseline had. */
import '#test/support/quick-pglite.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applySuppressions } from '#src/audit/summarise.ts'
import { concludeAudit } from '#src/jobs/conclude-audit.ts'
import { AUDIT_DEFAULTS, GATE_DEFAULTS, type Suppression } from '#src/model/audit.ts'
import type { DocumentReport, Report } from '#src/model/report.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { makeDocument, makeFinding, makeReport, makeResult } from '../support/sample-report.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let store: OpenStore
beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir: 'memory' }, () => {})
})
afterAll(() => store.close())

/** An audit with one error, judged at this time. */
async function audit(suppress: Suppression[], now: string) {
  const domain = 'a.example'
  const gate = { ...GATE_DEFAULTS, failOn: 'new-error' as const, unchecked: 'pass' as const }
  const options = { ...AUDIT_DEFAULTS, domain, suppress, gate }
  const { audit: made } = await store.audits.insert({ domain, options, sealedHeaders: null, idempotencyKey: null })
  await store.audits.start(made.id)
  const judging = { profile: null, suppress, nowMs: Date.parse(now) }
  const { findings } = applySuppressions([makeFinding()], judging)
  const result = { ...makeResult(), report: makeReport({ findings, documents: [], pages: [] }) }
  const { gate: judged = null, ...ending } = await concludeAudit(store, made, result)
  await store.audits.finish(made.id, { status: 'succeeded', error: null, gate: judged, ...ending })
  return judged
}

test('an error closes the gate for new errors once: when it comes, and when its suppression has expired', async () => {
  const known = [{ rule: 'loc-relative', document: null, until: '2026-02-28', reason: 'a campaign' }]
  expect(await audit([], '2026-02-01T04:30:00Z')).toMatchObject({ passed: false })
  expect(await audit([], '2026-02-02T04:30:00Z')).toEqual({ passed: true, reasons: [] })
  expect(await audit(known, '2026-02-28T04:30:00Z')).toEqual({ passed: true, reasons: [] })
  const expired = await audit(known, '2026-03-01T04:30:00Z')
  expect(expired).toEqual({ passed: false, reasons: [expect.stringMatching(/^error loc-relative: /)] })
  expect(await audit(known, '2026-03-02T04:30:00Z')).toEqual({ passed: true, reasons: [] })
})

const A = 'https://a.example/a.xml'
const B = 'https://a.example/b.xml'
const INDEX = 'https://a.example/index.xml'

/** A document that lists this many, with bytes of its own; a word: how it could not be read. */
function sitemap(url: string, state: number | DocumentReport['outcome'], parent: string | null = null): DocumentReport {
  const changes = { url, finalUrl: url, parent, via: parent === null ? 'robots.txt:1' : `${parent}#1` }
  if (typeof state === 'number') return makeDocument({ ...changes, entries: state, sha256: `${url} ${state}` })
  return makeDocument({ ...changes, outcome: state, kind: null, entries: null, sha256: null, bytes: null })
}

/** A night of a domain, with all that is listed read. */
async function night(domain: string, failOn: 'never' | 'new-error', changes: Partial<Report>) {
  const gate = { ...GATE_DEFAULTS, failOn, unchecked: 'pass' as const }
  const options = { ...AUDIT_DEFAULTS, domain, gate }
  const { audit: made } = await store.audits.insert({ domain, options, sealedHeaders: null, idempotencyKey: null })
  await store.audits.start(made.id)
  const report = makeReport({ verdict: 'pass', findings: [], pages: [], notes: [], ...changes })
  const history = { samples: [], aliases: [], isListWhole: true, isRobotsWhole: true }
  const { gate: judged = null, ...ending } = await concludeAudit(store, made, { report, unread: [], history })
  await store.audits.finish(made.id, { status: 'succeeded', error: null, gate: judged, history, ...ending })
  return { id: made.id, judged, notes: ending.report.notes }
}

test('a drop behind nights in which the document was blocked closes the gate', async () => {
  const nights = (state: number | DocumentReport['outcome']) =>
    night('drop.example', 'never', { documents: [sitemap(A, state), sitemap(B, 10)] })
  const first = await nights(100)
  expect((await nights('blocked')).judged).toEqual({ passed: true, reasons: [] })
  expect((await nights('unreachable')).judged).toEqual({ passed: true, reasons: [] })
  const { judged, notes } = await nights(20)
  expect(judged).toEqual({ passed: false, reasons: [expect.stringMatching(/^history-entries-dropped in .*a\.xml: /)] })
  expect(notes.at(-1)).toMatch(`${A}, which it could not check, is compared as the audit ${first.id} of `)
  expect((await nights(20)).judged).toEqual({ passed: true, reasons: [] })
})

test('a document that is gone after a night in which it was blocked is lost', async () => {
  const nights = (state: number | DocumentReport['outcome']) =>
    night('gone.example', 'never', { documents: [sitemap(A, state), sitemap(B, 10)] })
  await nights(100)
  await nights('blocked')
  expect((await nights('absent')).judged?.reasons).toEqual([
    expect.stringMatching(/^history-document-lost in .*a\.xml: /),
  ])
  expect((await nights('absent')).judged).toEqual({ passed: true, reasons: [] })
})

test('a drop under an index that was blocked closes the gate', async () => {
  const index = makeDocument({ url: INDEX, finalUrl: INDEX, kind: 'sitemapindex', entries: null, sha256: 'index' })
  const whole = (entries: number) => ({ documents: [index, sitemap(A, entries, INDEX), sitemap(B, 10)] })
  await night('index.example', 'never', whole(100))
  await night('index.example', 'never', { documents: [sitemap(INDEX, 'blocked'), sitemap(B, 10)] })
  expect((await night('index.example', 'never', whole(20))).judged?.reasons).toEqual([
    expect.stringMatching(/^history-entries-dropped in .*a\.xml: /),
  ])
})

test('a drop behind a night without robots.txt closes the gate', async () => {
  const robots = { url: 'https://a.example/robots.txt', status: 503, sitemaps: [] }
  const nights = (entries: number) => night('robots.example', 'never', { documents: [sitemap(A, entries)] })
  await nights(100)
  const asked = {
    robots: { ...robots, outcome: 'server-error' as const },
    documents: [{ ...sitemap(B, 10), via: '/sitemap.xml' }],
  }
  await night('robots.example', 'never', asked)
  expect((await nights(20)).judged?.reasons).toEqual([expect.stringMatching(/^history-entries-dropped in .*a\.xml: /)])
})

test('an error that stood before a night in which its document was blocked is not new', async () => {
  const standing = [makeFinding({ document: A })]
  const nights = (state: number | DocumentReport['outcome'], findings = standing) =>
    night('known.example', 'new-error', { documents: [sitemap(A, state), sitemap(B, 10)], findings })
  await nights(100)
  await nights('blocked', [])
  expect((await nights(100)).judged).toEqual({ passed: true, reasons: [] })
  // Where the document was read without it, it is new when it comes again.
  await nights(100, [])
  expect((await nights(100)).judged).toMatchObject({ passed: false })
})

test('no more than a week of nights is looked through', async () => {
  const nights = (state: number | DocumentReport['outcome']) =>
    night('week.example', 'never', { documents: [sitemap(A, state), sitemap(B, 10)] })
  await nights(100)
  for (let count = 0; count < 7; count++) await nights('blocked')
  expect((await nights(20)).judged).toMatchObject({ passed: false })
  for (let count = 0; count < 9; count++) await nights('blocked')
  expect((await nights(4)).judged).toEqual({ passed: true, reasons: [] })
})
