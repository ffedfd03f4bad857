import { expect, test } from 'vitest'
import { limitBody } from '#src/api/limit-body.ts'
import { isApiError, PROBLEMS, type ProblemCode } from '#src/api/problems.ts'
import { createTestApp, type TestApp } from './test-app.ts'

type Answer = {
  statusCode: number
  json(): { code: string; status: number; type: string; title: string; detail: string }
}

const good = { domain: 'blog.example' }
const apiKeys = [{ name: 'a', role: 'read' as const, key: 'k' }]

/** How each code of the table is reached; a code without a way does not compile. */
const WAYS: Record<ProblemCode, (made: TestApp) => Promise<Answer>> = {
  BODY_MALFORMED: ({ app }) =>
    app.inject({ method: 'POST', url: '/audit', headers: { 'content-type': 'application/json' }, payload: '{' }),
  async BODY_INCOMPLETE() {
    const next = () => Promise.reject(new Error('aborted'))
    const source = { [Symbol.asyncIterator]: () => ({ next }) }
    const error = await limitBody(source, 10)
      .next()
      .catch((error: unknown) => error)
    if (!isApiError(error)) throw error
    return { statusCode: error.problem.status, json: () => error.problem }
  },
  FIELD_UNKNOWN: ({ post }) => post({ ...good, x: 1 }),
  FIELD_MISSING: ({ post }) => post({}),
  FIELD_INVALID: ({ post }) => post({ ...good, pages: '1' }),
  PARAMETER_UNKNOWN: ({ get }) => get('/rules?x=1'),
  PARAMETER_INVALID: ({ get }) => get('/audits?limit=x'),
  HEADER_INVALID: ({ post }) => post(good, { 'idempotency-key': 'two words' }),
  DOMAIN_INVALID: ({ post }) => post({ domain: 'a@b' }),
  TARGET_NOT_ALLOWED: ({ post }) => post({ domain: 'localhost' }),
  NOT_AVAILABLE: ({ post }) => post({ ...good, webhook: 'https://ci.example/' }),
  REQUEST_MALFORMED: ({ get }) => get('/audits/%zz'),
  UNAUTHORIZED: () => createTestApp({ apiKeys }).get('/rules'),
  FORBIDDEN: () => createTestApp({ apiKeys }).post(good, { authorization: 'Bearer k' }),
  NOT_FOUND: ({ get }) => get('/nowhere'),
  AUDIT_NOT_FOUND: ({ get }) => get('/audits/x'),
  SCHEDULE_NOT_FOUND: ({ get }) => get('/schedules/x'),
  BATCH_NOT_FOUND: ({ get }) => get('/batches/x'),
  async BASELINE_NOT_FOUND({ get, post, store }) {
    store.history.findPrevious = async () => undefined
    return await get(`/audits/${(await post(good)).json().id}/diff`)
  },
  async NO_REPORT({ post, get, queue }) {
    queue.onJob = () => {}
    const { location } = (await post(good, { prefer: 'respond-async' })).headers
    return get(`${location}/report.html`)
  },
  async AUDIT_NOT_COMPARABLE({ get, post, queue }) {
    queue.onJob = () => {}
    return await get(`/audits/${(await post(good, { prefer: 'respond-async' })).json().id}/diff`)
  },
  RULE_NOT_FOUND: ({ get }) => get('/rules/x'),
  METHOD_NOT_ALLOWED: ({ get }) => get('/audit'),
  BODY_TOO_LARGE: ({ post }) => post({ domain: 'x'.repeat(2_000_000) }),
  MEDIA_TYPE_UNSUPPORTED: ({ post }) => post('x', { 'content-type': 'text/plain' }),
  async IDEMPOTENCY_KEY_REUSED({ post }) {
    await post(good, { 'idempotency-key': 'k' })
    return await post({ domain: 'shop.example' }, { 'idempotency-key': 'k' })
  },
  async RATE_LIMITED() {
    const { get } = createTestApp({ rateLimit: 1 })
    await get('/rules')
    return await get('/rules')
  },
  async QUEUE_FULL() {
    const { post, queue } = createTestApp({ maxQueue: 1 })
    queue.onJob = () => {}
    await post(good, { prefer: 'wait=0' })
    return await post(good)
  },
  INTERNAL({ get, store }) {
    store.audits.list = () => Promise.reject(new Error('x'))
    return get('/audits')
  },
  TOO_MANY_UPLOADS() {
    return createTestApp({}, { uploadLimit: 0 }).app.inject({ method: 'POST', url: '/validate', payload: 'x' })
  },
  TOO_MANY_STREAMS() {
    const { get, store } = createTestApp({}, { streamLimit: 0 })
    store.events.read = async () => ({ status: 'running', progress: {} as never, lastSeq: 0, events: [] })
    return get('/audits/x/events')
  },
  OVERLOADED() {
    const load = { isOver: () => true, start() {}, stop() {} }
    return createTestApp({}, { load }).post(good)
  },
  NOT_READY({ get, store }) {
    store.isBroken = true
    return get('/readyz')
  },
}

test.each(Object.keys(PROBLEMS) as ProblemCode[])('%s is answered with its own status, in sentences', async (code) => {
  const answer = await WAYS[code](createTestApp())
  const { status, title } = PROBLEMS[code]
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ code, status, title, type: `urn:sitemap-auditor:problem:${code}` })
  expect(answer.json().detail).toMatch(/^["A-Z].*\.$/)
})
