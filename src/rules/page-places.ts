/** What the rules of pages share: where their findings stand, and which pages they judge. */
import type { PageJudgement } from '../model/facts.ts'
import type { PageFacts } from '../model/page.ts'
import type { Extra } from './define-rule.ts'

/** A finding about a page stands in the sitemap that lists it, at the loc. */
export function extraOf({ candidate, document }: PageJudgement): Extra {
  return { entry: candidate.entry, loc: candidate.loc, document, value: null }
}

/**
 * What the page says of itself, where that may be held against it: a 200 of the site, not of a challenge, on a path
 * that Googlebot may fetch (what robots.txt closes has page-disallowed, and crawlers see no more of it).
 */
export function judgedFacts({ report, exchange, facts, robots }: PageJudgement): PageFacts | null {
  if (report.status !== 200 || report.outcome !== 'read' || exchange?.challenge) return null
  return robots && !robots.google.isAllowed ? null : facts
}

/** The URL that the page's own words are compared with: where it was found in the end. */
export function finalUrlOf({ exchange, candidate }: PageJudgement): string {
  return exchange?.finalUrl ?? candidate.url
}
