/** The Sitemap lines of a robots.txt, as they are written. What they lead to is judged in discovery.ts. */
import type { RobotsFacts } from '../model/facts.ts'
import type { SitemapLine } from '../model/robots.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { canonicalHost, isPrivateHost } from '../values/private-host.ts'
import { cutSnippet } from '../values/snippet.ts'
import { keyOf } from '../values/url-key.ts'
import { type DefinedRule, defineRule, type Extra, type Where } from './define-rule.ts'

const PROTOCOL = 'https://www.sitemaps.org/protocol.html'

/** Lines that one message names. */
const LINES_SHOWN = 20

const placeOf = ({ line, column, offset, snippet }: SitemapLine): Where => ({
  line,
  column,
  offset,
  snippet: cutSnippet(maskUserInfo(snippet), column),
})

/** Each line is a finding of its own: it is mended by itself, and named by its value. */
const extraOf = ({ value, urls }: SitemapLine): Extra => ({
  subject: maskUserInfo(value),
  value: maskUserInfo(value),
  loc: urls[0] ?? null,
})

const linesOf = ({ robots }: RobotsFacts): SitemapLine[] => robots?.sitemaps ?? []

const robotsSitemapMissing = defineRule(
  {
    id: 'robots-sitemap-missing',
    severity: 'warning',
    breaks: [],
    basis: 'convention',
    title: 'robots.txt names the sitemap',
    why: 'A Sitemap line is the one way to tell every crawler where the sitemap is.',
    fix: 'Add a line "Sitemap:" with the complete address of the sitemap.',
    source: null,
    searchConsole: null,
    messages: { missing: '{url} has no Sitemap line.' },
  },
  ({ report }) => ({
    robots({ url, origin, robots, cut }) {
      if (robots && cut === undefined && !robots.isHtml && robots.sitemaps.length === 0)
        report(
          'missing',
          null,
          { url },
          { fix: `Add a line such as "Sitemap: ${origin}/sitemap.xml" with the sitemap's address.` },
        )
    },
  }),
)

const robotsSitemapRelative = defineRule(
  {
    id: 'robots-sitemap-relative',
    severity: 'error',
    breaks: ['protocol', 'google'],
    basis: 'documented',
    title: 'Every Sitemap line holds a complete URL',
    why: 'Crawlers do not resolve what a Sitemap line names; without scheme and host it leads nowhere.',
    fix: 'Write the complete URL, with scheme and host.',
    source: `${PROTOCOL}#submit_robots`,
    searchConsole: null,
    messages: {
      relative: 'Line {line} of robots.txt names the relative address {value}; {url} was tried.',
      noScheme: 'Line {line} of robots.txt names {value} without a scheme; {url} was tried.',
    },
  },
  ({ report }) => ({
    robots(facts) {
      for (const one of linesOf(facts)) {
        const { line, urls, fault } = one
        if (fault !== 'relative' && fault !== 'no-scheme') continue
        const url = urls[0] ?? 'nothing'
        const data = { line, value: one.value, url }
        report(fault === 'relative' ? 'relative' : 'noScheme', placeOf(one), data, { ...extraOf(one), expected: url })
      }
    },
  }),
)

const robotsSitemapInvalid = defineRule(
  {
    id: 'robots-sitemap-invalid',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every Sitemap line holds one URL',
    why: 'A crawler takes the whole value of the line for one URL.',
    fix: 'Write one complete http or https URL in each Sitemap line, and nothing else.',
    source: `${PROTOCOL}#submit_robots`,
    searchConsole: null,
    messages: {
      empty: 'Line {line} of robots.txt is a Sitemap line without a value.',
      several: 'Line {line} of robots.txt names several addresses in one line: {urls}.',
      notAUrl: 'Line {line} of robots.txt names {value}, which is not an http or https URL.',
      mended: 'Line {line} of robots.txt names {value}, which is not a well-formed URL; {url} was tried.',
      credentials: 'Line {line} of robots.txt names a URL with credentials in it; {url} was tried without them.',
    },
  },
  ({ report }) => ({
    robots(facts) {
      for (const one of linesOf(facts)) {
        const { line, urls, fault } = one
        const [url] = urls
        const value = maskUserInfo(one.value)
        const extra = { ...extraOf(one), expected: url ?? null }
        const place = placeOf(one)
        if (fault === 'empty') report('empty', place, { line })
        else if (fault === 'several')
          report('several', place, { line, urls: urls.join(', ') }, { ...extra, expected: null })
        else if (fault === 'credentials' && url !== undefined) report('credentials', place, { line, url }, extra)
        else if (fault === 'not-a-url' && url === undefined) report('notAUrl', place, { line, value }, extra)
        else if (fault === 'not-a-url' && url !== undefined) report('mended', place, { line, value, url }, extra)
      }
    },
  }),
)

