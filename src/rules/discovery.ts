/** Where sitemaps were looked for, and what was found at each place. */
import type { DiscoveryFacts, PlaceFacts } from '../model/facts.ts'
import type { SitemapLine } from '../model/robots.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { cutSnippet } from '../values/snippet.ts'
import { type DefinedRule, defineRule, type Where } from './define-rule.ts'

/** Places that a message names one by one; the rest is counted. */
const PLACES_SHOWN = 12

const lineOf = ({ line, column, offset, snippet }: SitemapLine): Where => ({
  line,
  column,
  offset,
  snippet: maskUserInfo(cutSnippet(snippet, column)),
})

/** There is plainly no sitemap at this place: not one that could not be read. */
function isAbsent({ outcome, format }: PlaceFacts): boolean {
  return outcome === 'absent' || (outcome === 'not-a-sitemap' && format !== null)
}

const NOT_JUDGED = new Set(['blocked', 'unreachable', 'server-error', 'refused', 'skipped'])

function describe({ url, outcome, status, format, ending, challenge, via }: PlaceFacts): string {
  const answer = (() => {
    if (outcome === 'refused') return 'refused by our own address policy'
    if (challenge) return `${challenge.vendor} challenge`
    if (ending.kind !== 'answer' && ending.kind !== 'cancelled') return ending.detail
    if (outcome === 'skipped') return 'not asked'
    if (format !== null) return `${status}, ${format}`
    if (outcome === 'unreachable') return `${status}, broken off before it showed what it is`
    if (outcome === 'blocked' && (status === 429 || status === 503)) return `${status}, told to slow down`
    return String(status)
  })()
  return `${url} (${via.startsWith('robots.txt:') ? `line ${via.slice(11)}, ` : ''}${answer})`
}

/** An address that several lines name, or a line and a fallback, is shown once. */
function describeAll(all: readonly PlaceFacts[]): string {
  const places = [...new Map(all.toReversed().map((place) => [place.url, place])).values()].toReversed()
  const shown = places.slice(0, PLACES_SHOWN).map(describe).join(', ')
  return places.length > PLACES_SHOWN ? `${shown} and ${places.length - PLACES_SHOWN} more` : shown
}

const robotsSitemapDead = defineRule(
  {
    id: 'robots-sitemap-dead',
    severity: 'error',
    breaks: [],
    basis: 'field',
    title: 'Every Sitemap line of robots.txt leads to a sitemap',
    why: 'Crawlers ask for what robots.txt names again and again; a dead line hides the entries it was meant to announce.',
    fix: 'Serve the sitemap at this address again, or take the line out of robots.txt.',
    source: null,
    searchConsole: "Couldn't fetch",
    messages: {
      absent: 'Line {line} of robots.txt names {url}, which answers {status}.',
      notASitemap: 'Line {line} of robots.txt names {url}, which answers {status} with {format} instead of a sitemap.',
    },
  },
  ({ report }) => ({
    discovery({ robots, places }) {
      for (const place of places) {
        const { line, url, status, format } = place
        if (line === null || !isAbsent(place) || status === null) continue
        const extra = { subject: url, value: maskUserInfo(line.value), document: robots.url, loc: url }
        if (format === null) report('absent', lineOf(line), { line: line.line, url, status }, extra)
        else report('notASitemap', lineOf(line), { line: line.line, url, status, format }, extra)
      }
    },
  }),
)

const robotsSitemapDisallowed = defineRule(
  {
    id: 'robots-sitemap-disallowed',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'No sitemap is closed by robots.txt',
    why: 'A crawler that heeds robots.txt may not read a sitemap that a Disallow rule covers.',
    fix: 'Allow the path of the sitemap, or move the sitemap out of the closed path.',
    source: 'https://support.google.com/webmasters/answer/7451001#errors',
    searchConsole: "Sitemap contains URLs blocked by robots.txt / Couldn't fetch",
    messages: {
      disallowed: '{url} is named in line {line} of robots.txt and closed for {agent} by line {by} ({rule}).',
    },
  },
  ({ report }) => ({
    discovery({ robots, places }) {
      for (const { line, url, robots: verdicts } of places) {
        if (line === null || verdicts === null) continue
        const closed = !verdicts.google.isAllowed ? verdicts.google : verdicts.everyone
        if (closed.isAllowed || closed.rule === null) continue
        report(
          'disallowed',
          lineOf(line),
          {
            url,
            line: line.line,
            agent: closed === verdicts.google ? 'Googlebot' : 'every crawler without a group of its own',
            by: closed.rule.line,
            rule: closed.rule.text,
          },
          { subject: url, value: maskUserInfo(line.value), document: robots.url, loc: url },
        )
      }
    },
  }),
)

