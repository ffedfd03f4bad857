/** robots.txt: how it answers, and whether its text can be read. Its Sitemap lines are in robots-sitemap.ts. */

import { ROBOTS_SIZE_LIMIT_BYTES } from '../model/standards.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { cutSnippet } from '../values/snippet.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { phrase } from './phrase.ts'
import { robotsSitemapRules } from './robots-sitemap.ts'

const GOOGLE_SPEC = 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt'
const RFC_9309 = 'https://www.rfc-editor.org/rfc/rfc9309'

const robotsMissing = defineRule(
  {
    id: 'robots-missing',
    severity: 'note',
    breaks: [],
    basis: 'documented',
    title: 'The site has a robots.txt',
    why: 'Without it everything may be crawled, and crawlers are not told where the sitemaps are.',
    fix: 'Serve a robots.txt that names the sitemap in a Sitemap line.',
    source: `${RFC_9309}#section-2.3.1.3`,
    searchConsole: null,
    messages: {
      missing: '{url} answers {status}: there is no robots.txt, and crawlers take everything as allowed.',
    },
  },
  ({ report }) => ({
    robots({ url, outcome, exchange }) {
      if (outcome === 'absent' && exchange.ending.kind === 'answer' && exchange.status !== null)
        report('missing', null, { url, status: exchange.status })
    },
  }),
)

const robotsBlocked = defineRule(
  {
    id: 'robots-blocked',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The auditor may read robots.txt',
    why: 'The Sitemap lines and rules could not be read by us; what search engines are answered is not known.',
    fix: 'Let the auditor through, by its User-Agent or address, and audit again.',
    source: null,
    searchConsole: null,
    messages: {
      status: '{url} answers {status} to this auditor, so its lines could not be read.',
      challenge:
        '{url} answers this auditor with a challenge page ({vendor}: {evidence}), so its lines could not be read.',
    },
  },
  ({ report }) => ({
    robots({ url, outcome, exchange: { challenge, status } }) {
      if (outcome !== 'blocked') return
      if (challenge) report('challenge', null, { url, vendor: challenge.vendor, evidence: challenge.evidence })
      else report('status', null, { url, status: status ?? 'nothing' })
    },
  }),
)

const robotsServerError = defineRule(
  {
    id: 'robots-server-error',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'The server can deliver robots.txt',
    why: 'While robots.txt answers 5xx, crawlers must take the whole site as closed; Google stops crawling it.',
    fix: 'Find out why the server fails at this address; answer 404 if there is to be no robots.txt.',
    source: `${RFC_9309}#section-2.3.1.4`,
    searchConsole: null,
    messages: {
      serverError: '{url} answers {status}: crawlers take the whole site as closed until that changes.',
    },
  },
  ({ report }) => ({
    robots({ url, outcome, exchange: { status } }) {
      if (outcome === 'server-error' && status !== null) report('serverError', null, { url, status })
    },
  }),
)

const robotsUnreachable = defineRule(
  {
    id: 'robots-unreachable',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'robots.txt can be reached',
    why: 'A robots.txt that cannot be fetched counts as a server error: crawlers must take the whole site as closed.',
    fix: 'See that the name resolves, the server answers in time, and its certificate is valid for this host.',
    source: `${RFC_9309}#section-2.3.1.4`,
    searchConsole: null,
    messages: {
      unreachable: '{url} could not be fetched: {detail}.',
      refused: '{url} redirects to {target}, which is no public address: no crawler can read it there.',
    },
  },
  ({ report }) => ({
    robots({ url, outcome, exchange: { ending, hops } }) {
      if (outcome === 'unreachable' && ending.kind === 'unreachable')
        report('unreachable', null, { url, detail: ending.detail }, { subject: ending.reason })
      if (ending.kind === 'refused' && hops.length > 0)
        report('refused', null, { url, target: maskUserInfo(ending.url) })
    },
  }),
)

const robotsRedirectLimit = defineRule(
  {
    id: 'robots-redirect-limit',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'robots.txt is reached within five redirects',
    why: 'Crawlers give up after five redirects, and go on as if there were no robots.txt.',
    fix: 'Serve robots.txt at its own address, without redirects.',
    source: `${RFC_9309}#section-2.3.1.2`,
    searchConsole: null,
    messages: {
      limit: '{url} redirects too often ({detail}): crawlers go on as if there were no robots.txt.',
      loop: '{url} redirects in a circle ({detail}): crawlers go on as if there were no robots.txt.',
      broken: '{url} redirects to nowhere ({detail}): crawlers go on as if there were no robots.txt.',
    },
  },
  ({ report }) => ({
    robots({ url, exchange: { ending } }) {
      if (ending.kind === 'redirect-limit') report('limit', null, { url, detail: ending.detail })
      else if (ending.kind === 'redirect-loop') report('loop', null, { url, detail: ending.detail })
      else if (ending.kind === 'redirect-broken') report('broken', null, { url, detail: ending.detail })
    },
  }),
)

