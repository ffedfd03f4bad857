import { describe, expect, test } from 'vitest'
import { createTestApp } from './test-app.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const apiKeys = [
  { name: 'reader', role: 'read' as const, key: 'key-read' },
  { name: 'ci', role: 'run' as const, key: 'key-run' },
]
const OWN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

describe('a browser', () => {
  test.each(['/', '/audits', '/audits/x', '/audits/x/diff', '/domains/a.example', '/rules', '/schedules', '/batches'])(
    'gets the page of %s',
    async (url) => {
      const { get } = createTestApp()
      const answer = await get(url, { accept: BROWSER })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'Accept',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none';script-src 'self';/),
      })
      expect(answer.body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|\{\{/)
    },
  )

  test('gets every file that a page names, kept for ever under an address that changes with it', async () => {
    const { get } = createTestApp()
    const { body } = await get('/', { accept: BROWSER })
    const files = Array.from(body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g), ([, file]) => file as string)
    expect(files.length).toBeGreaterThan(8)
    for (const file of files) {
      const answer = await get(file)
      expect([file, answer.statusCode]).toEqual([file, 200])
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
    expect((await get(files[0]?.replace(/assets\/[^/]+/, 'assets/other') ?? '')).statusCode).toBe(404)
    expect((await get(`${files[0]}/../../../package.json`)).statusCode).toBe(404)
  })

  test('is told in a page that there is nothing at an address', async () => {
    const { get } = createTestApp()
    const answer = await get('/nowhere', { accept: BROWSER })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('text/html')
  })
})

test.each([undefined, '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0.1, application/json'])(
  'a client that accepts %s gets JSON',
  async (accept) => {
    const { get } = createTestApp()
    const answer = await get('/rules', accept === undefined ? {} : { accept })
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers.vary).toBe('Accept')
  },
)

describe('with API keys', () => {
  test('pages and their files are open, and what they show is not', async () => {
    const { get } = createTestApp({ apiKeys })
    expect((await get('/', { accept: BROWSER })).statusCode).toBe(200)
    expect((await get('/rules', { accept: BROWSER })).statusCode).toBe(200)
    expect((await get('/rules')).statusCode).toBe(401)
  })

  test('a browser that comes to the documentation is asked for the key', async () => {
    const { get } = createTestApp({ apiKeys })
    const answer = await get('/docs', { accept: BROWSER })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['content-type']).toContain('text/html')
  })

  async function open(key: string, headers: Record<string, string> = OWN) {
    const { app } = createTestApp({ apiKeys })
    const answer = await app.inject({ method: 'POST', url: '/session', payload: { key }, headers })
    const line = String(answer.headers['set-cookie'] ?? '')
    return { app, answer, line, cookie: line.split(';')[0] ?? '' }
  }

  test('a session stands for its key, with its role', async () => {
    const { app, answer, line, cookie } = await open('key-read')
    expect(answer.statusCode).toBe(204)
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/)
    expect(line).not.toContain('key-read')
    expect((await app.inject({ url: '/rules', headers: { cookie } })).statusCode).toBe(200)
    expect((await app.inject({ url: '/docs', headers: { cookie, accept: BROWSER } })).statusCode).toBeLessThan(400)
    const start = await app.inject({
      method: 'POST',
      url: '/audit',
      payload: { domain: 'a.example' },
      headers: { ...OWN, cookie },
    })
    expect(start.json().code).toBe('FORBIDDEN')
  })

  test('the cookie is Secure where the page came over https', async () => {
    const { line } = await open('key-read', { ...OWN, origin: 'https://localhost:80' })
    expect(line).toMatch(/; Secure$/)
  })

  test('a wrong key opens no session, and guessing counts', async () => {
    expect((await open('key-wrong')).answer.json().code).toBe('UNAUTHORIZED')
    const { app } = createTestApp({ apiKeys, rateLimit: 1 })
    const guess = () => app.inject({ method: 'POST', url: '/session', payload: { key: 'x' }, headers: OWN })
    expect((await guess()).statusCode).toBe(401)
    expect((await guess()).statusCode).toBe(429)
  })

  test('another site cannot use a session to change anything', async () => {
    const { app, cookie } = await open('key-run')
    const start = async (headers: Record<string, string>) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/audit',
        payload: { domain: 'a.example' },
        headers: { cookie, host: 'audits.example', 'content-type': 'application/json', ...headers },
      })
      return answer.statusCode
    }
    expect(await start({ 'sec-fetch-site': 'cross-site' })).toBe(401)
    expect(await start({ 'sec-fetch-site': 'same-site' })).toBe(401)
    expect(await start({ origin: 'https://evil.example' })).toBe(401)
    expect(await start({ origin: 'null' })).toBe(401)
    expect(await start({ origin: 'https://audits.example' })).toBe(200)
    expect(await start({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    const cancel = (headers: Record<string, string>) =>
      app.inject({ method: 'DELETE', url: '/audits/x', headers: { cookie, ...headers } })
    expect((await cancel({})).statusCode).toBe(401)
    expect((await cancel({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(404)
  })

  test('a cookie of no session is a key that is not known', async () => {
    const { get } = createTestApp({ apiKeys })
    expect((await get('/rules', { cookie: 'sitemap_auditor_session=made-up' })).statusCode).toBe(401)
    const docs = await get('/docs', { cookie: 'sitemap_auditor_session=made-up', accept: BROWSER })
    expect([docs.statusCode, docs.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect((await get('/rules', { cookie: 'other=1; sitemap_auditor_session=' })).statusCode).toBe(401)
  })

  test('forgetting takes the cookie back', async () => {
    const { app, cookie } = await open('key-read')
    const answer = await app.inject({
      method: 'DELETE',
      url: '/session',
      headers: { 'sec-fetch-site': 'same-origin', cookie },
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['set-cookie']).toContain('Max-Age=0')
  })
})
