/** What the rules of pages share: where their findings stand, and which pages they judge. */
import type { PageJudgement } from '../model/facts.ts'
import type { PageFacts } from '../model/page.ts'
import type { Extra } from './define-rule.ts'

/**
 * A finding about a page stands in the sitemap that lists it, at the loc; its share is of the sampled pages that the
 * site answered.
 */
export function extraOf({ candidate, document, sample }: PageJudgement): Extra {
  return { entry: candidate.entry, loc: candidate.loc, document, value: null, ...(sample && { of: sample.answered }) }
}

/** The same for what is found without an answer, or before one was asked for: a share of all that were sampled. */
export function extraOfAsked(page: PageJudgement): Extra {
  return { ...extraOf(page), ...(page.sample && { of: page.sample.asked }) }
}

/** A page whose answer speaks of the site: no refusal of us, no failure to connect, no page left alone. */
export function isAnswered({ report, exchange }: PageJudgement): boolean {
  return (
    exchange?.ending.kind === 'answer' && !exchange.challenge && report.outcome !== 'blocked' && report.status !== null
  )
}

/**
 * What the page says of itself, where that may be held against it: a 200 of the site, not of a challenge, on a path
 * that Googlebot may fetch (what robots.txt closes has page-disallowed, and crawlers see no more of it).
 */
export function judgedFacts({ report, exchange, facts, robots }: PageJudgement): PageFacts | null {
  if (report.status !== 200 || report.outcome !== 'read' || exchange?.challenge) return null
  return robots && !robots.google.isAllowed ? null : facts
}

/** A phrase for where the last answer came from, when it was elsewhere. */
export function afterRedirect(page: PageJudgement): string {
  return page.report.hops.length === 0 ? '' : ` after a redirect to ${finalUrlOf(page)}`
}

/** The URL that the page's own words are compared with: where it was found in the end. */
export function finalUrlOf({ exchange, candidate }: PageJudgement): string {
  return exchange?.finalUrl ?? candidate.url
}
