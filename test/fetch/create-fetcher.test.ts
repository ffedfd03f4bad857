import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '#src/fetch/classify.ts'
import type { Answer, SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { fetcherFor, read } from './read.ts'

const SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'

/** Compresses badly. */
const LARGE = Array.from({ length: 20_000 }, (_, index) => ((index * 2654435761) % 4294967296).toString(36)).join(' ')

let server: SiteServer
let running = 0
let mostRunning = 0

async function* counted(): AsyncGenerator<string> {
  running++
  mostRunning = Math.max(mostRunning, running)
  await new Promise((resolve) => setTimeout(resolve, 30))
  yield 'x'
  running--
}

function flaky(failures: number, failure: Answer) {
  return (_request: unknown, nth: number): Answer => (nth <= failures ? failure : { body: SITEMAP })
}

beforeAll(async () => {
  server = await startSites([
    {
      host: 'a.example',
      routes: {
        '/sitemap.xml': { body: SITEMAP },
        '/twice.xml': {
          body: SITEMAP,
          headers: [
            ['X-Robots-Tag', 'noindex'],
            ['X-Robots-Tag', 'otherbot: nofollow'],
            ['Link', '<https://a.example/caf\xE9>; rel="canonical"'],
            ['Date', 'Tue, 01 Oct 2024 08:00:00 GMT'],
          ],
        },
        '/empty.xml': { body: '' },
        '/none.xml': { status: 404, body: 'none' },
        '/once-503.xml': flaky(1, { status: 503 }),
        '/twice-500.xml': flaky(2, { status: 500 }),
        '/always-500.xml': { status: 500, body: 'broken' },
        '/once-reset.xml': flaky(1, { reset: true }),
        '/always-reset.xml': { reset: true },
        '/wait-1.xml': flaky(1, { status: 429, headers: [['Retry-After', '1']] }),
        '/wait-60.xml': { status: 429, headers: [['Retry-After', '60']] },
        '/wait-odd.xml': { status: 429, headers: [['Retry-After', '1m30s']] },
        '/wait-untold.xml': { status: 429 },
        '/wait-date.xml': (_, nth) =>
          nth > 1
            ? { body: SITEMAP }
            : { status: 503, headers: [['Retry-After', new Date(Date.now() + 1_900).toUTCString()]] },
        '/always-503.xml': { status: 503 },
        '/wait-long.xml': { status: 503, headers: [['Retry-After', '99999999']] },
        '/hang.xml': { hang: true },
        '/drip.xml': { body: 'x'.repeat(1000), drip: { bytes: 1, everyMs: 25 } },
        '/cut.xml': { body: 'x'.repeat(1000), cutAfter: 400 },
        '/short.xml': { body: 'x'.repeat(400), contentLength: 1000 },
        '/cut-chunks.xml': { chunked: true, body: 'x'.repeat(1000), cutAfter: 400 },
        '/long.xml': { body: 'x'.repeat(1000), contentLength: 400 },
        '/longer.xml': { headers: [['Content-Length', '400']], body: 'x'.repeat(1000) },
        '/line-end.xml': { contentLength: 400, body: `${'x'.repeat(400)}\r\n` },
        '/false.xml': { headers: [['Content-Encoding', 'br']], body: SITEMAP },
        '/corrupt.xml': {
          headers: [['Content-Encoding', 'gzip']],
          // A block of the reserved type, then nothing that matters.
          body: Buffer.concat([gzipSync('').subarray(0, 10), Buffer.from([7]), Buffer.alloc(300_009)]),
        },
        '/junk.xml': {
          headers: [['Content-Encoding', 'deflate']],
          chunked: true,
          body: Buffer.concat([deflateSync(SITEMAP), Buffer.alloc(100_000)]),
        },
        '/cut-gzip.xml': { coding: 'gzip', body: LARGE, cutAfter: 20_000 },
        '/bare.xml': { bareHeaders: true, body: SITEMAP },
        '/large.xml': { body: () => Array.from({ length: 64 }, () => 'x'.repeat(65_536)) },
        '/counted': () => ({ body: counted }),
        '/no-colon.xml': {
          raw: `HTTP/1.1 200 OK\r\nX-Note="a"\r\nContent-Type: text/xml\r\nContent-Length: ${SITEMAP.length}\r\n\r\n${SITEMAP}`,
        },
        '/line-feeds.xml': { raw: `HTTP/1.1 200 OK\nContent-Type : text/xml\n\n${SITEMAP}` },
        '/two-lengths.xml': {
          raw: `HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\nBad Name: x\r\n\r\n${SITEMAP}`,
        },
        '/chunked-oddly.xml': {
          raw: 'HTTP/1.1 200 OK\r\nno header\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n',
        },
        '/chunk-size.xml': { raw: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n' },
        '/long-head.xml': { headers: [['X-Long', 'y'.repeat(40_000)]], body: SITEMAP },
        '/garbage.xml': { raw: 'SSH-2.0-OpenSSH_9.6\r\n' },
        '/early-hints.xml': {
          raw: `HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi`,
        },
      },
    },
    { host: 'plain.example', schemes: 'http', routes: { '*': { body: 'plain' } } },
    { host: 'expired.example', certificate: 'expired', routes: {} },
    { host: 'wrong-host.example', certificate: 'wrong-host', routes: {} },
    { host: 'self-signed.example', certificate: 'self-signed', routes: {} },
    { host: 'incomplete.example', certificate: 'incomplete-chain', routes: {} },
  ])
})
afterAll(() => server.close())

describe('an exchange', () => {
  it.each(['https', 'http'])('reads a document over %s', async (scheme) => {
    const got = await read(fetcherFor(server), `${scheme}://a.example/sitemap.xml`)
    expect(got).toMatchObject({ status: 200, text: SITEMAP, hops: [], notices: [], challenge: null })
    expect(got.ending).toEqual({ kind: 'answer' })
    expect(got.end).toMatchObject({
      transferred: SITEMAP.length,
      state: 'complete',
      detail: null,
      declaredLength: SITEMAP.length,
      coding: { tokens: [], state: 'ok' },
    })
  })

  it('keeps repeated header lines apart, in order, names in lower case and values byte for byte', async () => {
    const got = await read(fetcherFor(server), 'https://a.example/twice.xml')
    expect(got.headers.slice(0, 3)).toEqual([
      ['x-robots-tag', 'noindex'],
      ['x-robots-tag', 'otherbot: nofollow'],
      ['link', '<https://a.example/caf\xE9>; rel="canonical"'],
    ])
    expect(got.dateMs).toBe(Date.UTC(2024, 9, 1, 8))
  })

  it('sends who we are and what is wanted, and nothing conditional', async () => {
    const fetcher = fetcherFor(server, { userAgent: 'Auditor/1' })
    await read(fetcher, 'https://a.example/sitemap.xml')
    expect(server.requests.at(-1)?.headers).toEqual({
      host: 'a.example',
      connection: 'keep-alive',
      'user-agent': 'Auditor/1',
      accept: 'application/xml, text/xml, text/plain;q=0.9, */*;q=0.8',
      'accept-encoding': 'gzip, deflate, br',
    })
  })

  it('asks with the path and query as listed, without fragment and user info', async () => {
    await read(fetcherFor(server), 'https://user:secret@a.example/%7Ea/%c3?b=%C3&c#d')
    expect(server.requests.at(-1)).toMatchObject({ path: '/%7Ea/%c3?b=%C3&c' })
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  it('has an empty body for an empty answer, and a body for a 404', async () => {
    const fetcher = fetcherFor(server)
    expect(await read(fetcher, 'https://a.example/empty.xml')).toMatchObject({ status: 200, text: '' })
    expect(await read(fetcher, 'https://a.example/none.xml')).toMatchObject({ status: 404, text: 'none' })
  })

  it('counts requests and bytes over the audit', async () => {
    const fetcher = fetcherFor(server)
    await read(fetcher, 'https://a.example/sitemap.xml')
    await read(fetcher, 'https://a.example/none.xml')
    expect(fetcher.totals).toMatchObject({ requests: 2, bytes: SITEMAP.length + 4 })
  })

  it('refuses what is no URL as a value', async () => {
    expect((await read(fetcherFor(server), '/sitemap.xml')).ending).toMatchObject({ kind: 'refused' })
  })
})

describe('faults before the answer', () => {
  it.each([
    ['https://expired.example/', 'tls-expired'],
    ['https://wrong-host.example/', 'tls-wrong-host'],
    ['https://self-signed.example/', 'tls-self-signed'],
    ['https://incomplete.example/', 'tls-incomplete-chain'],
    ['https://plain.example/', 'tls'],
    ['https://a.example/always-reset.xml', 'reset'],
    ['https://a.example/garbage.xml', 'header-invalid'],
  ])('%s is unreachable: %s', async (url, reason) => {
    const got = await read(fetcherFor(server), url)
    expect(got).toMatchObject({ status: null, body: null, ending: { kind: 'unreachable', reason } })
    expect(got.ending.kind === 'unreachable' && got.ending.detail).toMatch(/^[a-z].*[^.]$/)
  })

  it('tells a refused connection and a name without address', async () => {
    const connectTo = [{ host1: 'a.example', port1: null, host2: '127.0.0.1', port2: 1 }]
    const fetcher = fetcherFor(server, {
      connectTo,
      resolve: (host) =>
        Promise.reject(Object.assign(new Error(host), { code: host === 'slow.example' ? 'EAI_AGAIN' : 'ENOTFOUND' })),
    })
    expect((await read(fetcher, 'http://a.example/')).ending).toMatchObject({ reason: 'refused-connection' })
    const none = await read(fetcher, 'http://none.example/')
    expect(none).toMatchObject({ ending: { reason: 'dns', detail: 'the host name has no address' }, notices: [] })
    const slow = await read(fetcher, 'http://slow.example/')
    expect(slow).toMatchObject({ ending: { reason: 'dns' }, notices: [{ kind: 'retried', times: 1 }] })
  })

  it('tells which deadline passed: no answer', async () => {
    const before = Date.now()
    const got = await read(fetcherFor(server, { requestTimeoutMs: 150 }), 'https://a.example/hang.xml')
    expect(got.ending).toMatchObject({ kind: 'unreachable', reason: 'timeout-answer' })
    expect(Date.now() - before).toBeLessThan(1_500)
  })

  it('tells which deadline passed: no address, and no TLS handshake', async () => {
    const dns = fetcherFor(server, { requestTimeoutMs: 100, connectTo: [], resolve: () => new Promise(() => {}) })
    expect((await read(dns, 'https://slow.example/')).ending).toMatchObject({ reason: 'dns' })

    const { createServer } = await import('node:net')
    const silent = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const connectTo = [{ host1: null, port1: null, host2: '127.0.0.1', port2: port }]
    const tls = fetcherFor(server, { requestTimeoutMs: 2_000, connectTimeoutMs: 100, connectTo })
    expect((await read(tls, 'https://silent.example/')).ending).toMatchObject({
      reason: 'timeout-connect',
      detail: 'the TLS handshake did not end in time',
    })
    silent.close()
  })
})

describe('retries', () => {
  it.each([
    ['/once-503.xml', 200, 1],
    ['/twice-500.xml', 200, 2],
    ['/always-500.xml', 500, 2],
    ['/once-reset.xml', 200, 1],
  ])('asks again for %s', async (path, status, times) => {
    const got = await read(fetcherFor(server), `https://a.example${path}`)
    expect(got).toMatchObject({ status, notices: [{ kind: 'retried', times }] })
  })

  it('waits as long as a short Retry-After asks', async () => {
    const before = Date.now()
    expect(await read(fetcherFor(server), 'https://a.example/wait-1.xml')).toMatchObject({ status: 200 })
    expect(Date.now() - before).toBeGreaterThanOrEqual(990)
  })

  it.each([
    ['/wait-60.xml', 429, 60],
    ['/wait-long.xml', 503, 86_400],
  ])('RD-09: hands on at once what asks for too long a wait: %s', async (path, status, retryAfterS) => {
    const got = await read(fetcherFor(server), `https://a.example${path}`)
    expect(got).toMatchObject({ status, retryAfterS, notices: [] })
  })
})

describe('RD-09: a limit of requests', () => {
  it.each(['/wait-odd.xml', '/wait-untold.xml'])(
    'that says no time in seconds or as a date is asked for later: %s',
    async (path) => {
      const got = await read(fetcherFor(server), `https://a.example${path}`)
      expect(got).toMatchObject({ status: 429, retryAfterS: null, notices: [{ kind: 'retried', times: 2 }] })
      expect(outcomeOf(got)).toBe('blocked')
    },
  )

  it('is kept to where it is told as a date', async () => {
    const before = Date.now()
    const got = await read(fetcherFor(server), 'https://a.example/wait-date.xml')
    expect(got).toMatchObject({ status: 200, notices: [{ kind: 'retried', times: 1 }] })
    expect(Date.now() - before).toBeGreaterThan(900)
  })

  it('is no error of the server where a 503 says when to come back, and one where it does not', async () => {
    const limited = await read(fetcherFor(server), 'https://a.example/wait-long.xml')
    expect(outcomeOf(limited)).toBe('blocked')
    const failed = await read(fetcherFor(server), 'https://a.example/always-503.xml')
    expect(outcomeOf(failed)).toBe('server-error')
  })
})

describe('faults in the body', () => {
  it.each([
    ['/cut.xml', 400, 'the transfer broke off after 400 of 1000 bytes'],
    ['/short.xml', 400, 'the transfer broke off after 400 of 1000 bytes'],
    ['/cut-chunks.xml', 400, 'the transfer broke off after 400 bytes'],
  ])('%s ends early; what came is kept', async (path, length, detail) => {
    for (const scheme of ['http', 'https']) {
      const got = await read(fetcherFor(server), `${scheme}://a.example${path}`)
      expect(got).toMatchObject({ status: 200, end: { state: 'truncated', transferred: length, detail } })
      expect(got.text).toBe('x'.repeat(length))
    }
  })

  it('reads as much as Content-Length says where more comes, and the connection is not used again', async () => {
    const fetcher = fetcherFor(server, { hostConcurrency: 1 })
    const got = await read(fetcher, 'https://a.example/long.xml')
    expect(got).toMatchObject({ end: { state: 'complete', transferred: 400, declaredLength: 400 } })
    expect(await read(fetcher, 'https://a.example/sitemap.xml')).toMatchObject({ status: 200, text: SITEMAP })
  })

  it.each(['/long.xml', '/longer.xml'])('counts what came behind Content-Length: %s', async (path) => {
    for (const scheme of ['http', 'https']) {
      const got = await read(fetcherFor(server), `${scheme}://a.example${path}`)
      expect(got).toMatchObject({
        text: 'x'.repeat(400),
        end: { state: 'complete', declaredLength: 400, surplus: 600 },
      })
    }
  })

  it('does not count a line end behind the body, nor anything behind a whole body', async () => {
    for (const path of ['/line-end.xml', '/sitemap.xml', '/large.xml', '/empty.xml'])
      expect((await read(fetcherFor(server), `https://a.example${path}`)).end).not.toHaveProperty('surplus')
  })

  it('reads to the end of the connection where no length is told', async () => {
    const got = await read(fetcherFor(server), 'http://a.example/bare.xml')
    expect(got).toMatchObject({ text: SITEMAP, end: { state: 'complete', declaredLength: null } })
  })

  it('tells a coding that is false or broken, and counts the transfer to its end', async () => {
    const fetcher = fetcherFor(server, { hostConcurrency: 1 })
    const wrong = await read(fetcher, 'https://a.example/false.xml')
    expect(wrong).toMatchObject({ text: SITEMAP, end: { state: 'complete', coding: { false: 'br', undone: [] } } })
    const corrupt = await read(fetcher, 'https://a.example/corrupt.xml')
    expect(corrupt.end).toMatchObject({
      state: 'complete',
      transferred: 300_020,
      declaredLength: 300_020,
      coding: { undone: ['gzip'], state: 'corrupt' },
    })
    const junk = await read(fetcher, 'https://a.example/junk.xml')
    expect(junk).toMatchObject({ text: SITEMAP, end: { state: 'complete', coding: { state: 'ok' } } })
    expect(junk.end?.transferred).toBeGreaterThan(100_000)
  })

  it('tells one cause where a cut transfer cuts the coding too', async () => {
    const got = await read(fetcherFor(server), 'https://a.example/cut-gzip.xml')
    expect(got.end).toMatchObject({
      state: 'truncated',
      transferred: 20_000,
      coding: { state: 'ok', undone: ['gzip'] },
    })
    expect(got.text.length).toBeGreaterThan(20_000)
    expect(LARGE.startsWith(got.text)).toBe(true)
  })

  it('tells a broken chunk size as a cut transfer', async () => {
    const got = await read(fetcherFor(server), 'http://a.example/chunk-size.xml')
    expect(got).toMatchObject({ text: 'abc', end: { state: 'truncated', transferred: 3 } })
  })

  it('ends a trickle at the wall clock, however steadily it comes', async () => {
    const before = Date.now()
    const got = await read(fetcherFor(server, { requestTimeoutMs: 300 }), 'https://a.example/drip.xml')
    expect(Date.now() - before).toBeLessThan(2_000)
    expect(got.end).toMatchObject({ state: 'timeout', detail: 'the body did not end within 0.3 s' })
    expect(got.text.length).toBeGreaterThan(2)
  })

  it('stops at the budget of decoded bytes', async () => {
    const got = await read(fetcherFor(server), 'https://a.example/large.xml', { maxBytes: 100_000 })
    expect(got.text).toHaveLength(100_000)
    expect(got.end).toMatchObject({ state: 'budget', detail: 'reading stopped after 100000 bytes' })
    const exact = await read(fetcherFor(server), 'https://a.example/sitemap.xml', { maxBytes: SITEMAP.length })
    expect(exact).toMatchObject({ text: SITEMAP, end: { state: 'complete' } })
  })
})

describe('answers that a strict parser refuses', () => {
  it.each([
    ['/no-colon.xml', SITEMAP, /a line that is no header: "X-Note="a""/],
    ['/line-feeds.xml', SITEMAP, /white space before the colon/],
    ['/two-lengths.xml', SITEMAP, /a line that is no header: "Bad Name: x"/],
    ['/chunked-oddly.xml', 'abcde', /no header/],
    ['/long-head.xml', SITEMAP, /bytes of header lines/],
  ])('%s is read once more, leniently, and told', async (path, text, detail) => {
    for (const scheme of ['http', 'https']) {
      const got = await read(fetcherFor(server), `${scheme}://a.example${path}`)
      expect(got).toMatchObject({ status: 200, text, ending: { kind: 'answer' }, end: { state: 'complete' } })
      expect(got.notices).toEqual([{ kind: 'header-invalid', detail: expect.stringMatching(detail) }])
    }
  })

  it('skips interim answers', async () => {
    const got = await read(fetcherFor(server), 'http://a.example/early-hints.xml')
    expect(got).toMatchObject({ status: 200, text: 'hi', notices: [] })
  })
})

describe('pacing and stopping', () => {
  it('holds the number of requests to one host', async () => {
    mostRunning = 0
    const fetcher = fetcherFor(server, { hostConcurrency: 2 })
    await Promise.all(Array.from({ length: 6 }, () => read(fetcher, 'https://a.example/counted')))
    expect(mostRunning).toBe(2)
  })

  it('gives its place back when a body is cancelled, also while a chunk is waited for', async () => {
    const fetcher = fetcherFor(server, { hostConcurrency: 1 })
    const first = await fetcher.get('https://a.example/drip.xml', { as: 'sitemap' })
    const reading = (async () => {
      for await (const chunk of first.body?.chunks ?? []) expect(chunk.length).toBeGreaterThan(0)
    })()
    setTimeout(() => first.body?.cancel(), 60)
    await reading
    expect(first.body?.ending()).toMatchObject({ state: 'cancelled' })
    expect(await read(fetcher, 'https://a.example/sitemap.xml')).toMatchObject({ text: SITEMAP })
  })

  it('gives its place back when the reader breaks off, or never reads', async () => {
    const fetcher = fetcherFor(server, { hostConcurrency: 1 })
    const first = await fetcher.get('https://a.example/large.xml', { as: 'sitemap' })
    for await (const _chunk of first.body?.chunks ?? []) break
    const second = await fetcher.get('https://a.example/large.xml', { as: 'sitemap' })
    second.body?.cancel()
    expect(await read(fetcher, 'https://a.example/sitemap.xml')).toMatchObject({ text: SITEMAP })
  })

  it('is cancelled by the signal of the audit or of the call, before and in the answer', async () => {
    const audit = new AbortController()
    const fetcher = fetcherFor(server, {}, { signal: audit.signal })
    const call = new AbortController()
    setTimeout(() => call.abort(), 50)
    const hanging = await read(fetcher, 'https://a.example/hang.xml', { signal: call.signal })
    expect(hanging.ending).toEqual({ kind: 'cancelled' })
    setTimeout(() => audit.abort(), 100)
    const dripping = await read(fetcher, 'https://a.example/drip.xml')
    expect(dripping.end).toMatchObject({ state: 'cancelled', detail: 'the audit was cancelled' })
    expect((await read(fetcher, 'https://a.example/sitemap.xml')).ending).toEqual({ kind: 'cancelled' })
  })
})
