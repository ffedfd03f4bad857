/** The alternates of a page against those that the sitemap gives it. */
import { type DefinedRule, defineRule } from './define-rule.ts'
import { extraOf, judgedFacts } from './page-places.ts'
import { comparableKey } from './url-difference.ts'

const pageAlternateDifferent = defineRule(
  {
    id: 'page-alternate-different',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'Page and sitemap name the same alternates',
    why: 'Where the two contradict each other for one language, search engines trust neither.',
    fix: 'Make both from one source, or give the alternates in one place only.',
    source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    searchConsole: null,
    messages: {
      different: 'For {code} the sitemap names {sitemap} as the alternate of {url}, and the page itself names {page}.',
    },
  },
  ({ report }) => ({
    page(page) {
      const facts = judgedFacts(page)
      if (facts === null || page.report.hops.length > 0) return
      const own = new Map<string, string[]>()
      for (const { hreflang, resolved } of facts.alternates) {
        if (resolved === null) continue
        const code = hreflang.trim().toLowerCase()
        own.set(code, [...(own.get(code) ?? []), resolved])
      }
      for (const { hreflang, href } of page.candidate.alternates) {
        const code = hreflang.trim().toLowerCase()
        const named = own.get(code)
        if (named === undefined || !/^https?:\/\//i.test(href) || !URL.canParse(href)) continue
        if (named.some((url) => comparableKey(url) === comparableKey(href))) continue
        const data = { code, sitemap: href, url: page.candidate.url, page: named[0] ?? '' }
        report('different', page.candidate.location, data, {
          ...extraOf(page),
          value: href,
          expected: named[0] ?? null,
        })
      }
    },
  }),
)

export const pageAlternateRules: readonly DefinedRule[] = [pageAlternateDifferent]
