/** Feeds as sitemaps. */
import { type DefinedRule, defineRule } from './define-rule.ts'

const feedVersionUnsupported = defineRule(
  {
    id: 'feed-version-unsupported',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'A feed is RSS 2.0 or Atom 1.0',
    why: 'Google takes RSS 2.0 and Atom 1.0 as sitemaps, and no older form.',
    fix: 'Write the feed as RSS 2.0 or Atom 1.0, or list its pages in a urlset.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#rss',
    searchConsole: 'Unsupported format',
    messages: { version: 'The feed is {format}; Google takes RSS 2.0 and Atom 1.0 as sitemaps.' },
  },
  ({ report }) => ({
    fault(fault) {
      if (fault.code === 'feed-version')
        report('version', fault, { format: fault.format }, { value: fault.format, expected: 'RSS 2.0 or Atom 1.0' })
    },
  }),
)

export const feedRules: readonly DefinedRule[] = [feedVersionUnsupported]
