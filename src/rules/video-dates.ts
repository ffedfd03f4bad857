/** When a video was published, and until when it can be seen. */
import { DAY_MS } from '../values/calendar.ts'
import { type Datetime, readDatetime } from '../values/w3c-datetime.ts'
import { reasonOf } from './datetime-reasons.ts'
import type { DefinedRule } from './define-rule.ts'
import { defineItemRule } from './extension-items.ts'
import { VIDEO_REFERENCE } from './video-tags.ts'

const DATES = ['publication_date', 'expiration_date'] as const

const videoDateInvalid = defineItemRule(
  'videos',
  {
    id: 'video-date-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'The dates of a video are W3C Datetimes',
    why: 'Google reads this form alone, with a zone where there is a time.',
    fix: 'Write the date as YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+hh:mm.',
    source: VIDEO_REFERENCE,
    searchConsole: 'Invalid date',
    messages: {
      invalid: 'The value of {tag}, "{text}", is no W3C Datetime: {reason}.',
      proposal: 'The value of {tag}, "{text}", is no W3C Datetime: {reason}; the right form is {expected}.',
      assumed:
        'The value of {tag}, "{text}", is no W3C Datetime: {reason}; the right form is {expected} if the time is in UTC.',
      empty: 'The tag {tag} is empty.',
    },
  },
  ({ tags }, report) => {
    for (const name of DATES) {
      const value = tags.get(name)?.value
      if (value === undefined || value.isDamaged) continue
      const { text } = value
      const tag = `video:${name}`
      const extra = { subject: name }
      if (text === '') {
        report('empty', value, { tag }, extra)
        continue
      }
      const reading = readDatetime(text)
      if (reading.isValid) continue
      const { expected, isZoneAssumed } = reading
      const reason = reasonOf(reading)
      if (expected === null) report('invalid', value, { tag, text, reason }, extra)
      else {
        const message = isZoneAssumed ? 'assumed' : 'proposal'
        report(message, value, { tag, text, reason, expected }, { ...extra, expected })
      }
    }
  },
)

const videoDateIncomplete = defineItemRule(
  'videos',
  {
    id: 'video-date-incomplete',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'The dates of a video have a day, and their times have seconds',
    why: 'Of the forms of W3C Datetime, Google supports the complete date and the complete date with hours, minutes, seconds and zone.',
    fix: 'Write the date as YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+hh:mm.',
    source: VIDEO_REFERENCE,
    searchConsole: null,
    messages: {
      incomplete: 'The value of {tag}, {text}, is a W3C Datetime without {part}, which Google does not support.',
    },
  },
  ({ tags }, report) => {
    for (const name of DATES) {
      const value = tags.get(name)?.value
      if (value === undefined || value.isDamaged || value.text === '') continue
      const reading = readDatetime(value.text)
      const part = reading.isValid ? MISSING_PARTS[reading.precision] : undefined
      if (part !== undefined)
        report('incomplete', value, { tag: `video:${name}`, text: value.text, part }, { subject: name })
    }
  },
)

const MISSING_PARTS: Partial<Record<Datetime['precision'], string>> = {
  year: 'month and day',
  month: 'a day',
  minute: 'seconds',
}

const videoExpired = defineItemRule(
  'videos',
  {
    id: 'video-expired',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'No video has expired',
    why: 'Google does not show a video after its expiration date.',
    fix: 'Leave the video out, or correct its video:expiration_date; a video that does not expire has none.',
    source: VIDEO_REFERENCE,
    searchConsole: null,
    messages: { expired: 'This video expired on {text}.' },
  },
  ({ tags }, report, { nowMs }) => {
    const value = tags.get('expiration_date')?.value
    if (value === undefined || value.isDamaged) return
    const reading = readDatetime(value.text)
    if (reading.isValid && endOf(reading) < nowMs) report('expired', value, { text: value.text })
  },
)

/** Unix ms at which the date is past everywhere: a day without a zone ends twelve hours after UTC in the last one. */
function endOf({ epochMs, precision }: Datetime): number {
  if (precision === 'year') return epochMs + 366 * DAY_MS + DAY_MS / 2
  if (precision === 'month') return epochMs + 31 * DAY_MS + DAY_MS / 2
  if (precision === 'day') return epochMs + DAY_MS + DAY_MS / 2
  return epochMs + (precision === 'minute' ? 60_000 : 0)
}

export const videoDateRules: readonly DefinedRule[] = [videoDateIncomplete, videoDateInvalid, videoExpired]
