import '#test/support/quick-pglite.ts'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Audits, createJobRunner } from '#src/jobs/run-job.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { HandedBackError } from '#src/queue/queue.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { createSealer } from '#src/store/seal.ts'
import { makeDocument, makeReport, makeResult } from '#test/support/sample-report.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const sealer = createSealer('a secret of some length')
const never = new AbortController().signal
let store: OpenStore
beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir: 'memory' }, console.error)
})
afterAll(() => store.close())

async function insert(sealedHeaders: string | null = null) {
  const options = { ...AUDIT_DEFAULTS, domain: 'a.example', headers: { authorization: '***' } }
  const { audit } = await store.audits.insert({ domain: 'a.example', options, sealedHeaders, idempotencyKey: null })
  return audit.id
}
const runnerFor = (runAudit: Audits) =>
  createJobRunner({ store, runAudit, openHeaders: sealer.open, logger: pino({ level: 'silent' }) })

describe('a job', () => {
  test('that is carried through ends its audit with the report and the last progress', async () => {
    const id = await insert()
    const progress = { stage: 'done', documents: [2, 2], pages: [1, 1], entries: 5, bytes: 9 } as const
    await runnerFor(async (_options, { onProgress }) => {
      onProgress({ ...progress, documents: [2, 2], pages: [1, 1] }, makeReport)
      return makeResult()
    })(id, never)
    expect(await store.audits.find(id)).toMatchObject({ status: 'succeeded', progress, report: { verdict: 'fail' } })
  })

  test('keeps the children that were not attempted beside the report', async () => {
    const id = await insert()
    const [parent, url] = ['https://a.example/index.xml', 'https://a.example/1.xml']
    const unread = [makeDocument({ url, finalUrl: url, via: `${parent}#1`, parent, depth: 1, outcome: 'skipped' })]
    await runnerFor(async () => ({ ...makeResult(), unread }))(id, never)
    const page = { limit: 5, cursor: null }
    expect((await store.audits.documents(id, { parent }, page)).items).toEqual(unread)
    expect((await store.audits.find(id))?.report?.documents).toEqual(makeReport().documents)
  })

  test('shows progress and the report so far while it runs', async () => {
    const id = await insert()
    const proceed = Promise.withResolvers<void>()
    const running = runnerFor(async (_options, { onProgress }) => {
      onProgress({ stage: 'walk', documents: [1, 2], pages: [0, 0], entries: 5, bytes: 9 }, () =>
        makeReport({ notes: ['so far'] }),
      )
      await proceed.promise
      return makeResult()
    })(id, never)
    await expect
      .poll(() => store.audits.find(id), { timeout: 3_000 })
      .toMatchObject({ status: 'running', progress: { stage: 'walk' }, report: { notes: ['so far'] } })
    proceed.resolve()
    await running
  })

  test('has the headers as they were given, and the store forgets them', async () => {
    const id = await insert(sealer.seal({ authorization: 'Basic secret' }))
    let seen: unknown
    await runnerFor(async ({ headers }) => {
      seen = headers
      return makeResult()
    })(id, never)
    expect(seen).toEqual({ authorization: 'Basic secret' })
    expect(await store.audits.sealedHeaders(id)).toBeNull()
    expect((await store.audits.find(id))?.options.headers).toEqual({ authorization: '***' })
  })

  test('whose headers cannot be opened fails by saying so', async () => {
    const id = await insert(createSealer('another secret of length').seal({}))
    await runnerFor(async () => makeResult())(id, never)
    expect(await store.audits.find(id)).toMatchObject({ status: 'failed', error: { code: 'HEADERS_UNREADABLE' } })
  })

  test('that breaks ends its audit as failed, and tells nothing of its inside', async () => {
    const id = await insert()
    await runnerFor(async () => {
      throw new Error('secret path /etc')
    })(id, never)
    const audit = await store.audits.find(id)
    expect(audit).toMatchObject({ status: 'failed', report: null, error: { code: 'INTERNAL', status: 500 } })
    expect(JSON.stringify(audit)).not.toContain('/etc')
  })

  test('whose audit is cancelled keeps the partial report', async () => {
    const id = await insert()
    const begun = Promise.withResolvers<void>()
    const running = runnerFor(async (_options, { signal }) => {
      begun.resolve()
      await delay(60_000, undefined, { signal }).catch(() => {})
      return makeResult({ notes: ['cut short'] })
    })(id, never)
    await begun.promise
    expect(await store.audits.cancel(id)).toBe('running')
    await running
    expect(await store.audits.find(id)).toMatchObject({ status: 'cancelled', report: { notes: ['cut short'] } })
  })

  test('that is taken away leaves its audit unended, and hands it back when this process stops', async () => {
    for (const [reason, status] of [
      [new HandedBackError('stop'), 'queued'],
      [new Error('another worker has it'), 'running'],
    ] as const) {
      const id = await insert()
      const taking = new AbortController()
      const running = runnerFor(async (_options, { signal }) => {
        await delay(60_000, undefined, { signal }).catch(() => {})
        return makeResult()
      })(id, taking.signal)
      await delay(30)
      taking.abort(reason)
      await expect(running).rejects.toBe(reason)
      expect(await store.audits.find(id)).toMatchObject({ status, report: null })
    }
  })

  test('of an audit that has ended or been cancelled meanwhile does nothing', async () => {
    const id = await insert()
    await store.audits.cancel(id)
    let runs = 0
    const run = runnerFor(async () => {
      runs++
      return makeResult()
    })
    await run(id, never)
    await run('01900000-0000-7000-8000-000000000000', never)
    expect(runs).toBe(0)
  })
})
