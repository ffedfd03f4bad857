/** Listed pages that answer with a redirect. */
import type { ProbeFacts } from '../model/facts.ts'
import { isPrivateHost } from '../values/private-host.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { extraOf, finalUrlOf } from './page-places.ts'
import { LOCATION_UNESCAPED } from './response-redirect.ts'
import { comparableKey, findDifferences, showDifferences } from './url-difference.ts'

const REDIRECTS = 'https://developers.google.com/search/docs/crawling-indexing/301-redirects'
const HTTP_ERRORS = 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#http-status-codes'

/**
 * Whether `url` is sent to where its host sends what does not exist, and that is no other spelling of it: a home page
 * that is to stand for everything, a login.
 */
export function isAstray(url: string, target: string, probe: ProbeFacts | null): boolean {
  if (probe === null || probe.finalUrl === probe.url) return false
  if (withoutReturn(target, url) !== withoutReturn(probe.finalUrl, probe.url)) return false
  const isIndexFile = /\/(index|default|home)(\.\w{2,5})?\/?$/i.test(new URL(url).pathname)
  return !isIndexFile && findDifferences(url, target).includes('path')
}

/** A login is told where to send the reader back to: without that it is the same for every page. */
function withoutReturn(target: string, from: string): string {
  const url = new URL(target)
  const { pathname } = new URL(from)
  for (const [name, value] of [...url.searchParams]) {
    if (pathname !== '/' && value.includes(pathname)) url.searchParams.delete(name)
  }
  return comparableKey(url.href)
}

const pageRedirected = defineRule(
  {
    id: 'page-redirected',
    severity: 'warning',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'Listed URLs answer without a redirect',
    why: 'A sitemap lists the URLs that are to be indexed; a redirect says that another one is.',
    fix: 'List the URL that the redirect leads to.',
    source: REDIRECTS,
    searchConsole: null,
    messages: {
      once: '{loc} redirects with {status} to {target}.',
      onceNear: '{loc} redirects with {status} to {target}, which differs in nothing but {difference}.',
      often: '{loc} redirects {count} times ({statuses}), in the end to {target}.',
      oftenNear:
        '{loc} redirects {count} times ({statuses}), in the end to {target}, which differs in nothing but {difference}.',
      astray: '{loc} redirects to {target}, as {probe} does, a path that cannot exist.',
    },
  },
  ({ report }) => ({
    page(page) {
      const { candidate, exchange } = page
      const { hops, status } = page.report
      // What a redirect leads to has its own rule when it is no page; then the redirect is only how we got there.
      const isPage = exchange?.ending.kind === 'answer' && status !== null && status < 300 && !exchange.challenge
      const target = finalUrlOf(page)
      if (!isPage || hops.length === 0 || comparableKey(target) === comparableKey(candidate.url)) return
      const { loc, location } = candidate
      const differences = findDifferences(candidate.url, target)
      // What differs is the cause: all that lack a slash are one finding, and what moved is another.
      const extra = { ...extraOf(page), expected: target, subject: differences.join(', ') }
      if (isAstray(candidate.url, target, page.probe)) {
        // Where it leads is no replacement.
        const fix = 'Take the URL out of the sitemap, or redirect it to the page that took its place.'
        const astray = { ...extra, expected: null, subject: '', fix }
        report('astray', location, { loc, target, probe: page.probe?.url ?? '' }, astray)
        return
      }
      const isNear = !differences.includes('path') && !differences.includes('host')
      const difference = showDifferences(differences)
      const statuses = hops.map((hop) => hop.status)
      if (hops.length === 1) {
        const data = { loc, status: String(statuses[0]), target }
        if (isNear) report('onceNear', location, { ...data, difference }, extra)
        else report('once', location, data, extra)
        return
      }
      const data = { loc, count: hops.length, statuses: statuses.join(', '), target }
      if (isNear) report('oftenNear', location, { ...data, difference }, extra)
      else report('often', location, data, extra)
    },
  }),
)

const pageRedirectLoop = defineRule(
  {
    id: 'page-redirect-loop',
    severity: 'error',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'Redirects of listed URLs come to an end',
    why: 'Crawlers give up after ten redirects, and on a circle at once.',
    fix: 'Let the URL answer with the page itself, or redirect once to where it is.',
    source: HTTP_ERRORS,
    searchConsole: 'URL not followed',
    messages: {
      loop: '{loc} redirects in a circle: {detail}.',
      limit: '{loc} redirects too often: {detail}.',
    },
  },
  ({ report }) => ({
    page(page) {
      const ending = page.exchange?.ending
      const { loc, location } = page.candidate
      if (ending?.kind === 'redirect-loop') report('loop', location, { loc, detail: ending.detail }, extraOf(page))
      if (ending?.kind === 'redirect-limit') report('limit', location, { loc, detail: ending.detail }, extraOf(page))
    },
  }),
)

const pageRedirectBroken = defineRule(
  {
    id: 'page-redirect-broken',
    severity: 'error',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'Redirects of listed URLs lead somewhere',
    why: 'A redirect without a usable Location leaves the crawler with nothing.',
    fix: 'Send a Location header with the complete http or https URL, or answer with the page itself.',
    source: HTTP_ERRORS,
    searchConsole: 'URL not followed',
    messages: {
      broken: '{loc} redirects to nowhere: {detail}.',
      private: '{loc} redirects to {target}, a host that nobody outside can reach.',
    },
  },
  ({ report }) => ({
    page(page) {
      const ending = page.exchange?.ending
      const { loc, location } = page.candidate
      if (ending?.kind === 'redirect-broken') report('broken', location, { loc, detail: ending.detail }, extraOf(page))
      // What else our own policy refuses (a port, a public name with a private address) says nothing of the page.
      if (ending?.kind !== 'refused' || page.report.hops.length === 0) return
      const isPrivate =
        isPrivateHost(new URL(ending.url).hostname) && !isPrivateHost(new URL(page.candidate.url).hostname)
      if (isPrivate) report('private', location, { loc, target: ending.url }, extraOf(page))
    },
  }),
)

const pageCookieNeeded = defineRule(
  {
    id: 'page-cookie-needed',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'Listed pages answer without a cookie',
    why: 'Crawlers keep no cookies, and are sent round in a circle.',
    fix: 'Answer with the page whether or not the cookie comes back.',
    source: null,
    searchConsole: null,
    messages: { cookie: '{loc} redirects in a circle until the cookie that is set on the way comes back.' },
  },
  ({ report }) => ({
    page(page) {
      if (!page.exchange?.notices.some(({ kind }) => kind === 'cookie-needed')) return
      const { loc, location } = page.candidate
      report('cookie', location, { loc }, extraOf(page))
    },
  }),
)

const pageLocationUnescaped = defineRule(
  {
    id: 'page-location-unescaped',
    ...LOCATION_UNESCAPED,
  },
  ({ report }) => ({
    page(page) {
      const notice = page.exchange?.notices.find(({ kind }) => kind === 'location-unescaped')
      if (notice?.kind !== 'location-unescaped') return
      const { url, value } = notice
      report('unescaped', page.candidate.location, { url, value }, { ...extraOf(page), value })
    },
  }),
)

export const pageRedirectRules: readonly DefinedRule[] = [
  pageCookieNeeded,
  pageLocationUnescaped,
  pageRedirectBroken,
  pageRedirectLoop,
  pageRedirected,
]
