import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAddressGuard } from '#src/fetch/address-guard.ts'
import { createFetcher } from '#src/fetch/create-fetcher.ts'
import { FETCH_DEFAULTS, parseConnectTo } from '#src/fetch/settings.ts'
import type { SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { fetcherFor, read } from './read.ts'

let server: SiteServer
beforeAll(async () => {
  server = await startSites([
    {
      host: 'a.example',
      routes: {
        '/': { body: 'public' },
        '/metadata': { redirect: 'http://169.254.169.254/latest/meta-data/' },
        '/first': { redirect: '/second' },
        '/second': { redirect: 'http://100.64.0.1/' },
        '/local': { redirect: 'http://localhost/' },
        '/port': { redirect: 'https://a.example:22/' },
        '/rebound': { redirect: 'http://rebound.example/' },
      },
    },
    { host: 'localhost', routes: { '*': { body: 'secret' } } },
    { host: '127.0.0.1', routes: { '*': { body: 'secret' } } },
    { host: 'intranet', routes: { '*': { body: 'staging' } } },
    { host: 'pinned.example', routes: { '*': { body: 'pinned' } } },
  ])
})
afterAll(() => server.close())

/** The plain listener's port, where every host of the server answers. */
function plainPort(): number {
  return Number(server.connectTo.split(',')[1]?.split(':')[3])
}

describe('addresses that must not be reached', () => {
  it.each([
    'http://10.0.0.5/x.xml',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:7f00:1::]/',
    'http://100.64.0.1/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://[::]/',
    'http://[::1]/',
    'http://[fe80::1]/',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST/',
    'http://app.localhost/',
    'http://intranet/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'ftp://a.example/',
    'file:///etc/hosts',
    'https://a.example:22/',
    'http://a.example:6379/',
  ])('%s is refused without a connection, though CONNECT_TO leads every host somewhere', async (url) => {
    server.requests.length = 0
    const fetcher = fetcherFor(server)
    const got = await read(fetcher, url)
    expect(got).toMatchObject({ status: null, body: null, text: '', headers: [], ending: { kind: 'refused' } })
    expect(server.requests).toEqual([])
    expect(fetcher.totals.requests).toBe(0)
  })

  it.each([
    ['/metadata', 'http://169.254.169.254/latest/meta-data/', 1],
    ['/second', 'http://100.64.0.1/', 1],
    ['/first', 'http://100.64.0.1/', 2],
    ['/local', 'http://localhost/', 1],
    ['/port', 'https://a.example:22/', 1],
  ])('a redirect from %s to %s is refused at that hop', async (path, url, hops) => {
    const got = await read(fetcherFor(server), `https://a.example${path}`)
    expect(got).toMatchObject({ status: null, body: null, finalUrl: url, ending: { kind: 'refused', url } })
    expect(got.hops).toHaveLength(hops)
  })

  it('a name is refused when any of its addresses is private', async () => {
    const answers: Record<string, string[]> = {
      'inside.example': ['10.0.0.5'],
      'both.example': ['8.8.8.8', '127.0.0.1'],
      'mapped.example': ['::ffff:7f00:1'],
      'zone.example': ['fe80::1%eth0'],
    }
    const fetcher = createFetcher({ ...FETCH_DEFAULTS, resolve: async (host) => answers[host] ?? [] })
    for (const host of Object.keys(answers)) {
      const got = await read(fetcher, `http://${host}/`)
      expect(got.ending).toEqual({
        kind: 'refused',
        url: `http://${host}/`,
        detail: `${host} has an address that is not public`,
      })
    }
  })

  it('SS-07: a name that changes its address between two looks is judged at each connection', async () => {
    let looks = 0
    const guard = createAddressGuard({
      ...FETCH_DEFAULTS,
      resolve: async () => (looks++ === 0 ? ['8.8.8.8'] : ['127.0.0.1']),
    })
    expect(await guard.route('rebound.example', 80)).toMatchObject({ route: { addresses: ['8.8.8.8'] } })
    expect(await guard.route('rebound.example', 80)).toMatchObject({ kind: 'refused' })
  })

  it('SS-07: connects to the judged address without looking again, and keeps Host and TLS name', async () => {
    let looks = 0
    const resolve = async () => (looks++ === 0 ? ['127.0.0.1'] : ['10.0.0.1'])
    const fetcher = createFetcher({
      ...FETCH_DEFAULTS,
      allowNetworks: ['127.0.0.0/8'],
      allowPorts: [plainPort()],
      extraCa: [server.ca],
      resolve,
    })
    const got = await read(fetcher, `https://pinned.example:${plainPort()}/`)
    expect(got).toMatchObject({ status: 200, text: 'pinned' })
    expect(looks).toBe(1)
    expect(server.requests.at(-1)).toMatchObject({ host: `pinned.example:${plainPort()}`, secure: true })
  })
})

