/** The audit that another one is compared with. What it could not check is filled in from the ones before it. */
import { type ComparedAudit, urlsToCompare } from '../audit/compare-audits.ts'
import { type Baseline, fillGaps, findGaps, hasGaps } from '../audit/fill-gaps.ts'
import type { Audit } from '../model/audit.ts'
import type { Finding } from '../model/report.ts'
import { loadCompared } from '../store/load-compared.ts'
import type { Store } from '../store/store.ts'

/** Audits that are looked through, one after the other: a week of nights. */
const EARLIER_LIMIT = 7

type Stores = Pick<Store, 'audits' | 'history'>

export interface LoadedBaseline extends Baseline, ComparedAudit {
  /** Which audits it is made of, in sentences. */
  notes: string[]
}

/** @param audit one that has succeeded, with its report */
export async function loadBaseline(stores: Stores, audit: Audit, after: ComparedAudit): Promise<LoadedBaseline> {
  const compared = await loadCompared(stores.history, audit, after.report)
  const notes = [`Compared with the audit ${audit.id} of ${compared.at}.`]
  let baseline: LoadedBaseline = { ...compared, findings: countedOf(compared.report.findings), notes }
  let at = audit.id
  for (let step = 0; step < EARLIER_LIMIT && hasGaps(baseline, after); step++) {
    const id = await stores.history.findPrevious(at)
    if (id === undefined) break
    at = id
    const earlier = await stores.audits.find(id)
    if (earlier?.report) baseline = await fillFrom(stores, baseline, { ...earlier, report: earlier.report }, after)
  }
  return baseline
}

async function fillFrom(
  { history }: Stores,
  baseline: LoadedBaseline,
  earlier: Audit & { report: NonNullable<Audit['report']> },
  after: ComparedAudit,
): Promise<LoadedBaseline> {
  const { id, report, startedAt, createdAt } = earlier
  const gaps = findGaps(baseline, { report, findings: report.findings })
  const filled = fillGaps(baseline, { report, findings: countedOf(report.findings) }, gaps)
  const read = gaps.filter(({ outcome }) => outcome === 'read')
  if (read.length === 0) return filled
  const samples = await history.findSamples(id, urlsToCompare({ documents: read }, after.report))
  const at = startedAt ?? createdAt
  const only = read.length === 1 ? read[0] : undefined
  const note = only
    ? `${only.url}, which it could not check, is compared as the audit ${id} of ${at} read it.`
    : `${read.length} documents that it could not check are compared as the audit ${id} of ${at} read them.`
  return {
    ...filled,
    samples: new Map([...baseline.samples, ...samples]),
    readAt: new Map([...(baseline.readAt ?? []), ...read.map(({ url }) => [url, at] as const)]),
    notes: [...baseline.notes, note],
  }
}

/** What was suppressed did not count then: when its suppression has expired, it is news for the gate. */
function countedOf(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ suppressed }) => suppressed === null)
}
