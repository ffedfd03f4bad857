/** An audit as it happens, for browsers and `curl -N`. */
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { createFollow } from '../follow-audit.ts'
import { BEGINNING, type Position, parsePosition } from '../follow-steps.ts'
import { auditNotFound } from '../load-audit.ts'
import { createProblem } from '../problems.ts'
import { AUDIT_ID, problems, query } from '../schemas/answers.ts'
import { text } from '../schemas/build.ts'
import { EVENT_STREAM_DESCRIPTION } from '../schemas/event-stream.ts'
import { createStreams } from '../streams.ts'

const MEDIA_TYPE = 'text/event-stream'
/** Clients of one process. Each costs a connection and a few reads a second while its audit runs. */
const STREAM_LIMIT = 200
/** Seconds after which a place may have become free. */
const RETRY_STREAM_S = 5

export function addEventRoute(
  api: Api,
  { store, logger, measures, streamLimit = STREAM_LIMIT }: AppDependencies,
): void {
  const streams = createStreams(streamLimit, { onCount: (count) => measures?.streams(count) })
  api.addHook('preClose', async () => streams.endAll())
  const follow = createFollow({
    store,
    onError: (error) => logger?.warn({ err: error }, 'events could not be read'),
  })

  api.get(
    '/audits/:id/events',
    {
      // A HEAD would open a stream to throw it away.
      exposeHeadRoute: false,
      config: { isStream: true },
      schema: {
        operationId: 'followAudit',
        tags: ['Audits'],
        summary: 'Follow an audit',
        description: EVENT_STREAM_DESCRIPTION,
        params: AUDIT_ID,
        headers: Type.Object({
          'Last-Event-ID': Type.Optional(text('Go on behind this event.')),
        }),
        querystring: query({
          after: Type.Optional(
            text('The same, for clients that send no header; the header comes first.', {
              maxLength: 20,
            }),
          ),
        }),
        response: {
          200: {
            description: 'The events.',
            content: { [MEDIA_TYPE]: { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
          },
          204: { description: '`done` was the last event: there is nothing more.', type: 'null' },
          ...problems(
            'PARAMETER_UNKNOWN',
            'PARAMETER_INVALID',
            'HEADER_INVALID',
            'AUDIT_NOT_FOUND',
            'TOO_MANY_STREAMS',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const from = readPosition(request.headers['last-event-id'], request.query.after)
      if ((await store.events.read(id, 0, 0)) === undefined) {
        throw auditNotFound()
      }
      if (from.in === 'end') return reply.code(204).send(null)
      const stream = streams.open(reply.raw)
      if (!stream) {
        throw createProblem('TOO_MANY_STREAMS', `This process already streams to ${streamLimit} clients.`, {
          headers: { 'retry-after': String(RETRY_STREAM_S) },
        })
      }
      // The connection ends with the stream: a service that closes need not wait for it to fall idle.
      reply.type(MEDIA_TYPE).header('x-accel-buffering', 'no').header('connection', 'close')
      // One piece ahead: a client that reads slowly holds no more than two of them.
      return reply.send(Readable.from(stream.bound(follow(id, from, stream.signal)), { highWaterMark: 1 }))
    },
  )
}

/** An empty header is none: browsers send it so. */
function readPosition(header: string | string[] | undefined, parameter: string | undefined): Position {
  const [id, isHeader] = typeof header === 'string' && header !== '' ? [header, true] : [parameter, false]
  if (id === undefined) return BEGINNING
  const position = parsePosition(id)
  if (position) return position
  const name = isHeader ? 'Last-Event-ID' : 'after'
  throw createProblem(
    isHeader ? 'HEADER_INVALID' : 'PARAMETER_INVALID',
    `The ${isHeader ? 'header' : 'parameter'} "${name}" must be the id of an event of this audit.`,
    { field: name },
  )
}
