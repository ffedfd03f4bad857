import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteServer } from './site.ts'
import { startSites } from './site-server.ts'

let server: SiteServer
let ports: { https: number; http: number; other: number }

beforeAll(async () => {
  server = await startSites([
    {
      host: 'a.example',
      routes: {
        '/sitemap.xml': { body: '<urlset/>' },
        '/headers': {
          headers: [
            ['X-Robots-Tag', 'noindex'],
            ['x-robots-tag', 'caf\xE9'],
          ],
        },
        '/chunked': { chunked: true, body: () => ['one ', 'two'] },
        '/gzip': { coding: 'gzip', body: 'packed' },
        '/short': { contentLength: 10, body: 'four' },
        '/cut': { cutAfter: 3, body: 'abcdef' },
        '/drip': { drip: { bytes: 1, everyMs: 20 }, body: 'abcd' },
        '/reset': { reset: true },
        '/hang': { hang: true },
        '/raw': { raw: 'HTTP/1.0 200 Fine\r\n\r\nbare' },
        '/moved': { redirect: '/caf\xC3\xA9' },
        '/nth': (_request, nth) => ({ body: `${nth}` }),
      },
    },
    { host: 'plain.example', schemes: 'http', routes: { '/': { body: 'plain' } } },
    { host: 'expired.example', certificate: 'expired', routes: {} },
    { host: 'wrong.example', certificate: 'wrong-host', routes: {} },
    { host: 'self.example', certificate: 'self-signed', routes: {} },
    { host: 'chain.example', certificate: 'incomplete-chain', routes: {} },
    { host: 'h2.example', http2Only: true, routes: {} },
  ])
  const [https, http, other] = server.connectTo.split(',').map((entry) => Number(entry.split(':')[3]))
  ports = { https: https ?? 0, http: http ?? 0, other: other ?? 0 }
})
afterAll(() => server.close())

interface Got {
  status: number | undefined
  headers: string[]
  body: string
  bytes: Buffer
  error: string | null
}

function get(host: string, path: string, scheme: 'http' | 'https' = 'https', port = ports[scheme]): Promise<Got> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers: { host }, agent: false as const }
    const onAnswer = (message: IncomingMessage) => {
      const chunks: Buffer[] = []
      const finish = (error: string | null) => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: message.statusCode, headers: message.rawHeaders, body: bytes.toString(), bytes, error })
      }
      message.on('data', (chunk) => chunks.push(chunk))
      message.on('end', () => finish(null))
      message.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'error'))
    }
    const sent =
      scheme === 'https'
        ? httpsRequest({ ...options, servername: host, ca: server.ca }, onAnswer)
        : httpRequest(options, onAnswer)
    sent.on('error', reject)
    sent.end()
  })
}

describe('the site server', () => {
  it('answers over http and https by virtual host, with headers of its own', async () => {
    for (const scheme of ['http', 'https'] as const) {
      const got = await get('a.example', '/sitemap.xml', scheme)
      expect(got).toMatchObject({ status: 200, body: '<urlset/>' })
      expect(got.headers).toContain('application/xml')
      expect(got.headers).toContain('9')
    }
    expect(server.requests.at(-1)).toMatchObject({ host: 'a.example', path: '/sitemap.xml', secure: true })
  })

  it('speaks whatever the client begins with on the port for all other ports', async () => {
    expect((await get('a.example', '/nth', 'https', ports.other)).body).toBe('1')
    expect((await get('a.example', '/nth', 'http', ports.other)).body).toBe('2')
  })

  it('keeps repeated headers, their order, their case and raw bytes', async () => {
    const { headers } = await get('a.example', '/headers')
    expect(headers.slice(0, 4)).toEqual(['X-Robots-Tag', 'noindex', 'x-robots-tag', 'caf\xE9'])
  })

  it('answers 404 for a path that is not described', async () => {
    expect(await get('a.example', '/none')).toMatchObject({ status: 404 })
  })

  it('sends chunked, gzipped and dripped bodies', async () => {
    expect(await get('a.example', '/chunked')).toMatchObject({ body: 'one two', error: null })
    expect(gunzipSync((await get('a.example', '/gzip')).bytes).toString()).toBe('packed')
    const before = Date.now()
    expect(await get('a.example', '/drip')).toMatchObject({ body: 'abcd', error: null })
    expect(Date.now() - before).toBeGreaterThanOrEqual(50)
  })

  it('cuts bodies short of what they promise', async () => {
    expect(await get('a.example', '/short')).toMatchObject({ body: 'four', error: 'ECONNRESET' })
    expect(await get('a.example', '/cut')).toMatchObject({ body: 'abc', error: 'ECONNRESET' })
  })

  it('writes raw answers and raw Location bytes', async () => {
    expect(await get('a.example', '/raw', 'http')).toMatchObject({ status: 200, body: 'bare', headers: [] })
    const moved = await get('a.example', '/moved')
    expect(moved.status).toBe(301)
    expect(moved.headers).toContain('/caf\xC3\xA9')
  })

  it('resets the connection where it is told to, also under TLS', async () => {
    await expect(get('a.example', '/reset', 'http')).rejects.toMatchObject({ code: 'ECONNRESET' })
    await expect(get('a.example', '/reset', 'https')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('fails the handshake of a site that is played over http only, and of a host that is not played', async () => {
    expect(await get('plain.example', '/', 'http')).toMatchObject({ body: 'plain' })
    await expect(get('plain.example', '/', 'https')).rejects.toThrow()
    await expect(get('unknown.example', '/', 'https')).rejects.toThrow()
    await expect(get('unknown.example', '/', 'http')).rejects.toThrow()
  })

  it.each([
    ['expired.example', 'CERT_HAS_EXPIRED'],
    ['wrong.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['self.example', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['chain.example', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('has a certificate that is wrong in the way asked for: %s', async (host, code) => {
    await expect(get(host, '/')).rejects.toMatchObject({ code })
  })

  it('refuses a client that does not speak HTTP/2 where nothing else is spoken', async () => {
    const socket = connectTls({
      port: ports.https,
      servername: 'h2.example',
      ca: server.ca,
      ALPNProtocols: ['http/1.1'],
    })
    const error = await new Promise<Error>((resolve) => socket.on('error', resolve))
    expect(error.message).toMatch(/no application protocol/)
  })

  it('ends hanging connections at once when it is closed', async () => {
    const own = await startSites([{ host: 'b.example', routes: { '*': { hang: true } } }])
    const port = Number(own.connectTo.split(',')[1]?.split(':')[3])
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: b.example\r\n\r\n')
    while (own.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await own.close()
    await closed
    expect(own.requests).toHaveLength(1)
  })
})