const robotsSitemapDisallowedAgent = defineRule(
  {
    id: 'robots-sitemap-disallowed-agent',
    severity: 'note',
    breaks: [],
    basis: 'documented',
    title: 'No sitemap is closed for single crawlers',
    why: 'The crawlers named cannot read this sitemap; often that is meant so.',
    fix: 'If it is not meant so, allow the path of the sitemap in the groups of these crawlers.',
    source: 'https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1',
    searchConsole: null,
    messages: { disallowed: '{url} is closed by robots.txt for {agents} only.' },
  },
  ({ report }) => ({
    discovery({ robots, places }) {
      for (const { line, url, robots: verdicts } of places) {
        if (line === null || verdicts === null || verdicts.closedFor.length === 0) continue
        if (!verdicts.google.isAllowed || !verdicts.everyone.isAllowed) continue
        // One group that closes the site closes every sitemap of it: one cause.
        const agents = verdicts.closedFor.map(({ agent }) => agent).join(', ')
        const extra = { subject: agents, value: maskUserInfo(line.value), document: robots.url, loc: url }
        report('disallowed', lineOf(line), { url, agents }, extra)
      }
    },
  }),
)

const sitemapNotFound = defineRule(
  {
    id: 'sitemap-not-found',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'The site has a sitemap',
    why: 'Without one, crawlers find pages by links alone, and learn of changes late.',
    fix: 'Publish a sitemap and name it with a Sitemap line in robots.txt.',
    source: 'https://www.sitemaps.org/protocol.html#submit_robots',
    searchConsole: null,
    messages: { notFound: 'No sitemap was found at any of these places: {places}.' },
  },
  ({ report }) => ({
    discovery({ places, read }) {
      if (read > 0 || places.length === 0 || !places.every(isAbsent)) return
      report('notFound', null, { places: describeAll(places) }, { document: null })
    },
  }),
)

const sitemapNotChecked = defineRule(
  {
    id: 'sitemap-not-checked',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The sitemaps of the site can be read by this auditor',
    why: 'Nothing is known of a sitemap that could not be read: neither that it is missing, nor that search engines fail.',
    fix: 'Let this auditor through (by its User-Agent or address), or audit from a network that is let through.',
    source: null,
    searchConsole: null,
    messages: { notChecked: 'No sitemap could be read, and whether there is one is unknown: {places}.' },
  },
  ({ report }) => ({
    discovery({ places, read }: DiscoveryFacts) {
      if (read > 0 || !places.some(({ outcome }) => NOT_JUDGED.has(outcome))) return
      const isRefused = places.some(({ outcome, challenge }) => outcome === 'blocked' || challenge !== null)
      const fix = isRefused ? {} : { fix: 'See why the host does not answer, and audit again when it does.' }
      report('notChecked', null, { places: describeAll(places) }, { document: null, ...fix })
    },
  }),
)

const sitemapUnlisted = defineRule(
  {
    id: 'sitemap-unlisted',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'robots.txt names every sitemap',
    why: 'Crawlers that find sitemaps by robots.txt alone do not learn of this one.',
    fix: 'Add a Sitemap line for it, or remove the file if it is a leftover.',
    source: null,
    searchConsole: null,
    messages: { unlisted: '{url} is a sitemap that robots.txt does not name.' },
  },
  ({ report }) => ({
    discovery({ robots, places }) {
      if (!robots.robots || robots.robots.sitemaps.length === 0) return
      const told = new Set<string>()
      for (const { via, url, outcome, documentUrl, isListed } of places) {
        if (!via.startsWith('/') || outcome !== 'read' || isListed || documentUrl === null) continue
        if (told.has(documentUrl)) continue
        told.add(documentUrl)
        report('unlisted', null, { url }, { document: documentUrl, loc: url })
      }
    },
  }),
)

export const discoveryRules: readonly DefinedRule[] = [
  robotsSitemapDead,
  robotsSitemapDisallowed,
  robotsSitemapDisallowedAgent,
  sitemapNotChecked,
  sitemapNotFound,
  sitemapUnlisted,
]
