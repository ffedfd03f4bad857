import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { fetcherFor, read } from './read.ts'

const H2 = 'https://h2.example'
const LARGE = 'z'.repeat(3_000_000)

let server: SiteServer
beforeAll(async () => {
  server = await startSites([
    {
      host: 'h2.example',
      http2Only: true,
      routes: {
        '/sitemap.xml': {
          headers: [
            ['Content-Type', 'application/xml'],
            ['X-Robots-Tag', 'noindex'],
            ['X-Robots-Tag', 'otherbot: nofollow'],
          ],
          body: '<urlset/>',
        },
        '/large.xml': { body: LARGE },
        '/zipped.xml': { headers: [['Content-Encoding', 'GZIP']], body: gzipSync('<urlset/>') },
        '/moved.xml': { status: 302, redirect: '/sitemap.xml' },
        '/raw.xml': { status: 302, redirect: '/caf\xC3\xA9' },
        '/caf%C3%A9': { body: 'coffee' },
        '/once-503.xml': (_, nth) => (nth === 1 ? { status: 503 } : { body: 'there' }),
        '/cut.xml': { headers: [['Content-Length', '1000']], body: 'x'.repeat(1000), cutAfter: 400 },
        '/cut-open.xml': { body: 'x'.repeat(1000), cutAfter: 400 },
        '/reset.xml': { reset: true },
        '/hang.xml': { hang: true },
        '/drip.xml': { body: 'x'.repeat(1000), drip: { bytes: 1, everyMs: 20 } },
        '/wide.xml': { headers: [['X-Wide', 'y'.repeat(40_000)]], body: 'wide' },
      },
    },
    { host: 'expired-h2.example', http2Only: true, certificate: 'expired', routes: {} },
  ])
})
afterAll(() => server.close())

describe('a host that speaks HTTP/2 alone', () => {
  it('HT-17: is read over it, with repeated headers kept apart, and asked for HTTP/1.1 once', async () => {
    const fetcher = fetcherFor(server, { userAgent: 'Auditor/1' })
    const got = await read(fetcher, `${H2}/sitemap.xml`)
    expect(got).toMatchObject({ status: 200, text: '<urlset/>', notices: [], end: { state: 'complete' } })
    expect(got.headers.filter(([name]) => name !== 'date')).toEqual([
      ['content-type', 'application/xml'],
      ['x-robots-tag', 'noindex'],
      ['x-robots-tag', 'otherbot: nofollow'],
    ])
    expect(server.requests.at(-1)).toMatchObject({
      method: 'GET',
      host: 'h2.example',
      headers: { 'user-agent': 'Auditor/1', 'accept-encoding': 'gzip, deflate, br' },
    })
    expect(await read(fetcher, `${H2}/large.xml`)).toMatchObject({ text: LARGE, end: { transferred: 3_000_000 } })
  })

  it.each([
    ['/zipped.xml', { text: '<urlset/>', end: { coding: { undone: ['gzip'], state: 'ok' } } }],
    ['/moved.xml', { text: '<urlset/>', hops: [{ status: 302, url: `${H2}/moved.xml` }] }],
    ['/raw.xml', { text: 'coffee', notices: [{ kind: 'location-unescaped', value: '/caf\u00E9' }] }],
    ['/once-503.xml', { text: 'there', notices: [{ kind: 'retried', times: 1 }] }],
    ['/cut.xml', { end: { state: 'truncated', transferred: 400, declaredLength: 1000 } }],
    ['/cut-open.xml', { end: { state: 'truncated', transferred: 400 } }],
    ['/wide.xml', { status: 200, text: 'wide' }],
    ['/none.xml', { status: 404 }],
  ])('%s is read as over HTTP/1.1', async (path, expected) => {
    expect(await read(fetcherFor(server), H2 + path)).toMatchObject(expected)
  })

  it('ends as a value where it resets, hangs or drips, and when it is cancelled', async () => {
    const fetcher = fetcherFor(server, { requestTimeoutMs: 250 })
    expect((await read(fetcher, `${H2}/reset.xml`)).ending).toMatchObject({ kind: 'unreachable', reason: 'http2-only' })
    expect((await read(fetcher, `${H2}/hang.xml`)).ending).toMatchObject({ reason: 'timeout-answer' })
    expect((await read(fetcher, `${H2}/drip.xml`)).end).toMatchObject({ state: 'timeout' })
    const call = new AbortController()
    setTimeout(() => call.abort(), 30)
    expect((await read(fetcher, `${H2}/hang.xml`, { signal: call.signal })).ending).toEqual({ kind: 'cancelled' })
  })

  it('has its certificate checked all the same', async () => {
    const got = await read(fetcherFor(server), 'https://expired-h2.example/')
    expect(got.ending).toMatchObject({ kind: 'unreachable', reason: 'tls-expired' })
  })
})
