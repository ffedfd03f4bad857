/** What stands where a canonical points to; the audit asked one step. */
import type { CanonicalTarget } from '../model/facts.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { extraOf, finalUrlOf, judgedFacts } from './page-places.ts'
import { comparableKey } from './url-difference.ts'

const CANONICAL = 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls'

/** Refusals of this auditor say nothing of the target. */
const REFUSALS = new Set([401, 403, 407, 429, 451])

/** The status of the target's own first answer; null where it is not judged. */
function statusOf({ exchange }: CanonicalTarget): number | null {
  if (exchange.ending.kind !== 'answer' || exchange.challenge || exchange.status === null) return null
  return REFUSALS.has(exchange.status) ? null : exchange.status
}

const pageCanonicalBroken = defineRule(
  {
    id: 'page-canonical-broken',
    severity: 'error',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'A canonical leads to a page',
    why: 'The page says that another URL should be indexed in its place, and there is nothing.',
    fix: 'Correct the canonical, or serve a page where it points to.',
    source: CANONICAL,
    searchConsole: null,
    messages: {
      broken: 'The canonical of {url} names {target}, which answers {status}.',
      behind: 'The canonical of {url} names {target}, which redirects to {final}, which answers {status}.',
    },
  },
  ({ report }) => ({
    page(page) {
      if (judgedFacts(page) === null) return
      for (const target of page.canonicalTargets) {
        const status = statusOf(target)
        if (status === null || status < 400) continue
        const data = { url: page.candidate.url, target: target.url, status }
        const extra = { ...extraOf(page), value: target.url }
        const { hops, finalUrl } = target.exchange
        if (hops.length === 0) report('broken', page.candidate.location, data, extra)
        else report('behind', page.candidate.location, { ...data, final: finalUrl }, extra)
      }
    },
  }),
)

const pageCanonicalRedirected = defineRule(
  {
    id: 'page-canonical-redirected',
    severity: 'warning',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'A canonical leads to a page without a redirect',
    why: 'The page names one URL and the server another: search engines choose between them themselves.',
    fix: 'Name the URL that the redirect leads to.',
    source: CANONICAL,
    searchConsole: null,
    messages: {
      redirected: 'The canonical of {url} names {target}, which redirects to {final}.',
      back: 'The canonical of {url} names {target}, which redirects back to this page.',
    },
  },
  ({ report }) => ({
    page(page) {
      if (judgedFacts(page) === null) return
      for (const target of page.canonicalTargets) {
        const { exchange } = target
        const status = statusOf(target)
        if (exchange.hops.length === 0 || status === null || status >= 400) continue
        const extra = { ...extraOf(page), value: target.url, expected: exchange.finalUrl }
        const data = { url: page.candidate.url, target: target.url }
        if (comparableKey(exchange.finalUrl) === comparableKey(finalUrlOf(page)))
          report('back', page.candidate.location, data, extra)
        else report('redirected', page.candidate.location, { ...data, final: exchange.finalUrl }, extra)
      }
    },
  }),
)

export const pageCanonicalTargetRules: readonly DefinedRule[] = [pageCanonicalBroken, pageCanonicalRedirected]
