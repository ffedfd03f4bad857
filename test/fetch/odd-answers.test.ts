import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { fetcherFor, read } from './read.ts'

/** What servers have been seen to write, and what nobody should; each must come to an end as a value. */
const ANSWERS: Record<string, string> = {
  nothing: '',
  'half a status line': 'HTTP/1.1 2',
  'a status line alone': 'HTTP/1.1 200 OK\r\n',
  'half a header': 'HTTP/1.1 200 OK\r\nContent-Ty',
  'no headers at all': 'HTTP/1.1 200 OK\r\n\r\nbody',
  'HTTP/1.0': 'HTTP/1.0 200 OK\r\n\r\nbody',
  'HTTP/0.9': '<html>body</html>',
  'HTTP/2 over the wire': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no reason phrase': 'HTTP/1.1 200\r\nContent-Length: 4\r\n\r\nbody',
  'a status of two digits': 'HTTP/1.1 20 OK\r\n\r\nbody',
  'a status beyond all classes': 'HTTP/1.1 999 Denied\r\nContent-Length: 4\r\n\r\nbody',
  'an upgrade': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nbody',
  'an upgrade nobody asked for':
    'HTTP/1.1 200 OK\r\nUpgrade: h2\r\nConnection: Upgrade\r\nContent-Length: 4\r\n\r\nbody',
  'a continue and nothing': 'HTTP/1.1 100 Continue\r\n\r\n',
  'two answers': 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmore',
  'both lengths and chunks':
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n',
  'chunked not last': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\nbody',
  'a length that is no number': 'HTTP/1.1 200 OK\r\nContent-Length: four\r\n\r\nbody',
  'a negative length': 'HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\nbody',
  'a length beyond all numbers': `HTTP/1.1 200 OK\r\nContent-Length: ${'9'.repeat(30)}\r\n\r\nbody`,
  'a folded header': 'HTTP/1.1 200 OK\r\nX-A: one\r\n two\r\nContent-Length: 4\r\n\r\nbody',
  'a header that begins with a fold': 'HTTP/1.1 200 OK\r\n two\r\nContent-Length: 4\r\n\r\nbody',
  'a NUL in a header': 'HTTP/1.1 200 OK\r\nX-A: \0\r\nContent-Length: 4\r\n\r\nbody',
  'carriage returns alone': 'HTTP/1.1 200 OK\rContent-Length: 4\r\rbody',
  'an empty header name': 'HTTP/1.1 200 OK\r\n: x\r\nContent-Length: 4\r\n\r\nbody',
  'very many headers': `HTTP/1.1 200 OK\r\n${'X-A: 1\r\n'.repeat(30_000)}Content-Length: 4\r\n\r\nbody`,
  'a head without end': `HTTP/1.1 200 OK\r\n${'X-A: 1\r\n'.repeat(60_000)}`,
  'a status line without end': `HTTP/1.1 200 ${'x'.repeat(400_000)}`,
  'a redirect to itself with junk': 'HTTP/1.1 301 \r\nLocation: \x01\x02\r\n\r\n',
  'prototype names': 'HTTP/1.1 200 OK\r\n__proto__: x\r\nconstructor: y\r\nContent-Length: 4\r\n\r\nbody',
}

let server: SiteServer
beforeAll(async () => {
  const routes = Object.fromEntries(Object.values(ANSWERS).map((raw, index) => [`/${index}`, { raw }]))
  server = await startSites([{ host: 'odd.example', routes }])
})
afterAll(() => server.close())

describe('odd answers', () => {
  it.each(Object.keys(ANSWERS).map((name, index) => [name, index] as const))(
    '%s ends as a value, in time',
    async (name, index) => {
      for (const scheme of ['http', 'https']) {
        const got = await read(fetcherFor(server, { requestTimeoutMs: 3_000 }), `${scheme}://odd.example/${index}`)
        const { ending } = got
        if (ending.kind === 'answer') expect(got.text, name).toMatch(/^body$|^4\r\nbody/)
        else expect(['unreachable', 'redirect-broken', 'redirect-loop']).toContain(ending.kind)
        expect(got.ms).toBeLessThan(2_900)
      }
    },
  )

  it('keeps a header named like a property of every object', async () => {
    const index = Object.keys(ANSWERS).indexOf('prototype names')
    const got = await read(fetcherFor(server), `http://odd.example/${index}`)
    expect(got.headers).toContainEqual(['__proto__', 'x'])
  })
})
