/** Who has no key gets nothing, and what strangers write is inert: one real service, asked as they would ask. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { robotsTxt, urlset } from '../sites/make.ts'
import { type RunningService, startService } from '../support/service.ts'
import type { SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'

const HOST = 'www.example.com'
/** Nobody has it but its owner: the service is given its digest. */
const RUN_KEY = 'run-3f9a0c1b2d4e5f60718293a4b5c6d7e8f9'
const ADMIN_KEY = 'admin-7c1d9e8f0a2b3c4d5e6f708192a3b4c5'
const WEAK_KEY = 'letmein'
const SHA256 = createHash('sha256').update(RUN_KEY).digest('hex')
const SECRETS = [RUN_KEY, ADMIN_KEY, WEAK_KEY, SHA256]
const OWN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
const BROWSER = 'text/html,application/xhtml+xml'
const run = { authorization: `Bearer ${RUN_KEY}` }

let folder: string
let sites: SiteServer
let service: RunningService
let audit: Audit
let log = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strangers-'))
  const page = { body: '<!doctype html><title>Bread</title>' }
  sites = await startSites([
    {
      host: HOST,
      routes: {
        '/robots.txt': robotsTxt(
          'User-agent: *',
          `Sitemap: https://${HOST}/sitemap.xml`,
          'Sitemap: https://\u001b[31mx/',
        ),
        '/sitemap.xml': { body: urlset([{ loc: `https://${HOST}/a` }, { loc: `https://${HOST}/\u009b2J<script>` }]) },
        '*': page,
      },
    },
  ])
  service = await startService(sites, {
    DATA_DIR: folder,
    LOG_LEVEL: 'trace',
    API_KEYS: `ci:run:sha256:${SHA256},boss:admin:${ADMIN_KEY},old:read:${WEAK_KEY}`,
  })
  service.process.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  log += service.output()
  const answer = await ask('/audit', { method: 'POST', headers: { ...run, ...OWN }, body: `{"domain":"${HOST}"}` })
  expect(answer.status).toBe(200)
  audit = (await answer.json()) as Audit
}, 120_000)

