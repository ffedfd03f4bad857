/** From the report of a domain to what a batch counts of it. Pure. */
import type { DomainState, DomainTraits } from '../model/batch.ts'
import type { Report } from '../model/report.ts'
import { NEAR_LIMIT_SHARE } from '../model/standards.ts'

/** Small enough to keep for ten thousand domains. */
export function describeDomain(report: Report): DomainTraits {
  const { documents, findings, structure, summary } = report
  const read = documents.filter(({ outcome }) => outcome === 'read')
  const rules = new Set(findings.filter(({ suppressed }) => suppressed === null).map(({ rule }) => rule))
  const limits = { entries: 0, bytes: 0 }
  for (const { limit } of read) {
    limits.entries = Math.max(limits.entries, limit?.entries ?? 0)
    limits.bytes = Math.max(limits.bytes, limit?.bytes ?? 0)
  }
  const lists = read.filter(({ kind }) => kind !== 'sitemapindex')
  return {
    state: stateOf(report),
    form: structure.form,
    partition: structure.partition,
    outOfScope: rules.has('loc-out-of-scope'),
    hints: rules.has('hints-ignored'),
    oneLastmod: rules.has('lastmod-identical'),
    // Where nothing is listed there is nothing that lacks a date.
    noLastmod: summary.entries > 0 && lists.every(({ lastmod }) => (lastmod?.present ?? 0) === 0),
    nearLimit: Math.max(limits.entries, limits.bytes) >= NEAR_LIMIT_SHARE,
    entries: summary.entries,
    limits,
    rules: [...rules].sort(),
  }
}

function stateOf({ documents, discovery }: Report): DomainState {
  if (documents.some(({ outcome }) => outcome === 'read')) return 'read'
  if (discovery.some(({ outcome }) => outcome === 'blocked')) return 'blocked'
  // Only an answer can say that there is nothing: a place that was skipped, or an audit that came to none, tells as
  // little as a silent server.
  const isAnswered = discovery.length > 0 && discovery.every(({ outcome }) => isAnswer.has(outcome))
  return isAnswered ? 'absent' : 'unreachable'
}

const isAnswer: ReadonlySet<string> = new Set(['absent', 'not-a-sitemap'])
