/** What is due becomes one audit, and the queue has what the table has. */
import '#test/support/quick-pglite.ts'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { findDue, runSchedule } from '#src/duties/run-schedule.ts'
import { keepSchedules, reconcileSchedules } from '#src/duties/schedules.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { type Channels, openChannels } from '#src/queue/channels.ts'
import { openQueue } from '#src/queue/open-queue.ts'
import type { Queue } from '#src/queue/queue.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import type { NewSchedule } from '#src/store/schedules.ts'
import { openBackends } from '#test/support/backends.ts'
import { createFakeQueue } from '#test/support/fake-store.ts'
import { makeReport } from '#test/support/sample-report.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

const MINUTE_MS = 60_000
/** The whole minute an hour from now: what falls due then was planned before. */
const SOON_MS = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 60 * MINUTE_MS
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'

function newSchedule(changes: Partial<NewSchedule> = {}): NewSchedule {
  const domain = changes.domain ?? 'a.example'
  return {
    domain,
    options: { ...AUDIT_DEFAULTS, domain, pages: 7 },
    sealedHeaders: 'v1.sealed',
    cron: '* * * * *',
    timezone: 'UTC',
    isPaused: false,
    ...changes,
  }
}

describe.each(backends.all)('schedules on $name', ({ create }) => {
  let store: OpenStore
  let boss: Queue
  let channels: Channels
  const errors: Error[] = []
  beforeAll(async () => {
    const onError = (error: Error) => void errors.push(error)
    store = await openStore(await create(), onError)
    boss = await openQueue({ link: store.link, concurrency: 1, auditTimeoutMs: 60_000, onError })
    channels = await openChannels(boss, { bundleTimeoutMs: 60_000 })
  })
  afterAll(async () => {
    await boss.stop(0)
    await store.close()
    expect(errors).toEqual([])
  })
  afterEach(async () => {
    for (const { id } of (await store.schedules.list({}, { limit: 1_000, cursor: null })).items) {
      await store.schedules.remove(id)
    }
    await reconcileSchedules({ store, channels })
  })

  /** Runs what is due `minutes` after SOON_MS, by the database's own clock. */
  async function run(id: string, minutes: number, seconds = 3) {
    const queue = createFakeQueue()
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
    const clock = async () => new Date(SOON_MS + minutes * MINUTE_MS + seconds * 1_000)
    await runSchedule({ store: { ...store, schedules: { ...store.schedules, clock } }, queue, channels, logger }, id)
    return { jobs: queue.jobs, lines }
  }
  async function end(id: string) {
    await store.audits.start(id)
    await store.audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })
  }

  test('a due time becomes one audit with the options and the headers of the schedule', async () => {
    const { id } = await store.schedules.insert(newSchedule())
    const { jobs, lines } = await run(id, 0)
    expect(jobs).toHaveLength(1)
    expect(lines).toEqual(['scheduled audit queued'])
    const audit = await store.audits.find(jobs[0]?.id ?? '')
    expect(audit).toMatchObject({ status: 'queued', domain: 'a.example', options: { pages: 7 } })
    expect(await store.audits.sealedHeaders(audit?.id ?? '')).toBe('v1.sealed')
    expect(await store.schedules.find(id)).toMatchObject({ lastAuditId: audit?.id, lastSkippedAt: null })
    const unended = await store.audits.listUnended()
    expect(unended).toContainEqual({ id: audit?.id, domain: 'a.example', priority: 5 })
  })

  test('however often and wherever it is run, also when the first attempt died before its job, and later', async () => {
    const { id } = await store.schedules.insert(newSchedule())
    const dead = await store.schedules.startDue(id, new Date(SOON_MS))
    expect(dead.outcome).toBe('started')
    const all = await Promise.all([0, 1, 20, 57].map((seconds) => run(id, 0, seconds)))
    const ids = all.flatMap(({ jobs }) => jobs.map((job) => job.id))
    expect(ids).toHaveLength(4)
    expect(new Set(ids)).toEqual(new Set([dead.outcome === 'started' && dead.audit.id]))
    await end(ids[0] ?? '')
    expect((await run(id, 0)).jobs.map((job) => job.id)).toEqual([ids[0]])
    const next = await run(id, 1)
    expect(next.jobs).toHaveLength(1)
    expect(ids).not.toContain(next.jobs[0]?.id)
  })

  test('a clock that is a moment behind does not run the time before once more', async () => {
    const { id } = await store.schedules.insert(newSchedule())
    const [first] = (await run(id, 0)).jobs
    await end(first?.id ?? '')
    const [second] = (await run(id, 1, -1)).jobs
    expect(second?.id).not.toBe(first?.id)
    expect((await run(id, 1, 1)).jobs).toEqual([second])
  })

  test('is passed over, and said so, while the audit before has not ended', async () => {
    const { id } = await store.schedules.insert(newSchedule())
    const [first] = (await run(id, 0)).jobs
    const passed = await run(id, 1)
    expect(passed).toEqual({ jobs: [], lines: ['schedule passed over: its audit before has not ended'] })
    await store.audits.start(first?.id ?? '')
    expect((await run(id, 2)).jobs).toEqual([])
    expect(await store.schedules.find(id)).toMatchObject({
      lastAuditId: first?.id,
      lastSkippedAt: new Date(SOON_MS + 2 * MINUTE_MS).toISOString(),
    })
    await end(first?.id ?? '')
    expect((await run(id, 3)).jobs).toHaveLength(1)
  })

  test('is not made up for when nobody worked on it for long', async () => {
    const { id } = await store.schedules.insert(newSchedule({ cron: '0 4 * * *' }))
    const passed = await run(id, 24 * 60 + minutesTo(4) + 16)
    expect(passed).toEqual({ jobs: [], lines: ['schedule passed over: it was due while nothing ran'] })
    expect((await run(id, 24 * 60 + minutesTo(4) + 14)).jobs).toHaveLength(1)
  })

  test('is none of a schedule that is gone, paused, or was planned anew behind it', async () => {
    expect((await run(UNKNOWN_ID, 0)).jobs).toEqual([])
    expect((await run('x', 0)).jobs).toEqual([])
    const { id } = await store.schedules.insert(newSchedule({ isPaused: true }))
    expect((await run(id, 0)).jobs).toEqual([])
    await store.schedules.update(id, newSchedule())
    // The minute before it was resumed: pg-boss still counts it as due.
    expect((await run(id, -61)).jobs).toEqual([])
    expect((await run(id, 0)).jobs).toHaveLength(1)
  })

  test('a change of options alone does not lose the time that is due', async () => {
    const { id } = await store.schedules.insert(newSchedule())
    const before = await store.schedules.find(id)
    await store.schedules.update(id, newSchedule({ sealedHeaders: null }))
    const after = await store.schedules.find(id)
    expect(after?.updatedAt).not.toBe(before?.createdAt)
    const [job] = (await run(id, 0)).jobs
    expect(await store.audits.sealedHeaders(job?.id ?? '')).toBeNull()
  })

  test('the queue is brought in step with the table, whichever was written and the other not', async () => {
    const [missing, changed, paused, right] = await Promise.all([
      store.schedules.insert(newSchedule({ cron: '1 * * * *' })),
      store.schedules.insert(newSchedule({ cron: '2 * * * *', timezone: 'Asia/Tokyo' })),
      store.schedules.insert(newSchedule({ cron: '3 * * * *', isPaused: true })),
      store.schedules.insert(newSchedule({ cron: '4 * * * *' })),
    ])
    const plan = (id: string, cron: string, timezone: string) =>
      channels.schedules.schedule(id, cron, timezone, { scheduleId: id })
    await plan(changed.id, '2 * * * *', 'UTC')
    await plan(paused.id, '3 * * * *', 'UTC')
    await plan(UNKNOWN_ID, '5 * * * *', 'UTC')
    await plan(right.id, '4 * * * *', 'UTC')
    expect(await reconcileSchedules({ store, channels })).toBe(4)
    const expected = [
      { key: missing.id, cron: '1 * * * *', timezone: 'UTC' },
      { key: changed.id, cron: '2 * * * *', timezone: 'Asia/Tokyo' },
      { key: right.id, cron: '4 * * * *', timezone: 'UTC' },
    ]
    expect((await channels.schedules.scheduled()).toSorted((a, b) => (a.cron < b.cron ? -1 : 1))).toEqual(expected)
    expect(await reconcileSchedules({ store, channels })).toBe(0)
  })

  test('more than a page of them are compared', async () => {
    const made = await Promise.all(Array.from({ length: 1_005 }, () => store.schedules.insert(newSchedule())))
    expect(await reconcileSchedules({ store, channels })).toBe(made.length)
    expect(await channels.schedules.scheduled()).toHaveLength(made.length)
    expect(await reconcileSchedules({ store, channels })).toBe(0)
    for (const { id } of made) await store.schedules.remove(id)
    expect(await reconcileSchedules({ store, channels })).toBe(made.length)
  })
})

