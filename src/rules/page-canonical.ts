/** Which URL a page names as its canonical, and whether crawlers see it. */
import type { PageJudgement } from '../model/facts.ts'
import type { PageCanonical, PageFacts } from '../model/page.ts'
import { isPrivateHost } from '../values/private-host.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { extraOf, finalUrlOf, judgedFacts } from './page-places.ts'
import { comparableKey, findDifferences } from './url-difference.ts'

const CANONICAL =
  'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls#rel-canonical-link-method'

/** Canonicals by what they are worth. */
interface Canonicals {
  /** The page's URL, behind all redirects. */
  url: string
  facts: PageFacts
  /** That search engines take into account, with the URL they come to. */
  counted: (PageCanonical & { resolved: string })[]
  invalid: PageCanonical[]
  ignored: PageCanonical[]
}

function canonicalsOf(page: PageJudgement): Canonicals | null {
  const facts = judgedFacts(page)
  if (facts === null) return null
  const sorted: Canonicals = { url: finalUrlOf(page), facts, counted: [], invalid: [], ignored: [] }
  for (const canonical of facts.canonicals) {
    const { ignoredBy, fault, resolved } = canonical
    if (ignoredBy.length > 0) sorted.ignored.push(canonical)
    else if (fault !== null || resolved === null || isForeignPrivate(resolved, sorted.url))
      sorted.invalid.push(canonical)
    else sorted.counted.push({ ...canonical, resolved })
  }
  return sorted
}

/** A host nobody outside can reach, such as "undefined" or localhost, unless the page itself is there. */
function isForeignPrivate(resolved: string, url: string): boolean {
  const { hostname } = new URL(resolved)
  return hostname !== new URL(url).hostname && isPrivateHost(hostname)
}

function differentKeys({ counted }: Canonicals): string[] {
  return [...new Set(counted.map(({ resolved }) => comparableKey(resolved)))]
}

const SHOWN_SOURCE = { head: 'the head', header: 'the Link header' } as const

const pageCanonicalOther = defineRule(
  {
    id: 'page-canonical-other',
    severity: 'error',
    breaks: ['google', 'bing', 'yandex'],
    basis: 'documented',
    title: 'Listed pages are their own canonical',
    why: 'The sitemap asks for this URL to be indexed, and the page asks for another one.',
    fix: 'List the canonical URL in the sitemap, or correct the canonical of the page.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    searchConsole: null,
    messages: {
      other: 'The canonical of {url} names another URL, {canonical}; they differ in: {difference}.',
      root: 'The canonical of {url} names the home page {canonical}; they differ in: {difference}.',
    },
  },
  ({ report }) => ({
    page(page) {
      const canonicals = canonicalsOf(page)
      const [canonical] = canonicals?.counted ?? []
      if (!canonicals || !canonical || canonicals.invalid.length > 0 || differentKeys(canonicals).length > 1) return
      const { resolved, href } = canonical
      const differences = findDifferences(canonicals.url, resolved)
      if (differences.length === 0) return
      const { pathname, search } = new URL(resolved)
      const isRoot = pathname === '/' && search === '' && differences.includes('path')
      const difference = differences.join(', ')
      report(
        isRoot ? 'root' : 'other',
        page.candidate.location,
        { url: canonicals.url, canonical: resolved, difference },
        { ...extraOf(page), value: href, expected: resolved, subject: difference },
      )
    },
  }),
)

const pageCanonicalMissing = defineRule(
  {
    id: 'page-canonical-missing',
    severity: 'note',
    breaks: ['google'],
    basis: 'documented',
    title: 'Listed pages name their canonical',
    why: 'Without a canonical, search engines choose among the URLs that lead to the same content.',
    fix: 'Put a link element with rel="canonical" and the complete URL into the head.',
    source: CANONICAL,
    searchConsole: null,
    messages: { missing: '{url} has no canonical in the HTML as served (scripts are not run).' },
  },
  ({ report }) => ({
    page(page) {
      const facts = judgedFacts(page)
      if (!facts?.isHtml || !facts.isHeadComplete) return
      if (facts.canonicals.length > 0 || facts.canonicalsOutsideHead.length > 0) return
      // A page that is not to be indexed, or sends its readers on, needs none.
      if (facts.refresh || facts.noindex.some(({ agent }) => agent === '*')) return
      report('missing', page.candidate.location, { url: finalUrlOf(page) }, extraOf(page))
    },
  }),
)

const pageCanonicalConflicting = defineRule(
  {
    id: 'page-canonical-conflicting',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'A page names one canonical',
    why: 'Where canonicals contradict each other, search engines may heed none of them.',
    fix: 'Leave one canonical, or let all of them name the same URL.',
    source: CANONICAL,
    searchConsole: null,
    messages: { conflicting: '{url} names {count} different canonicals: {canonicals}.' },
  },
  ({ report }) => ({
    page(page) {
      const canonicals = canonicalsOf(page)
      if (!canonicals) return
      const keys = differentKeys(canonicals)
      if (keys.length < 2) return
      const shown = keys.slice(0, 5).map((key) => {
        const first = canonicals.counted.find(({ resolved }) => comparableKey(resolved) === key)
        return `${first?.resolved} in ${SHOWN_SOURCE[first?.source ?? 'head']}`
      })
      const data = { url: canonicals.url, count: keys.length, canonicals: shown.join(', ') }
      report('conflicting', page.candidate.location, data, extraOf(page))
    },
  }),
)

