/** What pages tell crawlers in meta tags and X-Robots-Tag headers. */
import type { PageFacts } from '../model/page.ts'
import type { NoindexStatement } from '../model/report.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { extraOf, finalUrlOf, judgedFacts } from './page-places.ts'

const ROBOTS_META = 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag'

const isExpiry = ({ value }: NoindexStatement): boolean => /^unavailable_after/i.test(value)

/** noindex and none that bind everybody. */
export const noindexForAll = ({ noindex }: PageFacts): NoindexStatement[] =>
  noindex.filter((one) => one.agent === '*' && !isExpiry(one))

const isExpired = ({ noindex }: PageFacts): boolean => noindex.some((one) => one.agent === '*' && isExpiry(one))

const SHOWN_SOURCE = { meta: 'its robots meta tag', header: 'its X-Robots-Tag header' } as const

function showSources(statements: readonly { source: 'meta' | 'header' }[]): string {
  return [...new Set(statements.map(({ source }) => SHOWN_SOURCE[source]))].join(' and ')
}

const dayOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

const pageNoindex = defineRule(
  {
    id: 'page-noindex',
    severity: 'error',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'Listed pages may be indexed',
    why: 'The sitemap asks for the page to be indexed, and the page forbids it.',
    fix: 'Take the URL out of the sitemap, or the noindex off the page.',
    source: `${ROBOTS_META}#directives`,
    searchConsole: null,
    messages: { noindex: '{url} says {value} in {source}.' },
  },
  ({ report }) => ({
    page(page) {
      const facts = judgedFacts(page)
      const statements = facts ? noindexForAll(facts) : []
      const [first] = statements
      if (!first) return
      const data = { url: finalUrlOf(page), value: first.value, source: showSources(statements) }
      report('noindex', page.candidate.location, data, { ...extraOf(page), value: first.value })
    },
  }),
)

const pageNoindexAgent = defineRule(
  {
    id: 'page-noindex-agent',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'Listed pages may be indexed by every crawler',
    why: 'The page forbids one crawler what the sitemap asks of all.',
    fix: 'Take the statement off the page if that crawler is to index it.',
    source: `${ROBOTS_META}#directives`,
    searchConsole: null,
    messages: { agent: '{url} says {value} for {agents} only, in {source}.' },
  },
  ({ report }) => ({
    page(page) {
      const noindex = judgedFacts(page)?.noindex ?? []
      const [first] = noindex
      if (!first || noindex.some(({ agent }) => agent === '*')) return
      const agents = [...new Set(noindex.map(({ agent }) => agent))].slice(0, 10).join(', ')
      const data = { url: finalUrlOf(page), value: first.value, agents, source: showSources(noindex) }
      report('agent', page.candidate.location, data, { ...extraOf(page), value: first.value, subject: agents })
    },
  }),
)

const pageExpired = defineRule(
  {
    id: 'page-expired',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Listed pages have not expired',
    why: 'Behind the date of its unavailable_after a page is not shown in search results.',
    fix: 'Take the URL out of the sitemap, or the date off the page.',
    source: `${ROBOTS_META}#directives`,
    searchConsole: null,
    messages: { expired: '{url} expired on {day}: it says "{value}" in {source}.' },
  },
  ({ report }) => ({
    page(page) {
      const facts = judgedFacts(page)
      if (!facts || !isExpired(facts) || noindexForAll(facts).length > 0) return
      const expiry = facts.expiries.find(({ agent, isPast }) => agent === '*' && isPast)
      if (!expiry) return
      const { value, epochMs } = expiry
      const data = { url: finalUrlOf(page), day: dayOf(epochMs), value, source: showSources([expiry]) }
      report('expired', page.candidate.location, data, { ...extraOf(page), value })
    },
  }),
)

const pageExpires = defineRule(
  {
    id: 'page-expires',
    severity: 'note',
    breaks: ['google'],
    basis: 'documented',
    title: 'Listed pages are meant to stay',
    why: 'From the date of its unavailable_after on the page is not shown in search results, and its URL is to leave the sitemap.',
    fix: 'Take the URL out of the sitemap when its day has come.',
    source: `${ROBOTS_META}#directives`,
    searchConsole: null,
    messages: { expires: '{url} expires on {day}: it says "{value}" in {source}.' },
  },
  ({ report }) => ({
    page(page) {
      const facts = judgedFacts(page)
      if (!facts || facts.noindex.some(({ agent }) => agent === '*')) return
      const expiry = facts.expiries.find(({ isPast }) => !isPast)
      if (!expiry) return
      const { value, epochMs } = expiry
      const data = { url: finalUrlOf(page), day: dayOf(epochMs), value, source: showSources([expiry]) }
      report('expires', page.candidate.location, data, { ...extraOf(page), value })
    },
  }),
)

const pageRobotsMalformed = defineRule(
  {
    id: 'page-robots-malformed',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'Robots statements say what they are meant to say',
    why: 'Crawlers pass over what they cannot make out, and do the opposite of what was meant.',
    fix: 'Write the rules parted by commas, such as content="noindex, nofollow".',
    source: null,
    searchConsole: null,
    messages: {
      nestedTag: '{url} has a tag inside the content of {source}: {value}.',
      separator: '{url} parts the rules in {source} by something else than commas: {value}.',
      date: '{url} has a date that nobody can read in {source}: {value}.',
    },
  },
  ({ report }) => ({
    page(page) {
      const broken = judgedFacts(page)?.robots.find(({ isMalformed }) => isMalformed)
      if (!broken) return
      const { location } = page.candidate
      const data = { url: finalUrlOf(page), source: SHOWN_SOURCE[broken.source], value: broken.value }
      const extra = { ...extraOf(page), value: broken.value }
      if (broken.problem === 'separator') report('separator', location, data, extra)
      else if (broken.problem === 'date') report('date', location, data, extra)
      else report('nestedTag', location, data, extra)
    },
  }),
)

const pageRobotsContradictory = defineRule(
  {
    id: 'page-robots-contradictory',
    severity: 'note',
    breaks: ['google'],
    basis: 'documented',
    title: 'Robots statements agree with each other',
    why: 'Google and Bing heed the stricter one, Yandex the laxer one.',
    fix: 'Leave the one that is meant.',
    source: `${ROBOTS_META}#directives`,
    searchConsole: null,
    messages: { contradictory: '{url} says both {index} and {noindex}; the stricter one wins with Google and Bing.' },
  },
  ({ report }) => ({
    page(page) {
      const facts = judgedFacts(page)
      if (!facts) return
      for (const { agent, rules } of facts.robots) {
        const index = rules.find((rule) => rule === 'index' || rule === 'all')
        const noindex = facts.noindex.find((one) => !isExpiry(one) && (one.agent === '*' || one.agent === agent))
        if (index === undefined || !noindex) continue
        const data = { url: finalUrlOf(page), index, noindex: noindex.value }
        report('contradictory', page.candidate.location, data, { ...extraOf(page), value: noindex.value })
        return
      }
    },
  }),
)

export const pageRobotsRules: readonly DefinedRule[] = [
  pageExpired,
  pageExpires,
  pageNoindex,
  pageNoindexAgent,
  pageRobotsContradictory,
  pageRobotsMalformed,
]
