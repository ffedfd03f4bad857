/** Every error that the API answers, in one table. Codes are stable: programs hold on to them. */
import type { Problem } from '../model/audit.ts'
import { toProblem } from '../values/problem.ts'

export const PROBLEMS = {
  BODY_MALFORMED: { status: 400, title: 'The body is not well-formed JSON' },
  BODY_INCOMPLETE: { status: 400, title: 'The body ended early' },
  FIELD_UNKNOWN: { status: 400, title: 'The body has a field that is not known' },
  FIELD_MISSING: { status: 400, title: 'The body lacks a field' },
  FIELD_INVALID: { status: 400, title: 'A field of the body has a wrong value' },
  PARAMETER_UNKNOWN: { status: 400, title: 'A parameter is not known' },
  PARAMETER_INVALID: { status: 400, title: 'A parameter has a wrong value' },
  HEADER_INVALID: { status: 400, title: 'A request header has a wrong value' },
  DOMAIN_INVALID: { status: 400, title: 'This is no domain' },
  TARGET_NOT_ALLOWED: { status: 400, title: 'This host may not be audited' },
  NOT_AVAILABLE: { status: 400, title: 'This is not available here' },
  REQUEST_MALFORMED: { status: 400, title: 'The request is not well-formed HTTP' },
  UNAUTHORIZED: { status: 401, title: 'An API key is needed' },
  FORBIDDEN: { status: 403, title: 'This API key may not do that' },
  NOT_FOUND: { status: 404, title: 'There is nothing at this address' },
  AUDIT_NOT_FOUND: { status: 404, title: 'There is no such audit' },
  BASELINE_NOT_FOUND: { status: 404, title: 'There is no audit to compare with' },
  SCHEDULE_NOT_FOUND: { status: 404, title: 'There is no such schedule' },
  BATCH_NOT_FOUND: { status: 404, title: 'There is no such batch' },
  RULE_NOT_FOUND: { status: 404, title: 'There is no such rule' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This address does not take that method' },
  NO_REPORT: { status: 409, title: 'This audit has no report' },
  AUDIT_NOT_COMPARABLE: { status: 409, title: 'This audit cannot be compared' },
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  MEDIA_TYPE_UNSUPPORTED: { status: 415, title: 'The body has the wrong media type' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'This Idempotency-Key belongs to another request' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  QUEUE_FULL: { status: 429, title: 'Too many audits are waiting' },
  INTERNAL: { status: 500, title: 'The service failed' },
  TOO_MANY_UPLOADS: { status: 503, title: 'Too many files are being checked here' },
  TOO_MANY_STREAMS: { status: 503, title: 'Too many clients follow audits here' },
  OVERLOADED: { status: 503, title: 'The service is overloaded' },
  NOT_READY: { status: 503, title: 'The service is not ready' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof PROBLEMS

/** An error whose answer is known. */
export interface ApiError extends Error {
  problem: Problem
  headers: Record<string, string>
}

export function describeProblem(code: ProblemCode, detail: string, field?: string): Problem {
  const { status, title } = PROBLEMS[code]
  return { ...toProblem(code, status, title, detail), ...(field === undefined ? {} : { field }) }
}

/** To be thrown: the error handler answers it. */
export function createProblem(
  code: ProblemCode,
  detail: string,
  more: { field?: string; headers?: Record<string, string>; members?: Partial<Problem> } = {},
): ApiError {
  // RFC 9457, 3.2: a kind of problem may have members of its own.
  const problem: Problem = { ...describeProblem(code, detail, more.field), ...more.members }
  // statusCode is what Fastify and its plugins look at.
  return Object.assign(new Error(detail), { problem, headers: more.headers ?? {}, statusCode: problem.status })
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'problem' in error
}
