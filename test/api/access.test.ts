import { describe, expect, test } from 'vitest'
import type { ApiKey } from '#src/api/dependencies.ts'
import { createTestApp } from './test-app.ts'

const apiKeys: ApiKey[] = [
  { name: 'dashboard', role: 'read', key: 'key-read' },
  { name: 'ci', role: 'run', key: 'key-run' },
  { name: null, role: 'admin', key: 'key-admin' },
]

describe('API keys', () => {
  test.each(['/healthz', '/readyz'])('%s is open', async (url) => {
    const { get } = createTestApp({ apiKeys })
    expect((await get(url)).statusCode).toBe(200)
  })

  test.each([
    '/audits',
    '/audits/x',
    '/rules',
    '/openapi.yaml',
    '/openapi.json',
    '/docs',
    '/docs/static/swagger-ui.css',
    '/nowhere',
  ])('%s needs a key', async (url) => {
    const { get } = createTestApp({ apiKeys })
    const answer = await get(url)
    expect(answer.statusCode).toBe(401)
    expect(answer.json().code).toBe('UNAUTHORIZED')
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="sitemap-auditor"')
  })

  test.each(['Bearer wrong', 'Bearer key-read2', 'Bearer key-rea', 'Bearer key-read key-read'])(
    '"%s" is not known',
    async (authorization) => {
      const { get } = createTestApp({ apiKeys })
      const answer = await get('/rules', { authorization })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
    },
  )

  test.each(['key-read', 'Basic key-read', 'Bearer', 'Bearer '])('"%s" is no key', async (authorization) => {
    const { get } = createTestApp({ apiKeys })
    expect((await get('/rules', { authorization })).statusCode).toBe(401)
  })

  test.each(['Bearer key-read', 'bearer key-read', 'BEARER  key-run', 'Bearer key-admin'])(
    '"%s" may read',
    async (authorization) => {
      const { get } = createTestApp({ apiKeys })
      expect((await get('/rules', { authorization })).statusCode).toBe(200)
    },
  )

  test('the role read may not start an audit, check a file or cancel', async () => {
    const { app } = createTestApp({ apiKeys })
    const headers = { authorization: 'Bearer key-read' }
    for (const [method, url] of [
      ['POST', '/audit'],
      ['POST', '/validate'],
      ['DELETE', '/audits/x'],
    ] as const) {
      const answer = await app.inject({ method, url, headers })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({
        code: 'FORBIDDEN',
        detail: 'This needs the role run; the key has the role read.',
      })
    }
  })

  test('the role run may start an audit', async () => {
    const { post } = createTestApp({ apiKeys })
    expect((await post({ domain: 'blog.example' }, { authorization: 'Bearer key-run' })).statusCode).toBe(200)
  })

  test('a body is not read before its sender is known', async () => {
    const { app, uploads } = createTestApp({ apiKeys })
    expect((await app.inject({ method: 'POST', url: '/validate', payload: 'x' })).statusCode).toBe(401)
    expect((await app.inject({ method: 'POST', url: '/audit', payload: '{' })).statusCode).toBe(401)
    expect(uploads).toEqual([])
  })
})

describe('the rate limit', () => {
  test('refuses with 429 and says when to come back', async () => {
    const { get } = createTestApp({ rateLimit: 2 })
    expect((await get('/rules')).headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' })
    await get('/nowhere')
    const answer = await get('/rules')
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/)
    expect(answer.json()).toMatchObject({
      code: 'RATE_LIMITED',
      detail: expect.stringMatching(/^At most 2 requests a minute/),
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await get('/healthz')).statusCode).toBe(200)
  })

  test('counts each key for itself, and those without one by their address', async () => {
    const { get } = createTestApp({ rateLimit: 1, apiKeys })
    const status = async (authorization?: string) =>
      (await get('/rules', authorization ? { authorization } : {})).statusCode
    expect(await status('Bearer key-read')).toBe(200)
    expect(await status('Bearer key-run')).toBe(200)
    expect(await status('Bearer key-read')).toBe(429)
    expect(await status('Bearer guess-1')).toBe(401)
    expect(await status('Bearer guess-2')).toBe(429)
  })

  test('of 0 is none', async () => {
    const { get } = createTestApp({ rateLimit: 0 })
    expect((await get('/rules')).headers).not.toHaveProperty('ratelimit-limit')
  })
})

test.each(['/rules', '/nowhere', '/audits?x=1'])('%s has the headers of a careful service', async (url) => {
  const { get } = createTestApp()
  expect((await get(url)).headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})
