import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createLogger } from '#src/api/logger.ts'
import { createTestApp } from './test-app.ts'

describe('health', () => {
  test('/healthz is 200 whatever the database does', async () => {
    const { get, store } = createTestApp()
    store.isBroken = true
    const answer = await get('/healthz')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok' })
  })

  test('/readyz is 200 when database and queue answer', async () => {
    const { get } = createTestApp()
    expect((await get('/readyz')).json()).toEqual({ status: 'ready', database: 'up', queue: 'up' })
  })

  test('/readyz names what does not answer', async () => {
    const { get, store, queue } = createTestApp()
    store.isBroken = true
    const answer = await get('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      code: 'NOT_READY',
      detail: 'Does not answer: database.',
      database: 'down',
      queue: 'up',
    })
    queue.isBroken = true
    expect((await get('/readyz')).json()).toMatchObject({
      detail: 'Does not answer: database, queue.',
      database: 'down',
      queue: 'down',
    })
  })

  test('/readyz does not wait for ever, nor for one after the other', async () => {
    const { get, store, queue } = createTestApp()
    store.ping = () => new Promise(() => {})
    queue.ping = () => new Promise(() => {})
    const startedMs = performance.now()
    expect((await get('/readyz')).statusCode).toBe(503)
    expect(performance.now() - startedMs).toBeLessThan(3_500)
  })
})

describe('the description', () => {
  test('is served as JSON and as YAML, both the same', async () => {
    const { get } = createTestApp()
    const json = await get('/openapi.json')
    const yaml = await get('/openapi.yaml')
    expect(json.json()).toMatchObject({ openapi: '3.1.1', info: { version: '1.2.3' } })
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect(parse(yaml.body)).toEqual(json.json())
  })

  test('is shown at /docs, by files of our own under a policy that allows no others', async () => {
    const { get } = createTestApp()
    const page = await get('/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(4)
    for (const address of addresses) {
      expect(address).toMatch(/^\/docs\/static\//)
      expect((await get(address)).statusCode).toBe(200)
    }
    expect(page.body).not.toMatch(/<script>|<style>/)
    expect((await get('/docs/json')).json()).toEqual((await get('/openapi.json')).json())
  })
})

describe('an address', () => {
  test('that does not exist is 404 as a problem', async () => {
    const { get } = createTestApp()
    const answer = await get('/nowhere?x')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })

  test.each([
    ['GET', '/audit', 'POST'],
    ['PUT', '/audits/x', 'DELETE, GET, HEAD'],
    ['POST', '/audits', 'GET, HEAD'],
    ['PATCH', '/validate', 'POST'],
    ['OPTIONS', '/rules/x', 'GET, HEAD'],
  ] as const)('%s %s is 405 and says what is allowed', async (method, url, allow) => {
    const { app } = createTestApp()
    const answer = await app.inject({ method, url })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe(allow)
    expect(answer.json().code).toBe('METHOD_NOT_ALLOWED')
  })

  test('that cannot be decoded is 400 as a problem', async () => {
    const { get } = createTestApp()
    const answer = await get('/audits/%zz')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe('REQUEST_MALFORMED')
  })

  test('that is far too long is 404', async () => {
    const { get } = createTestApp()
    expect((await get(`/audits/${'x'.repeat(5_000)}`)).statusCode).toBe(404)
  })
})

test('what is no HTTP is answered with a problem', async () => {
  const { app } = createTestApp()
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(url.port), url.hostname)
  socket.end('NONSENSE\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'REQUEST_MALFORMED', status: 400 })
})

describe('the log', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })

  test('has one JSON line for each event, without keys', async () => {
    const { get } = createTestApp({ apiKeys: [{ name: 'a', role: 'read', key: 'top-secret' }] }, { logger })
    await get('/rules', { authorization: 'Bearer top-secret' })
    logger.info({ headers: { authorization: 'Bearer top-secret' }, req: { headers: { cookie: 'top-secret' } } }, 'x')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('level')
    expect(lines.join('')).toContain('/rules')
    expect(lines.join('')).not.toContain('top-secret')
  })

  test('has the path of a request without its query', async () => {
    const { get } = createTestApp({}, { logger })
    lines.length = 0
    await get('/audits?domain=https://user:top-secret@shop.example')
    expect(lines.join('')).toContain('"path":"/audits"')
    expect(lines.join('')).not.toContain('top-secret')
  })

  test('never has a raw control character', () => {
    const value = 'a\u001b[31m\u0000\r\n\u007f\u0085\u009b2J\u2028b'
    lines.length = 0
    logger.info({ value, [value]: 1 }, value)
    expect(lines.join('').trimEnd()).not.toMatch(/[\p{Cc}\u2028]/u)
    expect(JSON.parse(lines.join(''))).toMatchObject({ value, msg: value })
  })

  test('tells our own faults and hides them from the client', async () => {
    const { get, store } = createTestApp({}, { logger })
    lines.length = 0
    store.audits.find = () => Promise.reject(new Error('connection to 10.0.0.5 lost'))
    const answer = await get('/audits/x')
    expect(answer.statusCode).toBe(500)
    expect(answer.json().code).toBe('INTERNAL')
    expect(answer.body).not.toContain('10.0.0.5')
    expect(lines.join('')).toContain('connection to 10.0.0.5 lost')
  })

  test.for(['ECONNREFUSED', 'ECONNRESET'])('sends clients back later while the database is away, %s', async (code) => {
    const { get, store } = createTestApp()
    const error = Object.assign(new Error(`read ${code} 10.0.0.5`), { code, syscall: 'read' })
    store.audits.find = () => Promise.reject(error)
    const answer = await get('/audits/x')
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '10' } })
    expect(answer.json()).toMatchObject({ code: 'NOT_READY', detail: 'The database does not answer. Try again later.' })
  })
})
