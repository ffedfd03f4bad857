import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { createFinding, createReport } from './sample-report.ts'
import { createTestApp } from './test-app.ts'

const fails = createReport({ verdict: 'fail', findings: [createFinding()] })

describe('POST /audit', () => {
  test('waits for the audit and answers it', async () => {
    const { post, queue } = createTestApp()
    const answer = await post({ domain: 'blog.example' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const audit = answer.json()
    expect(answer.headers.location).toBe(`/audits/${audit.id}`)
    expect(audit).toMatchObject({
      domain: 'blog.example',
      status: 'succeeded',
      gate: null,
      report: { verdict: 'pass' },
    })
    expect(audit.options).toEqual({ ...AUDIT_DEFAULTS, domain: 'blog.example' })
    expect(queue.jobs).toEqual([{ id: audit.id, domain: 'blog.example', priority: 20 }])
    expect(answer.headers).not.toHaveProperty('preference-applied')
  })

  test('answers 202 at once with Prefer: respond-async', async () => {
    const { post, queue, store } = createTestApp()
    queue.onJob = () => {}
    const answer = await post({ domain: 'blog.example' }, { prefer: 'respond-async' })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ status: 'queued', report: null })
    expect(answer.headers).toMatchObject({
      location: `/audits/${answer.json().id}`,
      'retry-after': '2',
      'preference-applied': 'respond-async',
    })
    expect(store.waiting()).toBe(0)
  })

  test('answers 202 when the wait is over, and leaves nothing behind', async () => {
    const { post, queue, store } = createTestApp()
    queue.onJob = () => {}
    const answer = await post({ domain: 'blog.example' }, { prefer: 'wait=1' })
    expect(answer.statusCode).toBe(202)
    expect(answer.headers['preference-applied']).toBe('wait=1')
    expect(store.waiting()).toBe(0)
  })

  test('ignores a malformed Prefer header', async () => {
    const { post } = createTestApp()
    const answer = await post({ domain: 'blog.example' }, { prefer: 'wait=soon, =;' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).not.toHaveProperty('preference-applied')
  })

  test('answers 500 with the audit when it failed', async () => {
    const { post, queue, store } = createTestApp()
    queue.onJob = (id) => void store.end(id, 'failed')
    const answer = await post({ domain: 'blog.example' })
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toMatchObject({ status: 'failed', error: { code: 'INTERNAL' } })
  })

  test('stops waiting when the client leaves', async () => {
    const { app, queue, store } = createTestApp()
    queue.onJob = () => {}
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const client = new AbortController()
    const asked = fetch(`${url}/audit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"domain":"blog.example"}',
      signal: client.signal,
    }).catch((error: Error) => error.name)
    await expect.poll(() => store.waiting()).toBe(1)
    client.abort()
    expect(await asked).toBe('AbortError')
    await expect.poll(() => store.waiting()).toBe(0)
  })

  test('answers those who wait when the service closes', async () => {
    const { app, queue, store } = createTestApp()
    queue.onJob = () => {}
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const asked = fetch(`${url}/audit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"domain":"blog.example"}',
    })
    await expect.poll(() => store.waiting()).toBe(1)
    await app.close()
    expect((await asked).status).toBe(202)
  })

  test('takes what is not the default port into the domain', async () => {
    const { post } = createTestApp()
    const answer = await post({ domain: 'https://Blog.example:8443/path?x#y' })
    expect(answer.json().domain).toBe('blog.example:8443')
    expect(answer.json().options.domain).toBe('https://Blog.example:8443/path?x#y')
  })

  test('shows headers as *** and hands the sealed ones to the store', async () => {
    const { post, store } = createTestApp()
    const headers = { Authorization: 'Basic c2VjcmV0', 'X-Staging': '' }
    const answer = await post({ domain: 'blog.example', headers }, { prefer: 'respond-async' })
    expect(answer.json().options.headers).toEqual({ Authorization: '***', 'X-Staging': '***' })
    expect(answer.body).not.toContain('c2VjcmV0')
    const { queue, post: again, store: kept } = createTestApp()
    queue.onJob = () => {}
    const waiting = await again({ domain: 'blog.example', headers }, { prefer: 'respond-async' })
    expect(await kept.audits.sealedHeaders(waiting.json().id)).toBe(`sealed:${JSON.stringify(headers)}`)
    expect(await store.audits.sealedHeaders(answer.json().id)).toBeNull()
  })

  test('fills in the defaults of suppressions', async () => {
    const { post } = createTestApp()
    const suppress = [{ rule: 'loc-too-long', reason: 'a campaign' }]
    const answer = await post({ domain: 'blog.example', suppress })
    expect(answer.json().options.suppress).toEqual([
      { rule: 'loc-too-long', reason: 'a campaign', document: null, until: null },
    ])
  })
})

