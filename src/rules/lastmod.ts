/** All rules of lastmod. Feeds' dates have a rule of their own. */
import type { DocumentContext, Value } from '../model/document.ts'
import type { DatetimeReading } from '../values/w3c-datetime.ts'
import { IMPOSSIBLE, REASONS } from './datetime-reasons.ts'
import { type DefinedRule, defineRule, type Report, type RuleData } from './define-rule.ts'
import { FIRST_YEAR, FUTURE_TOLERANCE_MS, type Lastmod } from './lastmod-desk.ts'
import { lastmodSetRules } from './lastmod-set.ts'

const LASTMOD = 'https://www.sitemaps.org/protocol.html#lastmoddef'
const W3C = 'https://www.w3.org/TR/NOTE-datetime'
const GOOGLE = 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#xml'

const HOUR_MS = 3_600_000
/** No clock on earth is more than this ahead of UTC. */
const ZONE_MAX_MS = 14 * HOUR_MS

/** A rule that judges one lastmod at a time: those that are not plainly right. */
function defineLastmodRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (lastmod: Lastmod, report: Report<M>, document: DocumentContext) => void,
): DefinedRule {
  return defineRule(data, ({ report, document }) => {
    if (document === undefined) return {}
    return { lastmod: (lastmod) => judge(lastmod, report, document) }
  })
}

/** A rule of the text of a lastmod: that of feeds is another, and an empty one has a rule of its own. */
function defineValueRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (reading: DatetimeReading, value: Value, report: Report<M>) => void,
): DefinedRule {
  return defineLastmodRule(data, ({ reading, value, isFeed }, report) => {
    if (!isFeed && value.text !== '') judge(reading, value, report)
  })
}

const lastmodInvalid = defineValueRule(
  {
    id: 'lastmod-invalid',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every lastmod is a W3C Datetime',
    why: 'Crawlers ignore a lastmod they cannot read, and no longer see what has changed.',
    fix: 'Write YYYY-MM-DD, or YYYY-MM-DDThh:mm:ss with Z or an offset such as +02:00.',
    source: LASTMOD,
    searchConsole: 'Invalid date',
    messages: {
      invalid: '"{text}" is no W3C Datetime: {reason}.',
      proposed: '"{text}" is no W3C Datetime: {reason}; the right form is {expected}{condition}.',
    },
  },
  (reading, value, report) => {
    if (reading.isValid || reading.fault === 'impossible' || reading.fault === 'zone-missing') return
    const { fault, expected, isZoneAssumed } = reading
    const data = { text: value.text, reason: REASONS[fault] }
    if (expected === null) report('invalid', value, data, { subject: fault })
    else {
      const condition = isZoneAssumed ? ' if the time is in UTC' : ''
      report('proposed', value, { ...data, expected, condition }, { expected, subject: fault })
    }
  },
)

const lastmodImpossible = defineValueRule(
  {
    id: 'lastmod-impossible',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every lastmod is a date that exists',
    why: 'Readers refuse such a date, or roll it over to another one.',
    fix: 'Correct the program that writes the date; a date library cannot make one that does not exist.',
    source: W3C,
    searchConsole: 'Invalid date',
    messages: { impossible: '"{text}" is no date or time that exists: {reason}.' },
  },
  (reading, value, report) => {
    if (reading.isValid || reading.part === null) return
    report('impossible', value, { text: value.text, reason: IMPOSSIBLE[reading.part] }, { subject: reading.part })
  },
)

const lastmodEmpty = defineLastmodRule(
  {
    id: 'lastmod-empty',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'No lastmod is empty',
    why: 'An empty lastmod is an invalid date; without one the entry is fine.',
    fix: 'Write the date of the last change, or leave lastmod out.',
    source: LASTMOD,
    searchConsole: 'Invalid date',
    messages: { empty: 'The lastmod of entry {number} is empty.' },
  },
  ({ entry, value, isFeed }, report) => {
    if (value.text === '' && !isFeed) report('empty', value, { number: entry })
  },
)

