/** Puts an audit into the store and the queue, once for each Idempotency-Key. */
import { isDeepStrictEqual } from 'node:util'
import type { Audit } from '../model/audit.ts'
import type { AppDependencies } from './dependencies.ts'
import { createProblem } from './problems.ts'
import type { ReadRequest } from './read-audit-request.ts'

/** When to come back, seconds: an audit that was not ready, and a queue that was full. */
export const RETRY_AUDIT_S = 2
const RETRY_QUEUE_S = 30

/**
 * @param idempotencyKey already made unique to the caller
 * @param priority see PRIORITIES
 * @param scheduleId of the schedule that it belongs to
 * @throws problems QUEUE_FULL, IDEMPOTENCY_KEY_REUSED, NOT_READY
 */
export async function startAudit(
  { store, queue, config }: Pick<AppDependencies, 'store' | 'queue' | 'config'>,
  { domain, options, sealedHeaders }: ReadRequest,
  idempotencyKey: string | null,
  priority: number,
  scheduleId?: string,
): Promise<Audit> {
  // A repeat must find its audit however long the queue is, so with a key the room is looked at after the insert.
  if (idempotencyKey === null && (await store.audits.countWaiting()) >= config.maxQueue) throw queueFull()
  const { audit, isNew } = await store.audits.insert({
    domain,
    options,
    sealedHeaders,
    idempotencyKey,
    priority,
    ...(scheduleId !== undefined && { scheduleId }),
  })
  if (!isNew) {
    // As the store gives them back: JSON knows no -0.
    const asked = JSON.parse(JSON.stringify(options))
    if (audit.domain !== domain || !isDeepStrictEqual(audit.options, asked)) {
      throw createProblem(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used for an audit with another body. Use a new key for a new request.',
        { field: 'Idempotency-Key' },
      )
    }
    // The process of the first request may have died before it made the job.
    if (audit.status === 'queued') await queue.enqueue({ id: audit.id, domain, priority }).catch(refuse)
    return audit
  }
  const takeBack = async () => {
    await store.audits.cancel(audit.id)
    await store.audits.remove(audit.id)
  }
  if (idempotencyKey !== null && (await store.audits.countWaiting()) > config.maxQueue) {
    await takeBack()
    throw queueFull()
  }
  try {
    await queue.enqueue({ id: audit.id, domain, priority })
  } catch (cause) {
    // What nobody will run must not stand there as queued. One that cannot be taken back will run: those that have no job
    // get one when the database is well again.
    const isTakenBack = await takeBack().then(
      () => true,
      () => false,
    )
    if (isTakenBack) refuse(cause)
  }
  return audit
}

function refuse(cause: unknown): never {
  const problem = createProblem('NOT_READY', 'The queue does not answer. Try again later.', {
    headers: { 'retry-after': String(RETRY_QUEUE_S) },
  })
  throw Object.assign(problem, { cause })
}

export function queueFull() {
  return createProblem('QUEUE_FULL', 'Too many audits are waiting already. Try again later.', {
    headers: { 'retry-after': String(RETRY_QUEUE_S) },
  })
}
