/**
 * The service cannot be pointed inwards: audits over real sockets of a site that tries every way to a listener on this
 * machine, which must meet nobody. Where 127.0.0.1 does not do, see namespace.test.ts.
 */
import { Resolver } from 'node:dns/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPoster } from '#src/fetch/post.ts'
import { FETCH_DEFAULTS, parseConnectTo } from '#src/fetch/settings.ts'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { type AuditSettings, auditSite } from '../support/audit-site.ts'
import type { Answer, Route } from '../support/site.ts'
import { type Canary, SECRET, startCanary } from './canary.ts'
import { type DnsServer, startDnsServer } from './dns-server.ts'
import { badUrlsAt, HOSTS, LOOPBACK_HOSTS } from './hosts.ts'

const HOST = 'www.example.com'
const at = (path: string) => `https://${HOST}${path}`
let canary: Canary
let dns: DnsServer

/** Names that DNS leads inwards. */
const NAMES: Record<string, (nth: number) => string[]> = {
  'inside.example': () => ['127.0.0.1'],
  'inside6.example': () => ['::1'],
  'mapped.example': () => ['::ffff:127.0.0.1'],
  'metadata.example': () => ['169.254.169.254'],
  'both.example': () => ['93.184.216.34', '127.0.0.1'],
  'both-6.example': () => ['93.184.216.34', '::1'],
  'last-of-many.example': () => [...Array.from({ length: 15 }, (_, i) => `93.184.216.${i + 1}`), '127.0.0.1'],
  'any.example': () => ['0.0.0.0'],
  '127.0.0.1.nip.example': () => ['127.0.0.1'],
  // TTL 0: public at the first look, private from then on.
  'rebound.example': (nth) => (nth === 0 ? ['127.0.0.53', '93.184.216.34'] : ['127.0.0.1']),
}

beforeAll(async () => {
  canary = await startCanary()
  dns = await startDnsServer((name, nth) => NAMES[name]?.(nth))
})
afterAll(async () => {
  await canary.close()
  await dns.close()
})
afterEach(() => expect(canary.met).toBe(0))

/** As dns.lookup asks, but of our own name server. */
async function resolve(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers([`127.0.0.1:${dns.port}`])
  const found = await Promise.all(
    [resolver.resolve4(host), resolver.resolve6(host)].map((looked) => looked.catch(() => [])),
  )
  return found.flat()
}

/** Leads only the audited host to the site server; every other goes where its name or address leads. */
async function attack(routes: Record<string, Route>, options: AuditSettings['options'] = {}) {
  const got = await auditSite(
    [{ host: HOST, routes: { '/robots.txt': robotsTxt('User-agent: *', 'Disallow:'), ...routes } }],
    {
      options: { children: 'all', pages: 200, ...options },
      fetch: async ({ connectTo }) => ({
        connectTo: parseConnectTo(connectTo).flatMap((entry) =>
          entry.host1 === null ? [{ ...entry, host1: HOST }] : [entry],
        ),
        allowPorts: [canary.port],
        resolve,
        connectTimeoutMs: 300,
        requestTimeoutMs: 2_000,
        hostConcurrency: 20,
      }),
    },
  )
  expect(JSON.stringify(got)).not.toContain(SECRET)
  return got
}

const inwards = (scheme: string, host: string, path = '/x.xml') => `${scheme}://${host}:${canary.port}${path}`
/** For a URL that URL parsers take; the text as the site would serve it. */
const targets = () => [
  ...HOSTS.map((host) => inwards('http', host)),
  ...LOOPBACK_HOSTS.map((host) => inwards('https', host)),
  ...LOOPBACK_HOSTS.map((host) => inwards('http', `${HOST}@${host}`)),
  ...Object.keys(NAMES).map((name) => inwards('http', name)),
  ...badUrlsAt(HOST),
]
const html = (head: string, headers: [string, string][] = []): Answer => ({
  body: `<!doctype html><html><head><title>Bread</title>${head}</head><body><h1>Bread</h1></body></html>`,
  headers: [['Content-Type', 'text/html; charset=utf-8'], ...headers],
})
/** A site with one page for each target. */
const pagesOf = (make: (target: string) => Route): Record<string, Route> => {
  const pages = Object.fromEntries(targets().map((target, i) => [`/p${i}`, make(target)]))
  return {
    '/sitemap.xml': { body: urlset(Object.keys(pages).map((path) => ({ loc: at(path), lastmod: '2026-09-01' }))) },
    ...pages,
  }
}
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