const robotsSitemapMisspelt = defineRule(
  {
    id: 'robots-sitemap-misspelt',
    severity: 'warning',
    breaks: ['rfc9309'],
    basis: 'field',
    title: 'Sitemap lines begin with "Sitemap:"',
    why: 'Crawlers know the field by this name; most pass over a line with another.',
    fix: 'Begin the line with "Sitemap:".',
    source: null,
    searchConsole: null,
    messages: {
      field: 'Line {line} of robots.txt begins with "{field}" instead of "Sitemap:"; {url} was tried as a guess.',
      bare: 'Line {line} of robots.txt is {url} without "Sitemap:" before it; it was tried as a guess.',
    },
  },
  ({ report }) => ({
    robots(facts) {
      for (const one of linesOf(facts)) {
        const { line, field, isMisspelt, urls } = one
        if (!isMisspelt) continue
        const url = urls[0] ?? 'nothing'
        const extra = { ...extraOf(one), expected: `Sitemap: ${url}` }
        if (field === '') report('bare', placeOf(one), { line, url }, extra)
        else report('field', placeOf(one), { line, field, url }, extra)
      }
    },
  }),
)

const robotsSitemapDuplicate = defineRule(
  {
    id: 'robots-sitemap-duplicate',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'Each sitemap is named once',
    why: 'A second line for the same sitemap tells crawlers nothing, and one of the two is forgotten at the next change.',
    fix: 'Take the repeated lines out.',
    source: null,
    searchConsole: null,
    messages: { repeated: 'Lines {lines} of robots.txt name the same sitemap, {url}.' },
  },
  ({ report }) => ({
    robots(facts) {
      const named = new Map<string, { url: string; lines: SitemapLine[] }>()
      for (const line of linesOf(facts)) {
        for (const url of line.urls) {
          const known = named.get(keyOf(url))
          if (known) known.lines.push(line)
          else named.set(keyOf(url), { url, lines: [line] })
        }
      }
      for (const { url, lines } of named.values()) {
        const numbers = lines.map(({ line }) => line)
        const more = numbers.length > LINES_SHOWN ? ` and ${numbers.length - LINES_SHOWN} more` : ''
        const data = { lines: numbers.slice(0, LINES_SHOWN).join(', ') + more, url }
        for (const line of lines.slice(1)) {
          report('repeated', placeOf(line), data, { ...extraOf(line), loc: url, subject: url })
        }
      }
    },
  }),
)

const robotsSitemapOtherHost = defineRule(
  {
    id: 'robots-sitemap-other-host',
    severity: 'note',
    breaks: [],
    basis: 'documented',
    title: 'Sitemap lines that name another host are meant so',
    why: 'This is allowed, and proves to crawlers that the sitemap on the other host may list URLs of this one.',
    fix: 'Nothing is to be done if the sitemap is kept on the other host on purpose.',
    source: `${PROTOCOL}#sitemaps_cross_submits`,
    searchConsole: null,
    messages: { otherHost: 'Line {line} of robots.txt names a sitemap on the host {host}.' },
  },
  ({ report }) => ({
    robots(facts) {
      const own = canonicalHost(new URL(facts.origin).hostname)
      for (const one of linesOf(facts)) {
        for (const url of one.urls) {
          const host = canonicalHost(new URL(url).hostname)
          if (host === null || host === own || isClosed(host, facts)) continue
          report('otherHost', placeOf(one), { line: one.line, host }, { ...extraOf(one), loc: url, subject: host })
        }
      }
    },
  }),
)

const robotsSitemapInsecure = defineRule(
  {
    id: 'robots-sitemap-insecure',
    severity: 'warning',
    breaks: [],
    basis: 'convention',
    title: 'Sitemap lines of an https site name https URLs',
    why: 'The http address can be changed on its way, and at best redirects.',
    fix: 'Write https in the Sitemap line.',
    source: null,
    searchConsole: null,
    messages: { insecure: 'Line {line} of robots.txt, which is served over https, names {url}.' },
  },
  ({ report }) => ({
    robots(facts) {
      if (!facts.origin.startsWith('https:')) return
      for (const one of linesOf(facts)) {
        for (const url of one.urls) {
          if (!url.startsWith('http:') || isClosed(new URL(url).hostname, facts)) continue
          const expected = url.replace(/^http:/, 'https:')
          report(
            'insecure',
            placeOf(one),
            { line: one.line, url },
            { ...extraOf(one), loc: url, subject: '', expected },
          )
        }
      }
    },
  }),
)

const robotsSitemapPrivate = defineRule(
  {
    id: 'robots-sitemap-private',
    severity: 'error',
    breaks: [],
    basis: 'convention',
    title: 'Sitemap lines name public hosts',
    why: 'Nobody outside can reach a private host; the line is left over from a test or from development.',
    fix: 'Write the public address of the sitemap.',
    source: null,
    searchConsole: null,
    messages: { private: 'Line {line} of robots.txt names the private host {host}, which was not connected to.' },
  },
  ({ report }) => ({
    robots(facts) {
      for (const one of linesOf(facts)) {
        for (const url of one.urls) {
          const { hostname } = new URL(url)
          if (!isClosed(hostname, facts)) continue
          report(
            'private',
            placeOf(one),
            { line: one.line, host: hostname },
            { ...extraOf(one), loc: url, subject: hostname },
          )
        }
      }
    },
  }),
)

/** Private, on a public site. */
function isClosed(host: string, { isPrivateSite }: RobotsFacts): boolean {
  return !isPrivateSite && isPrivateHost(host)
}

export const robotsSitemapRules: readonly DefinedRule[] = [
  robotsSitemapDuplicate,
  robotsSitemapInsecure,
  robotsSitemapInvalid,
  robotsSitemapMisspelt,
  robotsSitemapMissing,
  robotsSitemapOtherHost,
  robotsSitemapPrivate,
  robotsSitemapRelative,
]
