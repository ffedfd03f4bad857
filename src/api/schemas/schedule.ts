/** Schedules, as they are asked for and answered. */
import { type Static, Type } from 'typebox'
import type { Schedule, ScheduleOptions } from '../../model/schedule.ts'
import { AuditOptionsSchema } from './audit.ts'
import { AUDIT_REQUEST_FIELDS } from './audit-request.ts'
import { define, listOf, type NamedSchema, nullable, ref, text, time } from './build.ts'

const CRON_LENGTH_MAX = 200
export const TIMEZONE_DEFAULT = 'UTC'

const { domain, ...optionFields } = AUDIT_REQUEST_FIELDS

const CRON_TEXT =
  'Minute, hour, day of the month, month, day of the week; or @hourly, @daily, @weekly, @monthly, @yearly.'

const OptionsRequestSchema = Type.Object(optionFields, {
  $id: 'ScheduleOptionsRequest',
  additionalProperties: false,
  description:
    'As the body of POST /audit, without `domain`. Request headers are kept encrypted until the schedule is deleted; ' +
    'a value of `***` in a PUT keeps the value that is there.',
}) as unknown as NamedSchema<Static<ReturnType<typeof Type.Object<typeof optionFields>>>>

const requestFields = {
  domain,
  cron: text(CRON_TEXT, { minLength: 1, maxLength: CRON_LENGTH_MAX }),
  timezone: Type.Optional(
    text('IANA name of the time zone that the cron expression is meant in.', {
      minLength: 1,
      maxLength: 100,
      default: TIMEZONE_DEFAULT,
    }),
  ),
  options: Type.Optional(ref(OptionsRequestSchema)),
  paused: Type.Optional(Type.Boolean({ default: false, description: 'Nothing is due while it is paused.' })),
}

const request = Type.Object(requestFields, {
  $id: 'ScheduleRequest',
  additionalProperties: false,
  description: 'What to audit again and again, and when.',
})

export type ScheduleRequest = Static<typeof request>
export const ScheduleRequestSchema = request as unknown as NamedSchema<ScheduleRequest>
export const ScheduleOptionsRequestSchema = OptionsRequestSchema

const { domain: _domain, ...shownFields } = AuditOptionsSchema.properties

export const ScheduleOptionsSchema = Type.Object(shownFields, {
  $id: 'ScheduleOptions',
  description: 'How to audit, defaults filled in.',
}) as unknown as NamedSchema<ScheduleOptions>

export const ScheduleSchema = define<Schedule>()('Schedule', 'A site that is audited again and again.', {
  id: text('Its id.'),
  domain: text('As given.'),
  cron: text(CRON_TEXT),
  timezone: text('IANA name of the time zone.'),
  options: ref(ScheduleOptionsSchema),
  paused: Type.Boolean({ description: 'Nothing is due while it is paused.' }),
  next: nullable(time('When it is due next; null while it is paused.')),
  lastAuditId: nullable(text('The newest audit of it; null: there is none (any more).')),
  lastSkippedAt: nullable(
    time('The due time that was passed over last, because the audit before it had not ended; null: none was.'),
  ),
  createdAt: time('When it was made.'),
  updatedAt: time('When it was changed last.'),
})

export const ScheduleListSchema = listOf('ScheduleList', 'Schedules, newest first.', ScheduleSchema)
