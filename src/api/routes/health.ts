/** Is it up, and can it work. */
import { Type } from 'typebox'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { createProblem } from '../problems.ts'
import { problems } from '../schemas/answers.ts'
import { oneOf } from '../schemas/build.ts'
import { withTimeout } from '../with-timeout.ts'

/** How long the database and the queue may take to say that they are there, ms. */
const PING_TIMEOUT_MS = 2_000
/** When it is worth to ask again. */
const RETRY_READY_S = 10

const PART = ['up', 'down'] as const

export function addHealthRoutes(api: Api, { store, queue }: Pick<AppDependencies, 'store' | 'queue'>): void {
  api.get(
    '/healthz',
    {
      config: { access: 'open' },
      logLevel: 'warn',
      schema: {
        operationId: 'getHealth',
        tags: ['Operations'],
        summary: 'Is the process up',
        description: 'Says nothing about the database: restart the process only when this does not answer.',
        security: [],
        response: {
          200: json({ status: oneOf(['ok'], 'Always this word.') }),
          400: problems('REQUEST_MALFORMED')[400] as never,
        },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  api.get(
    '/readyz',
    {
      config: { access: 'open' },
      logLevel: 'warn',
      schema: {
        operationId: 'getReadiness',
        tags: ['Operations'],
        summary: 'Can it work',
        description:
          'Asks the database and the queue, two seconds at most. Where one does not answer, the 503 says which in ' +
          '`database` and `queue`: `up` or `down`.',
        security: [],
        response: {
          200: json({
            status: oneOf(['ready'], 'Always this word.'),
            database: oneOf(PART, 'Whether the database answers.'),
            queue: oneOf(PART, 'Whether the job queue answers.'),
          }),
          400: problems('REQUEST_MALFORMED')[400] as never,
          503: problems('NOT_READY')[503] as never,
        },
      },
    },
    async (request) => {
      const ask = async (part: string, ping: Promise<void>) => {
        try {
          await withTimeout(ping, PING_TIMEOUT_MS)
          return 'up'
        } catch (error) {
          request.log.warn({ err: error, part }, 'not ready')
          return 'down'
        }
      }
      const [database, queued] = await Promise.all([ask('database', store.ping()), ask('queue', queue.ping())])
      const parts = { database, queue: queued } as const
      const missing = Object.entries(parts).flatMap(([part, state]) => (state === 'down' ? [part] : []))
      if (missing.length > 0) {
        throw createProblem('NOT_READY', `Does not answer: ${missing.join(', ')}.`, {
          headers: { 'retry-after': String(RETRY_READY_S) },
          members: parts,
        })
      }
      return { status: 'ready' as const, ...parts }
    },
  )
}

function json(fields: Parameters<typeof Type.Object>[0]) {
  return { description: 'It is.', content: { 'application/json': { schema: Type.Object(fields) } } }
}
