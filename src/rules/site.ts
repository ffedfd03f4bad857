/** What all samples of one sitemap have in common: one cause, told once instead of page by page. */
import { type DefinedRule, defineRule } from './define-rule.ts'
import { extraOf, finalUrlOf, isAnswered, judgedFacts } from './page-places.ts'

/** Fewer samples are no pattern. */
const SAMPLES_LEAST = 3

const siteHostRedirected = defineRule(
  {
    id: 'site-host-redirected',
    severity: 'error',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'field',
    title: 'A sitemap lists the host that serves its pages',
    why: 'Every listed URL costs a redirect, and none of them is the one that is indexed.',
    fix: 'Generate the sitemap with the scheme and host that the redirects lead to.',
    source: null,
    searchConsole: null,
    messages: { redirected: 'All {count} pages sampled from this sitemap redirect from {from} to {to}.' },
  },
  ({ report }) => ({
    pages({ document, pages }) {
      const judged = pages.filter(isAnswered)
      const [first] = judged
      if (!first || judged.length < SAMPLES_LEAST) return
      const to = new URL(finalUrlOf(first)).origin
      const isSame = judged.every((page) => {
        const target = new URL(finalUrlOf(page)).origin
        return page.report.hops.length > 0 && target === to && new URL(page.candidate.url).origin !== to
      })
      if (!isSame) return
      const from = new URL(first.candidate.url).origin
      const data = { count: judged.length, from, to }
      for (const page of judged) {
        const extra = { ...extraOf(page), document, expected: finalUrlOf(page), of: judged.length, subject: to }
        report('redirected', page.candidate.location, data, extra)
      }
    },
  }),
)

const siteNoindex = defineRule(
  {
    id: 'site-noindex',
    severity: 'error',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'field',
    title: 'A sitemap lists pages that may be indexed',
    why: 'Where every page says noindex, the whole site is usually closed by one setting, often left over from its launch.',
    fix: 'Look for one setting that puts noindex on all pages, and turn it off.',
    source: null,
    searchConsole: null,
    messages: { noindex: 'All {count} pages sampled from this sitemap say noindex, such as {url}.' },
  },
  ({ report }) => ({
    pages({ document, pages }) {
      const judged = pages.filter((page) => judgedFacts(page) !== null && page.report.indexable !== null)
      const [first] = judged
      if (!first || judged.length < SAMPLES_LEAST || judged.some((page) => page.report.indexable)) return
      const data = { count: judged.length, url: first.candidate.loc }
      for (const page of judged) {
        const value = page.facts?.noindex.find(({ agent }) => agent === '*')?.value ?? null
        report('noindex', page.candidate.location, data, { ...extraOf(page), document, of: judged.length, value })
      }
    },
  }),
)

export const siteRules: readonly DefinedRule[] = [siteHostRedirected, siteNoindex]
