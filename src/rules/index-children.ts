/** An index against what its children turned out to be. */
import type { ChildFacts, IndexFacts } from '../model/facts.ts'
import type { DocumentReport } from '../model/report.ts'
import { INDEX_DEPTH_LIMIT, NAMESPACES } from '../model/standards.ts'
import { keyOf } from '../values/url-key.ts'
import { type DefinedRule, defineRule, type Extra } from './define-rule.ts'

const INDEX = 'https://www.sitemaps.org/protocol.html#index'

type ReadChild = ChildFacts & { report: DocumentReport }

const isRead = (facts: ChildFacts): facts is ReadChild => facts.report?.outcome === 'read'

const exampleOf = ({ child }: ChildFacts): Extra => ({ entry: child.entry, loc: child.loc, value: child.loc })

/** The index again, under whatever address. */
const isItself = ({ child, report }: ChildFacts, { url, finalUrl }: IndexFacts): boolean =>
  report?.finalUrl === finalUrl || (child.url !== null && [keyOf(url), keyOf(finalUrl)].includes(keyOf(child.url)))

/** Where in the chain above the index the child stands; -1 for none. */
function ancestorOf({ child, report }: ChildFacts, { ancestors }: IndexFacts): number {
  const names = new Set([child.url, report?.url, report?.finalUrl].flatMap((url) => (url ? keyOf(url) : [])))
  return ancestors.findIndex((ancestor) => names.has(keyOf(ancestor)))
}

const indexNested = defineRule(
  {
    id: 'index-nested',
    severity: 'error',
    breaks: ['protocol', 'google'],
    basis: 'documented',
    title: 'No index lists another index',
    why: 'Indexes may list sitemaps only; search engines need not read what a nested index lists.',
    fix: 'List the sitemaps in one index, or name each index in robots.txt by itself.',
    source: INDEX,
    searchConsole: 'Nested sitemap indexes',
    messages: { nested: 'The index lists {child}, which is an index itself.' },
  },
  ({ report }) => ({
    index(facts) {
      for (const one of facts.children) {
        if (!isRead(one) || one.report.kind !== 'sitemapindex' || isItself(one, facts) || ancestorOf(one, facts) >= 0)
          continue
        report('nested', one.child.location, { child: one.child.loc }, exampleOf(one))
      }
    },
  }),
)

const indexCycle = defineRule(
  {
    id: 'index-cycle',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'No index leads back to itself',
    why: 'A crawler that follows the children never comes to an end.',
    fix: 'Remove the entry that leads back up.',
    source: INDEX,
    searchConsole: null,
    messages: { cycle: 'The index lists an index above it: {chain}.' },
  },
  ({ report }) => ({
    index(facts) {
      for (const one of facts.children) {
        const from = isItself(one, facts) ? -1 : ancestorOf(one, facts)
        if (from < 0) continue
        const above = facts.ancestors.slice(from)
        const chain = [...above, facts.url, above[0]].join(' -> ')
        report('cycle', one.child.location, { chain }, exampleOf(one))
      }
    },
  }),
)

const indexDepthExceeded = defineRule(
  {
    id: 'index-depth-exceeded',
    severity: 'warning',
    breaks: [],
    basis: 'convention',
    title: 'Indexes are nested no deeper than five levels',
    why: 'Search engines do not follow nested indexes at all, and this audit follows them to the fifth level.',
    fix: 'List the sitemaps in one index.',
    source: null,
    searchConsole: null,
    messages: {
      depth:
        'This index is at depth {limit}, the last that is read: its children ({count} in all, the first {child}) were not.',
    },
  },
  ({ report }) => ({
    index(facts) {
      const unread = facts.children.filter(
        (one) => one.report === null && !isItself(one, facts) && ancestorOf(one, facts) < 0,
      )
      const [first] = unread
      if (facts.depth < INDEX_DEPTH_LIMIT || first === undefined) return
      const data = { limit: INDEX_DEPTH_LIMIT, count: unread.length, child: first.child.loc }
      for (const one of unread) report('depth', one.child.location, data, exampleOf(one))
    },
  }),
)

