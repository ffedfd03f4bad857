/** News sitemaps: what Google News asks of each article, and of the file. */

import { NEWS_ENTRIES_LIMIT } from '../model/standards.ts'
import { DAY_MS, MINUTE_MS } from '../values/calendar.ts'
import { type Datetime, readDatetime } from '../values/w3c-datetime.ts'
import { reasonOf } from './datetime-reasons.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { defineNewsRule, NEWS, readable } from './news-article.ts'
import { isNewsLanguage, proposeNewsLanguage } from './news-language.ts'
import { newsRequiredRules } from './news-required.ts'

/** "articles that were created in the last two days" */
const AGE_LIMIT_MINUTES = 48 * 60
/** A date without a time ends when it does in the last zone of the earth, UTC-12. */
const LAST_ZONE_MS = 12 * 60 * MINUTE_MS

const newsLanguageInvalid = defineNewsRule(
  {
    id: 'news-language-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every news:language is a code of ISO 639',
    why: 'Google takes a code of two or three letters, zh-cn and zh-tw, and nothing with a region or script.',
    fix: 'Write the language alone, such as en; for Chinese zh-cn or zh-tw.',
    source: NEWS,
    searchConsole: 'Invalid tag value',
    messages: {
      invalid: '"{text}" is no code of ISO 639 with two or three letters.',
      proposed: '"{text}" is no code of ISO 639 with two or three letters; for news it is {expected}.',
    },
  },
  ({ language }, report) => {
    const value = readable(language)
    if (value === null || isNewsLanguage(value.text)) return
    const { text } = value
    const expected = proposeNewsLanguage(text)
    if (expected === null) report('invalid', value, { text }, { subject: text })
    else report('proposed', value, { text, expected }, { subject: text, expected })
  },
)

const newsNameParentheses = defineNewsRule(
  {
    id: 'news-name-parentheses',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'No news:name holds anything in parentheses',
    why: 'The name must match the one on news.google.com, which Google wants without what stands in parentheses.',
    fix: 'Leave out the parentheses and what they hold.',
    source: NEWS,
    searchConsole: null,
    messages: { parentheses: 'The name "{text}" holds {part}; Google asks to leave out what stands in parentheses.' },
  },
  ({ name }, report) => {
    const value = readable(name)
    if (value === null) return
    const open = value.text.indexOf('(')
    const close = value.text.indexOf(')', open)
    if (open < 0 || close < 0) return
    const rest = `${value.text.slice(0, open).trimEnd()} ${value.text.slice(close + 1).trimStart()}`.trim()
    const part = value.text.slice(open, close + 1)
    report(
      'parentheses',
      value,
      { text: value.text, part },
      { subject: value.text, expected: rest === '' ? null : rest },
    )
  },
)

/** Google's formats are those of W3C Datetime but for a year and a month alone. */
const readNewsDate = (text: string): Datetime | null => {
  const reading = readDatetime(text)
  return reading.isValid && reading.precision !== 'year' && reading.precision !== 'month' ? reading : null
}

const newsDateInvalid = defineNewsRule(
  {
    id: 'news-date-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every news:publication_date is a whole date in W3C format',
    why: 'Without a date that can be read the age of the article is unknown, and Google leaves it out.',
    fix: 'Write YYYY-MM-DD, or YYYY-MM-DDThh:mm:ss with Z or an offset such as +02:00.',
    source: NEWS,
    searchConsole: 'Invalid date',
    messages: {
      invalid: '"{text}" is no publication date: {reason}.',
      proposed: '"{text}" is no publication date: {reason}; the right form is {expected}{condition}.',
      short: '"{text}" is a W3C Datetime, but Google asks for the whole date.',
    },
  },
  ({ publicationDate }, report) => {
    const value = readable(publicationDate)
    if (value === null || readNewsDate(value.text) !== null) return
    const { text } = value
    const reading = readDatetime(text)
    if (reading.isValid) {
      report('short', value, { text }, { subject: reading.precision })
      return
    }
    const { expected, isZoneAssumed, fault } = reading
    const reason = reasonOf(reading)
    if (expected === null) report('invalid', value, { text, reason }, { subject: reading.part ?? fault })
    else {
      const condition = isZoneAssumed || fault === 'zone-missing' ? ' if the time is in UTC' : ''
      report('proposed', value, { text, reason, expected, condition }, { subject: fault, expected })
    }
  },
)

const newsTooOld = defineNewsRule(
  {
    id: 'news-too-old',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'A news sitemap holds articles of the last two days',
    why: 'Google asks to take articles out after two days; the file grows for nothing, and new articles are found later.',
    fix: 'Remove the entry from the news sitemap, or its news:news, 48 hours after publication.',
    source: NEWS,
    searchConsole: null,
    messages: { old: 'The article of {text} is {age} old; news is at most 48 hours old.' },
  },
  ({ publicationDate }, report, { nowMs }) => {
    const value = readable(publicationDate)
    const date = value && readNewsDate(value.text)
    if (value === null || date === null) return
    const latestMs = date.zone === null ? date.epochMs + DAY_MS + LAST_ZONE_MS : date.epochMs
    const minutes = Math.floor((nowMs - latestMs) / MINUTE_MS)
    if (minutes <= AGE_LIMIT_MINUTES) return
    const age = `${date.zone === null ? 'at least ' : ''}${ageInWords(minutes)}`
    report('old', value, { text: value.text, age })
  },
)

