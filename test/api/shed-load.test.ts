/** Load is shed by the delay of this very event loop, which the tests block in earnest. */
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLoopLoad, type LoopLoad } from '#src/api/loop-load.ts'
import { createServiceMetrics } from '#src/service-metrics.ts'
import { createTestApp } from './test-app.ts'

function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Long ticks, with what waits let in between them. */
async function keepBusy(forMs: number, tickMs: number): Promise<void> {
  for (const until = performance.now() + forMs; performance.now() < until; await delay(1)) block(tickMs)
}

const isTrue = async (condition: () => boolean, withinMs: number) => {
  for (const until = performance.now() + withinMs; performance.now() < until && !condition(); ) await delay(20)
  return condition()
}

const always = (isOver: boolean): LoopLoad => ({ isOver: () => isOver, start() {}, stop() {} })

describe('the event loop', () => {
  test('is late when long ticks go on, and in time when they have ended', async () => {
    const changes: boolean[] = []
    const load = createLoopLoad({ limitMs: 60, lookMs: 50, onChange: (isOver) => changes.push(isOver) })
    load.start()
    try {
      await keepBusy(1_500, 250)
      expect(load.isOver()).toBe(true)
      expect(await isTrue(() => !load.isOver(), 10_000)).toBe(true)
      // It did not flap on the way.
      expect(changes).toEqual([true, false])
    } finally {
      load.stop()
    }
  }, 30_000)

  test('is not late by one long tick, however long', async () => {
    let isEverOver = false
    const load = createLoopLoad({
      limitMs: 200,
      lookMs: 100,
      onChange() {
        isEverOver = true
      },
    })
    load.start()
    try {
      block(1_000)
      await delay(1_000)
      expect(isEverOver).toBe(false)
    } finally {
      load.stop()
    }
  }, 30_000)
})

describe('a process that is late', () => {
  test('refuses what is expensive with 503 and says when to come back', async () => {
    const metrics = createServiceMetrics('1.2.3')
    const { app, store, uploads } = createTestApp({}, { load: always(true), measures: metrics.api })
    const expensive = [
      { method: 'POST', url: '/audit', payload: { domain: 'blog.example' } },
      { method: 'POST', url: '/audit', payload: { domain: 'blog.example' }, headers: { prefer: 'wait=5' } },
      { method: 'POST', url: '/validate', payload: 'x' },
      { method: 'POST', url: '/batches', payload: { domains: ['blog.example'] } },
      { url: '/audits/x/report.html' },
      { url: '/audits/x/report.sarif' },
      { url: '/audits/x', headers: { accept: 'text/markdown' } },
    ] as const
    for (const request of expensive) {
      const answer = await app.inject(request as never)
      expect([request.url, answer.statusCode, answer.headers['retry-after']]).toEqual([request.url, 503, '5'])
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(answer.json()).toMatchObject({ code: 'OVERLOADED', detail: expect.stringContaining('SHED_DELAY_MS') })
    }
    expect((await store.audits.list({}, { limit: 10, cursor: null })).items).toEqual([])
    expect(uploads).toEqual([])
    const { text } = await metrics.api.render()
    expect(text).toContain('sitemap_auditor_requests_shed_total{route="/audit"} 2')
    expect(text).toContain('sitemap_auditor_requests_shed_total{route="/audits/:id/report.html"} 1')
  })

  test('takes what is cheap, and what takes work away', async () => {
    const { app, post } = createTestApp({}, { load: always(true) })
    const started = await post({ domain: 'blog.example' }, { prefer: 'respond-async' })
    expect(started.statusCode).toBeLessThan(300)
    const { id } = started.json()
    for (const url of ['/healthz', '/readyz', '/metrics', '/audits', `/audits/${id}`, '/rules', '/openapi.json']) {
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200])
    }
    expect((await app.inject({ url: '/', headers: { accept: 'text/html' } })).statusCode).toBe(200)
    expect((await app.inject({ url: `/audits/${id}`, headers: { accept: 'text/html' } })).statusCode).toBe(200)
    expect((await app.inject({ method: 'DELETE', url: `/audits/${id}` })).statusCode).toBeLessThan(300)
  })

  test('asks for a key before it says so', async () => {
    const apiKeys = [{ name: null, role: 'admin' as const, key: 'key-admin' }]
    const { post } = createTestApp({ apiKeys }, { load: always(true) })
    expect((await post({ domain: 'blog.example' })).statusCode).toBe(401)
    expect((await post({ domain: 'blog.example' }, { authorization: 'Bearer key-admin' })).statusCode).toBe(503)
  })
})

test('the service itself sheds while its loop is blocked, answers healthz all the same, and takes audits again', async () => {
  const { app, post, get } = createTestApp({}, { load: createLoopLoad({ limitMs: 60, lookMs: 50 }) })
  await app.ready()
  expect((await post({ domain: 'blog.example' })).statusCode).toBe(200)
  await keepBusy(1_500, 250)
  expect((await post({ domain: 'blog.example' })).json().code).toBe('OVERLOADED')
  expect((await get('/healthz')).statusCode).toBe(200)
  let status = 503
  for (const until = performance.now() + 10_000; performance.now() < until && status === 503; await delay(100)) {
    status = (await post({ domain: 'blog.example' })).statusCode
  }
  expect(status).toBe(200)
}, 30_000)

test('a limit of 0 is never passed', async () => {
  const load = createLoopLoad({ limitMs: 0, lookMs: 10 })
  load.start()
  await keepBusy(800, 100)
  expect(load.isOver()).toBe(false)
  load.stop()
})
