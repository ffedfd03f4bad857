/** Parts of route schemas that many routes share. */
import { type TProperties, type TSchema, Type } from 'typebox'
import { PROBLEMS, type ProblemCode } from '../problems.ts'
import { ref, text, whole } from './build.ts'
import { ProblemSchema } from './problem.ts'

/** Query parameters; what is not listed is refused. */
export function query<P extends TProperties>(fields: P) {
  return Type.Object(fields, { additionalProperties: false })
}

export const NO_QUERY = query({})

const LIMIT_DEFAULT = 50

/** For what takes part in paging. */
export const PAGING = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      default: LIMIT_DEFAULT,
      description: `Items of one page. Default: ${LIMIT_DEFAULT}.`,
    }),
  ),
  cursor: Type.Optional(text('`next` of the page before.', { minLength: 1, maxLength: 500 })),
}

/** The page that the parameters ask for. */
export function toPageRequest({ limit = LIMIT_DEFAULT, cursor = null }: { limit?: number; cursor?: string | null }) {
  return { limit, cursor }
}

interface AnswerHeaders {
  [name: string]: TSchema
}

export const RETRY_AFTER = { 'Retry-After': whole('Seconds until it is worth another try.') }

/** A JSON answer. */
export function answer(description: string, schema: TSchema & { $id: string }, headers?: AnswerHeaders) {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema: ref(schema as never) } },
  }
}

/** The problems that a route may answer, by status; each status lists its codes. */
export function problems(...codes: ProblemCode[]) {
  const all: ProblemCode[] = [...codes, 'UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'INTERNAL', 'NOT_READY']
  const byStatus = Map.groupBy([...new Set(all)].sort(), (code) => PROBLEMS[code].status)
  const entries = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
        ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
        content: { 'application/problem+json': { schema: ref(ProblemSchema) } },
      },
    ])
  return Object.fromEntries(entries) as Record<number, unknown>
}

/** What may be wrong with a JSON body, whatever it asks for. */
export const BODY_PROBLEMS = [
  'BODY_MALFORMED',
  'BODY_INCOMPLETE',
  'BODY_TOO_LARGE',
  'MEDIA_TYPE_UNSUPPORTED',
  'FIELD_UNKNOWN',
  'FIELD_MISSING',
  'FIELD_INVALID',
  'PARAMETER_UNKNOWN',
] as const satisfies ProblemCode[]

/** The same of one that says what shall be audited, and how. */
export const AUDIT_BODY_PROBLEMS = [
  ...BODY_PROBLEMS,
  'DOMAIN_INVALID',
  'TARGET_NOT_ALLOWED',
  'NOT_AVAILABLE',
] as const satisfies ProblemCode[]

export const AUDIT_ID = Type.Object({ id: text('Id of an audit.') })
