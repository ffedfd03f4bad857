/** From the body of POST and PUT /schedules to what is stored, or a problem that names the field. */
import type { Channel } from '../queue/queue.ts'
import type { NewSchedule } from '../store/schedules.ts'
import { parseDomain } from '../values/domain.ts'
import type { AppDependencies } from './dependencies.ts'
import { createProblem, isApiError } from './problems.ts'
import { readAuditRequest } from './read-audit-request.ts'
import { type ScheduleRequest, TIMEZONE_DEFAULT } from './schemas/schedule.ts'

/** Stands for a value that is kept; also what is shown instead of each. */
const KEPT = '***'

/** What a PUT replaces. */
export interface SchedulePast {
  /** As given. */
  domain: string
  sealedHeaders: string | null
}

type Needs = Pick<AppDependencies, 'store' | 'rules' | 'config' | 'channels'>
type Preview = Channel<never>['preview']

/**
 * @param body already of the right shape
 * @param past whose header values may be kept; null for a new schedule
 * @throws the problems of readAuditRequest, with fields of `options`; FIELD_INVALID for cron and timezone
 */
export async function readScheduleRequest(
  body: ScheduleRequest,
  past: SchedulePast | null,
  needs: Needs,
): Promise<NewSchedule> {
  const { domain: given, cron: cronText, timezone = TIMEZONE_DEFAULT, options = {}, paused = false } = body
  const cron = cronText.trim().replace(/\s+/g, ' ')
  checkTimes(cron, timezone, needs.channels.schedules.preview)
  const headers = keepValues(options.headers ?? {}, given, past, needs.config)
  try {
    const read = await readAuditRequest({ domain: given, ...options, headers }, needs)
    return { ...read, cron, timezone, isPaused: paused }
  } catch (error) {
    throw isApiError(error) ? underOptions(error) : error
  }
}

/** Five fields, in which cron's own marks, numbers and names stand. */
const FIELD = /^[\dA-Za-z*/,?#-]+$/
const SHORTHANDS = new Set(['@hourly', '@daily', '@weekly', '@monthly', '@yearly'])

function checkTimes(cron: string, timezone: string, preview: Preview): void {
  const fail = (field: 'cron' | 'timezone', detail: string) => createProblem('FIELD_INVALID', detail, { field })
  const fields = cron.split(' ')
  const isPlain = fields.length === 5 && fields.every((field) => FIELD.test(field) && !isDrawn(field))
  if (!isPlain && !SHORTHANDS.has(cron)) {
    throw fail(
      'cron',
      'The field "cron" must have five fields (minute, hour, day of the month, month, day of the week), such as ' +
        `"30 4 * * 1-5", or be one of ${[...SHORTHANDS].join(', ')}.`,
    )
  }
  if (!canPreview(preview, cron, TIMEZONE_DEFAULT)) {
    throw fail('cron', `The field "cron" has values that no time can have: ${JSON.stringify(cron)}.`)
  }
  // Offsets such as +02:00 would be taken, and know no summer time.
  if (!/^[A-Za-z]/.test(timezone) || !isKnownZone(timezone) || !canPreview(preview, cron, timezone)) {
    throw fail('timezone', 'The field "timezone" must be the IANA name of a time zone, such as "Europe/Berlin".')
  }
}

/** `H` stands for a number drawn by lot, anew wherever it is read. */
function isDrawn(field: string): boolean {
  return field.split(/[,/-]/).some((part) => /^h$/i.test(part))
}

function canPreview(preview: Preview, cron: string, timezone: string): boolean {
  try {
    preview(cron, timezone, 1)
    return true
  } catch {
    return false
  }
}

function isKnownZone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
    return true
  } catch {
    return false
  }
}

/**
 * Only for the site that the values were given for: whoever may change a schedule must not send them elsewhere.
 * @throws problem FIELD_INVALID naming the header
 */
function keepValues(
  headers: Record<string, string>,
  domain: string,
  past: SchedulePast | null,
  { openHeaders }: Pick<Needs['config'], 'openHeaders'>,
): Record<string, string> {
  if (!Object.values(headers).includes(KEPT)) return headers
  const isSameSite = past !== null && siteOf(past.domain) === siteOf(domain)
  const kept = new Map<string, string>()
  if (isSameSite && past.sealedHeaders !== null) {
    for (const [name, value] of Object.entries(open(past.sealedHeaders, openHeaders))) {
      kept.set(name.toLowerCase(), value)
    }
  }
  const values = Object.entries(headers).map(([name, value]): [string, string] => {
    if (value !== KEPT) return [name, value]
    const before = kept.get(name.toLowerCase())
    if (before !== undefined) return [name, before]
    const detail =
      past !== null && !isSameSite
        ? `The value of the header ${JSON.stringify(name)} was given for another domain: give it anew.`
        : `There is no value of the header ${JSON.stringify(name)} that could be kept: give it.`
    throw createProblem('FIELD_INVALID', detail, { field: `options.headers.${name}` })
  })
  return Object.fromEntries(values)
}

function open(sealed: string, openHeaders: Needs['config']['openHeaders']): Record<string, string> {
  try {
    return openHeaders(sealed)
  } catch {
    const detail = 'The values of the headers were sealed with another SECRET_KEY and cannot be kept: give them anew.'
    throw createProblem('FIELD_INVALID', detail, { field: 'options.headers' })
  }
}

/** Scheme, host and port; two that differ never share a login. */
function siteOf(domain: string): string {
  const read = parseDomain(domain)
  return 'error' in read ? domain : `${read.scheme}://${read.domain}`
}

/** The same problem, its field where it stands in this body. */
function underOptions(error: ReturnType<typeof createProblem>): Error {
  const { field, detail } = error.problem
  if (field === undefined || field === 'domain') return error
  const full = `options.${field}`
  return Object.assign(error, {
    problem: { ...error.problem, field: full, detail: detail.replaceAll(`"${field}"`, `"${full}"`) },
  })
}
