/** Values that are right wherever they stand, in their less usual forms too. */
import type { Hand } from './hand.ts'

export const SITE = 'https://www.example.com'
/** The clock under which the documents are sound. */
export const NOW_MS = Date.UTC(2026, 9, 1, 12)

const SEGMENTS = [
  'a',
  'News',
  'autumn-2026',
  'caf%C3%A9',
  '%E6%97%A5%E6%9C%AC',
  'a.b_c~d',
  "it's",
  'x;y=1',
  'a,b',
  '(c)',
  'p@q',
  'a+b',
  'A*B!',
  'index.html',
  'v:2',
  '$9',
  '100%25',
  '2026/09/30',
  'x'.repeat(300),
]
const QUERIES = [
  '',
  '',
  '',
  '?a=1',
  '?a=1&b=2',
  '?q=x%20y&page=3',
  '?q=a+b',
  '?a[]=1',
  '?x=/a?b',
  '?amp=1&lt=2',
  '?&a',
  '?',
]

/** A URL of the site that no other `number` has. */
export const pageUrl = (hand: Hand, number: number): string =>
  `${SITE}/p${number}/${hand.pick(...SEGMENTS)}${hand.pick('', '/')}${hand.pick(...QUERIES)}`

const CDNS = [SITE, 'https://cdn.example.net', 'http://images.example.org:8080', 'https://www.example.com/img']

/** A URL of a file, on any host. */
export const fileUrl = (hand: Hand, name: string): string =>
  `${hand.pick(...CDNS)}/${hand.pick(...SEGMENTS)}/${name}${hand.pick('', '?w=1&h=2', '?v=1.0')}`

const DATES = [
  '2026-09-30',
  '2024-02-29',
  '2026-09-30T23:59:59Z',
  '2026-10-01T11:59:59+00:00',
  '2026-09-30T00:00:00-00:00',
  '2025-01-01T00:00:00.5Z',
  '2025-12-31T12:30:00.123456+05:30',
  '2026-10-01T20:00:00+14:00',
  '2026-09-30T12:00:00-12:00',
  '1999-07-01',
  '2026-09-30T09:30Z',
  '2026-09',
  '2025',
]

/** A W3C Datetime of the past. */
export const date = (hand: Hand): string => hand.pick(...DATES)

/** The same with zone and seconds, or a day. */
export const fullDate = (hand: Hand): string =>
  hand.pick(...DATES.filter((one) => one.length >= 10 && !one.includes('9:30Z')))

const TEXTS = [
  'A title',
  'Fish & chips <now>',
  '\u{1F600} caf\u00e9 "quoted" it\u2019s',
  '\u65e5\u672c\u8a9e\u306e\u984c\u540d',
  'AT&amp;T',
  'a ]] > b',
  '1 < 2',
  'e\u0301\u00a0\u200dx',
]
export const words = (hand: Hand): string => hand.pick(...TEXTS)
