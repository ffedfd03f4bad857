import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPoster } from '#src/fetch/post.ts'
import { FETCH_DEFAULTS, parseConnectTo } from '#src/fetch/settings.ts'
import type { SiteRequest, SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'

const ROUTES = {
  '/ok': (request: SiteRequest) => ({ status: request.method === 'POST' ? 204 : 405 }),
  '/moved': { redirect: '/ok' },
  '/broken': { status: 500 },
  '/hangs': { hang: true },
  '/resets': { reset: true },
  '/endless': {
    body: async function* () {
      for (;;) {
        yield 'x'.repeat(1_000)
        await delay(1)
      }
    },
  },
  '/silent-body': {
    headers: [['Content-Length', '100']] as [string, string][],
    bareHeaders: true,
    body: async function* () {
      yield 'x'
      await delay(60_000)
    },
  },
}

let server: SiteServer
beforeAll(async () => {
  server = await startSites([
    { host: 'hooks.example', routes: ROUTES },
    { host: 'expired.example', certificate: 'expired', routes: ROUTES },
    { host: '127.0.0.1', routes: ROUTES },
  ])
})
afterAll(() => server.close())

function posterFor(deadlineMs = 5_000, isLed = true) {
  return createPoster(
    {
      ...FETCH_DEFAULTS,
      userAgent: 'SitemapAuditor/1 (+https://auditor.example)',
      connectTo: isLed ? parseConnectTo(server.connectTo) : [],
      extraCa: [server.ca],
      resolve: async (host) => (host === 'rebound.example' ? ['192.0.2.1', '10.0.0.1'] : ['127.0.0.1']),
    },
    deadlineMs,
  )
}

const never = new AbortController().signal

async function post(url: string, { deadlineMs = 5_000, isLed = true, signal = never, body = '{"a":"ü"}' } = {}) {
  const poster = posterFor(deadlineMs, isLed)
  try {
    return await poster.post(url, { headers: { 'content-type': 'application/json' }, body, signal })
  } finally {
    await poster.close()
  }
}

describe('a POST', () => {
  it('sends the body whole, with its headers and our name', async () => {
    expect(await post('https://hooks.example/ok')).toEqual({ kind: 'answer', status: 204 })
    const { method, body, headers, secure } = server.requests.at(-1) as SiteRequest
    expect({ method, body, secure }).toEqual({ method: 'POST', body: '{"a":"ü"}', secure: true })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '10',
      'user-agent': 'SitemapAuditor/1 (+https://auditor.example)',
    })
  })

  it.each([
    ['/moved', 301],
    ['/broken', 500],
  ])('takes the answer of %s for what it is', async (path, status) => {
    const before = server.requests.length
    expect(await post(`http://hooks.example${path}`)).toEqual({ kind: 'answer', status })
    expect(server.requests).toHaveLength(before + 1)
  })

  it('does not wait for a body that has no end, nor for one that does not come', async () => {
    const startedMs = performance.now()
    for (const path of ['/endless', '/silent-body']) {
      expect(await post(`http://hooks.example${path}`)).toEqual({ kind: 'answer', status: 200 })
    }
    expect(performance.now() - startedMs).toBeLessThan(4_000)
  })

  it('gives up where no answer comes', async () => {
    const outcome = await post('http://hooks.example/hangs', { deadlineMs: 200 })
    expect(outcome).toEqual({ kind: 'unreachable', detail: 'no answer came within 0.2 s' })
  })

  it.each([
    ['http://hooks.example/resets', 'the connection was closed before an answer came'],
    ['https://expired.example/ok', 'the certificate has expired'],
  ])('says why %s could not be reached', async (url, detail) => {
    expect(await post(url)).toEqual({ kind: 'unreachable', detail })
  })

  it.each([
    'http://127.0.0.1/ok',
    'http://[::1]/ok',
    'http://localhost/ok',
    'http://169.254.169.254/latest',
    'http://hooks.example:22/ok',
    'ftp://hooks.example/ok',
    'https://rebound.example/ok',
    'https://hooks.example/ok',
    'nonsense',
  ])('sends nothing to %s, without an entry of the operator', async (url) => {
    const before = server.requests.length
    expect(await post(url, { isLed: false })).toEqual({ kind: 'refused', detail: expect.any(String) })
    expect(server.requests).toHaveLength(before)
  })

  it('ends at once when it is cancelled', async () => {
    const cancelling = new AbortController()
    setTimeout(() => cancelling.abort(new Error('stop')), 50)
    expect(await post('http://hooks.example/hangs', { signal: cancelling.signal })).toEqual({ kind: 'cancelled' })
    expect(await post('http://hooks.example/ok', { signal: AbortSignal.abort() })).toEqual({ kind: 'cancelled' })
  })
})

describe('many POSTs', () => {
  let plain: Server
  let peak = 0
  beforeAll(async () => {
    let open = 0
    plain = createServer((request, response) => {
      open++
      peak = Math.max(peak, open)
      request.resume()
      setTimeout(() => {
        open--
        response.writeHead(202).end('{"ok":true}')
      }, 5)
    })
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void plain.close())

  it('share connections and all end', async () => {
    const { port } = plain.address() as AddressInfo
    const poster = createPoster({ ...FETCH_DEFAULTS, connectTo: parseConnectTo(`::127.0.0.1:${port}`) })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => poster.post('http://a.example/', { headers: {}, body: 'x', signal: never })),
    )
    await poster.close()
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set(['{"kind":"answer","status":202}']),
    )
    expect(peak).toBeGreaterThan(1)
  })
})
