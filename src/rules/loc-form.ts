/** How a loc is written. */

import type { Value } from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { LOC_LENGTH_LIMIT } from '../model/standards.ts'
import { escapeUrl, firstUnescaped, nameCharacter } from '../values/escape-url.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { joinUrl } from '../values/url-parts.ts'
import { createBreakWatch } from './break-watch.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import type { Loc } from './judged-loc.ts'
import { defineLocRule } from './loc-desk.ts'
import { findDoubleEscape, findTemplate, nameOddSpace } from './loc-patterns.ts'

const LOC = 'https://www.sitemaps.org/protocol.html#locdef'
const ESCAPING = 'https://www.sitemaps.org/protocol.html#escaping'

/** Feeds and text sitemaps have rules of their own for entries without a URL. */
const hasLocs = (kind: DocumentKind): boolean => kind === 'urlset' || kind === 'sitemapindex'

const locMissing = defineRule(
  {
    id: 'loc-missing',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every entry has a loc',
    why: 'An entry without a loc names nothing; crawlers skip it.',
    fix: 'Give the entry a loc, or leave it out.',
    source: LOC,
    searchConsole: 'Missing XML tag',
    messages: { missing: 'Entry {number} has no loc.' },
  },
  ({ report }) => {
    let kind: DocumentKind = 'unknown'
    const breaks = createBreakWatch()
    return {
      start(head) {
        kind = head.kind
      },
      faults: breaks.faults,
      only: ['noLoc'],
      entry(entry) {
        // What an entry that is no well-formed XML was to hold is not known.
        if (breaks.hasBroken(entry)) return
        if (entry.loc === null && entry.extraLocs.length === 0 && hasLocs(kind))
          report('missing', entry.at, { number: entry.number })
      },
    }
  },
)

const locEmpty = defineRule(
  {
    id: 'loc-empty',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'No loc is empty',
    why: 'An empty loc names nothing; crawlers skip the entry.',
    fix: 'Write the URL into the loc, or leave the entry out.',
    source: LOC,
    searchConsole: 'Invalid URL',
    messages: { empty: 'The loc of entry {number} is empty.' },
  },
  ({ report }) => {
    let kind: DocumentKind = 'unknown'
    // A reference that could not be read is a fault of its own: there was something.
    const isEmpty = ({ text, isDamaged }: Value) => text === '' && !isDamaged && hasLocs(kind)
    return {
      start(head) {
        kind = head.kind
      },
      only: ['oddLoc'],
      entry({ number, loc, extraLocs }) {
        if (loc !== null && isEmpty(loc)) report('empty', loc, { number })
        for (const extra of extraLocs) if (isEmpty(extra)) report('empty', extra, { number })
      },
    }
  },
)

const locRelative = defineLocRule(
  {
    id: 'loc-relative',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every loc is an absolute URL',
    why: 'A loc must begin with its scheme; crawlers do not resolve it against the address of the sitemap.',
    fix: 'Write the whole URL, from https:// on.',
    source: LOC,
    searchConsole: 'Invalid URL / URL not followed',
    messages: {
      relative: 'This loc has neither scheme nor host: {text}.',
      scheme: 'This loc lacks its scheme: {text}.',
    },
  },
  (loc, report, { finalUrl }, kind) => {
    const { url, value, text } = loc
    if (url.kind !== 'relative' || text === '' || !hasLocs(kind)) return
    const base = URL.canParse(finalUrl) ? new URL(finalUrl) : null
    // host:port without a scheme was read as a scheme of its own.
    const isHost = url.parts.scheme !== null || beginsWithHost(text, base?.hostname ?? null)
    if (url.isNetworkPath || isHost) {
      const scheme = base?.protocol ?? 'https:'
      report('scheme', value, { text }, { expected: scheme + (url.isNetworkPath ? text : `//${text}`) })
      return
    }
    const expected = URL.canParse(text, finalUrl) ? new URL(text, finalUrl).href : null
    report('relative', value, { text }, { expected })
  },
)

/** `page.html` looks like a host too: only the document's own host and www. are taken for one. */
export function beginsWithHost(text: string, host: string | null): boolean {
  const first = (text.split('/', 1)[0] ?? '').replace(/:\d{1,5}$/, '').toLowerCase()
  return /^www\.[a-z0-9-]+\.[a-z]/.test(first) || (host !== null && (first === host || `www.${first}` === host))
}

const locSchemeInvalid = defineLocRule(
  {
    id: 'loc-scheme-invalid',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every loc is an http or https URL',
    why: 'Crawlers fetch pages by http and https only.',
    fix: 'List the page by its https URL, or leave the entry out.',
    source: LOC,
    searchConsole: 'Invalid URL',
    messages: { scheme: 'The scheme of this loc is "{scheme}"; only http and https are followed.' },
  },
  ({ url, value }, report) => {
    if (url.kind === 'other-scheme') report('scheme', value, { scheme: url.scheme })
  },
)

const locInvalid = defineLocRule(
  {
    id: 'loc-invalid',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every loc is a URL',
    why: 'What is no URL can be requested by nobody.',
    fix: 'Correct the URL, or leave the entry out.',
    source: LOC,
    searchConsole: 'Invalid URL',
    messages: { invalid: 'This loc is no URL: {reason}.' },
  },
  ({ url, value, text, nested }, report, _document, kind) => {
    if (url.kind !== 'invalid' || nested !== null) return
    // A line that is no URL at all is judged as a line.
    if (kind === 'text' && !/^https?:\/\/\S+$/i.test(text)) return
    report('invalid', value, { reason: maskUserInfo(url.reason) })
  },
)

