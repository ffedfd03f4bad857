/** Errors, RFC 9457. */
import { Type } from 'typebox'
import type { Problem } from '../../model/audit.ts'
import { define, oneOf, text, whole } from './build.ts'

export const ProblemSchema = define<Problem>()(
  'Problem',
  'An error (RFC 9457). `code` is stable; `detail` is for people.',
  {
    type: text('A URI for this kind of problem.'),
    title: text('The kind of problem, in words.'),
    status: whole('The HTTP status.', { minimum: 400, maximum: 599 }),
    detail: text('What is wrong here, and what to do.'),
    code: text('What programs may hold on to.'),
    field: Type.Optional(text('The field, parameter or header at fault, where one is.')),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: text('The field at fault.'), detail: text('What is wrong with it.') }), {
        description: 'Every field at fault, where there may be many.',
      }),
    ),
    database: Type.Optional(oneOf(['up', 'down'], 'Of `NOT_READY` at /readyz: whether the database answers.')),
    queue: Type.Optional(oneOf(['up', 'down'], 'Of `NOT_READY` at /readyz: whether the job queue answers.')),
  },
)
