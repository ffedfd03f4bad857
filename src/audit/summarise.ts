/** From what was gathered to the report. Pure: may be called at any moment for the report so far. */

import type { Suppression } from '../model/audit.ts'
import type {
  DiscoveryPlace,
  DocumentReport,
  Estimate,
  Finding,
  Outcome,
  PageReport,
  Profile,
  Report,
  Severity,
  Structure,
  Verdict,
} from '../model/report.ts'
import { judgeByProfile } from '../rules/profile.ts'
import { type Concerned, suppressCauses } from '../rules/suppress-causes.ts'
import { DAY_MS } from '../values/calendar.ts'
import { partitionOf } from './partition.ts'
import { viewsOfSearchConsole } from './search-console.ts'

/** Neither read nor plainly wrong: we could not check it. */
const UNCHECKED: ReadonlySet<Outcome | 'disallowed'> = new Set<Outcome>([
  'blocked',
  'unreachable',
  'server-error',
  'refused',
  'skipped',
])

export function isUnchecked(outcome: Outcome | 'disallowed'): boolean {
  return UNCHECKED.has(outcome)
}

export interface Gathered {
  origin: string
  robots: Report['robots']
  discovery: DiscoveryPlace[]
  documents: DocumentReport[]
  /** Listed children of each index, by its URL. */
  listed: ReadonlyMap<string, readonly string[]>
  pages: PageReport[]
  estimates: Estimate[]
  findings: Finding[]
  notes: string[]
  concerned: Concerned
  timing: Report['timing']
}

export interface Judging {
  profile: Profile | null
  suppress: readonly Suppression[]
  /** Unix ms; decides which suppressions have expired. */
  nowMs: number
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, note: 2 }

export function summarise(gathered: Gathered, judging: Judging): Report {
  const { documents, pages, discovery } = gathered
  const caused = suppressCauses(gathered.findings, gathered.concerned)
  const profiled = judgeByProfile(caused, judging.profile, { documents })
  const { findings: applied, expired } = applySuppressions(profiled, judging)
  const findings = sortFindings(applied)
  const read = documents.filter(({ outcome }) => outcome === 'read')
  const listsPages = read.filter(({ kind }) => kind !== 'sitemapindex')
  return {
    verdict: verdictOf(findings, read.length, discovery),
    origin: gathered.origin,
    summary: {
      documents: documents.length,
      read: read.length,
      entries: listsPages.reduce((sum, { entries }) => sum + (entries ?? 0), 0),
      pages: pages.length,
      findings: countFindings(findings),
      unchecked: [...documents, ...pages].filter(({ outcome }) => isUnchecked(outcome)).length,
    },
    structure: structureOf(documents, gathered.listed, gathered.robots.sitemaps.length),
    robots: gathered.robots,
    discovery,
    documents: viewsOfSearchConsole(documents, findings),
    pages,
    estimates: gathered.estimates,
    findings,
    notes: [...gathered.notes, ...expiryNotes(expired)],
    timing: gathered.timing,
  }
}

function verdictOf(findings: readonly Finding[], read: number, discovery: readonly DiscoveryPlace[]): Verdict {
  const isOpen = discovery.length === 0 || discovery.some(({ outcome }) => isUnchecked(outcome))
  return verdictWith(read === 0 && isOpen ? 'unchecked' : 'pass', findings)
}

/** @param verdict without these findings; `unchecked` stays so, whatever they say */
export function verdictWith(verdict: Verdict, findings: readonly Finding[]): Verdict {
  if (verdict === 'unchecked') return verdict
  const { error, warning } = countFindings(findings)
  return error > 0 ? 'fail' : warning > 0 ? 'warn' : 'pass'
}

/** What is suppressed does not count. */
export function countFindings(findings: readonly Finding[]): Report['summary']['findings'] {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity, suppressed } of findings) if (suppressed === null) counts[severity]++
  return counts
}

/** Worst first, otherwise in their order. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
}

function structureOf(
  documents: readonly DocumentReport[],
  listed: ReadonlyMap<string, readonly string[]>,
  lines: number,
): Structure {
  const read = documents.filter(({ outcome }) => outcome === 'read')
  const indexes = read.filter(({ kind }) => kind === 'sitemapindex')
  const depth = Math.max(0, ...read.map((document) => document.depth))
  const [first] = indexes
  if (!first) {
    const form = read.length === 0 ? 'none' : lines >= 2 ? 'robots-list' : 'single'
    return { form, partition: 'none', depth }
  }
  const isNested = indexes.some(({ parent }) => parent !== null)
  // The index with most children tells how the site splits its entries.
  const widest = indexes.reduce((a, b) => ((b.children?.listed ?? 0) > (a.children?.listed ?? 0) ? b : a), first)
  return { form: isNested ? 'nested-index' : 'index', partition: partitionOf(listed.get(widest.url) ?? []), depth }
}

/**
 * Marks what is suppressed. `until` is the last day on which a suppression holds, to its end in UTC.
 * @returns new findings in the same order, and the suppressions that have expired and for which one of them counts again
 */
export function applySuppressions(
  findings: readonly Finding[],
  { suppress, nowMs }: Judging,
): { findings: Finding[]; expired: Suppression[] } {
  const isExpired = ({ until }: Suppression) => until !== null && nowMs >= Date.parse(until) + DAY_MS
  const current = suppress.filter((one) => !isExpired(one))
  const isFor = (finding: Finding) => (one: Suppression) =>
    one.rule === finding.rule && matches(one.document, finding.document)
  const applied = findings.map((finding) => {
    const match = current.find(isFor(finding))
    return match ? { ...finding, suppressed: match.reason } : { ...finding }
  })
  const counted = applied.filter(({ suppressed }) => suppressed === null)
  return {
    findings: applied,
    expired: suppress.filter((one) => isExpired(one) && counted.some((finding) => isFor(finding)(one))),
  }
}

/** @param expired as `applySuppressions` returns them */
export function expiryNotes(expired: readonly Suppression[]): string[] {
  return expired.map(({ rule, document, until }) => {
    const where = document === null ? '' : ` in ${document}`
    return `The suppression of ${rule}${where} expired on ${until}: it counts again.`
  })
}

/**
 * A document pattern is a whole URL, letter for letter, in which each `*` stands for any text, also for none and over
 * slashes; null is every document, and what stands in none. From left to right without going back: linear.
 */
function matches(pattern: string | null, document: string | null): boolean {
  if (pattern === null) return true
  if (document === null) return false
  const [head = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return document === head
  if (!document.startsWith(head)) return false
  let from = head.length
  for (const [index, part] of rest.entries()) {
    if (index === rest.length - 1) return document.length - part.length >= from && document.endsWith(part)
    const at = document.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}
