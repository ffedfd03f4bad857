/** What all samples of one sitemap have in common: one cause, told once instead of page by page. */
import type { PageJudgement } from '../model/facts.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { extraOf, finalUrlOf, isAnswered, judgedFacts } from './page-places.ts'
import { isAstray } from './page-redirect.ts'
import { noindexForAll } from './page-robots.ts'

/** Hosts that are named in one message. */
const ORIGINS_SHOWN = 3
/** Fewer samples are no pattern. */
const SAMPLES_LEAST = 3

const siteHostRedirected = defineRule(
  {
    id: 'site-host-redirected',
    severity: 'error',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'field',
    title: 'A sitemap lists the host that serves its pages',
    why: 'Every URL that was looked at costs a redirect, and none of them is the one that is indexed.',
    fix: 'Generate the sitemap with the scheme and host that the redirects lead to.',
    source: null,
    searchConsole: null,
    messages: {
      redirected: 'All {count} sampled pages of this sitemap that were judged redirect from {from} to {to}.',
    },
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
      // A login that all are sent to is another cause, which page-redirected names.
      const isLogin = judged.every((page) => isAstray(page.candidate.url, finalUrlOf(page), page.probe))
      if (!isSame || isLogin) return
      const origins = [...new Set(judged.map(({ candidate }) => new URL(candidate.url).origin))]
      const data = { count: judged.length, from: origins.slice(0, ORIGINS_SHOWN).join(' and '), to }
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
    messages: {
      noindex: 'All {count} sampled pages of this sitemap that answer with a page say noindex, such as {url}.',
    },
  },
  ({ report }) => ({
    pages({ document, pages }) {
      const judged = pages.filter((page) => judgedFacts(page) !== null && page.report.indexable !== null)
      const [first] = judged
      const noindexOf = ({ facts }: PageJudgement) => (facts && noindexForAll(facts)[0]?.value) ?? null
      if (!first || judged.length < SAMPLES_LEAST || judged.some((page) => noindexOf(page) === null)) return
      const data = { count: judged.length, url: first.candidate.loc }
      for (const page of judged) {
        const value = noindexOf(page)
        report('noindex', page.candidate.location, data, { ...extraOf(page), document, of: judged.length, value })
      }
    },
  }),
)

export const siteRules: readonly DefinedRule[] = [siteHostRedirected, siteNoindex]