/** "49 hours and 3 minutes", "12 days". */
function ageInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  if (hours >= 96) return `${Math.floor(hours / 24).toLocaleString('en-US')} days`
  const rest = minutes % 60
  return rest === 0 ? `${hours} hours` : `${hours} hours and ${rest} minute${rest === 1 ? '' : 's'}`
}

const newsTooMany = defineRule(
  {
    id: 'news-too-many',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'A news sitemap has at most 1,000 news:news',
    why: 'Google refuses a news sitemap with more, or reads no further.',
    fix: 'Split the file, and list its parts in a sitemap index.',
    source: NEWS,
    searchConsole: 'Too many News URLs',
    messages: {
      tooMany: 'The sitemap has {count} news:news; the limit is {limit}.',
      tooManyAtLeast: 'The part of the sitemap that was read has {count} news:news; the limit is {limit}.',
    },
  },
  ({ report }) => {
    let count = 0
    return {
      only: ['news'],
      entry(entry) {
        count += entry.news.length
      },
      end({ tail }) {
        if (count <= NEWS_ENTRIES_LIMIT) return
        const limit = NEWS_ENTRIES_LIMIT
        const extra = { value: String(count), expected: String(limit) }
        report(tail.isComplete ? 'tooMany' : 'tooManyAtLeast', null, { count, limit }, extra)
      },
    }
  },
)

const newsRepeated = defineRule(
  {
    id: 'news-repeated',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every entry has one news:news at most',
    why: 'An entry is one article: Google allows one news:news in each url.',
    fix: 'Keep one news:news; list other articles at their own URLs.',
    source: NEWS,
    searchConsole: null,
    messages: { repeated: 'Entry {number} has {count} news:news; one is allowed.' },
  },
  ({ report }) => ({
    only: ['news'],
    entry({ number, news }) {
      const count = news.length
      for (let i = 1; i < count; i++) report('repeated', (news[i] as { at: number }).at, { number, count })
    },
  }),
)

const newsTagRepeated = defineNewsRule(
  {
    id: 'news-tag-repeated',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'No tag stands twice in one news:news',
    why: 'Each tag describes the article once; Google reports too many tags.',
    fix: 'Keep one of them.',
    source: NEWS,
    searchConsole: 'Invalid XML: too many tags',
    messages: { repeated: 'This news:{parent} has a second news:{tag}.' },
  },
  ({ repeated }, report) => {
    for (const { item, parent } of repeated)
      report('repeated', item.at, { parent, tag: item.name }, { subject: item.name, value: item.value.text })
  },
)

const newsTagUnknown = defineNewsRule(
  {
    id: 'news-tag-unknown',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every tag in news:news is one that Google knows, in its place',
    why: 'Google ignores a tag that it does not know, and what was meant to be said by it.',
    fix: 'Remove the tag, or write the name as Google documents it, lower-case, in the tag where it belongs.',
    source: NEWS,
    searchConsole: null,
    messages: {
      unknown: 'Google knows no news:{tag} in news:{parent}.',
      misspelt: 'Google knows no news:{tag}; the tag is news:{meant}.',
      misplaced: 'This news:{tag} stands in news:{parent}; it belongs in news:{home}.',
    },
  },
  ({ strays }, report) => {
    for (const { item, parent, meant } of strays) {
      const tag = item.name
      if (meant === null) report('unknown', item.at, { tag, parent }, { subject: tag })
      else if (meant !== tag)
        report('misspelt', item.at, { tag, meant }, { subject: tag, value: `news:${tag}`, expected: `news:${meant}` })
      else
        report(
          'misplaced',
          item.at,
          { tag, parent, home: parent === 'news' ? 'publication' : 'news' },
          { subject: tag },
        )
    }
  },
)

const newsTagRemoved = defineNewsRule(
  {
    id: 'news-tag-removed',
    severity: 'note',
    breaks: ['google'],
    basis: 'documented',
    title: 'No news:news holds a tag that Google has removed',
    why: 'Google no longer reads these tags; they only make the file larger.',
    fix: 'Leave the tag out.',
    source: NEWS,
    searchConsole: null,
    messages: { removed: 'Google no longer reads news:{tag}.' },
  },
  ({ removed }, report) => {
    for (const item of removed)
      report('removed', item.at, { tag: item.name }, { subject: item.name, value: item.value.text })
  },
)

export const newsRules: readonly DefinedRule[] = [
  ...newsRequiredRules,
  newsDateInvalid,
  newsLanguageInvalid,
  newsNameParentheses,
  newsRepeated,
  newsTagRemoved,
  newsTagRepeated,
  newsTagUnknown,
  newsTooMany,
  newsTooOld,
]