const indexChildrenIdentical = defineRule(
  {
    id: 'index-children-identical',
    severity: 'error',
    breaks: [],
    basis: 'field',
    title: 'Every child has entries of its own',
    why: 'Children that repeat one another hide the entries that they should hold.',
    fix: 'See that the server and its cache tell the pages of the sitemap apart, by path or query.',
    source: null,
    searchConsole: null,
    messages: { identical: '{count} of the {read} children read are byte for byte the same: {names}.' },
  },
  ({ report }) => ({
    index({ children }) {
      const read = new Map<string, ReadChild>()
      for (const one of children) if (isRead(one) && !read.has(one.report.finalUrl)) read.set(one.report.finalUrl, one)
      const bySum = Map.groupBy(read.values(), ({ report: { sha256 } }) => sha256)
      for (const [sum, same] of bySum) {
        const [first] = same
        if (sum === null || same.length < 2 || !first?.report.entries || !first.report.complete) continue
        const names =
          same
            .slice(0, 4)
            .map(({ child }) => child.loc)
            .join(', ') + (same.length > 4 ? ', ...' : '')
        const data = { count: same.length, read: read.size, names }
        const extra = { subject: first.child.loc, of: read.size }
        for (const one of same) report('identical', one.child.location, data, { ...exampleOf(one), ...extra })
      }
    },
  }),
)

const indexListsPages = defineRule(
  {
    id: 'index-lists-pages',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'field',
    title: 'An index lists sitemaps, not pages',
    why: 'Every child is an HTML page, so that nothing of what the index should announce is found.',
    fix: 'Make it a urlset: pages belong in url entries, and an index lists the addresses of sitemaps.',
    source: null,
    searchConsole: 'Your Sitemap appears to be an HTML page',
    messages: { pages: 'All {count} children read are HTML pages: the list should be a urlset.' },
  },
  ({ report }) => ({
    index({ children }) {
      const judged = children.filter(({ report }) => report?.outcome === 'read' || report?.outcome === 'not-a-sitemap')
      // A child that is named as a sitemap and answers with a page is a broken child, whatever the others are.
      const arePages = judged.every(({ child, report }) => report?.kind === 'html' && !looksLikeSitemap(child.loc))
      if (judged.length === 0 || !arePages) return
      const data = { count: judged.length }
      for (const one of judged) report('pages', one.child.location, data, { ...exampleOf(one), of: judged.length })
    },
  }),
)

function looksLikeSitemap(loc: string): boolean {
  const path = loc.replace(/[?#].*$/s, '').toLowerCase()
  return /\.(?:xml|gz|txt|rss|atom)$/.test(path) || path.slice(path.lastIndexOf('/')).includes('sitemap')
}

const indexChildEmpty = defineRule(
  {
    id: 'index-child-empty',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'No child is empty',
    why: 'Crawlers fetch it for nothing, and an empty list often stands for one that failed to be made.',
    fix: 'Leave the child out of the index until it has entries, or find out why it has none.',
    source: null,
    searchConsole: 'Empty sitemap',
    messages: { empty: 'The child {child} has no entries.' },
  },
  ({ report }) => ({
    index({ children }) {
      for (const one of children) {
        if (!isRead(one)) continue
        const { kind, entries, complete, namespaces } = one.report
        const isNews = Object.values(namespaces).includes(NAMESPACES.news)
        if (entries !== 0 || !complete || kind === 'sitemapindex' || isNews) continue
        report('empty', one.child.location, { child: one.child.loc }, exampleOf(one))
      }
    },
  }),
)

export const indexChildrenRules: readonly DefinedRule[] = [
  indexChildEmpty,
  indexChildrenIdentical,
  indexCycle,
  indexDepthExceeded,
  indexListsPages,
  indexNested,
]