test('the listener is where the ways would lead', async () => {
  const answers = await Promise.allSettled(
    ['127.0.0.1', '[::1]', '127.1', '0'].map(async (host) => (await fetch(inwards('http', host))).text()),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(answers)).toContain(SECRET)
  canary.met = 0
})

test('without the guard an audit would meet it: what follows proves something', async () => {
  const sites = [{ host: HOST, routes: { '/sitemap.xml': { redirect: inwards('http', '127.0.0.1') } } }]
  const fetch = async ({ connectTo }: { connectTo: string }) => ({
    connectTo: parseConnectTo(connectTo).flatMap((entry) => ({ ...entry, host1: entry.host1 ?? HOST })),
    allowNetworks: ['0.0.0.0/0', '::/0'],
    allowPorts: [canary.port],
  })
  await auditSite(sites, { fetch })
  expect(canary.met).toBeGreaterThan(0)
  canary.met = 0
})

test('there are many ways', () => {
  expect(targets().length).toBeGreaterThan(150)
})

describe('sitemaps', () => {
  test('SS-01, SS-02, SS-05: children of an index are refused, and nothing of them is shown', async () => {
    const { report } = await attack({ '/sitemap.xml': { body: sitemapIndex(targets().map((loc) => ({ loc }))) } })
    const children = report.documents.filter(({ depth }) => depth > 0)
    expect(children.length).toBeGreaterThan(60)
    expect(new Set(children.map(({ outcome }) => outcome))).toEqual(new Set(['refused']))
    expect(children.every(({ http, bytes }) => http === null && bytes === null)).toBe(true)
  })

  test('lines of robots.txt are refused', async () => {
    const { report } = await attack({
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow:', ...targets().map((url) => `Sitemap: ${url}`)),
    })
    const named = report.documents.filter(({ via }) => via.startsWith('robots.txt'))
    expect(named.length).toBeGreaterThan(60)
    expect(new Set(named.map(({ outcome }) => outcome))).toEqual(new Set(['refused']))
  })

  test('sitemaps that the request names are refused', async () => {
    const urls = targets().filter((url) => /^https?:/.test(url) && URL.canParse(url))
    const { report } = await attack({}, { sitemaps: urls })
    expect(new Set(report.documents.map(({ outcome }) => outcome))).toEqual(new Set(['refused']))
  })

  test.each([301, 302, 303, 307, 308])(
    'SS-03, SS-09: redirects of status %s are followed to none of them',
    async (status) => {
      const paths = targets().map((target, i) => [`/s${i}.xml`, { status, redirect: latin1(target) }] as const)
      const { report } = await attack({
        '/sitemap.xml': { body: sitemapIndex(paths.map(([path]) => ({ loc: at(path) }))) },
        ...Object.fromEntries(paths),
      })
      const outcomes = new Set(report.documents.filter(({ depth }) => depth > 0).map(({ outcome }) => outcome))
      expect([...outcomes].filter((outcome) => outcome !== 'refused' && outcome !== 'unreachable')).toEqual([])
      expect(outcomes).toContain('refused')
    },
  )

  test('SS-09: behind several hops they are refused as well', async () => {
    const { report } = await attack({
      '/sitemap.xml': { redirect: '/2' },
      '/2': { status: 302, redirect: at('/3') },
      '/3': { status: 307, redirect: inwards('http', '127.0.0.1') },
    })
    expect(report.documents[0]).toMatchObject({ outcome: 'refused' })
  })
})

