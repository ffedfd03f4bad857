import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFetcher } from '#src/fetch/create-fetcher.ts'
import { FETCH_DEFAULTS, type FetchSettings } from '#src/fetch/settings.ts'
import type { SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { read } from './read.ts'

let server: SiteServer
let silent: Server | null = null
let port = 0
const held: Socket[] = []

beforeAll(async () => {
  server = await startSites([
    { host: 'a.example', routes: { '/': { body: 'hello' }, '/slow': { body: 'slow', delayMs: 700 } } },
  ])
  port = Number(server.connectTo.split(',')[2]?.split(':')[3])
  silent = await new Promise((resolve) => {
    const made = createServer((socket) => held.push(socket))
    made.once('error', () => resolve(null))
    made.listen({ port, host: '::1', ipv6Only: true }, () => resolve(made))
  })
  if (!silent) console.log('Skipped: this machine has no IPv6 loopback address to be silent on.')
})
afterAll(async () => {
  for (const socket of held) socket.destroy()
  silent?.close()
  await server.close()
})

const fetcher = (settings: Partial<FetchSettings> = {}) =>
  createFetcher({
    ...FETCH_DEFAULTS,
    allowNetworks: ['::1/128', '127.0.0.0/8'],
    allowPorts: [port],
    extraCa: [server.ca],
    requestTimeoutMs: 1_500,
    resolve: async () => ['::1', '127.0.0.1'],
    ...settings,
  })

describe('HT-15: an IPv6 address that accepts and never answers', () => {
  it.each(['http', 'https'])('costs a while, is told, and is left aside from then on, over %s', async (scheme) => {
    if (!silent) return expect(silent).toBeNull()
    const own = fetcher()
    const first = await read(own, `${scheme}://a.example:${port}/`)
    expect(first).toMatchObject({ status: 200, text: 'hello' })
    expect(first.notices).toEqual([
      {
        kind: 'ipv6-broken',
        host: 'a.example',
        detail: expect.stringMatching(/did not answer within 0.5 s; IPv4 did$/),
      },
    ])
    const second = await read(own, `${scheme}://a.example:${port}/`)
    expect(second).toMatchObject({ text: 'hello', notices: [] })
    expect(second.ms).toBeLessThan(300)
  })

  it('is not blamed where IPv4 is as slow', async () => {
    if (!silent) return expect(silent).toBeNull()
    const got = await read(fetcher(), `http://a.example:${port}/slow`)
    expect(got).toMatchObject({ status: 200, text: 'slow', notices: [] })
  })

  it('is passed over at once where it refuses connections', async () => {
    // Nothing listens on ::1 at the port of the other listener.
    const secure = Number(server.connectTo.split(',')[0]?.split(':')[3])
    const got = await read(fetcher({ allowPorts: [secure] }), `https://a.example:${secure}/`)
    expect(got).toMatchObject({ text: 'hello', notices: [] })
    expect(got.ms).toBeLessThan(400)
  })
})