afterAll(async () => {
  await service?.stop()
  await sites?.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, { redirect: 'manual', ...init })

/** A request as bytes, and the answer as it stands. */
async function send(request: string): Promise<string> {
  const { port, hostname } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.end(request)
  return await text(socket)
}

test('without a key, and with a wrong one, nothing is told but that it is needed', async () => {
  const paths = ['/audits', `/audits/${audit.id}`, `/audits/${audit.id}/events`, `/audits/${audit.id}/report.html`]
  paths.push('/rules', '/metrics', '/openapi.json', '/docs', '/docs/json', '/schedules', '/batches', '/nowhere')
  for (const path of paths) {
    for (const authorization of [undefined, `Bearer ${SHA256}`, `Bearer ${RUN_KEY}x`]) {
      const answer = await ask(path, { headers: authorization === undefined ? {} : { authorization } })
      const body = await answer.text()
      expect([path, answer.status]).toEqual([path, 401])
      expect(body).not.toContain(HOST)
    }
  }
  for (const [method, path] of [
    ['DELETE', `/audits/${audit.id}`],
    ['POST', '/audit'],
    ['POST', '/validate'],
  ] as const) {
    expect([path, (await ask(path, { method })).status]).toEqual([path, 401])
  }
  expect((await ask(`/audits/${audit.id}`, { headers: run })).status).toBe(200)
})

test('every answer has the headers of a careful service, whatever it is', async () => {
  const assets = (await (await ask('/', { headers: { accept: BROWSER } })).text()).match(/\/assets\/[^"]+/g) ?? []
  expect(assets.length).toBeGreaterThan(5)
  const asked: [string, RequestInit, number][] = [
    ['/healthz', {}, 200],
    ['/', { headers: { accept: BROWSER } }, 200],
    [assets[0] ?? '', {}, 200],
    ['/assets/none/none.js', {}, 404],
    ['/nowhere', { headers: run }, 404],
    ['/nowhere', { headers: { accept: BROWSER } }, 404],
    ['/audits/%zz', {}, 400],
    ['/audits', {}, 401],
    ['/docs', { headers: { accept: BROWSER } }, 401],
    ['/docs', { headers: run }, 200],
    ['/docs/', { headers: run }, 200],
    ['/rules', { method: 'PUT', headers: run }, 405],
    ['/audits?x=1', { headers: run }, 400],
    ['/audit', { method: 'POST', headers: { ...run, ...OWN }, body: '{' }, 400],
    [`/audits/${audit.id}`, { method: 'DELETE', headers: run }, 403],
    [`/audits/${audit.id}/events`, { headers: run }, 200],
    [`/audits/${audit.id}/report.html`, { headers: run }, 200],
    [`/audits/${audit.id}/report.csv`, { headers: run }, 200],
    ['/session', { method: 'DELETE', headers: { 'sec-fetch-site': 'same-origin' } }, 204],
  ]
  for (const [path, init, status] of asked) {
    const answer = await ask(path, init)
    await answer.arrayBuffer()
    const { headers } = answer
    expect([path, answer.status]).toEqual([path, status])
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringContaining("default-src 'none'"),
    ])
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer'])
    expect([path, headers.get('cache-control')]).toEqual([path, expect.any(String)])
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
  // What is no HTTP has no route and no hook.
  const answer = await send('NONSENSE\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n')
  expect(answer).toContain("\r\nContent-Security-Policy: default-src 'none'")
})

test('a session stands for its key, and another site can do nothing with it', async () => {
  const opened = await ask('/session', { method: 'POST', headers: OWN, body: JSON.stringify({ key: RUN_KEY }) })
  expect(opened.status).toBe(204)
  const line = opened.headers.get('set-cookie') ?? ''
  expect(line).toMatch(/; HttpOnly; SameSite=Strict;/)
  for (const secret of SECRETS) expect(line).not.toContain(secret)
  const cookie = line.split(';')[0] ?? ''
  expect((await ask('/audits', { headers: { cookie } })).status).toBe(200)
  const body = `{"domain":"${HOST}"}`
  for (const hostile of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    // As a form of another site sends it.
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { cookie, 'content-type': type, ...hostile }
      expect((await ask('/audit', { method: 'POST', headers, body })).status).toBe(401)
    }
    expect((await ask('/validate', { method: 'POST', headers: { cookie, ...hostile }, body: '<a/>' })).status).toBe(401)
    expect((await ask(`/audits/${audit.id}`, { method: 'DELETE', headers: { cookie, ...hostile } })).status).toBe(401)
  }
})

test('the log obeys nobody, and neither it nor the database nor a file holds a key or its digest', async () => {
  const sequences = ['\u001b[31m', '\u009b2J', '\u0007', '\u202e', '\u2028']
  for (const sequence of sequences) {
    const bytes = Buffer.from(sequence).toString('latin1')
    await send(`GET /audits/${bytes} HTTP/1.1\r\nHost: ${bytes}\r\nUser-Agent: ${bytes}\r\nX-A: ${bytes}\r\n\r\n`)
    await send(`GET /rules HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${bytes}\r\nConnection: close\r\n\r\n`)
    await ask(`/audits/${encodeURIComponent(sequence)}?x=${encodeURIComponent(sequence)}`, { headers: run })
    const body = JSON.stringify({
      domain: `${sequence}.example`,
      userAgent: sequence,
      headers: { [sequence]: ADMIN_KEY },
    })
    expect((await ask('/audit', { method: 'POST', headers: { ...run, ...OWN }, body })).status).toBe(400)
  }
  await ask('/rules', { headers: { authorization: `Bearer ${WEAK_KEY}` } })
  await ask(`/rules?key=${ADMIN_KEY}`)
  await ask('/session', { method: 'POST', headers: OWN, body: JSON.stringify({ key: ADMIN_KEY }) })

  await service.stop()
  expect(log).toContain('stopped')
  expect(log).toContain('API_KEYS: the key of entry 3 has fewer than 16 characters')
  expect(log).not.toContain('the key of entry 2')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(log).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/)
  for (const line of log.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')

  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(100)
  for (const secret of SECRETS) {
    expect(log).not.toContain(secret)
    for (const { parentPath, name } of files) {
      expect((await readFile(join(parentPath, name))).includes(secret), join(parentPath, name)).toBe(false)
    }
  }
}, 60_000)