describe('spellings of Location', () => {
  const spellings = (): string[] => {
    const end = `127.0.0.1:${canary.port}`
    return [
      `//${end}/`,
      `\\\\${end}/`,
      `/\\${end}/`,
      `http:\\\\${end}\\`,
      `HTTP://${end}/`,
      `hTtP:${end}/`,
      `http:/${end}/`,
      `http:///${end}/`,
      ` \t http://${end}/`,
      `http://${HOST}@${end}/`,
      `http://${HOST}:80@${end}/`,
      `http://${end}#@${HOST}/`,
      `http://${end}?@${HOST}/`,
      `http://${end}\\@${HOST}/`,
      `http://${HOST}%00@${end}/`,
      `http://x:y@${end}/`,
      `https://${end}/`,
      `http://127.0.0.1:0${canary.port}/`,
      `http://127.0.0.1\t:${canary.port}/`,
      'file:///etc/passwd',
      `url=http://${end}/`,
      `0;url=http://${end}/`,
    ]
  }

  test.each(['robots.txt', 'a sitemap', 'a page'])(
    'lead %s to none of them',
    async (what) => {
      const paths = spellings().map((redirect, i) => [`/r${i}`, { status: 302, redirect }] as const)
      const list = paths.map(([path]) => ({ loc: at(path), lastmod: '2026-09-01' }))
      if (what === 'robots.txt') {
        for (const redirect of spellings()) await attack({ '/robots.txt': { status: 302, redirect } }, { pages: 0 })
      } else {
        const body = what === 'a page' ? urlset(list) : sitemapIndex(list)
        const { requests } = await attack({ '/sitemap.xml': { body }, ...Object.fromEntries(paths) })
        expect(requests.filter(({ path }) => path.startsWith('/r')).length).toBeGreaterThanOrEqual(paths.length)
      }
    },
    60_000,
  )

  test('two Location lines, and one that is folded, lead to none of them', async () => {
    const inside = inwards('http', '127.0.0.1', '/')
    const raw = (...lines: string[]): Answer => ({
      raw: ['HTTP/1.1 302 Found', ...lines, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n'),
    })
    await attack({
      '/sitemap.xml': { body: sitemapIndex(['/a', '/b', '/c'].map((path) => ({ loc: at(path) }))) },
      '/a': raw(`Location: ${at('/')}`, `Location: ${inside}`),
      '/b': raw('Location: http://', ` 127.0.0.1:${canary.port}/`),
      '/c': raw(`Location : ${inside}`, 'bad line'),
    })
  })
})

describe('pages', () => {
  test('that redirect inwards are refused', async () => {
    const { report } = await attack(pagesOf((target) => ({ status: 302, redirect: latin1(target) })))
    expect(report.pages.length).toBeGreaterThan(60)
    expect(report.pages.filter(({ outcome }) => outcome === 'read')).toEqual([])
  })

  test.each<[string, (target: string) => Answer]>([
    ['a refresh', (target) => html(`<meta http-equiv="refresh" content="0; url=${target}">`)],
    ['a Refresh header', (target) => html('', [['Refresh', `0; url=${latin1(target)}`]])],
    ['a canonical', (target) => html(`<link rel="canonical" href="${target}">`)],
    ['a canonical of the header', (target) => html('', [['Link', `<${latin1(target)}>; rel="canonical"`]])],
    ['a base and a canonical', (target) => html(`<base href="${target}"><link rel="canonical" href="x">`)],
    [
      'alternates',
      (target) => html(`<link rel="alternate" hreflang="de" href="${target}"><link rel="amphtml" href="${target}">`),
    ],
    [
      'a script, an image and a frame',
      (target) => html(`<script src="${target}"></script><iframe src="${target}"></iframe>`),
    ],
  ])('lead nowhere by %s', async (_, make) => {
    const { report } = await attack(pagesOf(make))
    expect(report.pages.filter(({ outcome }) => outcome === 'read').length).toBeGreaterThan(60)
  })

  test('listed at private hosts are not asked for, nor is the robots.txt of these hosts', async () => {
    const { report, requests } = await attack({
      '/sitemap.xml': { body: urlset(targets().map((loc) => ({ loc, lastmod: '2026-09-01' }))) },
    })
    expect(report.pages.filter(({ outcome }) => outcome === 'read')).toEqual([])
    expect(requests.every(({ host }) => host === HOST)).toBe(true)
  })

  test('of feeds, images, videos and alternates are not asked for', async () => {
    const links = targets()
    await attack({
      '/robots.txt': robotsTxt('User-agent: *', `Sitemap: ${at('/feed.xml')}`, `Sitemap: ${at('/media.xml')}`),
      '/feed.xml': {
        body: `<rss version="2.0" xml:base="${inwards('http', '127.0.0.1')}"><channel><title>a</title><link>${inwards('http', '127.0.0.1')}</link>${links.map((link) => `<item><link>${link}</link></item>`).join('')}<item><link>x</link></item></channel></rss>`,
      },
      '/media.xml': {
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1" xmlns:x="http://www.w3.org/1999/xhtml" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a ${inwards('http', '127.0.0.1')}"><url><loc>${at('/')}</loc>${links.map((link) => `<i:image><i:loc>${link}</i:loc></i:image><x:link rel="alternate" hreflang="de" href="${link}"/>`).join('')}</url></urlset>`,
      },
      '/': html(''),
    })
  })
})

describe('XML that asks for more', () => {
  test.each([
    [
      'an entity',
      (url: string) => `<!DOCTYPE u [<!ENTITY x SYSTEM "${url}">]><urlset><url><loc>&x;</loc></url></urlset>`,
    ],
    [
      'a file',
      () => '<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&x;</loc></url></urlset>',
    ],
    ['a parameter entity', (url: string) => `<!DOCTYPE u [<!ENTITY % x SYSTEM "${url}"> %x;]><urlset/>`],
    ['a DTD', (url: string) => `<!DOCTYPE urlset SYSTEM "${url}"><urlset/>`],
    ['a stylesheet', (url: string) => `<?xml-stylesheet href="${url}" type="text/xsl"?><urlset/>`],
    [
      'an XInclude',
      (url: string) => `<urlset xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${url}"/></urlset>`,
    ],
  ])('is given nothing: %s', async (_, make) => {
    const got = await attack({ '/sitemap.xml': { body: make(inwards('http', '127.0.0.1')) } })
    expect(JSON.stringify(got)).not.toContain('root:x')
  })
})

describe('names', () => {
  test.each(Object.keys(NAMES))('SS-07: %s is looked up in DNS, and refused', async (name) => {
    const { report } = await attack({}, { domain: `http://${name}:${canary.port}`, pages: 0 })
    expect(dns.asked).toContain(name)
    expect(report.robots.outcome).toBe('refused')
    expect(report.documents.every(({ outcome }) => outcome === 'refused')).toBe(true)
  })

  test('SS-07: one that becomes private after its first look is refused from then on', async () => {
    const looks: string[][] = [['93.184.216.34'], ['127.0.0.1'], ['127.0.0.1', '93.184.216.34']]
    const server = await startDnsServer((_, nth) => looks[Math.min(nth, 2)])
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${server.port}`])
    const poster = createPoster(
      {
        ...FETCH_DEFAULTS,
        allowPorts: [canary.port],
        connectTimeoutMs: 200,
        resolve: (host) => resolver.resolve4(host),
      },
      2_000,
    )
    const endings = []
    for (let i = 0; i < 3; i++) {
      const { kind } = await poster.post(inwards('http', 'turn.example'), {
        headers: {},
        body: '{}',
        signal: new AbortController().signal,
      })
      endings.push(kind)
    }
    expect(endings).toEqual(['unreachable', 'refused', 'refused'])
    await poster.close()
    await server.close()
  })
})

describe('webhooks', () => {
  test('are sent to none of them, nor where an answer redirects to', async () => {
    const poster = createPoster({ ...FETCH_DEFAULTS, allowPorts: [canary.port], resolve, connectTimeoutMs: 200 }, 1_000)
    const request = { headers: {}, body: '{}', signal: new AbortController().signal }
    for (const url of targets()) {
      const outcome = await poster.post(url, request)
      expect([url, outcome.kind]).toEqual([url, 'refused'])
      expect(JSON.stringify(outcome)).not.toContain(SECRET)
    }
    await poster.close()
    await wait(20)
  })
})