describe('a gate', () => {
  const run = async (gate: unknown, report = fails, status: 'succeeded' | 'cancelled' = 'succeeded') => {
    const { post, get, queue, store } = createTestApp()
    queue.onJob = (id) => void store.end(id, status, report)
    const answer = await post({ domain: 'blog.example', gate })
    expect((await get(answer.headers.location as string)).json()).toEqual(answer.json())
    return answer
  }

  test('that does not pass answers 422 with the audit', async () => {
    const answer = await run({})
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      status: 'succeeded',
      options: { gate: { failOn: 'error', maxEntryDrop: 0.2, unchecked: 'fail' } },
      gate: { passed: false, reasons: [`error loc-too-long: ${createFinding().message}`] },
    })
  })

  test('that passes answers 200 and says so', async () => {
    const answer = await run({ failOn: 'never' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().gate).toEqual({ passed: true, reasons: [] })
  })

  test('is not passed by an audit that was cancelled', async () => {
    const answer = await run({ failOn: 'never', unchecked: 'pass' }, createReport(), 'cancelled')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().gate.passed).toBe(false)
  })

  test('is not judged before the end', async () => {
    const { post, queue } = createTestApp()
    queue.onJob = () => {}
    const answer = await post({ domain: 'blog.example', gate: {} }, { prefer: 'respond-async' })
    expect(answer.json().gate).toBeNull()
  })
})

describe('Idempotency-Key', () => {
  const key = { 'idempotency-key': 'release-17' }

  test('makes a repeat answer the same audit', async () => {
    const { post, queue } = createTestApp()
    const first = await post({ domain: 'blog.example', pages: 5 }, key)
    const second = await post({ pages: 5, domain: 'blog.example' }, key)
    expect(second.json().id).toBe(first.json().id)
    expect(queue.jobs).toHaveLength(1)
  })

  test('of another body is refused', async () => {
    const { post } = createTestApp()
    await post({ domain: 'blog.example' }, key)
    const answer = await post({ domain: 'shop.example' }, key)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', field: 'Idempotency-Key' })
  })

  test('is each caller’s own', async () => {
    const { post } = createTestApp({
      apiKeys: [
        { name: 'a', role: 'run', key: 'ka' },
        { name: null, role: 'run', key: 'kb' },
      ],
    })
    const first = await post({ domain: 'blog.example' }, { ...key, authorization: 'Bearer ka' })
    const second = await post({ domain: 'blog.example' }, { ...key, authorization: 'Bearer kb' })
    expect(second.statusCode).toBe(200)
    expect(second.json().id).not.toBe(first.json().id)
  })

  test('of an audit whose job was never made has it made', async () => {
    const { post, store, queue } = createTestApp()
    queue.onJob = () => {}
    const body = { domain: 'blog.example' }
    const first = (await post(body, { ...key, prefer: 'respond-async' })).json()
    // As it is when the process died in between.
    queue.jobs.length = 0
    expect((await post(body, { ...key, prefer: 'respond-async' })).json().id).toBe(first.id)
    expect(queue.jobs.map(({ id }) => id)).toEqual([first.id])
    queue.isBroken = true
    expect((await post(body, { ...key, prefer: 'respond-async' })).statusCode).toBe(503)
    expect(await store.audits.find(first.id)).toMatchObject({ status: 'queued' })
  })

  test('finds its audit even when the queue is full', async () => {
    const { post, queue } = createTestApp({ maxQueue: 1 })
    queue.onJob = () => {}
    const nowait = { ...key, prefer: 'respond-async' }
    const first = await post({ domain: 'blog.example' }, nowait)
    expect((await post({ domain: 'blog.example' }, nowait)).json().id).toBe(first.json().id)
  })
})

describe('a queue', () => {
  test.each([{}, { 'idempotency-key': 'k' }])(
    'that is full refuses with 429 and says when to come back (%o)',
    async (more) => {
      const { post, get, queue } = createTestApp({ maxQueue: 1 })
      queue.onJob = () => {}
      await post({ domain: 'blog.example' }, { prefer: 'respond-async' })
      const answer = await post({ domain: 'shop.example' }, { prefer: 'respond-async', ...more })
      expect(answer.statusCode).toBe(429)
      expect(answer.headers['retry-after']).toBe('30')
      expect(answer.json().code).toBe('QUEUE_FULL')
      expect((await get('/audits')).json().items).toHaveLength(1)
    },
  )

  test('that does not answer leaves no audit that nobody will run', async () => {
    const { post, get, queue } = createTestApp()
    queue.isBroken = true
    const answer = await post({ domain: 'blog.example' })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().code).toBe('NOT_READY')
    expect((await get('/audits')).json().items).toEqual([])
  })
})

test('a wait of zero seconds does not wait', async () => {
  const { post, queue } = createTestApp()
  queue.onJob = () => {}
  const answer = await Promise.race([post({ domain: 'blog.example' }, { prefer: 'wait=0' }), delay(900)])
  expect(answer?.statusCode).toBe(202)
})