describe('what the operator allows', () => {
  it('ALLOW_NETWORKS opens addresses, in whatever spelling, and private names whose addresses are all inside', async () => {
    const fetcher = createFetcher({
      ...FETCH_DEFAULTS,
      allowNetworks: ['127.0.0.0/8'],
      allowPorts: [plainPort()],
      resolve: async (host) => (host === 'mixed' ? ['127.0.0.1', '8.8.8.8'] : ['127.0.0.1']),
    })
    expect(await read(fetcher, `http://127.0.0.1:${plainPort()}/`)).toMatchObject({ text: 'secret' })
    expect(await read(fetcher, `http://0x7f.1:${plainPort()}/`)).toMatchObject({ text: 'secret' })
    expect(await read(fetcher, `http://localhost:${plainPort()}/`)).toMatchObject({ text: 'secret' })
    expect((await read(fetcher, `http://10.0.0.1:${plainPort()}/`)).ending).toMatchObject({ kind: 'refused' })
    expect((await read(fetcher, `http://mixed:${plainPort()}/`)).ending).toMatchObject({ kind: 'refused' })
  })

  it('an entry of CONNECT_TO opens a private host only where it names it', async () => {
    const target = `127.0.0.1:${plainPort()}`
    const named = fetcherFor(server, { connectTo: parseConnectTo(`intranet:80:${target},127.0.0.1::${target}`) })
    expect(await read(named, 'http://intranet/')).toMatchObject({ text: 'staging' })
    expect(await read(named, 'http://127.0.0.1/')).toMatchObject({ text: 'secret' })
    expect((await read(named, 'https://intranet/')).ending).toMatchObject({ kind: 'refused' })
    const any = fetcherFor(server, { connectTo: parseConnectTo(`:80:${target}`) })
    expect((await read(any, 'http://intranet/')).ending).toMatchObject({ kind: 'refused' })
  })

  it('an entry without a target host leaves the judgement of the addresses as it is', async () => {
    const fetcher = fetcherFor(server, {
      connectTo: parseConnectTo(`:80::${plainPort()}`),
      resolve: async () => ['127.0.0.1'],
    })
    expect((await read(fetcher, 'http://a.example/')).ending).toMatchObject({ kind: 'refused' })
  })

  it('the first entry that matches wins', async () => {
    const guard = createAddressGuard({
      ...FETCH_DEFAULTS,
      connectTo: parseConnectTo('a.example:80:192.0.2.1:1,:80:192.0.2.2:2,a.example::192.0.2.3:3'),
    })
    expect(await guard.route('a.example', 80)).toMatchObject({ route: { addresses: ['192.0.2.1'], port: 1 } })
    expect(await guard.route('A.example.', 80)).toMatchObject({ route: { addresses: ['192.0.2.1'], port: 1 } })
    expect(await guard.route('b.example', 80)).toMatchObject({ route: { addresses: ['192.0.2.2'], port: 2 } })
    expect(await guard.route('a.example', 443)).toMatchObject({ route: { addresses: ['192.0.2.3'], port: 3 } })
  })

  it('the port of the audited origin is open, on every host', () => {
    const guard = createAddressGuard(FETCH_DEFAULTS)
    const refusal = (url: string, origin: string | null) => guard.refusal(new URL(url), origin)
    expect(refusal('https://a.example:8443/', 'https://a.example:8443')).toBeNull()
    expect(refusal('https://b.example:8443/', 'https://a.example:8443')).toBeNull()
    expect(refusal('https://a.example:8443/', 'https://a.example')).toBe(
      'port 8443 is not among the ports that may be used',
    )
    expect(refusal('https://a.example:8443/', null)).not.toBeNull()
    expect(refusal('https://a.example/', null)).toBeNull()
  })
})
