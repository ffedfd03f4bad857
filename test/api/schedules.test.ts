/** Schedules over HTTP, on the store and the queue as they are in earnest. */
import '#test/support/quick-pglite.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Schedule } from '#src/model/schedule.ts'
import { type Channels, openChannels } from '#src/queue/channels.ts'
import { openQueue } from '#src/queue/open-queue.ts'
import type { Queue } from '#src/queue/queue.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { createFakeQueue } from '../support/fake-store.ts'
import { createTestApp } from './test-app.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let store: OpenStore
let boss: Queue
let channels: Channels
const errors: Error[] = []

beforeAll(async () => {
  const onError = (error: Error) => void errors.push(error)
  store = await openStore({ databaseUrl: null, dataDir: 'memory' }, onError)
  boss = await openQueue({ link: store.link, concurrency: 1, auditTimeoutMs: 60_000, onError })
  channels = await openChannels(boss, { bundleTimeoutMs: 60_000 })
})
afterAll(async () => {
  await boss.stop(0)
  await store.close()
  expect(errors).toEqual([])
})

function createScheduleApp(config: Parameters<typeof createTestApp>[0] = {}) {
  const queue = createFakeQueue()
  queue.onJob = () => {}
  const made = createTestApp({ maxQueue: 100, ...config }, { store, queue, channels })
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) =>
    made.app.inject({ method, url, headers, ...(payload && { payload }) })
  return {
    ...made,
    queue,
    send,
    async create(body: object): Promise<Schedule> {
      const answer = await send('POST', '/schedules', body)
      expect(answer.json()).not.toHaveProperty('code')
      expect(answer.statusCode).toBe(201)
      return answer.json()
    },
  }
}

const nightly = { domain: 'Night.Example', cron: '30 4 * * *' }
const queued = async (id: string) => (await channels.schedules.scheduled()).find(({ key }) => key === id)

test('a schedule is made, read, listed, changed, paused and removed', async () => {
  const { send, get } = createScheduleApp()
  const answer = await send('POST', '/schedules', {
    ...nightly,
    timezone: 'Europe/Berlin',
    options: { children: 'all' },
  })
  expect(answer.statusCode).toBe(201)
  const schedule = answer.json()
  const url = `/schedules/${schedule.id}`
  expect(answer.headers['location']).toBe(url)
  expect(schedule).toMatchObject({
    domain: 'Night.Example',
    cron: '30 4 * * *',
    timezone: 'Europe/Berlin',
    paused: false,
    lastAuditId: null,
    lastSkippedAt: null,
    options: { children: 'all', pages: 20, gate: null },
  })
  expect(schedule.options).not.toHaveProperty('domain')
  const berlin = new Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin', timeStyle: 'short' })
  expect(berlin.format(new Date(schedule.next))).toBe('04:30')
  expect(Date.parse(schedule.next) - Date.now()).toBeLessThan(25 * 3_600_000)
  expect((await get(url)).json()).toEqual(schedule)
  expect((await get('/schedules?domain=https://night.example/')).json()).toEqual({ items: [schedule], next: null })
  expect((await get('/schedules?domain=other.example')).json().items).toEqual([])
  expect(await queued(schedule.id)).toMatchObject({ cron: '30 4 * * *', timezone: 'Europe/Berlin' })

  const changed = await send('PUT', url, { ...nightly, cron: ' 0  5 * * 1-5 ' })
  expect(changed.json()).toMatchObject({ cron: '0 5 * * 1-5', timezone: 'UTC', options: { children: 3 } })
  expect(changed.json().next).toMatch(/T05:00:00\.000Z$/)
  expect(await queued(schedule.id)).toMatchObject({ cron: '0 5 * * 1-5', timezone: 'UTC' })

  const paused = await send('PUT', url, { ...nightly, paused: true })
  expect(paused.json()).toMatchObject({ paused: true, next: null })
  expect(await queued(schedule.id)).toBeUndefined()

  expect((await send('DELETE', url)).statusCode).toBe(204)
  for (const gone of [await get(url), await send('DELETE', url), await send('PUT', url, nightly)]) {
    expect(gone.json()).toMatchObject({ status: 404, code: 'SCHEDULE_NOT_FOUND' })
  }
})

test('the list is read page by page, and a cursor of another list is refused', async () => {
  const { create, get } = createScheduleApp()
  const ids: string[] = []
  for (let i = 0; i < 45; i++) ids.push((await create({ ...nightly, domain: 'pages.example' })).id)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query = `domain=pages.example&limit=22${cursor === null ? '' : `&cursor=${cursor}`}`
    const page: { items: Schedule[]; next: string | null } = (await get(`/schedules?${query}`)).json()
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== null)
  expect(seen).toEqual(ids.toReversed())
  const first = (await get('/schedules?limit=1')).json()
  const other = await get(`/audits?cursor=${first.next}`)
  expect(other.json()).toMatchObject({ code: 'PARAMETER_INVALID', field: 'cursor' })
  expect((await get('/schedules?status=x')).json()).toMatchObject({ code: 'PARAMETER_UNKNOWN', field: 'status' })
})

