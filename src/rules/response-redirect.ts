/** Redirects on the way to a document. */
import type { ExchangeFacts } from '../model/facts.ts'
import { type DefinedRule, defineRule, type RuleData } from './define-rule.ts'
import { phrase } from './phrase.ts'

const GOOGLE_STATUS =
  'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#http-status-codes'

/** Every hop with its status, then where they lead. */
const chainOf = ({ hops }: ExchangeFacts): string => hops.map(({ url, status }) => `${url} (${status})`).join(', ')

const responseRedirected = defineRule(
  {
    id: 'response-redirected',
    severity: 'warning',
    breaks: ['bing', 'yandex'],
    basis: 'documented',
    title: 'A sitemap is named by the URL that serves it',
    why: 'Yandex reports a redirected sitemap as an error, and every hop is one more thing that can fail.',
    fix: 'Name the final URL in robots.txt or in the index.',
    source: 'https://yandex.com/support/webmaster/en/indexing-options/sitemap',
    searchConsole: null,
    messages: {
      once: 'The URL redirects with status {status} to {finalUrl}.',
      often: 'The URL redirects {count} times: {chain}, and ends at {finalUrl}.',
    },
  },
  ({ report }) => ({
    response({ exchange, outcome }) {
      // Where the target is no sitemap, that is the finding, and it names the redirect.
      if (exchange.notices.some(({ kind }) => kind === 'cookie-needed')) return
      const { hops, finalUrl } = exchange
      const [first] = hops
      if (first === undefined || outcome !== 'read') return
      const extra = { expected: finalUrl }
      if (hops.length === 1) report('once', null, { status: first.status, finalUrl }, extra)
      else report('often', null, { count: hops.length, chain: chainOf(exchange), finalUrl }, extra)
    },
  }),
)

const responseRedirectLoop = defineRule(
  {
    id: 'response-redirect-loop',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'Redirects come to an end',
    why: 'A crawler follows ten redirects at most, and then has no sitemap.',
    fix: 'Answer with the sitemap itself, or with one redirect to it.',
    source: GOOGLE_STATUS,
    searchConsole: 'HTTP error',
    messages: {
      loop: 'The redirects lead back to a URL they came from: {chain}.',
      limit: 'There are more redirects than crawlers follow: {chain}.',
    },
  },
  ({ report }) => ({
    response({ exchange, outcome }) {
      if (outcome === 'blocked') return
      if (exchange.ending.kind === 'redirect-loop') report('loop', null, { chain: chainOf(exchange) })
      if (exchange.ending.kind === 'redirect-limit') report('limit', null, { chain: chainOf(exchange) })
    },
  }),
)

const responseRedirectBroken = defineRule(
  {
    id: 'response-redirect-broken',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'A redirect leads somewhere',
    why: 'A crawler cannot follow it, and has no sitemap.',
    fix: 'Send a Location header with an http or https URL, or answer with the sitemap itself.',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.4',
    searchConsole: 'HTTP error',
    messages: { broken: 'The answer of {url} is a redirect that leads nowhere: {detail}.' },
  },
  ({ report }) => ({
    response({ exchange, outcome }) {
      // A challenge may redirect in any way it likes: that is a refusal of us.
      if (exchange.ending.kind !== 'redirect-broken' || outcome === 'blocked') return
      report('broken', null, { url: exchange.finalUrl, detail: phrase(exchange.ending.detail) })
    },
  }),
)

const responseCookieNeeded = defineRule(
  {
    id: 'response-cookie-needed',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'A sitemap is served without a cookie',
    why: 'Crawlers keep no cookies, are sent round in a circle, and have no sitemap.',
    fix: 'Answer with the sitemap whether or not the cookie comes back.',
    source: null,
    searchConsole: null,
    messages: { cookie: '{url} redirects in a circle until the cookie that it sets comes back: {chain}.' },
  },
  ({ report }) => ({
    response({ exchange, outcome }) {
      if (outcome === 'blocked') return
      const notice = exchange.notices.find(({ kind }) => kind === 'cookie-needed')
      if (notice?.kind === 'cookie-needed') report('cookie', null, { url: notice.url, chain: chainOf(exchange) })
    },
  }),
)

/** What is said of it alike for documents and for pages. */
export const LOCATION_UNESCAPED = {
  severity: 'warning',
  breaks: [],
  basis: 'field',
  title: 'The Location of a redirect is percent-encoded',
  why: 'Clients differ in how they read raw bytes there, and some follow it to a wrong URL.',
  fix: 'Percent-encode the URL in the Location header.',
  source: null,
  searchConsole: null,
  messages: {
    unescaped: 'The redirect of {url} has raw non-ASCII bytes in its Location, which was read as UTF-8: {value}.',
  },
} satisfies Omit<RuleData<Record<string, string>>, 'id'>

const responseLocationUnescaped = defineRule(
  {
    id: 'response-location-unescaped',
    ...LOCATION_UNESCAPED,
  },
  ({ report }) => ({
    response({ exchange }) {
      for (const notice of exchange.notices)
        if (notice.kind === 'location-unescaped') {
          const { url, value } = notice
          report('unescaped', null, { url, value }, { value, subject: url })
        }
    },
  }),
)

export const responseRedirectRules: readonly DefinedRule[] = [
  responseCookieNeeded,
  responseLocationUnescaped,
  responseRedirectBroken,
  responseRedirectLoop,
  responseRedirected,
]
