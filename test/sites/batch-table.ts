/** The table of the measurement, derived from the reports of the sites. */
import { describeDomain } from '#src/audit/describe-domain.ts'
import type { BatchTotals, DomainState, DomainTraits } from '#src/model/batch.ts'
import type { Report } from '#src/model/report.ts'
import { tallyBatch } from '../support/tally-batch.ts'

const STATES = ['read', 'absent', 'blocked', 'unreachable'] as const satisfies DomainState[]
const TRAITS = ['outOfScope', 'hints', 'oneLastmod', 'noLastmod', 'nearLimit'] as const

export interface BatchTable {
  totals: BatchTotals
  /** Names of the sites (their domains without ".example"), sorted, by how their audit ended and by trait. */
  sites: Record<(typeof STATES)[number] | (typeof TRAITS)[number], string[]>
  /** The largest shares of the limits by site, where they are a per cent or more. */
  limits: Record<string, { entries: number; bytes: number }>
}

/** @param reports by domain */
export function batchTable(reports: ReadonlyMap<string, Report>): BatchTable {
  const rows = Array.from(reports, ([domain, report]) => ({
    name: domain.replace(/\.example$/, ''),
    traits: describeDomain(report),
  })).sort((a, b) => (a.name < b.name ? -1 : 1))
  const namesOf = (isOne: (traits: DomainTraits) => boolean) =>
    rows.filter(({ traits }) => isOne(traits)).map(({ name }) => name)
  const byState = STATES.map((state) => [state, namesOf((traits) => traits.state === state)])
  const byTrait = TRAITS.map((trait) => [trait, namesOf((traits) => traits[trait])])
  const large = rows.filter(({ traits: { limits } }) => Math.max(limits.entries, limits.bytes) >= 0.01)
  return {
    totals: tallyBatch(rows.map(({ traits }) => traits)),
    sites: Object.fromEntries([...byState, ...byTrait]) as BatchTable['sites'],
    limits: Object.fromEntries(large.map(({ name, traits }) => [name, traits.limits])),
  }
}