const lastmodZoneMissing = defineValueRule(
  {
    id: 'lastmod-zone-missing',
    severity: 'error',
    breaks: ['protocol', 'google'],
    basis: 'documented',
    title: 'Every time has a zone',
    why: 'W3C Datetime asks for one: without it the instant is not known, and Google reports an invalid date.',
    fix: 'Append Z for UTC or the offset of the clock, such as +02:00, or leave the time out.',
    source: W3C,
    searchConsole: 'Invalid date',
    messages: { missing: '"{text}" has a time without a zone; if it is in UTC, the right form is {expected}.' },
  },
  (reading, value, report) => {
    if (reading.isValid || reading.fault !== 'zone-missing') return
    const expected = reading.expected ?? `${value.text}Z`
    report('missing', value, { text: value.text, expected }, { expected })
  },
)

const lastmodXsdOnly = defineValueRule(
  {
    id: 'lastmod-xsd-only',
    severity: 'note',
    breaks: ['xsd'],
    basis: 'documented',
    title: 'Every lastmod also passes the XSD',
    why: 'A year, a month or a time without seconds is valid by the protocol, but validators with the XSD refuse it.',
    fix: 'Write the whole date, and seconds where there is a time.',
    source: 'https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd',
    searchConsole: null,
    messages: { refused: '"{text}" is a valid W3C Datetime, but the XSD refuses {what}.' },
  },
  (reading, value, report) => {
    if (!reading.isValid || reading.isXsdValid) return
    const what =
      reading.precision === 'year'
        ? 'a year alone'
        : reading.precision === 'month'
          ? 'a month without a day'
          : 'a time without seconds'
    report('refused', value, { text: value.text, what }, { subject: reading.precision })
  },
)

const lastmodFuture = defineLastmodRule(
  {
    id: 'lastmod-future',
    severity: 'warning',
    breaks: ['google', 'bing'],
    basis: 'documented',
    title: 'No lastmod lies in the future',
    why: 'A change that has not happened yet cannot be verified; search engines stop trusting the lastmods of the site.',
    fix: 'Write the time of the last change, with the zone that its clock has.',
    source: GOOGLE,
    searchConsole: null,
    messages: {
      future: 'This lastmod, {text}, lies {distance} after {now}.',
      zone: 'This lastmod, {text}, lies {distance} after {now}: local time with the label of another zone looks so.',
    },
  },
  ({ date, value }, report, { nowMs }) => {
    if (date === null) return
    // A bare date has begun somewhere 14 hours before it begins in UTC.
    const earliest = date.zone === null ? date.epochMs - ZONE_MAX_MS : date.epochMs
    if (earliest - nowMs <= FUTURE_TOLERANCE_MS) return
    const ahead = date.epochMs - nowMs
    const data = { text: value.text, distance: inWords(ahead), now: `${new Date(nowMs).toISOString().slice(0, 19)}Z` }
    report(date.zone !== null && looksLikeZone(ahead) ? 'zone' : 'future', value, data)
  },
)

/** A whole or half hour up to 14 hours, within the tolerance for clocks. */
function looksLikeZone(aheadMs: number): boolean {
  const halves = Math.round(aheadMs / (HOUR_MS / 2))
  return halves >= 1 && halves <= 28 && Math.abs(aheadMs - halves * (HOUR_MS / 2)) <= FUTURE_TOLERANCE_MS
}

/** "3 hours", "45 minutes", "2 days", to the nearest. */
function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 90) return plural(minutes, 'minute')
  if (minutes < 48 * 60) return plural(Math.round(minutes / 6) / 10, 'hour')
  return plural(Math.round(minutes / 1_440), 'day')
}

const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`

const lastmodImplausible = defineLastmodRule(
  {
    id: 'lastmod-implausible',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'Every lastmod is of a time when pages could change',
    why: 'Such a date stands for a missing value, and says to crawlers that the page has not changed for decades.',
    fix: 'Leave lastmod out where the time of the last change is not known.',
    source: null,
    searchConsole: null,
    messages: {
      epoch: 'This lastmod, {text}, is the Unix epoch: a missing value printed as a date.',
      old: 'This lastmod, {text}, lies before 1990.',
    },
  },
  ({ date, value }, report) => {
    if (date === null || date.year >= FIRST_YEAR) return
    const isEpoch = Math.abs(date.epochMs) <= ZONE_MAX_MS
    report(isEpoch ? 'epoch' : 'old', value, { text: value.text })
  },
)

export const lastmodRules: readonly DefinedRule[] = [
  ...lastmodSetRules,
  lastmodEmpty,
  lastmodFuture,
  lastmodImplausible,
  lastmodImpossible,
  lastmodInvalid,
  lastmodXsdOnly,
  lastmodZoneMissing,
]
