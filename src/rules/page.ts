/** How listed pages answer. What they say of themselves is in page-canonical.ts and page-robots.ts. */
import type { PageJudgement } from '../model/facts.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { pageCanonicalRules } from './page-canonical.ts'
import { afterRedirect, extraOf, extraOfAsked, finalUrlOf, judgedFacts } from './page-places.ts'
import { pageRedirectRules } from './page-redirect.ts'
import { pageRobotsRules } from './page-robots.ts'
import { siteRules } from './site.ts'

const SEARCH_CONSOLE_HELP = 'https://support.google.com/webmasters/answer/7451001'
const HTTP_ERRORS = 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors'

/** Refusals of this auditor: they say nothing of the page. */
const REFUSALS = new Set([401, 403, 407, 429, 451])

/** The status that speaks of the page itself; null where nothing, a refusal or a challenge answered. */
function statusOf({ report, exchange }: PageJudgement): number | null {
  if (exchange?.ending.kind !== 'answer' || exchange.challenge || report.status === null) return null
  return REFUSALS.has(report.status) || report.outcome === 'blocked' ? null : report.status
}

interface StatusRule {
  id: string
  title: string
  why: string
  fix: string
  source: string
  holds(status: number): boolean
}

/** Rules of one status class: the page answers so, or what it redirects to. */
const STATUS_RULES: StatusRule[] = [
  {
    id: 'page-not-found',
    title: 'Listed pages exist',
    why: 'A crawler that asks for a listed page and finds none has wasted its visit, and trusts the sitemap less.',
    fix: 'Take the URL out of the sitemap, or serve the page again.',
    source: `${HTTP_ERRORS}#http-status-codes`,
    holds: (status) => status === 404 || status === 410,
  },
  {
    id: 'page-server-error',
    title: 'Listed pages can be delivered',
    why: 'Crawlers slow down where the server fails, and drop pages that go on failing.',
    fix: 'Find out why the server fails at this URL.',
    source: `${HTTP_ERRORS}#http-status-codes`,
    holds: (status) => status >= 500,
  },
  {
    id: 'page-client-error',
    title: 'Listed pages answer a plain request',
    why: 'To a crawler a page that answers so does not exist.',
    fix: 'Let the page answer 200 to a GET request, or take the URL out of the sitemap.',
    source: `${HTTP_ERRORS}#http-status-codes`,
    holds: (status) => status >= 400 && status < 500 && status !== 404 && status !== 410,
  },
]

const statusRules = STATUS_RULES.map(({ id, title, why, fix, source, holds }) =>
  defineRule(
    {
      id,
      severity: 'error',
      breaks: ['google', 'bing', 'yandex'],
      basis: 'documented',
      title,
      why,
      fix,
      source,
      searchConsole: 'URLs not accessible',
      messages: {
        answers: '{loc} answers {status}.',
        redirected: '{loc} redirects to {target}, which answers {status}.',
      },
    },
    ({ report }) => ({
      page(page) {
        const status = statusOf(page)
        if (status === null || !holds(status)) return
        const { loc, location } = page.candidate
        const extra = { ...extraOf(page), subject: String(status) }
        if (page.report.hops.length === 0) report('answers', location, { loc, status }, extra)
        else report('redirected', location, { loc, target: finalUrlOf(page), status }, extra)
      },
    }),
  ),
)

const pageUnreachable = defineRule(
  {
    id: 'page-unreachable',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'Listed pages can be reached',
    why: 'What cannot be fetched cannot be indexed.',
    fix: 'See that the name resolves, the server answers in time, and its certificate is valid for this host.',
    source: HTTP_ERRORS,
    searchConsole: 'URLs not accessible',
    messages: { unreachable: '{loc} could not be fetched{after}: {detail}.' },
  },
  ({ report }) => ({
    page(page) {
      const ending = page.exchange?.ending
      if (ending?.kind !== 'unreachable') return
      const { loc, location } = page.candidate
      const data = { loc, after: afterRedirect(page), detail: ending.detail }
      report('unreachable', location, data, { ...extraOfAsked(page), subject: ending.reason })
    },
  }),
)

