/** What a list of locs says as a whole, and locs that somebody cannot have meant. */
import type { DefinedRule } from './define-rule.ts'
import type { Repeat } from './judged-loc.ts'
import { defineLocRule, defineRepeatRule } from './loc-desk.ts'
import { findTemplate, findTracking, withoutTracking } from './loc-patterns.ts'

/** As text: a line is no amount, and is looked up as it stands. */
export function numbersOf({ entry, line, firstLine, firstEntry }: Repeat) {
  return { number: `${entry}`, line: `${line}`, firstLine: `${firstLine}`, firstEntry: `${firstEntry}` }
}

/** Children of an index have index-child-duplicate, pages that are listed again for an image image-entry-repeated. */
const locDuplicate = defineRepeatRule(
  {
    id: 'loc-duplicate',
    severity: 'warning',
    breaks: [],
    basis: 'documented',
    title: 'Every URL is listed once',
    why: 'Two entries for one URL can contradict each other, and both count towards the limits.',
    fix: 'List each URL once, with its newest lastmod.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls#sitemap-method',
    searchConsole: null,
    messages: {
      duplicate: 'The loc in line {line} stands in line {firstLine} already (entries {firstEntry} and {number}).',
    },
  },
  (repeat, report, kind) => {
    if (repeat.kind !== 'duplicate' || repeat.hasImages || kind === 'sitemapindex') return
    report('duplicate', repeat.value, numbersOf(repeat))
  },
)

const locEquivalent = defineRepeatRule(
  {
    id: 'loc-equivalent',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'No URL is listed in two spellings',
    why: 'The case of the host or of escapes, a default port or dot segments change nothing: both entries name one page.',
    fix: 'List the page once, in the spelling of its canonical.',
    source: null,
    searchConsole: null,
    messages: {
      equivalent:
        'The loc in line {line} names the same URL as that in line {firstLine}, spelt differently (entries {firstEntry} and {number}).',
    },
  },
  (repeat, report) => {
    if (repeat.kind === 'equivalent') report('equivalent', repeat.value, numbersOf(repeat))
  },
)

const locTracking = defineLocRule(
  {
    id: 'loc-tracking',
    severity: 'warning',
    breaks: [],
    basis: 'convention',
    title: 'No loc has tracking or session parameters',
    why: 'Campaign and session variants are copies of one page; they spend crawling and blur which URL counts.',
    fix: 'List the canonical URL, without the parameter.',
    source: null,
    searchConsole: null,
    messages: { tracking: 'This loc has the tracking or session parameter {name}.' },
  },
  ({ url, text, value }, report) => {
    const name = url.kind === 'http' ? findTracking(url) : null
    if (name !== null) report('tracking', value, { name }, { expected: withoutTracking(text) })
  },
)

const locTemplate = defineLocRule(
  {
    id: 'loc-template',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'No loc holds an unfilled part of a route',
    why: 'The generator listed the pattern of a route, or a value that it did not have, instead of a page.',
    fix: 'Fill in the value when the sitemap is generated, or leave the route out.',
    source: null,
    searchConsole: null,
    messages: { template: 'This loc looks like a route that was never filled in: {part}.' },
  },
  ({ url, value }, report) => {
    const part = url.kind === 'http' || url.kind === 'relative' ? findTemplate(url) : null
    if (part !== null) report('template', value, { part })
  },
)

const locNestedUrl = defineLocRule(
  {
    id: 'loc-nested-url',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'No loc holds a second URL',
    why: 'An absolute URL was appended to a base: the address that results does not exist.',
    fix: 'Write the inner URL alone.',
    source: null,
    searchConsole: null,
    messages: { nested: 'This loc holds a second URL: {nested}.' },
  },
  ({ value, nested }, report) => {
    if (nested !== null) report('nested', value, { nested }, { expected: nested })
  },
)

export const locContentRules: readonly DefinedRule[] = [
  locDuplicate,
  locEquivalent,
  locNestedUrl,
  locTemplate,
  locTracking,
]
