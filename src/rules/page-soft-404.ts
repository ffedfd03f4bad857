/** Pages that answer 200 where there is no page. */
import type { PageJudgement } from '../model/facts.ts'
import { compareLikeness } from '../values/likeness.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { extraOf, finalUrlOf, judgedFacts } from './page-places.ts'
import { comparableKey } from './url-difference.ts'

const SOFT_404 = 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors'

/** From this likeness on two answers are one. */
const ALIKE = 0.9
/** Fewer samples are no pattern. */
const SAMPLES_LEAST = 3
/** A title that says so itself, as error pages do: at its beginning, or behind the name of the site. */
const ERROR_TITLE =
  /(^|[|–—:·-] ?)(error )?(404\b|page (could )?not (be )?found|(this )?page (does ?n.t|does not) exist|not found$|seite (wurde )?nicht gefunden|page (non trouvée|introuvable)|página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden)/i

/** The root is what many servers answer to everything. */
function isRoot(url: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname === '/' && search === ''
}

/** null where the page cannot be held against the probe. */
function equalsProbe(page: PageJudgement): boolean | null {
  const facts = judgedFacts(page)
  const { probe } = page
  if (facts === null || !facts.isHtml || probe === null || isRoot(page.candidate.url)) return null
  if (probe.status !== 200) return false
  // Both redirect to one place: page-redirected says so.
  if (page.report.hops.length > 0 && comparableKey(finalUrlOf(page)) === comparableKey(probe.finalUrl)) return null
  if (facts.title !== probe.title) return false
  // Without text both are shells that scripts fill.
  if (facts.likeness === null || probe.likeness === null) return facts.likeness === probe.likeness
  return compareLikeness(facts.likeness, probe.likeness) >= ALIKE
}

const pageSoft404 = defineRule(
  {
    id: 'page-soft-404',
    severity: 'warning',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'What does not exist answers 404',
    why: 'A page that says 200 and has nothing is crawled again and again, and may be indexed as what it is not.',
    fix: 'Answer 404 or 410 for what is gone, and take the URL out of the sitemap.',
    source: SOFT_404,
    searchConsole: null,
    messages: {
      probe: '{url} answers 200 with practically the same page as {probe}, a path that cannot exist.',
      title: '{url} answers 200, and its title is that of an error page: "{title}".',
    },
  },
  ({ report }) => ({
    page(page) {
      const facts = judgedFacts(page)
      if (facts === null || !facts.isHtml || isRoot(page.candidate.url)) return
      const { url } = page.candidate
      const extra = { ...extraOf(page), value: facts.title }
      if (equalsProbe(page) && page.probe)
        report('probe', page.candidate.location, { url, probe: page.probe.url }, extra)
      else if (facts.title !== null && ERROR_TITLE.test(facts.title))
        report('title', page.candidate.location, { url, title: facts.title }, extra)
    },
  }),
)

const siteSoft404 = defineRule(
  {
    id: 'site-soft-404',
    severity: 'note',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'Pages can be told apart without scripts',
    why: 'Every path gets the same HTML, which scripts fill: what exists and what does not looks alike until they have run.',
    fix: 'Render pages on the server, or answer 404 for paths that do not exist.',
    source: SOFT_404,
    searchConsole: null,
    messages: {
      same: 'All {count} sampled pages of this sitemap that were judged are practically the same page as {probe}, a path that cannot exist.',
    },
  },
  ({ report }) => ({
    pages({ document, pages }) {
      const judged = pages.filter((page) => equalsProbe(page) !== null)
      const [first] = judged
      if (!first?.probe || judged.length < SAMPLES_LEAST || !judged.every(equalsProbe)) return
      const data = { count: judged.length, probe: first.probe.url }
      for (const page of judged) {
        report('same', page.candidate.location, data, { ...extraOf(page), document, of: judged.length })
      }
    },
  }),
)

export const soft404Rules: readonly DefinedRule[] = [pageSoft404, siteSoft404]
