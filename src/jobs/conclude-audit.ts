/** The end of an audit that was carried through: it is compared with its baseline, and its gate is judged. */
import { addHistory } from '../audit/add-history.ts'
import { type ComparedAudit, compareAudits } from '../audit/compare-audits.ts'
import { type GateBaseline, judgeGate } from '../audit/gate.ts'
import { createKnown } from '../audit/known-findings.ts'
import { type Audit, type AuditResult, GATE_DEFAULTS } from '../model/audit.ts'
import type { Report } from '../model/report.ts'
import type { RuleFailure } from '../rules/judge.ts'
import type { AuditEnding, Store } from '../store/store.ts'
import { loadBaseline } from './load-baseline.ts'

type Conclusion = Pick<AuditEnding, 'gate' | 'baselineId'> & { report: Report }

/** Rules that threw in the comparison, for the log; the notes name them, too. */
type Concluded = Conclusion & { failures: RuleFailure[] }

/** @param audit as it began */
export async function concludeAudit(
  store: Pick<Store, 'audits' | 'history'>,
  audit: Audit,
  result: AuditResult,
): Promise<Concluded> {
  const { gate, profile, suppress } = audit.options
  const baseline = await findBaseline(store, audit)
  if (baseline?.report == null) return { ...withoutBaseline(audit, result), failures: [] }
  const after = comparedOf(audit, result)
  const before = await loadBaseline(store, baseline, after)
  const facts = await compareAudits(before, after, (gate ?? GATE_DEFAULTS).maxEntryDrop)
  const { report: judged, failures } = addHistory(result.report, facts, { profile, suppress, nowMs: Date.now() })
  const report = { ...judged, notes: [...judged.notes, ...before.notes] }
  const known: GateBaseline = { had: createKnown(before.findings), documents: facts.documents }
  return { report, baselineId: baseline.id, gate: gate && judgeGate(report, gate, known), failures }
}

async function findBaseline({ audits, history }: Pick<Store, 'audits' | 'history'>, audit: Audit) {
  const { baseline } = audit.options
  const id = baseline === 'previous' ? await history.findPrevious(audit.id) : baseline
  const found = id ? await audits.find(id) : undefined
  return found?.status === 'succeeded' && found.domain === audit.domain ? found : undefined
}

function withoutBaseline({ options: { baseline, gate } }: Audit, { report }: AuditResult): Conclusion {
  const isNamed = baseline !== null && baseline !== 'previous'
  const notes: string[] = []
  if (isNamed) notes.push(`There is no audit ${baseline} of this domain any more, which was named as the baseline.`)
  if (gate !== null) notes.push(ALONE + (isNamed ? '' : whyNone(baseline)))
  return {
    report: notes.length === 0 ? report : { ...report, notes: [...report.notes, ...notes] },
    baselineId: null,
    gate: gate && judgeGate(report, gate),
  }
}

const ALONE = 'The gate judged this audit alone, and no drop of entries could be seen.'

function whyNone(baseline: string | null): string {
  return baseline === null
    ? ' No baseline was wanted.'
    : ' There is no earlier audit of this domain with the same options.'
}

/** The audit that is about to end, which is not in the store yet. */
function comparedOf({ options, startedAt, createdAt }: Audit, { report, unread, history }: AuditResult): ComparedAudit {
  const listed = new Set([...unread.map(({ url }) => url), ...(history?.aliases ?? [])])
  return {
    report,
    at: startedAt ?? createdAt,
    isRequested: options.sitemaps.length > 0,
    isListWhole: history?.isListWhole ?? false,
    isRobotsWhole: history?.isRobotsWhole ?? false,
    isListed: (url) => listed.has(url),
    samples: new Map((history?.samples ?? []).map(({ url, sample }) => [url, sample])),
  }
}
