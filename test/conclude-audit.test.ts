/** What the gate makes of findings that the baseline had. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applySuppressions } from '#src/audit/summarise.ts'
import { concludeAudit } from '#src/conclude-audit.ts'
import { AUDIT_DEFAULTS, GATE_DEFAULTS, type Suppression } from '#src/model/audit.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { makeFinding, makeReport, makeResult } from './support/sample-report.ts'

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