test('what is answered can be sent back, and changes nothing', async () => {
  const { create, send } = createScheduleApp()
  const before = await create({
    domain: 'http://back.example:8080',
    cron: '@weekly',
    timezone: 'Asia/Tokyo',
    options: {
      sitemaps: ['https://back.example/a.xml'],
      gate: { failOn: 'warning' },
      suppress: [{ rule: 'loc-too-long', reason: 'known' }],
      headers: { 'X-Login': 'secret' },
    },
  })
  const { domain, cron, timezone, options, paused } = before
  const after = await send('PUT', `/schedules/${before.id}`, { domain, cron, timezone, options, paused })
  expect(after.json()).toEqual({ ...before, updatedAt: expect.any(String) })
  expect((await store.schedules.findWhole(before.id))?.sealedHeaders).toBe('sealed:{"X-Login":"secret"}')
})

test.each([
  ['cron', { cron: '' }],
  ['cron', { cron: '* * * *' }],
  ['cron', { cron: '* * * * * *' }],
  ['cron', { cron: '61 * * * *' }],
  ['cron', { cron: '0 0 30 2 *' }],
  ['cron', { cron: 'H 4 * * *' }],
  ['cron', { cron: '@secondly' }],
  ['cron', { cron: 'FREQ=DAILY' }],
  ['cron', { cron: `${'1,'.repeat(150)}1 * * * *` }],
  ['cron', { cron: 5 }],
  ['timezone', { timezone: 'Europe/Bonn' }],
  ['timezone', { timezone: '+02:00' }],
  ['timezone', { timezone: '' }],
  ['domain', { domain: 'user@night.example' }],
  ['domain', { domain: 'localhost' }],
  ['paused', { paused: 'yes' }],
  ['options.pages', { options: { pages: -1 } }],
  ['options.domain', { options: { domain: 'other.example' } }],
  ['options.gate.failOn', { options: { gate: { failOn: 'x' } } }],
  ['options.baseline', { options: { baseline: 'x' } }],
  ['options.sitemaps[0]', { options: { sitemaps: ['ftp://x'] } }],
  ['options.suppress[0].rule', { options: { suppress: [{ rule: 'none', reason: 'x' }] } }],
  ['options.headers.Host', { options: { headers: { Host: 'x' } } }],
  ['options.headers.X-A', { options: { headers: { 'X-A': '***' } } }],
  ['when', { when: 'x' }],
])('a wrong %s is 400 and named: %j', async (field, wrong) => {
  const { send } = createScheduleApp()
  const answer = await send('POST', '/schedules', { ...nightly, ...wrong })
  expect(answer.json()).toMatchObject({ status: 400, field })
})

describe('header values', () => {
  const withHeaders = (headers: object, domain = 'login.example') => ({ ...nightly, domain, options: { headers } })
  const sealedOf = async (id: string) => (await store.schedules.findWhole(id))?.sealedHeaders

  test('are never shown, are kept where *** is sent, and changed where a value is', async () => {
    const { create, send } = createScheduleApp()
    const made = await create(withHeaders({ 'X-One': 'first', 'X-Two': 'second' }))
    expect(made.options.headers).toEqual({ 'X-One': '***', 'X-Two': '***' })
    const url = `/schedules/${made.id}`
    const answer = await send('PUT', url, withHeaders({ 'x-one': '***', 'X-Two': 'changed' }))
    expect(answer.body).not.toMatch(/first|second|changed/)
    expect(await sealedOf(made.id)).toBe('sealed:{"x-one":"first","X-Two":"changed"}')
    const unknown = await send('PUT', url, withHeaders({ 'X-Three': '***' }))
    expect(unknown.json()).toMatchObject({ code: 'FIELD_INVALID', field: 'options.headers.X-Three' })
    await send('PUT', url, { ...nightly, domain: 'login.example' })
    expect(await sealedOf(made.id)).toBeNull()
  })

  test.each(['other.example', 'login.example:8443', 'http://login.example', 'https://login.example'])(
    'of login.example are not kept for %s',
    async (domain) => {
      const { create, send } = createScheduleApp()
      const { id } = await create(withHeaders({ 'X-One': 'first' }))
      const answer = await send('PUT', `/schedules/${id}`, withHeaders({ 'X-One': '***' }, domain))
      expect(answer.json()).toMatchObject({ status: 400, field: 'options.headers.X-One' })
      expect(answer.json().detail).toMatch(/another domain/)
      expect(await sealedOf(id)).toBe('sealed:{"X-One":"first"}')
    },
  )

  test('that cannot be opened any more must be given anew', async () => {
    const { create } = createScheduleApp()
    const { id } = await create(withHeaders({ 'X-One': 'first' }))
    const { send } = createScheduleApp({
      openHeaders() {
        throw new Error('sealed with another key')
      },
    })
    const answer = await send('PUT', `/schedules/${id}`, withHeaders({ 'X-One': '***' }))
    expect(answer.json()).toMatchObject({ status: 400, field: 'options.headers' })
  })
})