test('the newest due time of the last minutes is found, and none that lies back', () => {
  const every = (ms: number) => (from: Date) => new Date(Math.floor(from.getTime() / ms) * ms + ms)
  const at = (text: string) => Date.parse(`2026-03-01T${text}Z`)
  expect(findDue(every(MINUTE_MS), at('12:00:30'))).toEqual(new Date(at('12:00:00')))
  expect(findDue(every(60 * MINUTE_MS), at('12:14:59'))).toEqual(new Date(at('12:00:00')))
  expect(findDue(every(60 * MINUTE_MS), at('12:15:01'))).toBeUndefined()
  expect(findDue(() => undefined, at('12:00:00'))).toBeUndefined()
})

/** From SOON_MS back to this hour of its day, in minutes. */
function minutesTo(hour: number): number {
  const midnight = Math.floor(SOON_MS / (24 * 60 * MINUTE_MS)) * 24 * 60 * MINUTE_MS
  return (midnight + hour * 60 * MINUTE_MS - SOON_MS) / MINUTE_MS
}

const isPatient = process.env['LONG'] !== undefined
if (!isPatient) console.info('Schedules by the clock of the wall take minutes: npm run test:long has them.')

describe.skipIf(!isPatient)('by the clock of the wall', () => {
  test.each(backends.all)(
    'schedules of the same minute are each run once on $name, whatever the number of processes',
    async ({ name, create }) => {
      const settings = await create()
      const errors: Error[] = []
      const onError = (error: Error) => void errors.push(error)
      const open = async () => {
        const store = await openStore(settings, onError)
        const queue = await openQueue({ link: store.link, concurrency: 1, auditTimeoutMs: 60_000, onError })
        const channels = await openChannels(queue, { bundleTimeoutMs: 60_000 })
        const config = {} as never
        const end = await keepSchedules({ config, store, queue, channels, logger: pino({ level: 'silent' }) } as never)
        return {
          store,
          channels,
          async close() {
            await end()
            await queue.stop(0)
            await store.close()
          },
        }
      }
      const processes = [await open()]
      if (name === 'PostgreSQL') processes.push(await open(), await open())
      const [{ store, channels }] = processes as [(typeof processes)[number]]
      const ids: string[] = []
      for (let i = 0; i < 5; i++) {
        const { id } = await store.schedules.insert(newSchedule({ domain: `d${i}.example` }))
        await channels.schedules.schedule(id, '* * * * *', 'UTC', { scheduleId: id })
        ids.push(id)
      }
      const audits = async () => (await store.audits.list({}, { limit: 100, cursor: null })).items
      await expect.poll(async () => (await audits()).length, { timeout: 100_000, interval: 500 }).toBe(5)
      const first = await audits()
      expect(new Set(first.map(({ domain }) => domain)).size).toBe(5)
      for (const { id } of first) {
        await store.audits.start(id)
        await store.audits.finish(id, { status: 'failed', report: null, error: null })
      }
      await expect.poll(async () => (await audits()).length, { timeout: 100_000, interval: 500 }).toBe(10)
      const minutes = (await audits()).map(({ domain, createdAt }) => `${domain} ${createdAt.slice(0, 16)}`)
      expect(new Set(minutes).size).toBe(10)
      expect(errors).toEqual([])
      for (const one of processes) await one.close()
    },
    300_000,
  )
})
