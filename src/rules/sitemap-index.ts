/** All rules of sitemap indexes: of the list itself, and of the list against the children that were read. */
import { keyOf } from '../values/url-key.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { indexChildrenRules } from './index-children.ts'
import { indexLastmodRules } from './index-lastmod.ts'
import { numbersOf } from './loc-content.ts'
import { defineLocRule, defineRepeatRule } from './loc-desk.ts'
import { indexChildOtherHost } from './loc-host.ts'

/** After a redirect it shows only when the child is read: the other message is that of the hook `index`. */
const indexListsItself = defineRule(
  {
    id: 'index-lists-itself',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'No index lists itself',
    why: 'Indexes may list sitemaps only, and a crawler that follows the entry comes back to where it was.',
    fix: 'Remove the entry; usually the generator lists every .xml file that it finds.',
    source: 'https://www.sitemaps.org/protocol.html#index',
    searchConsole: null,
    messages: {
      itself: 'The index lists itself in entry {entry}.',
      redirected: 'The index lists {child}, which leads back to the index itself.',
    },
  },
  ({ report, document }) => {
    const own = document === undefined ? null : new Set([keyOf(document.url), keyOf(document.finalUrl)])
    return {
      only: ['child'],
      entry({ loc, extraLocs, number }) {
        if (own === null || document === undefined) return
        for (const value of loc === null ? extraLocs : [loc, ...extraLocs]) {
          if (value.isDamaged || value.text === '' || !URL.canParse(value.text, document.finalUrl)) continue
          if (own.has(keyOf(new URL(value.text, document.finalUrl).href))) report('itself', value, { entry: number })
        }
      },
      index({ url, finalUrl, children }) {
        const direct = new Set([keyOf(url), keyOf(finalUrl)])
        for (const { child, report: read } of children) {
          if (read === null || child.url === null || direct.has(keyOf(child.url))) continue
          if (read.finalUrl === finalUrl)
            report('redirected', child.location, { child: child.loc }, { entry: child.entry, loc: child.loc })
        }
      },
    }
  },
)

const indexChildDuplicate = defineRepeatRule(
  {
    id: 'index-child-duplicate',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'Every child is listed once',
    why: 'Crawlers fetch and count the child twice, and the two entries can contradict each other.',
    fix: 'List each child once.',
    source: null,
    searchConsole: null,
    messages: {
      duplicate: 'The child in line {line} stands in line {firstLine} already (entries {firstEntry} and {number}).',
    },
  },
  (repeat, report, kind) => {
    if (repeat.kind === 'duplicate' && kind === 'sitemapindex') report('duplicate', repeat.value, numbersOf(repeat))
  },
)

const indexChildOutOfScope = defineLocRule(
  {
    id: 'index-child-out-of-scope',
    severity: 'note',
    breaks: ['google'],
    basis: 'documented',
    title: "Every child is in the index's folder or below",
    why: 'Google asks for it; children elsewhere on the host are only sure to be read when robots.txt names them too.',
    fix: 'Serve the index from the root of the host, or the children from its folder.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps',
    searchConsole: null,
    messages: { outside: 'This child is not below {folder}, the folder of its index.' },
  },
  ({ value, place }, report, _document, kind) => {
    if (kind !== 'sitemapindex' || place?.relation !== 'same' || place.isInScope) return
    report('outside', value, { folder: place.base.origin + place.base.folder })
  },
)

export const sitemapIndexRules: readonly DefinedRule[] = [
  indexChildDuplicate,
  indexChildOtherHost,
  indexChildOutOfScope,
  ...indexChildrenRules,
  ...indexLastmodRules,
  indexListsItself,
]
