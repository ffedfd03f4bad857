/** Batches: ask for one, read, list, cancel, remove. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Batch } from '../../model/batch.ts'
import { batchCsvHeader, toBatchCsvRow } from '../../report/batch-csv.ts'
import { requireRole } from '../access.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { isJustCancelled, REPEAT_S } from '../just-cancelled.ts'
import { createProblem } from '../problems.ts'
import { readBatchRequest } from '../read-batch-request.ts'
import { AUDIT_BODY_PROBLEMS, answer, NO_QUERY, PAGING, problems, query, toPageRequest } from '../schemas/answers.ts'
import {
  BATCH_DOMAINS_MAX,
  BATCH_STATUSES,
  BatchListSchema,
  BatchRequestSchema,
  BatchSchema,
} from '../schemas/batch.ts'
import { oneOf, ref, text } from '../schemas/build.ts'
import { queueFull } from '../start-audit.ts'

const BATCH_ID = Type.Object({ id: text('Id of a batch.') })
const LOCATION = { Location: text('Address of the batch.') }
const ID_PROBLEMS = ['PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'BATCH_NOT_FOUND'] as const

/** Ten thousand domains with 800 bytes each. */
const BODY_LIMIT_BYTES = 8_388_608
const CSV_ROWS_AT_ONCE = 500