const locTooLong = defineRule(
  {
    id: 'loc-too-long',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every loc is shorter than 2,048 characters',
    why: 'Crawlers may cut or drop a longer URL.',
    fix: 'Serve the page at a shorter URL and list that one.',
    source: LOC,
    searchConsole: null,
    messages: {
      tooLong: 'This loc has {length} characters; it must have fewer than {limit}.',
      exactly: 'This loc has exactly {limit} characters: the XSD allows it, the protocol asks for fewer.',
      damaged: 'This loc has more than {limit} characters; it must have fewer.',
    },
  },
  ({ report }) => {
    const limit = LOC_LENGTH_LIMIT
    const judge = (value: Value) => {
      if (value.text.length < limit) return
      const length = [...value.text].length
      if (length < limit) return
      if (value.isDamaged) {
        if (length > limit) report('damaged', value, { limit })
      } else if (length === limit) report('exactly', value, { limit })
      else report('tooLong', value, { length, limit })
    }
    return {
      only: ['oddLoc'],
      entry({ loc, extraLocs }) {
        if (loc !== null) judge(loc)
        for (const extra of extraLocs) judge(extra)
      },
    }
  },
)

const locUnescaped = defineLocRule(
  {
    id: 'loc-unescaped',
    severity: 'warning',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every loc is escaped as RFC 3986 asks',
    why: 'Readers repair such characters in different ways or drop the URL, and what is indexed may differ from what was meant.',
    fix: 'Percent-encode the URL before it is written, then escape it for XML.',
    source: ESCAPING,
    searchConsole: null,
    messages: { unescaped: 'This loc holds {what}, which must be escaped in a URL.' },
  },
  (loc, report) => {
    const what = nameUnescaped(loc)
    if (what !== null) report('unescaped', loc.value, { what }, { expected: maskUserInfo(escapeUrl(loc.text)) })
  },
)

/** The first character that must not stand there, in words. The host has rules of its own, and so have templates. */
function nameUnescaped({ url }: Loc): string | null {
  if (url.kind !== 'http') return null
  let isTemplate: boolean | null = null
  const character = firstUnescaped(url.parts, (found) => {
    isTemplate ??= findTemplate(url) !== null
    return isTemplate && /[[\]{}<> ]/.test(found)
  })
  return character === null ? null : nameCharacter(character)
}

const locDoubleEscaped = defineLocRule(
  {
    id: 'loc-double-escaped',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'No loc is escaped twice',
    why: 'The second escape changes the URL: crawlers ask for an address that the site does not have.',
    fix: 'Escape once: percent-encode the URL, then escape it for XML, and nothing more.',
    source: null,
    searchConsole: null,
    messages: { twice: 'This loc looks escaped twice: it holds {found} after decoding.' },
  },
  ({ url, text, value }, report) => {
    const doubled = url.kind === 'http' ? findDoubleEscape(text) : null
    if (doubled !== null) report('twice', value, { found: doubled.found }, { expected: maskUserInfo(doubled.once) })
  },
)

const locWhitespace = defineLocRule(
  {
    id: 'loc-whitespace',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'No invisible characters stand round a loc',
    why: 'XML does not cut them off: the URL begins or ends with a character that nobody sees.',
    fix: 'Remove the characters round the URL; they mostly come from copied text.',
    source: null,
    searchConsole: 'Invalid URL',
    messages: { odd: 'Invisible characters stand round this loc: {names}.' },
  },
  ({ value, text }, report) => {
    if (text === value.text) return
    const names = nameOddSpace(value.text)
    if (names.length > 0) report('odd', value, { names: names.join(', ') }, { expected: maskUserInfo(text) })
  },
)

const locFragment = defineLocRule(
  {
    id: 'loc-fragment',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'No loc has a fragment',
    why: 'What stands behind # is not sent to the server: search engines see the page without it.',
    fix: 'List the page without the fragment; content that should be found needs a URL of its own.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    searchConsole: null,
    messages: { fragment: 'This loc has the fragment #{fragment}.' },
  },
  ({ url, value }, report) => {
    if (url.kind !== 'http' || url.parts.fragment === null) return
    const expected = maskUserInfo(joinUrl({ ...url.parts, fragment: null }))
    report('fragment', value, { fragment: url.parts.fragment }, { expected })
  },
)

const locCredentials = defineLocRule(
  {
    id: 'loc-credentials',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'convention',
    title: 'No loc carries user info',
    why: 'A sitemap is public, and so is the user name or password in it; crawlers do not send it.',
    fix: 'Remove the user info from the URL, and change the password.',
    source: null,
    searchConsole: null,
    messages: { credentials: 'This loc carries user info for {host}; it is masked here and was not sent.' },
  },
  ({ url, text, value }, report) => {
    if ((url.kind !== 'http' && url.kind !== 'invalid') || url.parts.userInfo === null) return
    const shown = maskUserInfo(text)
    const expected = joinUrl({ ...url.parts, userInfo: null })
    report('credentials', value.at, { host: url.parts.host }, { value: shown, loc: shown, expected })
  },
)

export const locFormRules: readonly DefinedRule[] = [
  locCredentials,
  locDoubleEscaped,
  locEmpty,
  locFragment,
  locInvalid,
  locMissing,
  locRelative,
  locSchemeInvalid,
  locTooLong,
  locUnescaped,
  locWhitespace,
]
