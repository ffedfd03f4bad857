/** Many domains audited together, and what they have in common. All plain JSON. */
import type { Structure } from './report.ts'

/**
 * How the audit of a domain ended. read: at least one document was; blocked: none, and a place refused us; unreachable:
 * neither, and a place could not be asked or answered with its own failure; absent: every place said that nothing is
 * there.
 */
export type DomainState = 'read' | 'absent' | 'blocked' | 'unreachable'

/** What a batch keeps of one report. */
export interface DomainTraits {
  state: DomainState
  form: Structure['form']
  partition: Structure['partition']
  /** A document lists URLs outside its folder. */
  outOfScope: boolean
  /** A document uses changefreq or priority. */
  hints: boolean
  /** A document has one lastmod for all. */
  oneLastmod: boolean
  /** No entry in any document read has a lastmod; those of indexes do not count. */
  noLastmod: boolean
  /** A document has NEAR_LIMIT_SHARE of a limit or more. */
  nearLimit: boolean
  /** Page URLs listed. */
  entries: number
  /** Largest shares of 50,000 entries and of 52,428,800 bytes that a document has. */
  limits: { entries: number; bytes: number }
  /** Ids of the rules with findings, sorted; what is suppressed does not count. */
  rules: string[]
}

/** Numbers of domains. */
export interface BatchTotals extends Record<DomainState, number> {
  /** Over the domains read, as all that follows but the findings. */
  form: Record<string, number>
  partition: Record<string, number>
  outOfScope: number
  hints: number
  oneLastmod: number
  noLastmod: number
  nearLimit: number
  /** Rule -> domains with such a finding, over all of them. */
  findings: Record<string, number>
}