export function addBatchRoutes(api: Api, deps: AppDependencies): void {
  const { store, channels, config, now } = deps

  const getBatch = async (id: string): Promise<Batch> => {
    const batch = await store.batches.find(id)
    if (!batch) throw batchNotFound()
    return batch
  }
  /** The rows stand by now and are what holds: a worker that does not hear of them looks by itself. */
  const wake = (request: FastifyRequest, batchId: string) =>
    channels.batches
      .send({ batchId }, { key: batchId })
      .catch((error: unknown) => request.log.warn({ err: error, batch: batchId }, 'no worker could be woken'))

  api.post(
    '/batches',
    {
      config: { access: 'run', isExpensive: true },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        operationId: 'startBatch',
        tags: ['Batches'],
        summary: 'Audit many sites',
        description:
          `Up to ${BATCH_DOMAINS_MAX.toLocaleString('en-US')} domains with the same options. ` +
          'One that cannot be audited refuses the whole batch: `errors` ' +
          'names every such domain by its place. A domain that is named again is audited once. The batch counts as ' +
          'one waiting item; its audits come behind those that are asked for one by one, and each is an audit like ' +
          'every other.',
        headers: Type.Object({
          'Idempotency-Key': Type.Optional(text('A repeat with the same key answers the same batch.')),
        }),
        querystring: NO_QUERY,
        body: ref(BatchRequestSchema),
        response: {
          202: answer('The batch: ask for it again at `Location`.', BatchSchema, LOCATION),
          ...problems(...AUDIT_BODY_PROBLEMS, 'HEADER_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'QUEUE_FULL', 'OVERLOADED'),
        },
      },
    },
    async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'], request.caller)
      const asked = await readBatchRequest(request.body, deps)
      // A repeat must find its batch, however long the queue is.
      const isKnown = idempotencyKey !== null && (await store.batches.hasKey(idempotencyKey))
      if (!isKnown && (await store.audits.countWaiting()) >= config.maxQueue) throw queueFull()
      const { batch, isNew, digest } = await store.batches.insert({ ...asked, idempotencyKey })
      if (digest !== asked.digest) {
        const detail = 'This Idempotency-Key was used for a batch with another body. Use a new key for a new request.'
        throw createProblem('IDEMPOTENCY_KEY_REUSED', detail, { field: 'Idempotency-Key' })
      }
      if (isNew) await wake(request, batch.id)
      return reply.code(202).header('location', `/batches/${batch.id}`).send(batch)
    },
  )

  api.get(
    '/batches',
    {
      schema: {
        operationId: 'listBatches',
        tags: ['Batches'],
        summary: 'Batches, newest first',
        description: 'With their progress, without their figures.',
        querystring: query({
          status: Type.Optional(oneOf(BATCH_STATUSES, 'Only batches with this status.')),
          ...PAGING,
        }),
        response: {
          200: answer('One page of them.', BatchListSchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID'),
        },
      },
    },
    async ({ query: { status, ...paging } }) =>
      store.batches.list(status === undefined ? {} : { status }, toPageRequest(paging)),
  )

  api.get(
    '/batches/:id',
    {
      schema: {
        operationId: 'getBatch',
        tags: ['Batches'],
        summary: 'Progress and figures of a batch',
        description:
          'The figures are those of the audits that have ended so far. They stay when the audits themselves are removed.',
        params: BATCH_ID,
        querystring: NO_QUERY,
        response: { 200: answer('The batch.', BatchSchema), ...problems(...ID_PROBLEMS) },
      },
    },
    async ({ params }) => getBatch(params.id),
  )

  api.get(
    '/batches/:id.csv',
    {
      schema: {
        operationId: 'getBatchCsv',
        tags: ['Batches'],
        summary: 'A batch as CSV',
        description:
          'A row for each domain, in the order of the request (RFC 4180, UTF-8). What is not known is empty. A cell ' +
          'that a spreadsheet would take for a formula begins with an apostrophe.',
        params: BATCH_ID,
        querystring: NO_QUERY,
        response: {
          200: {
            description: 'The table.',
            content: {
              'text/csv': { schema: { type: 'string', description: 'Rows with CRLF, the first one names.' } },
            },
          },
          ...problems(...ID_PROBLEMS),
        },
      },
    },
    async ({ params: { id } }, reply) => {
      await getBatch(id)
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="batch-${id}.csv"`)
        .send(Readable.from(writeCsv(deps, id)) as never)
    },
  )

  api.delete(
    '/batches/:id',
    {
      config: { access: 'run' },
      schema: {
        operationId: 'deleteBatch',
        tags: ['Batches'],
        summary: 'Cancel or remove a batch',
        description:
          'Cancels a running batch: domains whose turn has not come are not audited, and its audits that wait or run ' +
          'end as `cancelled`. Removes one that has ended, for which the role admin is needed; its audits stay. A ' +
          `cancelled one is removed no sooner than ${REPEAT_S} s after its end, so that a cancellation may be repeated ` +
          'and is answered 202 again.',
        params: BATCH_ID,
        querystring: NO_QUERY,
        response: {
          202: answer('It is being cancelled, or has just been.', BatchSchema, LOCATION),
          204: { description: 'It is removed.', type: 'null' },
          ...problems(...ID_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const batch = await getBatch(id)
      if (isJustCancelled(batch, now())) return reply.code(202).header('location', `/batches/${id}`).send(batch)
      if (batch.finishedAt !== null) {
        requireRole(request.caller, 'admin')
        if (!(await store.batches.remove(id))) throw batchNotFound()
        return reply.code(204).send(null)
      }
      await store.batches.cancel(id)
      // Here, so that it needs no worker; what this process does not get to, a worker finds.
      const fed = await store.batches.feed(id, 0)
      for (const auditId of fed?.toCancel ?? []) await store.audits.cancel(auditId)
      await wake(request, id)
      return reply
        .code(202)
        .header('location', `/batches/${id}`)
        .send(await getBatch(id))
    },
  )
}

async function* writeCsv({ store }: Pick<AppDependencies, 'store'>, id: string): AsyncGenerator<string> {
  yield batchCsvHeader()
  for (let after = -1; ; ) {
    const rows = await store.batches.listRows(id, after, CSV_ROWS_AT_ONCE)
    if (rows.length > 0) yield rows.map(toBatchCsvRow).join('')
    if (rows.length < CSV_ROWS_AT_ONCE) return
    after = rows.at(-1)?.ordinal ?? after
  }
}

function batchNotFound() {
  return createProblem('BATCH_NOT_FOUND', 'There is no batch with this id. GET /batches lists them.')
}
