/** A store and a queue in memory, for tests of what stands above them. */
import { gateAtEnd } from '#src/audit/gate.ts'
import type { Audit, AuditStatus, Progress } from '#src/model/audit.ts'
import type { DocumentReport, Report } from '#src/model/report.ts'
import type { Channels } from '#src/queue/channels.ts'
import type { Channel, Queue } from '#src/queue/queue.ts'
import { countFindingsOf } from '#src/store/count-findings.ts'
import type { AuditSummary, Page, PageRequest, Store } from '#src/store/store.ts'

const NO_PROGRESS: Progress = { stage: 'discover', documents: [0, 0], pages: [0, 0], entries: 0, bytes: 0 }

export interface FakeStore extends Store {
  /** Waits that have not ended. */
  waiting(): number
  /** Ends an audit as a worker would. */
  end(
    id: string,
    status: 'succeeded' | 'failed' | 'cancelled',
    report?: Report | null,
    unread?: DocumentReport[],
  ): Promise<void>
  isBroken: boolean
}

export function createFakeStore(now = () => Date.parse('2026-03-01T12:00:00Z')): FakeStore {
  const audits = new Map<string, Audit>()
  const keys = new Map<string, string>()
  const children = new Map<string, readonly DocumentReport[]>()
  const sealed = new Map<string, string | null>()
  const listeners = new Set<() => void>()
  let last = 0

  const page = <T>(items: T[], { limit, cursor }: PageRequest): Page<T> => {
    const start = cursor === null ? 0 : Number(cursor.slice(1))
    if (Number.isNaN(start)) throw Object.assign(new Error('bad cursor'), { code: 'INVALID_CURSOR', field: 'cursor' })
    return {
      items: items.slice(start, start + limit),
      next: start + limit < items.length ? `c${start + limit}` : null,
    }
  }
  const change = (id: string, to: Partial<Audit>) => {
    const audit = audits.get(id)
    if (audit) audits.set(id, { ...audit, ...to })
  }
  const hasEnded = (id: string) => !['queued', 'running'].includes(audits.get(id)?.status ?? 'cancelled')
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const summary = ({ report, options: _options, ...audit }: Audit): AuditSummary => ({
    ...audit,
    verdict: report?.verdict ?? null,
    summary: report?.summary ?? null,
  })

  const store: FakeStore = {
    isBroken: false,
    waiting: () => listeners.size,
    async end(id, status, report = null, unread = []) {
      await store.audits.start(id)
      const error = { type: 'about:blank', title: 'x', status: 500, detail: 'x', code: 'INTERNAL' }
      await store.audits.finish(id, { status, report, unread, error: status === 'failed' ? error : null })
    },
    audits: {
      async insert({ domain, options, sealedHeaders, idempotencyKey }) {
        const known = idempotencyKey === null ? undefined : audits.get(keys.get(idempotencyKey) ?? '')
        if (known) return { audit: known, isNew: false }
        const id = `00000000-0000-7000-8000-${String(++last).padStart(12, '0')}`
        const audit: Audit = {
          id,
          domain,
          options: structuredClone(options),
          status: 'queued',
          createdAt: new Date(now() + last).toISOString(),
          startedAt: null,
          finishedAt: null,
          progress: NO_PROGRESS,
          report: null,
          error: null,
          gate: null,
        }
        audits.set(id, audit)
        sealed.set(id, sealedHeaders)
        if (idempotencyKey !== null) keys.set(idempotencyKey, id)
        return { audit, isNew: true }
      },
      find: async (id) => audits.get(id),
      async findHead(id) {
        const audit = audits.get(id)
        const report = audit?.report && { ...audit.report, documents: [], pages: [], findings: [] }
        return audit && { ...audit, report: report ?? null }
      },
      async list({ domain, status, verdict, since }, request) {
        const found = [...audits.values()]
          .filter((audit) => domain === undefined || audit.domain === domain)
          .filter((audit) => status === undefined || audit.status === status)
          .filter((audit) => verdict === undefined || audit.report?.verdict === verdict)
          .filter((audit) => since === undefined || audit.createdAt >= since)
          .toReversed()
        return page(found.map(summary), request)
      },
      async findings(id, { rule, severity, document }, request) {
        const found = (audits.get(id)?.report?.findings ?? [])
          .filter((finding) => rule === undefined || finding.rule === rule)
          .filter((finding) => severity === undefined || finding.severity === severity)
          .filter((finding) => document === undefined || finding.document === document)
        return page(found, request)
      },
      async counts(id, { document }) {
        const audit = audits.get(id)
        return audit && countFindingsOf(audit.report?.findings ?? [], document)
      },
      pages: async (id, request) => page(audits.get(id)?.report?.pages ?? [], request),
      async documents(id, { parent, url, isAttempted = null }, request) {
        const all = audits.get(id)?.report?.documents ?? []
        const found = url === undefined ? all : all.filter((document) => document.url === url)
        if (parent === '')
          return page(
            found.filter((document) => document.parent === null),
            request,
          )
        if (parent === undefined) return page(found, request)
        const entryOf = ({ via }: DocumentReport) => Number(via.slice(parent.length + 1))
        const attempted = isAttempted === false ? [] : found
        const unread = isAttempted === true ? [] : (children.get(id) ?? [])
        const listed = [...attempted, ...unread].filter((document) => document.parent === parent)
        return page(
          listed.toSorted((one, other) => entryOf(one) - entryOf(other)),
          request,
        )
      },
      sealedHeaders: async (id) => sealed.get(id) ?? null,
      async start(id) {
        if (hasEnded(id)) return false
        change(id, { status: 'running', startedAt: new Date(now()).toISOString() })
        return true
      },
      async saveProgress(id, progress, partial) {
        if (!hasEnded(id)) change(id, { progress, ...(partial ? { report: partial } : {}) })
      },
      async finish(id, { status, report, unread = [], error, gate }) {
        if (hasEnded(id)) return false
        children.set(id, unread)
        const judged = gateAtEnd(audits.get(id)?.options.gate ?? null, status, report, gate)
        change(id, { status, report, error, gate: judged, finishedAt: new Date(now()).toISOString() })
        sealed.delete(id)
        tell()
        return true
      },
      async cancel(id): Promise<AuditStatus | undefined> {
        const before = audits.get(id)?.status
        if (before === 'queued') await store.audits.finish(id, { status: 'cancelled', report: null, error: null })
        return before
      },
      async remove(id) {
        if (!audits.has(id) || !hasEnded(id)) return false
        for (const [key, of] of keys) if (of === id) keys.delete(key)
        return audits.delete(id)
      },
      async handBack(id) {
        if (!hasEnded(id)) change(id, { status: 'queued', startedAt: null })
      },
      listUnended: async () =>
        [...audits.values()].filter(({ id }) => !hasEnded(id)).map((audit) => ({ ...audit, priority: 0 })),
      hasEnded: async (id) => hasEnded(id),
      isCancelRequested: async () => false,
      countWaiting: async () => [...audits.values()].filter(({ status }) => status === 'queued').length,
    },
    webhooks: notFaked<Store['webhooks']>(),
    batches: notFaked<Store['batches']>({ find: async () => undefined }),
    schedules: notFaked<Store['schedules']>({ findWhole: async () => undefined }),
    retention: notFaked<Store['retention']>(),
    hosts: { open: () => null },
    earlier: { open: async () => null, settle: async () => {} },
    parts: notFaked<Store['parts']>(),
    events: notFaked(),
    history: notFaked<Store['history']>(),
    async whenEnded(id, signal) {
      if (hasEnded(id) || signal.aborted) return
      await new Promise<void>((resolve) => {
        const done = () => {
          if (!hasEnded(id) && !signal.aborted) return
          listeners.delete(done)
          resolve()
        }
        listeners.add(done)
        signal.addEventListener('abort', done, { once: true })
      })
    },
    onEnded: () => () => {},
    onCancel: async () => async () => {},
    async ping() {
      if (store.isBroken) throw new Error('the database does not answer')
    },
    close: async () => {},
  }
  return store
}

