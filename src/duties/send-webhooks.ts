/**
 * Webhooks of ended audits are put into the queue, and sent. That one is due is written in the transaction that ends the
 * audit; its job has the id of the audit, so that it is made once however many processes see that it is due.
 */
import { createPoster } from '../fetch/post.ts'
import { TryAgainError } from '../queue/queue.ts'
import { createDelivery } from './deliver-webhook.ts'
import type { Duty } from './duty.ts'
import { keepLooking } from './look.ts'

const CONCURRENCY = 4
/** Many audits may end within it. */
const GATHER_MS = 100
/** For what was missed: by a process that died, in a gap of the listening. */
const LOOK_EVERY_MS = 60_000
const PAGE = 1_000
/** After so long a job that is still due may have been lost, and is made again where it was. */
const FORGET_AFTER_MS = 3_600_000

export const sendWebhooks: Duty = async ({ config, store, channels, logger }) => {
  if (config.webhookSecret === null) {
    const [due] = await store.webhooks.listDue(null, 1)
    if (due !== undefined) logger.warn('webhooks wait to be sent, and WEBHOOK_SECRET is not set here')
    return async () => {}
  }
  const poster = createPoster(config.fetch)
  const deliver = createDelivery({ store, poster, secret: config.webhookSecret, now: Date.now, logger })

  /** Audits that have ended since the last look. */
  let ended: string[] = []
  /** Those whose jobs this process has made: one that is retried for hours is due all the time. */
  let made = new Set<string>()
  let forgottenMs = performance.now()

  async function makeJobs(auditIds: readonly string[]): Promise<void> {
    const fresh = auditIds.filter((auditId) => !made.has(auditId))
    await channels.webhooks.sendAll(fresh.map((auditId) => ({ data: { auditId }, id: auditId })))
    for (const auditId of fresh) made.add(auditId)
  }

  const looking = keepLooking(
    async (isWhole) => {
      const hinted = ended
      ended = []
      if (!isWhole) return makeJobs(await store.webhooks.filterDue(hinted))
      if (performance.now() - forgottenMs > FORGET_AFTER_MS) {
        made = new Set()
        forgottenMs = performance.now()
      }
      for (let after: string | null = null; ; ) {
        const due = await store.webhooks.listDue(after, PAGE)
        await makeJobs(due)
        if (due.length < PAGE) return
        after = due.at(-1) ?? null
      }
    },
    {
      gatherMs: GATHER_MS,
      everyMs: LOOK_EVERY_MS,
      onError: (error) => logger.error({ err: error }, 'webhooks could not be looked for'),
    },
  )
  const stopListening = store.onEnded((auditId) => {
    if (auditId === null) return looking.hintWhole()
    ended.push(auditId)
    looking.hint()
  })
  const stopping = new AbortController()
  await channels.webhooks.work(CONCURRENCY, (job) =>
    deliver({ ...job, signal: AbortSignal.any([job.signal, stopping.signal]) }),
  )
  return async () => {
    stopListening()
    stopping.abort(new TryAgainError('this process stops'))
    await looking.stop()
    await poster.close()
  }
}