const robotsHtml = defineRule(
  {
    id: 'robots-html',
    severity: 'error',
    breaks: ['rfc9309'],
    basis: 'documented',
    title: 'robots.txt is plain text',
    why: 'Crawlers find no rule and no Sitemap line in a web page.',
    fix: 'Serve robots.txt as a text file, or answer 404 if there is to be none.',
    source: `${RFC_9309}#section-2.3`,
    searchConsole: null,
    messages: { html: '{url} answers with an HTML page instead of a robots.txt; no line of it was used.' },
  },
  ({ report }) => ({
    robots({ url, robots }) {
      if (robots?.isHtml) report('html', null, { url })
    },
  }),
)

const robotsTruncated = defineRule(
  {
    id: 'robots-truncated',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'robots.txt comes to its end',
    why: 'What stands behind the break is not known: rules, and the Sitemap lines that often stand last.',
    fix: 'Look for what ends the answer: a time limit of the server or a proxy, or a wrong Content-Length.',
    source: null,
    searchConsole: null,
    messages: {
      truncated: '{url} did not come to its end ({detail}); only the {bytes} bytes of whole lines were judged.',
    },
  },
  ({ report }) => ({
    robots({ url, robots, cut }) {
      if (robots && cut !== undefined) report('truncated', null, { url, detail: phrase(cut), bytes: robots.bytes })
    },
  }),
)

const robotsTooLarge = defineRule(
  {
    id: 'robots-too-large',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'robots.txt has at most 500 KiB',
    why: 'Google ignores what stands behind the first 500 KiB, Sitemap lines included.',
    fix: 'Shorten robots.txt, with patterns instead of single addresses, and put the Sitemap lines at its top.',
    source: `${GOOGLE_SPEC}#file-format`,
    searchConsole: null,
    messages: {
      tooLarge: 'robots.txt has {bytes} bytes; what stands behind the first {limit} is ignored.',
      sitemapsBehind:
        'robots.txt has {bytes} bytes, and what stands behind the first {limit} may be ignored, such as {count} of its Sitemap lines.',
    },
  },
  ({ report }) => ({
    robots({ robots }) {
      if (!robots?.isTooLarge) return
      const data = { bytes: robots.bytes, limit: ROBOTS_SIZE_LIMIT_BYTES }
      const behind = robots.sitemaps.filter(({ isBehindLimit }) => isBehindLimit)
      if (behind.length === 0) report('tooLarge', null, data)
      for (const { line, column, offset, snippet, value } of behind)
        report(
          'sitemapsBehind',
          { line, column, offset, snippet: cutSnippet(maskUserInfo(snippet), column) },
          { ...data, count: behind.length },
          { value: maskUserInfo(value) },
        )
    },
  }),
)

const robotsEncodingInvalid = defineRule(
  {
    id: 'robots-encoding-invalid',
    severity: 'note',
    breaks: ['rfc9309'],
    basis: 'documented',
    title: 'robots.txt is UTF-8',
    why: 'Crawlers read robots.txt as UTF-8 and skip the lines that they cannot make out.',
    fix: 'Save robots.txt as UTF-8, best without a byte order mark.',
    source: `${RFC_9309}#section-2.2`,
    searchConsole: null,
    messages: {
      otherEncoding: 'robots.txt is encoded in {encoding}, not in UTF-8.',
      invalidBytes: 'Line {line} of robots.txt has bytes that are not UTF-8; lines like this one: {count}.',
      strayBom:
        'Line {line} of robots.txt has a byte order mark that is not the first of the file; lines like this one: {count}.',
    },
  },
  ({ report }) => ({
    robots({ robots }) {
      if (!robots) return
      const { otherEncoding, invalidLines, strayBoms } = robots
      if (otherEncoding !== null) report('otherEncoding', null, { encoding: otherEncoding })
      if (invalidLines) {
        const { first: line, count, column, offset, snippet } = invalidLines
        report(
          'invalidBytes',
          { line, column, offset, snippet: cutSnippet(snippet, column) },
          { line, count },
          { occurrences: count },
        )
      }
      if (strayBoms) {
        const { first: line, count, column, offset, snippet } = strayBoms
        report(
          'strayBom',
          { line, column, offset, snippet: cutSnippet(snippet, column) },
          { line, count },
          { occurrences: count },
        )
      }
    },
  }),
)

const originHttpsUnavailable = defineRule(
  {
    id: 'origin-https-unavailable',
    severity: 'warning',
    breaks: [],
    basis: 'convention',
    title: 'The site answers over https',
    why: 'Browsers and crawlers try https first; what is served over http alone can be read and changed on its way.',
    fix: 'Serve the site over https, with a certificate that is valid for this host.',
    source: null,
    searchConsole: null,
    messages: { unavailable: 'The site could not be reached over https ({reason}), so {origin} was audited.' },
  },
  ({ report }) => ({
    robots({ httpsFailure, origin }) {
      if (httpsFailure !== null) report('unavailable', null, { reason: httpsFailure, origin })
    },
  }),
)

export const robotsRules: readonly DefinedRule[] = [
  originHttpsUnavailable,
  robotsBlocked,
  robotsEncodingInvalid,
  robotsHtml,
  robotsMissing,
  robotsRedirectLimit,
  robotsServerError,
  robotsTooLarge,
  robotsTruncated,
  robotsUnreachable,
  ...robotsSitemapRules,
]