/** A member that tests of the API use on the real store. */
function notFaked<T extends object>(faked: Partial<T> = {}): T {
  const throwing = () => {
    throw new Error('not faked')
  }
  return new Proxy(faked as T, { get: (target, name) => Reflect.get(target, name) ?? throwing })
}

/** Takes jobs and keeps none. */
export function createFakeChannel<T extends object>(): Channel<T> {
  return {
    send: async () => {},
    sendAll: async () => {},
    work: async () => {},
    schedule: async () => {},
    unschedule: async () => {},
    scheduled: async () => [],
    preview: () => [],
  }
}

export function createFakeChannels(): Channels {
  return {
    schedules: createFakeChannel(),
    webhooks: createFakeChannel(),
    batches: createFakeChannel(),
    bundles: createFakeChannel(),
  }
}

export interface FakeQueue extends Queue {
  jobs: { id: string; domain: string }[]
  isBroken: boolean
  /** Called for each job that comes in. */
  onJob: (id: string) => void
}

export function createFakeQueue(): FakeQueue {
  const queue: FakeQueue = {
    jobs: [],
    isBroken: false,
    onJob: () => {},
    async enqueue(audit) {
      if (queue.isBroken) throw new Error('the queue does not answer')
      queue.jobs.push(audit)
      queue.onJob(audit.id)
    },
    async enqueueAll(audits) {
      for (const audit of audits) await queue.enqueue(audit)
    },
    work: async () => {},
    open: async () => createFakeChannel(),
    depths: async () => ({ audit: { waiting: queue.jobs.length, active: 0 } }),
    async ping() {
      if (queue.isBroken) throw new Error('the queue does not answer')
    },
    stop: async () => {},
  }
  return queue
}
