/** Feeds as sitemaps. */
import type { Entry, Item, Value } from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { readRfc3339 } from '../values/feed-date.ts'
import { findRfc822Fault, type Rfc822FaultKind } from '../values/feed-date-fault.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { readDatetime } from '../values/w3c-datetime.ts'
import { createBreakWatch } from './break-watch.ts'
import { reasonOf } from './datetime-reasons.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'

const GOOGLE = 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#rss'
const FIELDS = 'https://developers.google.com/search/blog/2014/10/best-practices-for-xml-sitemaps-rssatom'

const feedVersionUnsupported = defineRule(
  {
    id: 'feed-version-unsupported',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'A feed is RSS 2.0 or Atom 1.0',
    why: 'Google takes RSS 2.0 and Atom 1.0 as sitemaps, and no older form.',
    fix: 'Write the feed as RSS 2.0 or Atom 1.0, or list its pages in a urlset.',
    source: GOOGLE,
    searchConsole: 'Unsupported format',
    messages: { version: 'The feed is {format}; Google takes RSS 2.0 and Atom 1.0 as sitemaps.' },
  },
  ({ report }) => ({
    faults: {
      'feed-version'(fault) {
        report('version', fault, { format: fault.format }, { value: fault.format, expected: 'RSS 2.0 or Atom 1.0' })
      },
    },
  }),
)

const feedLinkMissing = defineRule(
  {
    id: 'feed-link-missing',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every item of a feed has a link',
    why: 'The link is the URL that the feed lists; an item without one names no page, and crawlers skip it.',
    fix: 'Write the URL of the page into link (RSS) or into the href of a link (Atom).',
    source: FIELDS,
    searchConsole: 'Missing XML tag',
    messages: {
      item: 'Item {number} has no link.',
      guid: 'Item {number} has no link, and its guid is no permalink: {guid}.',
      emptyLink: 'The link of item {number} is empty.',
      attribute: 'The link of item {number} has its URL in an attribute; RSS has it as text.',
      entry: 'Entry {number} has no link.',
      relations: 'Entry {number} has links of other relations only: {relations}.',
      emptyHref: 'The href of the link of entry {number} is empty.',
      text: 'The link of entry {number} has its URL as text; Atom has it in href.',
    },
  },
  ({ report }) => {
    let kind: DocumentKind = 'unknown'
    const breaks = createBreakWatch()

    function judgeItem({ number, at, loc, feed }: Entry): void {
      const links = feed.filter(({ name }) => name === 'link')
      const [link] = links
      if (loc !== null && loc.elementAt === link?.at && link.attributes['href'] !== undefined && isBlank(link)) {
        report('attribute', loc, { number })
        return
      }
      if (loc !== null && (loc.text !== '' || loc.isDamaged)) return
      const guid = feed.find(({ name }) => name === 'guid')
      if (link !== undefined) report('emptyLink', link.at, { number }, { value: '' })
      else if (guid !== undefined && !isBlank(guid))
        report('guid', at, { number, guid: guid.value.text }, { value: guid.value.text })
      else report('item', at, { number })
    }

    function judgeEntry({ number, at, loc, feed }: Entry): void {
      if (loc === null) {
        const relations = feed.filter(({ name }) => name === 'link').map(({ attributes }) => attributes['rel'] ?? '')
        if (relations.length === 0) report('entry', at, { number })
        else report('relations', at, { number, relations: [...new Set(relations)].join(', ') })
        return
      }
      const link = feed.find((item) => item.name === 'link' && item.at === loc.elementAt)
      const isText = link !== undefined && link.attributes['href'] === undefined
      if (loc.text === '' && !loc.isDamaged) report(isText ? 'entry' : 'emptyHref', loc.at, { number }, { value: '' })
      else if (isText) report('text', loc, { number })
    }

    return {
      start(head) {
        kind = head.kind
      },
      faults: breaks.faults,
      only: ['feedItem'],
      entry(entry) {
        // What an entry that is no well-formed XML was to hold is not known.
        if (breaks.hasBroken(entry)) return
        if (kind === 'rss') judgeItem(entry)
        else if (kind === 'atom') judgeEntry(entry)
      },
    }
  },
)

const isBlank = ({ value }: Item): boolean => value.text === '' && !value.isDamaged

const feedLinkRelative = defineRule(
  {
    id: 'feed-link-relative',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every link of a feed is an absolute URL',
    why: 'A sitemap lists whole URLs: RSS does not say what a relative link is resolved against, and readers disagree.',
    fix: 'Write the whole URL, from https:// on.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#general-guidelines',
    searchConsole: 'Invalid URL',
    messages: {
      relative: 'The link {text} is relative; it was taken for {resolved}.',
      unresolved: 'The link {text} is relative, and the address of the feed is not known.',
      scheme: 'The link {text} lacks its scheme.',
    },
  },
  ({ report }) => ({
    only: ['feedItem'],
    entry({ relativeLink, loc }) {
      if (!relativeLink || loc === null) return
      const { text } = relativeLink
      const resolved = loc === relativeLink ? null : maskUserInfo(loc.text)
      if (/^[a-z\d.-]+:\d/i.test(text)) report('scheme', relativeLink, { text })
      else if (resolved === null) report('unresolved', relativeLink, { text })
      else report('relative', relativeLink, { text, resolved }, { expected: resolved })
    },
  }),
)

