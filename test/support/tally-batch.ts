/** The figures of a batch, counted in the plainest way: what the store counts by a statement is held against it. */
import type { BatchTotals, DomainTraits } from '#src/model/batch.ts'

export function tallyBatch(domains: Iterable<DomainTraits>): BatchTotals {
  const totals: BatchTotals = {
    ...{ read: 0, absent: 0, blocked: 0, unreachable: 0 },
    ...{ form: {}, partition: {} },
    ...{ outOfScope: 0, hints: 0, oneLastmod: 0, noLastmod: 0, nearLimit: 0 },
    findings: {},
  }
  const findings = new Map<string, number>()
  for (const domain of domains) {
    totals[domain.state]++
    for (const rule of domain.rules) findings.set(rule, (findings.get(rule) ?? 0) + 1)
    if (domain.state !== 'read') continue
    totals.form[domain.form] = (totals.form[domain.form] ?? 0) + 1
    totals.partition[domain.partition] = (totals.partition[domain.partition] ?? 0) + 1
    for (const trait of TRAITS) if (domain[trait]) totals[trait]++
  }
  totals.findings = Object.fromEntries([...findings].sort(([a], [b]) => (a < b ? -1 : 1)))
  return totals
}

const TRAITS = ['outOfScope', 'hints', 'oneLastmod', 'noLastmod', 'nearLimit'] as const
