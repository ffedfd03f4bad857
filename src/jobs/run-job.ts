/**
 * One job of the queue: the audit is taken from the store, run, and its end written exactly once. An audit ends as
 * failed only by our own fault, and never because this process stops: then it is handed back.
 */
import type { Logger } from 'pino'
import type { EarlierDocuments, Found } from '../audit/tools.ts'
import type { AuditOptions, AuditResult, Problem, Progress } from '../model/audit.ts'
import type { Report } from '../model/report.ts'
import { HandedBackError } from '../queue/queue.ts'
import { SealError } from '../store/seal.ts'
import type { AuditEnding, Store } from '../store/store.ts'
import { toProblem } from '../values/problem.ts'
import { concludeAudit } from './conclude-audit.ts'
import { openEarlier } from './open-earlier.ts'
import { createProgressSaver } from './save-progress.ts'
import { isOutage, untilStored } from './until-stored.ts'

/** What runs an audit, whatever it is made of. */
export type Audits = (
  /** `headers` with their values. */
  options: AuditOptions,
  tools: {
    auditId: string
    /** Cancels: the report so far is returned. */
    signal: AbortSignal
    onProgress(progress: Progress, partial: () => Report): void
    /** See AuditTools. */
    onFound(found: Found): void
    /** See AuditTools. */
    earlier: EarlierDocuments | null
  },
) => Promise<AuditResult>

/** What counts audits: `begin` for each one that is taken. */
export interface JobMeasures {
  begin(): {
    progress(progress: Progress): void
    /** Call once. `status` null: it was handed back, and has not ended. */
    end(status: AuditEnding['status'] | null, report: Report | null): void
  }
}

export interface JobTools {
  store: Pick<Store, 'audits' | 'history' | 'earlier' | 'onCancel'>
  runAudit: Audits
  /** @throws when what was sealed cannot be opened */
  openHeaders(sealed: string): Record<string, string>
  measures?: JobMeasures
  logger: Logger
}

/** @returns the handler of the queue's jobs */
export function createJobRunner({ store, runAudit, openHeaders, measures, logger }: JobTools) {
  const { audits } = store

  /** What the next audit is to compare with is settled by the end of this one; that it fails costs but space. */
  async function forgetEarlier(auditId: string, log: Logger): Promise<void> {
    try {
      await store.earlier.settle(auditId)
    } catch (error) {
      log.warn({ err: error }, 'earlier documents could not be removed')
    }
  }

  return async function runJob(auditId: string, taken: AbortSignal): Promise<void> {
    if (!(await audits.start(auditId))) return
    const audit = await audits.find(auditId)
    if (!audit) return
    const log = logger.child({ audit: auditId, domain: audit.domain })
    log.info('audit started')
    const measure = measures?.begin()
    let ended: { status: AuditEnding['status']; report: Report | null } | null = null

    const cancelling = new AbortController()
    const saver = createProgressSaver(
      (progress, partial, events) => audits.saveProgress(auditId, progress, partial, events),
      (error) => log.warn({ err: error }, 'progress could not be saved'),
    )
    const stopListening = await store.onCancel(auditId, () => cancelling.abort(new Error('cancelled')))
    try {
      const sealed = await audits.sealedHeaders(auditId)
      const headers = sealed === null ? {} : openHeaders(sealed)
      const result = await runAudit(
        { ...audit.options, headers },
        {
          auditId,
          signal: AbortSignal.any([taken, cancelling.signal]),
          onProgress(progress, partial) {
            measure?.progress(progress)
            saver.take(progress, partial)
          },
          onFound: saver.found,
          earlier: await openEarlier(store, auditId, log),
        },
      )
      taken.throwIfAborted()
      const isCancelled = cancelling.signal.aborted
      const keep = <T>(ask: () => Promise<T>) =>
        untilStored(ask, taken, (error) =>
          log.error({ err: error }, 'the end of an audit cannot be written: it is tried again'),
        )
      const { failures, ...conclusion } = isCancelled
        ? { report: result.report, failures: [] }
        : await keep(() => concludeAudit(store, audit, result))
      taken.throwIfAborted()
      for (const failure of [...(result.failures ?? []), ...failures])
        log.error(failure, 'a rule failed and was left out')
      const { report } = conclusion
      await saver.finish(report)
      const status = isCancelled ? 'cancelled' : 'succeeded'
      const { unread, history } = result
      const ending: AuditEnding = { status, ...conclusion, unread, ...(history && { history }), error: null }
      await keep(() => audits.finish(auditId, ending))
      ended = { status, report }
      if (!isCancelled) await forgetEarlier(auditId, log)
      log.info({ status, verdict: report.verdict }, 'audit ended')
    } catch (error) {
      await saver.stop()
      if (taken.aborted) {
        log.info('audit handed back')
        if (taken.reason instanceof HandedBackError) await audits.handBack(auditId)
        throw taken.reason
      }
      if (isOutage(error)) {
        log.error({ err: error }, 'audit interrupted: it will run again')
        await audits.handBack(auditId).catch(() => {})
        throw error
      }
      log.error({ err: error }, 'audit failed')
      await audits.finish(auditId, { status: 'failed', report: null, error: describeFailure(error) })
      ended = { status: 'failed', report: null }
    } finally {
      measure?.end(ended?.status ?? null, ended?.report ?? null)
      await stopListening()
    }
  }
}

/** What went wrong inside stays in the log: it may speak of what is none of the caller's business. */
function describeFailure(error: unknown): Problem {
  if (error instanceof SealError) {
    const detail = 'The request headers of this audit were sealed with another SECRET_KEY.'
    return toProblem('HEADERS_UNREADABLE', 500, 'The request headers cannot be read', detail)
  }
  const detail =
    'The audit was ended by a fault of the service, not of the site. The log has it under the id of the audit.'
  return toProblem('INTERNAL', 500, 'The service failed', detail)
}