const RFC_822_REASONS: Record<Rfc822FaultKind, string> = {
  iso: 'RSS has dates in the form of RFC 822, not of ISO 8601',
  'time-missing': 'it has no time',
  'zone-missing': 'it has no zone',
  'zone-form': 'an offset has no colon',
  'zone-name': 'its zone must be GMT or an offset such as +0200',
  'long-name': 'days and months have three letters',
  'other-language': 'days and months have English names',
  comma: 'a comma belongs behind the day of the week',
  'one-digit': 'hours and minutes have two digits',
  impossible: 'there is no such date or time',
  other: 'the form is Mon, 02 Jun 2025 09:30:00 +0200',
}

const feedDateInvalid = defineRule(
  {
    id: 'feed-date-invalid',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every date of a feed is in the form of its format',
    why: 'A date that cannot be read is ignored, and the change of the page is found later or not at all.',
    fix: 'Write pubDate as RFC 822 does (Mon, 02 Jun 2025 09:30:00 GMT), updated as RFC 3339 does (2025-06-02T09:30:00Z).',
    source: FIELDS,
    searchConsole: 'Invalid date',
    messages: {
      empty: 'The {element} is empty.',
      invalid: '"{text}" is no date of {standard}: {reason}.',
      proposed: '"{text}" is no date of {standard}: {reason}; the right form is {expected}{condition}.',
    },
  },
  ({ report }) => {
    let kind: DocumentKind = 'unknown'

    function judge(element: string, value: Value): void {
      const { text } = value
      if (value.isDamaged) return
      if (text === '') {
        report('empty', value, { element }, { subject: element })
        return
      }
      const standard = element === 'pubDate' ? 'RFC 822' : element.startsWith('dc:') ? 'ISO 8601' : 'RFC 3339'
      const found = element === 'pubDate' ? ofRfc822(text) : element.startsWith('dc:') ? ofW3c(text) : ofRfc3339(text)
      if (found === null) return
      const { reason, expected, condition } = found
      const subject = `${element} ${reason}`
      if (expected === null) report('invalid', value, { text, standard, reason }, { subject })
      else report('proposed', value, { text, standard, reason, expected, condition }, { subject, expected })
    }

    return {
      start(head) {
        kind = head.kind
      },
      only: ['feed'],
      entry({ feed }) {
        for (const { name, value } of feed) if (isDate(name, kind)) judge(name, value)
      },
    }
  },
)

function isDate(name: string, kind: DocumentKind): boolean {
  if (name === 'dc:date') return true
  return kind === 'rss' ? name === 'pubDate' : name === 'updated' || name === 'published'
}

interface DateFault {
  reason: string
  expected: string | null
  condition: string
}

function ofRfc822(text: string): DateFault | null {
  const found = findRfc822Fault(text)
  if (found === null) return null
  const { fault, expected, isZoneAssumed } = found
  return { reason: RFC_822_REASONS[fault], expected, condition: isZoneAssumed ? ' if the time is in UTC' : '' }
}

function ofRfc3339(text: string): DateFault | null {
  if (readRfc3339(text) !== null) return null
  const reading = readDatetime(text)
  if (reading.isValid) {
    // YYYY-MM-DDThh:mm lacks the seconds alone.
    const expected = reading.precision === 'minute' ? `${text.slice(0, 16)}:00${text.slice(16)}` : null
    return { reason: `it has no ${expected === null ? 'time' : 'seconds'}`, expected, condition: '' }
  }
  const { expected } = reading
  const isWhole = expected !== null && readRfc3339(expected) !== null
  const isAssumed = reading.isZoneAssumed || reading.fault === 'zone-missing'
  return {
    reason: reasonOf(reading),
    expected: isWhole ? expected : null,
    condition: isAssumed ? ' if the time is in UTC' : '',
  }
}

/** Dublin Core recommends W3C Datetime. */
function ofW3c(text: string): DateFault | null {
  const reading = readDatetime(text)
  if (reading.isValid || reading.isXsdValid) return null
  return {
    reason: reasonOf(reading),
    expected: reading.expected,
    condition: reading.isZoneAssumed ? ' if the time is in UTC' : '',
  }
}

export const feedRules: readonly DefinedRule[] = [
  feedDateInvalid,
  feedLinkMissing,
  feedLinkRelative,
  feedVersionUnsupported,
]
