/** Numbers in the tags of a video. */
import type { DefinedRule } from './define-rule.ts'
import { defineItemRule, findValue } from './extension-items.ts'
import { INVALID_VALUE, VIDEO_REFERENCE } from './video-tags.ts'

/** https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps */
const DURATION_LIMIT_S = 28_800
const RATING_LIMIT = 5

const videoDurationInvalid = defineItemRule(
  'videos',
  {
    id: 'video-duration-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every duration is a number of seconds from 1 to 28,800',
    why: 'Google reads whole seconds and nothing else, up to eight hours.',
    fix: 'Write the duration in whole seconds.',
    source: VIDEO_REFERENCE,
    searchConsole: INVALID_VALUE,
    messages: {
      form: 'The duration "{text}" is no whole number of seconds.',
      range: 'The duration is {text} seconds; it must be from 1 to {limit}.',
      empty: 'The video:duration of this video is empty.',
    },
  },
  (it, report) => {
    const value = findValue(it, 'duration')
    if (value === null) return
    const { text } = value
    const limit = DURATION_LIMIT_S
    if (text === '') report('empty', value, {})
    else if (!isWhole(text)) report('form', value, { text }, { expected: findSeconds(text) })
    else if (!(Number(text) >= 1 && Number(text) <= limit)) report('range', value, { text, limit })
  },
)

/** xsd:nonNegativeInteger: leading zeros and a plus are no fault. */
const isWhole = (text: string): boolean => /^\+?\d+$/.test(text)

/** Seconds of PT10M, 10:00, 1:02:03 and 600.0, where they are a possible duration. */
function findSeconds(text: string): string | null {
  let seconds = 0
  const period = /^PT(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:\.\d{1,9})?S)?$/i.exec(text)
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d\d)$/.exec(text)
  const parts = period ?? clock
  if (parts !== null) seconds = Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0)
  else if (/^\d{1,6}[.,]\d{1,9}$/.test(text)) seconds = Math.round(Number(text.replace(',', '.')))
  return seconds >= 1 && seconds <= DURATION_LIMIT_S ? `${seconds}` : null
}

const videoRatingInvalid = defineItemRule(
  'videos',
  {
    id: 'video-rating-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every rating is a number from 0.0 to 5.0',
    why: 'Google reads ratings on this scale alone.',
    fix: 'Convert the rating to the scale from 0.0 to 5.0, with a decimal point.',
    source: VIDEO_REFERENCE,
    searchConsole: INVALID_VALUE,
    messages: {
      form: 'The rating "{text}" is no decimal number.',
      range: 'The rating is {text}; it must be from 0.0 to 5.0.',
      empty: 'The video:rating of this video is empty.',
    },
  },
  (it, report) => {
    const value = findValue(it, 'rating')
    if (value === null) return
    const { text } = value
    if (text === '') report('empty', value, {})
    else if (!isDecimal(text)) {
      const expected = /^\d,\d{1,9}$/.test(text) && isRating(text.replace(',', '.')) ? text.replace(',', '.') : null
      report('form', value, { text }, { expected })
    } else if (!isRating(text)) report('range', value, { text })
  },
)

/** xsd:decimal */
const isDecimal = (text: string): boolean => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)
const isRating = (text: string): boolean => Number(text) >= 0 && Number(text) <= RATING_LIMIT

const videoViewCountInvalid = defineItemRule(
  'videos',
  {
    id: 'video-view-count-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every view count is a whole number',
    why: 'Google reads digits and nothing else.',
    fix: 'Write the number in digits, without separators or units.',
    source: VIDEO_REFERENCE,
    searchConsole: INVALID_VALUE,
    messages: {
      form: 'The view count "{text}" is no whole number.',
      empty: 'The video:view_count of this video is empty.',
    },
  },
  (it, report) => {
    const value = findValue(it, 'view_count')
    if (value === null || isWhole(value.text)) return
    const { text } = value
    if (text === '') report('empty', value, {})
    else {
      const isGrouped = /^\d{1,3}(?:[,.' \u00a0\u202f]\d{3}){1,6}$/.test(text)
      report('form', value, { text }, { expected: isGrouped ? text.replaceAll(/\D/g, '') : null })
    }
  },
)

export const videoNumberRules: readonly DefinedRule[] = [
  videoDurationInvalid,
  videoRatingInvalid,
  videoViewCountInvalid,
]
