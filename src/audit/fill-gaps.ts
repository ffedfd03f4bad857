/** What a baseline could not check is taken from an audit before it: one blocked night must not hide what changed. */
import type { DocumentReport, Finding } from '../model/report.ts'
import type { ComparedAudit } from './compare-audits.ts'
import { isUnchecked } from './summarise.ts'
import { type TracedAudit, traceDocuments } from './trace-documents.ts'

/** What a baseline knows of a site, from one audit or several. */
export interface Baseline extends Omit<ComparedAudit, 'samples'> {
  /** What counted when it was found. */
  findings: readonly Finding[]
}

type Before = Pick<Baseline, 'report' | 'findings'>

/**
 * @returns whether the audit that is compared has checked what the baseline could not. What neither could check stays
 *   unknown, and needs nothing.
 */
export function hasGaps({ report }: Pick<TracedAudit, 'report'>, after: TracedAudit): boolean {
  if (isUnchecked(report.robots.outcome) && !isUnchecked(after.report.robots.outcome)) return true
  if (!report.documents.some(({ outcome }) => isUnchecked(outcome))) return false
  return traceDocuments({ report }, after).some(
    ({ document, fate }) => isUnchecked(document.outcome) && fate.kind !== 'unknown',
  )
}

/**
 * The documents of an earlier audit that the baseline could not check, with those under them; and those that robots.txt
 * named, where it could not be checked itself.
 */
export function findGaps(baseline: Baseline, earlier: Before): DocumentReport[] {
  // An audit by http and one by https give their documents other names.
  if (earlier.report.origin !== baseline.report.origin) return []
  const isRobotsOpen = isUnchecked(baseline.report.robots.outcome)
  const gaps = new Set<string>()
  // What is not among the documents was not looked at: whether it was listed is of no account.
  const seen = { ...baseline, isListed: () => false, isListWhole: false }
  return traceDocuments(earlier, seen).flatMap(({ document, fate }) => {
    const { url, parent, via } = document
    if (fate.kind !== 'unknown') return []
    const isOpen =
      fate.outcome !== null
        ? isUnchecked(fate.outcome)
        : parent === null
          ? isRobotsOpen && via.startsWith('robots.txt:')
          : gaps.has(parent)
    if (!isOpen) return []
    gaps.add(url)
    return [document]
  })
}

/** @param gaps of the earlier audit; what it could not check either stays open for one before it */
export function fillGaps<B extends Baseline>(baseline: B, earlier: Before, gaps: readonly DocumentReport[]): B {
  const { report } = baseline
  const { robots } = earlier.report
  const isRobotsOpen = isUnchecked(report.robots.outcome) && !isUnchecked(robots.outcome)
  const urls = new Set(gaps.map(({ url }) => url))
  const places = new Set(isRobotsOpen ? [...urls, robots.url] : urls)
  if (places.size === 0) return baseline
  return {
    ...baseline,
    report: {
      ...report,
      robots: isRobotsOpen ? robots : report.robots,
      documents: [...report.documents.filter(({ url }) => !urls.has(url)), ...gaps],
    },
    findings: [...baseline.findings, ...earlier.findings.filter((finding) => isAbout(finding, places))],
  }
}

/** It stands in one of them, or nowhere, or names one: what is told of two documents was not seen with one of them. */
function isAbout({ document, message, examples }: Finding, places: ReadonlySet<string>): boolean {
  if (document === null || places.has(document)) return true
  if (examples.some(({ loc, value }) => (loc !== null && places.has(loc)) || (value !== null && places.has(value)))) {
    return true
  }
  return (message.match(/https?:\/\/[^\s"]+/g) ?? []).some((url) => places.has(url.replace(/[,.;:]$/, '')))
}
