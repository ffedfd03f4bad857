/**
 * Reads the documents of one bundle, one after the other, and hands each in as soon as it is there: what a worker that
 * dies has handed in stays, and its job goes on behind it somewhere else.
 */
import type { Logger } from 'pino'
import { type ReadSettings, readDocument, type WalkNode } from '../audit/read-document.ts'
import { storeDocument } from '../audit/stored-document.ts'
import type { Job } from '../queue/queue.ts'
import type { Bundle, PartCost, PartResult, PartStore } from '../store/parts.ts'
import type { Store } from '../store/store.ts'
import type { ReadingDesk, ReadingRoom } from './reading-room.ts'

export interface BundleTools {
  store: Pick<Store, 'onCancel'> & { parts: Pick<PartStore, 'open' | 'attempt' | 'claim' | 'finish'> }
  room: ReadingRoom
  logger: Logger
}

/** A document over which so many workers have died is not begun again. */
const ATTEMPTS_LIMIT = 3

export async function readBundle(
  { data: { auditId, bundle }, signal: taken }: Pick<Job<{ auditId: string; bundle: number }>, 'data' | 'signal'>,
  { store, room, logger }: BundleTools,
): Promise<void> {
  const { parts } = store
  const job = await parts.open(auditId, bundle)
  if (job === undefined) return
  const over = new AbortController()
  const stopListening = await store.onCancel(auditId, () => over.abort(new Error('cancelled')))
  const deadline = setTimeout(() => over.abort(new Error('the audit is over')), Math.max(0, job.leftMs))
  try {
    const desk = await room.enter(auditId, job)
    await readParts(job, desk)
  } finally {
    clearTimeout(deadline)
    await stopListening()
  }

  async function readParts(job: Bundle, desk: ReadingDesk) {
    try {
      for (const part of job.parts) {
        if (over.signal.aborted) return
        const attempts = await parts.attempt(auditId, part.key)
        // Another worker has it by now, or nobody wants it any more.
        if (attempts === null) continue
        const isDeadly = attempts > ATTEMPTS_LIMIT
        if (isDeadly) logger.error({ audit: auditId, url: part.node.url }, 'workers die over this document')
        const signal = isDeadly ? AbortSignal.abort() : AbortSignal.any([taken, over.signal])
        const from = performance.now()
        const read = await readPart(part, desk.settings(signal))
        // What was cut short because this process stops is read again; by a cancelled audit it is wanted as it is.
        taken.throwIfAborted()
        const cost = { ms: performance.now() - from, ...desk.takeCost() }
        const { heavy, result } = toResult(part.node, read, cost)
        await parts.finish(auditId, part.key, isDeadly ? { ...result, deaths: attempts - 1 } : result, heavy)
      }
    } finally {
      desk.leave()
    }
  }

  async function readPart({ node, ordinal }: Bundle['parts'][number], settings: ReadSettings) {
    let address = node.url
    const document = await readDocument(node, settings, async (finalUrl) => {
      address = finalUrl
      return finalUrl === node.url || (await parts.claim(auditId, finalUrl, ordinal))
    })
    return document === 'read-elsewhere' ? { elsewhere: address } : storeDocument(document)
  }
}

function toResult(
  { url }: WalkNode,
  read: { elsewhere: string } | ReturnType<typeof storeDocument>,
  cost: PartCost,
): { result: PartResult; heavy: Uint8Array | null } {
  if ('elsewhere' in read) return { result: { url, read, cost }, heavy: null }
  return { result: { url, read: { light: read.light }, cost }, heavy: read.heavy }
}
