/** Schedules: make, read, change, remove, run now. */
import { setImmediate } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Schedule } from '../../model/schedule.ts'
import type { StoredSchedule } from '../../store/schedules.ts'
import { PRIORITIES } from '../../store/store.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { createProblem } from '../problems.ts'
import { readDomain } from '../read-audit-request.ts'
import { readScheduleRequest } from '../read-schedule-request.ts'
import {
  AUDIT_BODY_PROBLEMS,
  answer,
  NO_QUERY,
  PAGING,
  problems,
  query,
  RETRY_AFTER,
  toPageRequest,
} from '../schemas/answers.ts'
import { AuditSchema } from '../schemas/audit.ts'
import { ref, text } from '../schemas/build.ts'
import { ScheduleListSchema, ScheduleRequestSchema, ScheduleSchema } from '../schemas/schedule.ts'
import { RETRY_AUDIT_S, startAudit } from '../start-audit.ts'

const SHOWN_AT_ONCE = 20

const SCHEDULE_ID = Type.Object({ id: text('Id of a schedule.') })
const LOCATION = { Location: text('Address of the schedule.') }

export function addScheduleRoutes(api: Api, deps: AppDependencies): void {
  const { store, channels } = deps

  const present = (schedule: StoredSchedule): Schedule => {
    const { domain, ...options } = schedule.options
    return {
      id: schedule.id,
      domain,
      cron: schedule.cron,
      timezone: schedule.timezone,
      options,
      paused: schedule.isPaused,
      next: schedule.isPaused ? null : nextOf(schedule),
      lastAuditId: schedule.lastAuditId,
      lastSkippedAt: schedule.lastSkippedAt,
      createdAt: schedule.createdAt,
      updatedAt: schedule.updatedAt,
    }
  }
  const nextOf = ({ cron, timezone }: StoredSchedule) =>
    channels.schedules.preview(cron, timezone, 1)[0]?.toISOString() ?? null

  /** The row stands by now and is what holds: a queue that does not hear of it is brought after it by the duty. */
  const tell = async (log: { warn(what: object, message: string): void }, id: string, run: () => Promise<void>) => {
    await run().catch((error: unknown) =>
      log.warn({ err: error, schedule: id }, 'the queue could not be told of a schedule; it will be within minutes'),
    )
  }
  const plan = ({ id, cron, timezone, isPaused }: StoredSchedule) =>
    isPaused ? channels.schedules.unschedule(id) : channels.schedules.schedule(id, cron, timezone, { scheduleId: id })

  const getWhole = async (id: string) => {
    const whole = await store.schedules.findWhole(id)
    if (!whole) throw scheduleNotFound()
    return whole
  }

  api.get(
    '/schedules',
    {
      schema: {
        operationId: 'listSchedules',
        tags: ['Schedules'],
        summary: 'Schedules, newest first',
        description: 'All of them, or those of one domain.',
        querystring: query({
          domain: Type.Optional(text('Host, host:port, origin or URL.', { maxLength: 2_048 })),
          ...PAGING,
        }),
        response: {
          200: answer('One page of them.', ScheduleListSchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID'),
        },
      },
    },
    async ({ query: { domain, ...paging } }) => {
      const filter = domain === undefined ? {} : { domain: readDomain(domain, 'PARAMETER_INVALID').domain }
      const { items, next } = await store.schedules.list(filter, toPageRequest(paging))
      const shown: Schedule[] = []
      for (const [index, item] of items.entries()) {
        // A time that comes rarely takes milliseconds to find, and a page may have a thousand of them.
        if (index % SHOWN_AT_ONCE === SHOWN_AT_ONCE - 1) await setImmediate()
        shown.push(present(item))
      }
      return { items: shown, next }
    },
  )

  api.post(
    '/schedules',
    {
      config: { access: 'run' },
      schema: {
        operationId: 'createSchedule',
        tags: ['Schedules'],
        summary: 'Audit a site again and again',
        description:
          'Makes an audit whenever the cron expression says so, in its time zone. What came due while nothing ran is ' +
          'not made up for, and no audit is made while the one before has not ended.',
        querystring: NO_QUERY,
        body: ref(ScheduleRequestSchema),
        response: { 201: answer('The schedule.', ScheduleSchema, LOCATION), ...problems(...AUDIT_BODY_PROBLEMS) },
      },
    },
    async (request, reply) => {
      const schedule = await store.schedules.insert(await readScheduleRequest(request.body, null, deps))
      await tell(request.log, schedule.id, () => plan(schedule))
      return reply.code(201).header('location', `/schedules/${schedule.id}`).send(present(schedule))
    },
  )

  api.get(
    '/schedules/:id',
    {
      schema: {
        operationId: 'getSchedule',
        tags: ['Schedules'],
        summary: 'One schedule',
        description: 'With the time when it is due next, and its newest audit.',
        params: SCHEDULE_ID,
        querystring: NO_QUERY,
        response: {
          200: answer('The schedule.', ScheduleSchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'SCHEDULE_NOT_FOUND'),
        },
      },
    },
    async ({ params }) => present((await getWhole(params.id)).schedule),
  )

  api.put(
    '/schedules/:id',
    {
      config: { access: 'run' },
      schema: {
        operationId: 'replaceSchedule',
        tags: ['Schedules'],
        summary: 'Change or pause a schedule',
        description:
          'Replaces all of it: what is left out has its default again. What GET answers as `domain`, `cron`, ' +
          '`timezone`, `options` and `paused` can be sent back; header values of `***` are kept as they are, as long ' +
          'as the domain stays. Headers that are left out are forgotten. Audits that have been made are not touched.',
        params: SCHEDULE_ID,
        querystring: NO_QUERY,
        body: ref(ScheduleRequestSchema),
        response: {
          200: answer('The schedule.', ScheduleSchema),
          ...problems(...AUDIT_BODY_PROBLEMS, 'PARAMETER_INVALID', 'SCHEDULE_NOT_FOUND'),
        },
      },
    },
    async (request) => {
      const { id } = request.params
      const { schedule: before, sealedHeaders } = await getWhole(id)
      const past = { domain: before.options.domain, sealedHeaders }
      const schedule = await store.schedules.update(id, await readScheduleRequest(request.body, past, deps))
      if (!schedule) throw scheduleNotFound()
      await tell(request.log, id, () => plan(schedule))
      return present(schedule)
    },
  )

  api.delete(
    '/schedules/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteSchedule',
        tags: ['Schedules'],
        summary: 'Remove a schedule',
        description: 'With its request headers. Its audits stay.',
        params: SCHEDULE_ID,
        querystring: NO_QUERY,
        response: {
          204: { description: 'It is removed.', type: 'null' },
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'SCHEDULE_NOT_FOUND'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await store.schedules.remove(id))) throw scheduleNotFound()
      await tell(request.log, id, () => channels.schedules.unschedule(id))
      return reply.code(204).send(null)
    },
  )

  api.post(
    '/schedules/:id/run',
    {
      config: { access: 'run' },
      schema: {
        operationId: 'runSchedule',
        tags: ['Schedules'],
        summary: 'Run a schedule now',
        description:
          'Makes an audit of it at once, also when it is paused or its last audit has not ended; the times when it is ' +
          'due stay as they are. Does not wait.',
        params: SCHEDULE_ID,
        headers: Type.Object({
          'Idempotency-Key': Type.Optional(text('A repeat with the same key answers the same audit.')),
        }),
        querystring: NO_QUERY,
        response: {
          202: answer('The audit: ask for it again at `Location`.', AuditSchema, {
            Location: text('Address of the audit.'),
            ...RETRY_AFTER,
          }),
          ...problems(
            'BODY_MALFORMED',
            'FIELD_UNKNOWN',
            'PARAMETER_UNKNOWN',
            'PARAMETER_INVALID',
            'HEADER_INVALID',
            'SCHEDULE_NOT_FOUND',
            'IDEMPOTENCY_KEY_REUSED',
            'QUEUE_FULL',
            'NOT_READY',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      refuseBody(request.body)
      const key = readIdempotencyKey(request.headers['idempotency-key'], request.caller)
      const { schedule, sealedHeaders } = await getWhole(id)
      const { domain, options } = schedule
      const audit = await startAudit(deps, { domain, options, sealedHeaders }, key, PRIORITIES.asked, id)
      return reply
        .code(202)
        .header('location', `/audits/${audit.id}`)
        .header('retry-after', String(RETRY_AUDIT_S))
        .send(audit)
    },
  )
}

/** Who sends options here believes that they count. */
function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return
  const field = typeof body === 'object' ? Object.keys(body)[0] : ''
  if (field === undefined) return
  const detail = 'A run takes no body: its options are those of the schedule. PUT /schedules/{id} changes them.'
  throw createProblem('FIELD_UNKNOWN', detail, field === '' ? {} : { field })
}

function scheduleNotFound() {
  return createProblem('SCHEDULE_NOT_FOUND', 'There is no schedule with this id. GET /schedules lists them.')
}