describe('run now', () => {
  test('makes an audit with the options of the schedule, also of a paused one', async () => {
    const { create, send, get, queue } = createScheduleApp()
    const schedule = await create({
      ...nightly,
      paused: true,
      options: { pages: 7, headers: { 'X-A': 'b' }, gate: { failOn: 'never' } },
    })
    const answer = await send('POST', `/schedules/${schedule.id}/run`)
    expect(answer.statusCode).toBe(202)
    const audit = answer.json()
    expect(answer.headers['location']).toBe(`/audits/${audit.id}`)
    expect(audit).toMatchObject({
      status: 'queued',
      domain: 'night.example',
      options: { domain: 'Night.Example', pages: 7, headers: { 'X-A': '***' }, gate: { failOn: 'never' } },
    })
    expect(queue.jobs).toEqual([{ id: audit.id, domain: 'night.example', priority: 10 }])
    expect(await store.audits.sealedHeaders(audit.id)).toBe('sealed:{"X-A":"b"}')
    expect((await get(`/schedules/${schedule.id}`)).json()).toMatchObject({ lastAuditId: audit.id, paused: true })
  })

  test('takes no body: what stood in it would not count', async () => {
    const { create, send } = createScheduleApp()
    const { id } = await create(nightly)
    const answer = await send('POST', `/schedules/${id}/run`, { pages: 3 })
    expect(answer.json()).toMatchObject({ status: 400, code: 'FIELD_UNKNOWN', field: 'pages' })
    expect((await send('POST', `/schedules/${id}/run`, {})).statusCode).toBe(202)
  })

  test('is once for one Idempotency-Key', async () => {
    const { create, send } = createScheduleApp()
    const { id } = await create(nightly)
    const run = async (key: string) =>
      (await send('POST', `/schedules/${id}/run`, undefined, { 'idempotency-key': key })).json().id
    expect(await run('one')).toBe(await run('one'))
    expect(await run('two')).not.toBe(await run('one'))
  })

  test('of none is 404, and with a full queue 429', async () => {
    const { create, send } = createScheduleApp({ maxQueue: 1 })
    expect((await send('POST', '/schedules/x/run')).json()).toMatchObject({ code: 'SCHEDULE_NOT_FOUND' })
    const { id } = await create(nightly)
    await createScheduleApp().send('POST', `/schedules/${id}/run`)
    const full = await send('POST', `/schedules/${id}/run`)
    expect(full.statusCode).toBe(429)
    expect(full.headers['retry-after']).toBe('30')
  })
})

test('reading needs the role read, changing run, removing admin', async () => {
  const apiKeys = (['read', 'run', 'admin'] as const).map((role) => ({ name: role, role, key: role }))
  const { send, get } = createScheduleApp({ apiKeys })
  const as = (role: string) => ({ authorization: `Bearer ${role}` })
  expect((await send('POST', '/schedules', nightly, as('read'))).statusCode).toBe(403)
  const { id } = (await send('POST', '/schedules', nightly, as('run'))).json()
  const url = `/schedules/${id}`
  expect((await get(url, as('read'))).statusCode).toBe(200)
  expect((await send('PUT', url, nightly, as('read'))).statusCode).toBe(403)
  expect((await send('POST', `${url}/run`, undefined, as('read'))).statusCode).toBe(403)
  expect((await send('DELETE', url, undefined, as('run'))).statusCode).toBe(403)
  expect((await send('DELETE', url, undefined, as('admin'))).statusCode).toBe(204)
})

test('a schedule is made also while the queue does not answer: it hears of it later', async () => {
  const silent = async () => {
    throw new Error('the queue does not answer')
  }
  const broken = { ...channels, schedules: { ...channels.schedules, schedule: silent, unschedule: silent } }
  const { app, get } = createTestApp({}, { store, channels: broken })
  const answer = await app.inject({ method: 'POST', url: '/schedules', payload: nightly })
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json()
  expect((await get(`/schedules/${id}`)).statusCode).toBe(200)
  expect(await queued(id)).toBeUndefined()
})
