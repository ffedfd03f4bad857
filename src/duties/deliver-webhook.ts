/** One webhook: what is sent, and what becomes of it. */
import type { Logger } from 'pino'
import type { Poster, PostOutcome } from '../fetch/post.ts'
import type { Audit } from '../model/audit.ts'
import { type Job, TryAgainError } from '../queue/queue.ts'
import type { Store } from '../store/store.ts'
import { signWebhook } from './sign-webhook.ts'

export interface DeliveryTools {
  store: { audits: Pick<Store['audits'], 'find'>; webhooks: Store['webhooks'] }
  poster: Pick<Poster, 'post'>
  secret: string
  /** Unix ms. */
  now(): number
  logger: Logger
}

/** RFC 9110, 15.5.11: the receiver is gone, and means it. */
const GONE = 410

/**
 * The handler of webhook jobs. A webhook is sent at least once: when the process dies between the answer and the note of
 * it, it is sent again.
 * @throws TryAgainError when it shall be sent again later
 */
export function createDelivery({ store, poster, secret, now, logger }: DeliveryTools) {
  return async function deliver({ data: { auditId }, isLastAttempt, signal }: Job<{ auditId: string }>): Promise<void> {
    const [isDue] = await store.webhooks.filterDue([auditId])
    const audit = isDue && (await store.audits.find(auditId))
    if (!audit || audit.options.webhook === null) return
    const { webhook } = audit.options
    // Path and query may hold a secret: the log has the origin alone.
    const log = logger.child({ audit: auditId, receiver: URL.parse(webhook)?.origin ?? null })

    const body = JSON.stringify(toMessage(audit))
    const headers = { 'content-type': 'application/json', 'x-signature': signWebhook(secret, body, now()) }
    const outcome = await poster.post(webhook, { headers, body, signal })
    if (outcome.kind === 'cancelled') throw signal.reason
    const why = describeFailure(outcome)
    if (why === null) {
      await store.webhooks.settle(auditId, 'sent')
      log.info('webhook sent')
      return
    }
    const isFinal = outcome.kind === 'refused' || (outcome.kind === 'answer' && outcome.status === GONE)
    if (!isFinal && !isLastAttempt) {
      log.info({ why }, 'webhook not taken; it is sent again later')
      throw new TryAgainError(why)
    }
    await store.webhooks.settle(auditId, 'failed')
    log.warn({ why }, 'webhook given up')
  }
}

/** @returns null for a success */
function describeFailure(outcome: Exclude<PostOutcome, { kind: 'cancelled' }>): string | null {
  if (outcome.kind !== 'answer') return outcome.detail
  if (outcome.status >= 200 && outcome.status <= 299) return null
  const isRedirect = outcome.status >= 300 && outcome.status <= 399
  return `the answer has status ${outcome.status}${isRedirect ? ', and redirects are not followed' : ''}`
}

/** What is sent: the audit as GET /audits/{id} shows it, but for what may be long. */
export function toMessage(audit: Audit): { event: string; audit: object } {
  const { report, ...head } = audit
  if (report === null) return { event: `audit.${audit.status}`, audit: { ...head, report } }
  const { documents: _documents, pages: _pages, ...rest } = report
  return { event: `audit.${audit.status}`, audit: { ...head, report: rest } }
}
