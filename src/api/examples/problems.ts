/** One error of each code, with the words that the service has for it. */
import type { Problem } from '../../model/audit.ts'
import { describeProblem, type ProblemCode } from '../problems.ts'
import { AUDIT_ID } from './report.ts'

const DETAILS: Record<ProblemCode, [detail: string, field?: string]> = {
  BODY_MALFORMED: ['The body is empty; it must be a JSON object.'],
  BODY_INCOMPLETE: ['The body is not as long as Content-Length says.'],
  FIELD_UNKNOWN: ['The field "page" is not known here. Did you mean "pages"?', 'page'],
  FIELD_MISSING: ['The field "domain" is missing.', 'domain'],
  FIELD_INVALID: ['The field "pages" must be a whole number, not "all".', 'pages'],
  PARAMETER_UNKNOWN: ['The parameter "limits" is not known here. Did you mean "limit"?', 'limits'],
  PARAMETER_INVALID: ['The cursor is not one that this list has given out.', 'cursor'],
  HEADER_INVALID: ['The header "Last-Event-ID" must be the id of an event of this audit.', 'Last-Event-ID'],
  DOMAIN_INVALID: ['"blog example" is no host.', 'domain'],
  TARGET_NOT_ALLOWED: [
    'The host localhost is private. The operator can allow it by ALLOW_NETWORKS or CONNECT_TO.',
    'domain',
  ],
  NOT_AVAILABLE: ['Webhooks cannot be signed here: WEBHOOK_SECRET is not set.', 'webhook'],
  REQUEST_MALFORMED: ['This request could not be read.'],
  UNAUTHORIZED: ['Send an API key as "Authorization: Bearer KEY".'],
  FORBIDDEN: ['This needs the role admin; the key has the role run.'],
  NOT_FOUND: ['There is nothing at this address. GET /openapi.json lists what is.'],
  AUDIT_NOT_FOUND: ['There is no audit with this id. GET /audits lists them.'],
  BASELINE_NOT_FOUND: [
    'There is no earlier audit of blog.example that succeeded with the same options. Name one by "against".',
    'against',
  ],
  SCHEDULE_NOT_FOUND: ['There is no schedule with this id. GET /schedules lists them.'],
  BATCH_NOT_FOUND: ['There is no batch with this id. GET /batches lists them.'],
  RULE_NOT_FOUND: ['There is no rule with this id. GET /rules lists them.'],
  METHOD_NOT_ALLOWED: ['This address takes GET, HEAD, not PATCH.'],
  NO_REPORT: [
    `The audit has not ended: it is running. GET /audits/${AUDIT_ID} shows what has been found so far, ` +
      `/audits/${AUDIT_ID}/events follows it.`,
  ],
  AUDIT_NOT_COMPARABLE: ['Only an audit that has succeeded can be compared: the status of this one is running.'],
  BODY_TOO_LARGE: ['The body may have at most 1,048,576 bytes.'],
  MEDIA_TYPE_UNSUPPORTED: ['Send the body as JSON, with "Content-Type: application/json".'],
  IDEMPOTENCY_KEY_REUSED: [
    'This Idempotency-Key was used for an audit with another body. Use a new key for a new request.',
    'Idempotency-Key',
  ],
  RATE_LIMITED: ['At most 600 requests a minute are taken. Try again in 42 seconds.'],
  QUEUE_FULL: ['Too many audits are waiting already. Try again later.'],
  INTERNAL: ['Something went wrong here, not with the request. It is in the log.'],
  TOO_MANY_UPLOADS: ['This process already checks 8 uploads.'],
  TOO_MANY_STREAMS: ['This process already streams to 200 clients.'],
  OVERLOADED: [
    'This process is busy beyond what it answers in time (SHED_DELAY_MS). Try again later; an audit may also be asked ' +
      'for with "Prefer: respond-async".',
  ],
  NOT_READY: ['The database does not answer. Try again later.'],
}

export const PROBLEM_EXAMPLES = Object.fromEntries(
  Object.entries(DETAILS).map(([code, [detail, field]]) => [code, describeProblem(code as ProblemCode, detail, field)]),
) as Record<ProblemCode, Problem>

/** At /readyz. */
export const NOT_READY_EXAMPLE: Problem = {
  ...describeProblem('NOT_READY', 'Does not answer: database.'),
  database: 'down',
  queue: 'up',
}

/** At POST /batches. */
export const DOMAINS_INVALID_EXAMPLE: Problem = {
  ...describeProblem(
    'DOMAIN_INVALID',
    '1 of 3 domains cannot be audited, and none is. domains[1]: "blog example" is no host.',
    'domains[1]',
  ),
  errors: [{ field: 'domains[1]', detail: '"blog example" is no host.' }],
}
