/** Is it up, is it ready, and what can it do. */

import { Type } from 'typebox'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { createProblem } from '../problems.ts'
import { NO_QUERY, problems } from '../schemas/answers.ts'
import { oneOf } from '../schemas/build.ts'

/** How long the database and the queue may take to say that they are there, ms. */
const PING_TIMEOUT_MS = 2_000

const status = (word: string) => ({
  description: 'It is.',
  content: { 'application/json': { schema: Type.Object({ status: oneOf([word], 'Always this word.') }) } },
})

export function addOperationRoutes(api: Api, { store, queue }: Pick<AppDependencies, 'store' | 'queue'>): void {
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
        response: { 200: status('ok') },
      },
    },
    async () => ({ status: 'ok' }),
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
        description: 'Asks the database and the queue.',
        security: [],
        response: { 200: status('ready'), 503: problems('NOT_READY')[503] as never },
      },
    },
    async (request) => {
      const parts = { database: () => store.ping(), queue: () => queue.ping() }
      const missing: string[] = []
      for (const [name, ping] of Object.entries(parts)) {
        try {
          await withTimeout(ping(), PING_TIMEOUT_MS)
        } catch (error) {
          request.log.warn({ err: error, part: name }, 'not ready')
          missing.push(name)
        }
      }
      if (missing.length > 0) throw createProblem('NOT_READY', `Does not answer: ${missing.join(', ')}.`)
      return { status: 'ready' }
    },
  )

  const document = {
    tags: ['Operations'],
    querystring: NO_QUERY,
  }
  api.get(
    '/openapi.json',
    {
      schema: {
        ...document,
        operationId: 'getOpenapiJson',
        summary: 'This description, as JSON',
        description: 'OpenAPI 3.1.',
        response: {
          200: {
            description: 'The description.',
            content: { 'application/json': { schema: Type.Unsafe<object>({ type: 'object' }) } },
          },
          ...problems('PARAMETER_UNKNOWN'),
        },
      },
    },
    async () => api.swagger(),
  )
  api.get(
    '/openapi.yaml',
    {
      schema: {
        ...document,
        operationId: 'getOpenapiYaml',
        summary: 'This description, as YAML',
        description: 'OpenAPI 3.1.',
        response: {
          200: { description: 'The description.', content: { 'application/yaml': { schema: Type.String() } } },
          ...problems('PARAMETER_UNKNOWN'),
        },
      },
    },
    // RFC 9512 registers application/yaml.
    async (_request, reply) => reply.type('application/yaml; charset=utf-8').send(api.swagger({ yaml: true })),
  )
}

async function withTimeout(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