const pageCanonicalOutsideHead = defineRule(
  {
    id: 'page-canonical-outside-head',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'The canonical stands in the head',
    why: 'Google reads a canonical only in the head, and an element that does not belong there ends it.',
    fix: 'Move the link element into the head, before everything that is not metadata.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
    searchConsole: null,
    messages: {
      byElement:
        'The canonical of {url} stands in the body (line {line} of the page): <{element}> ended the head before it.',
      byText: 'The canonical of {url} stands in the body (line {line} of the page): text ended the head before it.',
      inBody: 'The canonical of {url} stands in the body (line {line} of the page), where Google does not read it.',
    },
  },
  ({ report }) => ({
    page(page) {
      const canonicals = canonicalsOf(page)
      const [outside] = canonicals?.facts.canonicalsOutsideHead ?? []
      // One that is seen makes the other harmless.
      if (!canonicals || !outside || canonicals.facts.canonicals.length > 0) return
      const { endedBy, href } = outside
      const { location } = page.candidate
      const data = { url: canonicals.url, line: outside.line ?? '?' }
      const extra = { ...extraOf(page), value: href, subject: endedBy }
      if (endedBy === 'text' || endedBy === '#text') report('byText', location, data, extra)
      else if (endedBy === 'body' || endedBy === '/head') report('inBody', location, data, extra)
      else report('byElement', location, { ...data, element: endedBy }, extra)
    },
  }),
)

const pageCanonicalIgnored = defineRule(
  {
    id: 'page-canonical-ignored',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'The canonical has no attribute that makes it void',
    why: 'Google does not use a canonical that carries hreflang, lang, media or type.',
    fix: 'Take the attribute off the canonical.',
    source: CANONICAL,
    searchConsole: null,
    messages: { ignored: 'The canonical {href} of {url} is ignored because of its attributes ({attributes}).' },
  },
  ({ report }) => ({
    page(page) {
      const canonicals = canonicalsOf(page)
      const [ignored] = canonicals?.ignored ?? []
      if (!canonicals || !ignored) return
      const data = { href: ignored.href, url: canonicals.url, attributes: ignored.ignoredBy.join(', ') }
      report('ignored', page.candidate.location, data, { ...extraOf(page), value: ignored.href })
    },
  }),
)

const pageCanonicalInvalid = defineRule(
  {
    id: 'page-canonical-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'The canonical is a URL',
    why: 'A canonical that leads nowhere is ignored at best.',
    fix: "Write the page's complete URL, with scheme and host.",
    source: CANONICAL,
    searchConsole: null,
    messages: {
      empty: 'The canonical of {url} is empty.',
      fragment: 'The canonical of {url} is only a fragment, {href}.',
      unparsable: 'The canonical of {url}, {href}, is not a URL.',
      scheme: 'The canonical of {url}, {href}, is not an http or https URL.',
      host: 'The canonical of {url}, {href}, names the host {host}, which nobody outside can reach.',
    },
  },
  ({ report }) => ({
    page(page) {
      const canonicals = canonicalsOf(page)
      const [invalid] = canonicals?.invalid ?? []
      if (!canonicals || !invalid) return
      const { fault, href, resolved } = invalid
      const { url } = canonicals
      const { location } = page.candidate
      const extra = { ...extraOf(page), value: href }
      if (fault === 'empty') report('empty', location, { url }, extra)
      else if (fault !== null) report(fault, location, { url, href }, extra)
      else if (resolved !== null) report('host', location, { url, href, host: new URL(resolved).hostname }, extra)
    },
  }),
)

const pageCanonicalRelative = defineRule(
  {
    id: 'page-canonical-relative',
    severity: 'note',
    breaks: ['google'],
    basis: 'documented',
    title: 'The canonical is a complete URL',
    why: 'A relative canonical works, and goes wrong without notice when the page is served from another host or path.',
    fix: 'Write the complete URL, with scheme and host.',
    source: CANONICAL,
    searchConsole: null,
    messages: { relative: 'The canonical of {url} is relative: {href} was resolved to {canonical}.' },
  },
  ({ report }) => ({
    page(page) {
      const canonicals = canonicalsOf(page)
      const relative = canonicals?.counted.find(({ isRelative }) => isRelative)
      if (!canonicals || !relative) return
      const { href, resolved } = relative
      const data = { url: canonicals.url, href, canonical: resolved }
      report('relative', page.candidate.location, data, { ...extraOf(page), value: href, expected: resolved })
    },
  }),
)

const pageHeadDependsOnScripts = defineRule(
  {
    id: 'page-head-depends-on-scripts',
    severity: 'note',
    breaks: ['google'],
    basis: 'field',
    title: 'The head holds the same with and without scripts',
    why: 'What a noscript element holds ends the head for a reader without scripts, and the canonical behind it is lost.',
    fix: 'Move the noscript element behind the canonical, or into the body.',
    source: null,
    searchConsole: null,
    messages: {
      depends: 'With scripting off, a noscript element in the head of {url} puts its canonical into the body.',
    },
  },
  ({ report }) => ({
    page(page) {
      if (!judgedFacts(page)?.headDependsOnScripts) return
      report('depends', page.candidate.location, { url: finalUrlOf(page) }, extraOf(page))
    },
  }),
)

export const pageCanonicalRules: readonly DefinedRule[] = [
  pageCanonicalConflicting,
  pageCanonicalIgnored,
  pageCanonicalInvalid,
  pageCanonicalMissing,
  pageCanonicalOther,
  pageCanonicalOutsideHead,
  pageCanonicalRelative,
  pageHeadDependsOnScripts,
]
