/**
 * The simple types that the schemas use (https://www.w3.org/TR/xmlschema-2/). Values come without the white space
 * round them; `padding` says how much there was, for types that keep it.
 */
import { CHANGEFREQ_WORDS, LOC_LENGTH_LIMIT } from '../../model/standards.ts'
import { readUsualDatetime } from '../../values/usual-datetime.ts'
import { readDatetime } from '../../values/w3c-datetime.ts'

export interface SimpleType {
  accepts(text: string, padding: number): boolean
  /** What it asks for, to go on "the schema asks for". */
  asks: string
}

/** No fewer characters than this in a loc. */
const LOC_LENGTH_MINIMUM = 12

/** Nothing in it needs a closer look: a web address without escapes, fragment and brackets. */
function isPlainUri(text: string): boolean {
  return (
    (text.startsWith('https://') || text.startsWith('http://')) &&
    !text.includes('%') &&
    !text.includes('#') &&
    !text.includes('[') &&
    !text.includes(']')
  )
}

/**
 * xsd:anyURI: what becomes a URI reference of RFC 2396 and RFC 2732 once all characters that a URI may not have were
 * escaped. So blanks and letters of any script are fine, and a stray percent sign, a second number sign or an empty
 * scheme are not.
 */
export function isAnyUri(text: string): boolean {
  if (isPlainUri(text) || text === '') return true
  if (/%(?![\da-f]{2})/i.test(text)) return false
  const hash = text.indexOf('#')
  if (hash >= 0 && text.includes('#', hash + 1)) return false
  const reference = hash < 0 ? text : text.slice(0, hash)
  const query = reference.indexOf('?')
  const path = query < 0 ? reference : reference.slice(0, query)
  const colon = path.indexOf(':')
  const slash = path.indexOf('/')
  let rest = path
  if (colon >= 0 && (slash < 0 || colon < slash)) {
    if (!/^[a-z][a-z\d+.-]*$/i.test(path.slice(0, colon))) return false
    rest = path.slice(colon + 1)
    if (rest === '') return false
  }
  if (rest.startsWith('//')) {
    const end = rest.indexOf('/', 2)
    const authority = end < 0 ? rest.slice(2) : rest.slice(2, end)
    if (/[[\]]/.test(authority) && !/^(?:[^@[\]]*@)?\[[\da-f:.]+\](?::\d*)?$/i.test(authority)) return false
    rest = end < 0 ? '' : rest.slice(end)
  }
  return !/[[\]]/.test(rest)
}

/** Characters, where the text has more or fewer UTF-16 units. */
function lengthOf(text: string): number {
  let length = text.length
  for (let i = 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const before = text.charCodeAt(i - 1)
    if (unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff) length--
  }
  return length
}

/** anyURI of a loc: white space inside counts as one blank. */
export function isLoc(text: string): boolean {
  if (text.length >= 2 * LOC_LENGTH_MINIMUM && text.length <= LOC_LENGTH_LIMIT) return isAnyUri(text)
  const length = lengthOf(text.replace(/[ \t\n\r]+/g, ' '))
  return length >= LOC_LENGTH_MINIMUM && length <= LOC_LENGTH_LIMIT && isAnyUri(text)
}

/** xsd:date or xsd:dateTime. */
export const isDate = (text: string): boolean =>
  // The usual forms pass, and are read without making an object.
  !Number.isNaN(readUsualDatetime(text)) || readDatetime(text).isXsdValid

/** Dates of news may lack their seconds. */
export function isNewsDate(text: string): boolean {
  return isDate(text) || (/^\d{4}-\d\d-\d\dT\d\d:\d\d(?:Z|[+-]\d\d:\d\d)?$/.test(text) && isDate(withSeconds(text)))
}
const withSeconds = (text: string): string => `${text.slice(0, 16)}:00${text.slice(16)}`

/** xsd:language. */
export function isLanguage(text: string): boolean {
  let part = 0
  let hasSubtag = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 45) {
      if (part === 0) return false
      part = 0
      hasSubtag = true
      continue
    }
    const isLetter = (unit | 32) >= 97 && (unit | 32) <= 122
    if (!isLetter && !(hasSubtag && unit >= 48 && unit <= 57)) return false
    if (++part > 8) return false
  }
  return part > 0
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