const pageBlocked = defineRule(
  {
    id: 'page-blocked',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The auditor may fetch listed pages',
    why: 'The page was refused to this auditor and is not judged; what search engines are answered is not known.',
    fix: 'Let the auditor through, by its User-Agent or address, and audit again.',
    source: null,
    searchConsole: null,
    messages: {
      status: '{loc} answers {status} to this auditor{after}, so it was not judged.',
      limited:
        'The server limits how often this auditor may ask ({status}{wait}) and did not answer with {loc}{after}, so it was not judged.',
      challenge:
        '{loc} answers this auditor with a challenge page ({vendor}: {evidence}){after}, so it was not judged.',
    },
  },
  ({ report }) => ({
    page(page) {
      const { candidate, exchange } = page
      if (page.report.outcome !== 'blocked' || exchange === null) return
      const { challenge, status, retryAfterS } = exchange
      const { loc, location } = candidate
      const after = afterRedirect(page)
      const extra = { ...extraOfAsked(page), subject: challenge?.vendor ?? String(status) }
      if (challenge) {
        const { vendor, evidence } = challenge
        report('challenge', location, { loc, vendor, evidence, after }, extra)
      } else if (status === 429 || status === 503) {
        const wait = retryAfterS == null ? '' : `, to come back in ${retryAfterS} s`
        report('limited', location, { loc, status, wait, after }, extra)
      } else if (status !== null) report('status', location, { loc, status, after }, extra)
    },
  }),
)

const pageDisallowed = defineRule(
  {
    id: 'page-disallowed',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Listed pages are open to Googlebot',
    why: 'A sitemap asks for pages to be crawled that robots.txt closes; a noindex on such a page is never seen.',
    fix: 'Take the URL out of the sitemap, or allow it in robots.txt.',
    source: SEARCH_CONSOLE_HELP,
    searchConsole: 'Sitemap contains URLs blocked by robots.txt',
    messages: {
      disallowed:
        '{loc} is closed for Googlebot by line {line} of {robots} ({rule}); it was not fetched, and a noindex on it would not be seen.',
      noindexUnseen:
        '{loc} is closed for Googlebot by line {line} of {robots} ({rule}), so crawlers never see the noindex that it has.',
      fetched: '{loc} is closed for Googlebot by line {line} of {robots} ({rule}).',
    },
  },
  ({ report }) => ({
    page(page) {
      const { candidate, robots, facts } = page
      if (!robots || robots.google.isAllowed) return
      const { loc, location } = candidate
      const { line, text } = robots.google.rule ?? { line: 0, text: '' }
      const data = { loc, line, rule: text, robots: robots.url }
      // One rule of robots.txt is one cause, however many pages it closes.
      const extra = { ...extraOfAsked(page), subject: text }
      if (facts === null && page.exchange === null) report('disallowed', location, data, extra)
      else if (facts?.noindex.length) report('noindexUnseen', location, data, extra)
      else report('fetched', location, data, extra)
    },
  }),
)

const pageClientRedirected = defineRule(
  {
    id: 'page-client-redirected',
    severity: 'warning',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'Listed pages do not send their readers on',
    why: 'Search engines take a refresh to another URL for a redirect, and index the other page.',
    fix: 'List the URL that the page leads to, and answer 301 with a Location header instead of the refresh.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects#metarefresh',
    searchConsole: 'URL not followed',
    messages: {
      meta: '{loc} sends its readers to {target} after {delay} s, by a meta refresh.',
      header: '{loc} sends its readers to {target} after {delay} s, by a Refresh header.',
    },
  },
  ({ report }) => ({
    page(page) {
      const refresh = judgedFacts(page)?.refresh
      if (!refresh) return
      const { loc, location } = page.candidate
      const data = { loc, target: refresh.url, delay: refresh.delayS }
      report(refresh.source, location, data, { ...extraOf(page), expected: refresh.url })
    },
  }),
)

export const pageRules: readonly DefinedRule[] = [
  ...statusRules,
  pageBlocked,
  pageClientRedirected,
  pageDisallowed,
  pageUnreachable,
  ...pageCanonicalRules,
  ...pageRedirectRules,
  ...pageRobotsRules,
  ...siteRules,
]
