import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteRequest, SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { fetcherFor, read } from './read.ts'

let server: SiteServer

/** /1 -> /2 -> ... -> /count. */
function chain(count: number) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/${index + 1}`,
      index + 1 < count ? { redirect: `/${index + 2}` } : { body: 'there' },
    ]),
  )
}

function needsCookie({ headers: { cookie } }: SiteRequest) {
  return cookie === 'seen=1; other=a b'
    ? { body: 'with cookie' }
    : {
        redirect: '/cookie',
        headers: [
          ['Set-Cookie', 'seen=1; Path=/; HttpOnly'],
          ['Set-Cookie', 'other=a b; Secure'],
          ['Set-Cookie', 'gone=1; Max-Age=0'],
        ] as [string, string][],
      }
}

beforeAll(async () => {
  server = await startSites([
    {
      host: 'a.example',
      routes: {
        ...chain(13),
        '/there': { body: 'there' },
        '/caf%C3%A9': { body: 'coffee' },
        '/caf%E9': { body: 'latin' },
        '/raw': { status: 302, redirect: '/caf\xC3\xA9' },
        '/raw-latin': { status: 302, redirect: '/caf\xE9' },
        '/relative': { redirect: 'there#part' },
        '/padded': { redirect: '  /there ' },
        '/other': { redirect: 'https://b.example/there' },
        '/plain': { redirect: 'http://a.example/there' },
        '/with-body': { status: 307, redirect: '/there', body: 'x'.repeat(100_000) },
        '/endless-body': { status: 302, redirect: '/there', body: 'x'.repeat(1000), drip: { bytes: 1, everyMs: 50 } },
        '/self': { redirect: '/self' },
        '/ping': { redirect: '/pong' },
        '/pong': { redirect: '/ping' },
        '/cookie': needsCookie,
        '/cookie-loop': { redirect: '/cookie-loop', headers: [['Set-Cookie', 'a=1']] },
        '/none': { status: 301 },
        '/empty': { status: 301, headers: [['Location', '']] },
        '/bad': { redirect: 'http://[' },
        '/file': { redirect: 'file://a.example/etc/hosts' },
        '/script': { redirect: 'javascript:alert(1)' },
        '/300': { status: 300, redirect: '/there' },
        '/304': { status: 304 },
        '/305': { status: 305, redirect: '/there' },
        '/secret': { redirect: 'https://ann:SECRET@a.example/there' },
        '/secret-chain': { redirect: '//ann:SECRET@a.example/secret' },
        '/secret-self': { redirect: 'https://ann:SECRET@a.example/secret-self' },
        '/secret-raw': { redirect: 'http:ann:SECRET word@a.example/caf\xC3\xA9' },
        '/secret-refused': { redirect: 'http://ann:SECRET@10.0.0.1/' },
        '/secret-odd': { redirect: 'ftp://ann:SECRET@a.example/' },
        '/secret-bad': { redirect: 'https://ann:SECRET@[/' },
        '/two': {
          status: 301,
          headers: [
            ['Location', '/there'],
            ['Location', '/1'],
          ],
        },
      },
    },
    {
      host: 'b.example',
      routes: { '/there': { body: 'there, too' }, '/back': { redirect: 'https://a.example/there' } },
    },
  ])
})
afterAll(() => server.close())

const A = 'https://a.example'

describe('redirects', () => {
  it.each([
    ['/relative', `${A}/there`, 'there'],
    ['/padded', `${A}/there`, 'there'],
    ['/other', 'https://b.example/there', 'there, too'],
    ['/plain', 'http://a.example/there', 'there'],
    ['/with-body', `${A}/there`, 'there'],
    ['/endless-body', `${A}/there`, 'there'],
  ])('%s is followed to %s', async (path, finalUrl, text) => {
    const status = { '/with-body': 307, '/endless-body': 302 }[path] ?? 301
    const got = await read(fetcherFor(server, { requestTimeoutMs: 10_000 }), A + path)
    expect(got).toMatchObject({ finalUrl, text, status: 200, hops: [{ status, url: A + path }], notices: [] })
  })

  it.each([
    ['/secret', { finalUrl: `${A}/there`, text: 'there' }],
    [
      '/secret-chain',
      { finalUrl: `${A}/there`, text: 'there', hops: [{ url: `${A}/secret-chain` }, { url: `${A}/secret` }] },
    ],
    ['/secret-self', { ending: { kind: 'redirect-loop' } }],
    [
      '/secret-raw',
      { finalUrl: 'http://a.example/caf%C3%A9', text: 'coffee', notices: [{ kind: 'location-unescaped' }] },
    ],
    ['/secret-refused', { ending: { kind: 'refused', url: 'http://10.0.0.1/' } }],
    ['/secret-odd', { ending: { kind: 'redirect-broken' } }],
    ['/secret-bad', { ending: { kind: 'redirect-broken' } }],
  ])('%s: user info in Location is neither sent nor kept', async (path, expected) => {
    const before = server.requests.length
    const { headers, ...got } = await read(fetcherFor(server), A + path)
    expect(got).toMatchObject(expected)
    // Beside the header line itself, which nobody shows.
    expect(JSON.stringify(got)).not.toMatch(/SECRET|ann/)
    expect(JSON.stringify(server.requests.slice(before))).not.toMatch(/SECRET|authorization/)
  })

  it('reads raw bytes in Location as UTF-8 and says so', async () => {
    const got = await read(fetcherFor(server), `${A}/raw`)
    expect(got).toMatchObject({ text: 'coffee', finalUrl: `${A}/caf%C3%A9` })
    expect(got.notices).toEqual([{ kind: 'location-unescaped', url: `${A}/raw`, value: '/caf\u00E9' }])
    // What is not UTF-8 is Latin-1; a URL is UTF-8 all the same.
    expect(await read(fetcherFor(server), `${A}/raw-latin`)).toMatchObject({ text: 'coffee' })
  })

  it('follows ten, five for robots.txt, and no more', async () => {
    const fetcher = fetcherFor(server)
    const ten = await read(fetcher, `${A}/3`)
    expect(ten).toMatchObject({ status: 200, text: 'there', finalUrl: `${A}/13` })
    expect(ten.hops).toHaveLength(10)
    const eleven = await read(fetcher, `${A}/2`)
    expect(eleven).toMatchObject({ status: 301, body: null, finalUrl: `${A}/12`, ending: { kind: 'redirect-limit' } })
    expect(eleven.hops).toHaveLength(10)
    expect(await read(fetcher, `${A}/8`, { as: 'robots' })).toMatchObject({ status: 200, text: 'there' })
    expect((await read(fetcher, `${A}/7`, { as: 'robots' })).ending).toMatchObject({ kind: 'redirect-limit' })
  })

  it.each([
    ['/self', []],
    ['/ping', ['/ping']],
    ['/cookie-loop', ['/cookie-loop']],
  ])('tells the loop at %s', async (path, hops) => {
    const got = await read(fetcherFor(server), A + path)
    expect(got).toMatchObject({ status: 301, body: null, ending: { kind: 'redirect-loop' } })
    expect(got.hops.map(({ url }) => url)).toEqual(hops.map((hop) => A + hop))
  })

  it('tells a loop that ends once its cookie is kept, and keeps cookies nowhere else', async () => {
    const fetcher = fetcherFor(server)
    const got = await read(fetcher, `${A}/cookie`)
    expect(got).toMatchObject({ status: 200, text: 'with cookie', hops: [{ status: 301, url: `${A}/cookie` }] })
    expect(got.notices).toEqual([{ kind: 'cookie-needed', url: `${A}/cookie` }])
    await read(fetcher, `${A}/there`)
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('cookie')
  })

  it.each([
    ['/none', 'no Location header'],
    ['/empty', 'an empty Location header'],
    ['/bad', 'a Location header that is no URL'],
    ['/file', 'a Location header with the scheme file'],
    ['/script', 'a Location header with the scheme javascript'],
    ['/300', 'status 300 leads to no other address'],
    ['/304', 'status 304 leads to no other address'],
    ['/305', 'status 305 leads to no other address'],
    ['/two', 'several different Location headers'],
  ])('%s leads nowhere: %s', async (path, detail) => {
    const got = await read(fetcherFor(server), A + path)
    expect(got).toMatchObject({ finalUrl: A + path, hops: [], body: null, ending: { kind: 'redirect-broken', detail } })
    expect(got.status).toBeGreaterThanOrEqual(300)
  })

  it('carries the headers of the audit to its origin and nowhere else', async () => {
    const fetcher = fetcherFor(server, {}, { headers: { Authorization: 'Basic eA==', Accept: 'text/html' } })
    fetcher.origin = A
    server.requests.length = 0
    await read(fetcher, `${A}/other`)
    await read(fetcher, `${A}/plain`)
    await read(fetcher, 'https://b.example/back')
    expect(
      server.requests.map(({ host, secure, headers: { authorization = null } }) => [host, secure, authorization]),
    ).toEqual([
      ['a.example', true, 'Basic eA=='],
      ['b.example', true, null],
      ['a.example', true, 'Basic eA=='],
      ['a.example', false, null],
      ['b.example', true, null],
      ['a.example', true, 'Basic eA=='],
    ])
    expect(server.requests[0]?.headers).toMatchObject({ accept: 'text/html' })
  })
})