const decimal = (from: number, to: number): SimpleType => ({
  accepts: (text) => DECIMAL.test(text) && Number(text) >= from && Number(text) <= to,
  asks: `a decimal from ${from} to ${to}`,
})

const INTEGER = /^[+-]?\d+$/

const integer = (from: number, to: number): SimpleType => ({
  accepts: (text) => INTEGER.test(text) && Number(text) >= from && Number(text) <= to,
  asks: to === Number.POSITIVE_INFINITY ? `a whole number from ${from} on` : `a whole number from ${from} to ${to}`,
})

const words = (all: readonly string[]): SimpleType => ({
  accepts: (text, padding) => padding === 0 && all.includes(text),
  asks: `exactly one of ${all.join(', ')}`,
})

const pattern = (regex: RegExp, asks: string): SimpleType => ({
  accepts: (text, padding) => padding === 0 && regex.test(text),
  asks,
})

const upTo = (limit: number): SimpleType => ({
  accepts: (text, padding) => {
    const room = limit - padding
    return text.length <= room || (text.length <= 2 * room && lengthOf(text) <= room)
  },
  asks: `${limit.toLocaleString('en-US')} characters at most`,
})

const YES_NO = ['yes', 'Yes', 'YES', 'no', 'No', 'NO']
const GENRE = '(?:PressRelease|Satire|Blog|OpEd|Opinion|UserGenerated)'
const NAME_TOKENS = /^[\p{L}\p{N}\p{M}._:-]+(?:[ \t\n\r]+[\p{L}\p{N}\p{M}._:-]+)*$/u

export const TYPES = {
  string: { accepts: () => true, asks: 'any text' },
  anyUri: { accepts: isAnyUri, asks: 'a URI' },
  loc: { accepts: isLoc, asks: 'a URI of 12 to 2,048 characters' },
  date: { accepts: isDate, asks: 'a date, or a date and a time with seconds' },
  newsDate: { accepts: isNewsDate, asks: 'a date, or a date and a time' },
  changefreq: words(CHANGEFREQ_WORDS),
  priority: decimal(0, 1),
  language: { accepts: isLanguage, asks: 'a language tag' },
  nameTokens: { accepts: (text) => NAME_TOKENS.test(text), asks: 'names parted by blanks' },
  media: pattern(/^[^,]+(?:,\s*[^,]+)*$/, 'media descriptors parted by commas'),
  direction: words(['ltr', 'rtl']),
  yesNo: words(YES_NO),
  rating: decimal(0, 5),
  duration: integer(0, 28_800),
  count: integer(0, Number.POSITIVE_INFINITY),
  ordinal: integer(1, Number.POSITIVE_INFINITY),
  title: upTo(100),
  description: upTo(2_048),
  category: upTo(256),
  relationship: words(['allow', 'deny']),
  countries: pattern(/^(?:[A-Z]{2}(?: +[A-Z]{2})*)?$/, 'country codes of two capitals, parted by blanks'),
  platforms: pattern(/^(?:(?:web|mobile|tv)(?: (?:web|mobile|tv))*)?$/, 'web, mobile and tv, parted by single blanks'),
  currency: pattern(/^[A-Z]{3}$/, 'a currency code of three capitals'),
  priceType: words(['purchase', 'PURCHASE', 'rent', 'RENT']),
  resolution: words(['sd', 'SD', 'hd', 'HD']),
  videoType: words(['full', 'preview', 'clip', 'interview', 'news', 'other']),
  idType: words(['tms:series', 'tms:program', 'rovi:series', 'rovi:program', 'freebase', 'url']),
  newsLanguage: pattern(/^(?:zh-cn|zh-tw|[a-z]{2,3})$/, 'zh-cn, zh-tw, or a code of two or three small letters'),
  access: words(['Subscription', 'Registration']),
  genres: pattern(new RegExp(`^${GENRE}(?:, *${GENRE})*$`), 'genres parted by commas'),
  tickers: pattern(
    /^(?:[\p{L}\p{N}\p{M}\p{S}]+:[\p{L}\p{N}\p{M}\p{S}]+(?:, *[\p{L}\p{N}\p{M}\p{S}]+:[\p{L}\p{N}\p{M}\p{S}]+){0,4})?$/u,
    'up to five tickers with their exchanges, parted by commas',
  ),
} as const satisfies Record<string, SimpleType>
