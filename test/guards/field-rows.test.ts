/**
 * The rows of ../shared/cases.md on addresses that must not be reached and on denial of service, each with its own
 * smallest input, audited whole over real sockets. What is wider stands in inwards, namespace and bombs.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FetchSettings, parseConnectTo } from '#src/fetch/settings.ts'
import type { Progress } from '#src/model/audit.ts'
import { at, audit, coded, HOST, index, named } from '../audit/audit-sitemap.ts'
import { sitemapIndex, urlset } from '../sites/make.ts'
import { auditSite, findingOf, problemsOf } from '../support/audit-site.ts'
import type { Answer, Route } from '../support/site.ts'
import { type Canary, SECRET, startCanary } from './canary.ts'

const MEGABYTE = 1_048_576
let canary: Canary

beforeAll(async () => {
  canary = await startCanary()
})
afterAll(() => canary.close())
afterEach(() => expect(canary.met).toBe(0))

/** Only the audited host is led to its site: every other goes where its address leads. */
async function attack(routes: Record<string, Route>, fetch: Partial<FetchSettings> = {}) {
  const [first = '/'] = Object.keys(routes).filter((path) => path !== '/robots.txt')
  const got = await auditSite([{ host: HOST, routes: { '/robots.txt': named(first), ...routes } }], {
    options: { children: 'all' },
    fetch: async ({ connectTo }) => ({
      connectTo: parseConnectTo(connectTo).map((entry) => ({ ...entry, host1: entry.host1 ?? HOST })),
      allowPorts: [canary.port],
      connectTimeoutMs: 300,
      ...fetch,
    }),
  })
  expect(JSON.stringify(got)).not.toContain(SECRET)
  return got
}

const moved = (redirect: string): Answer => ({ status: 302, redirect })
const isProblem = (rule: string) => (problem: string) => problem.startsWith(`${rule} x`)

describe('addresses that must not be reached', () => {
  test('SS-01: an entry of an index is refused at every level of indexes', async () => {
    const inside = [`http://127.0.0.1:${canary.port}/x.xml`, 'http://10.0.0.5/x.xml']
    const { report } = await attack({
      '/i1.xml': { body: sitemapIndex([...inside.map((loc) => ({ loc: `${loc}?1` })), { loc: at('/i2.xml') }]) },
      '/i2.xml': { body: sitemapIndex([...inside.map((loc) => ({ loc: `${loc}?2` })), { loc: at('/i3.xml') }]) },
      '/i3.xml': { body: sitemapIndex(inside.map((loc) => ({ loc: `${loc}?3` }))) },
    })
    const at10 = report.documents.filter(({ url }) => url.startsWith('http://'))
    expect(at10.map(({ depth, outcome }) => [depth, outcome])).toEqual(
      [1, 1, 2, 2, 3, 3].map((depth) => [depth, 'refused']),
    )
    expect(problemsOf(report).filter(isProblem('loc-private-host'))).toHaveLength(6)
  })

  test('SS-02: of the metadata address nothing is shown, and the finding names it', async () => {
    const { report } = await attack({
      '/i.xml': { body: sitemapIndex([{ loc: 'http://169.254.169.254/latest/meta-data/' }]) },
    })
    expect(JSON.stringify(findingOf(report, 'loc-private-host'))).toContain('169.254.169.254')
    expect(report.documents.at(-1)).toMatchObject({ outcome: 'refused', http: null, bytes: null, entries: null })
  })

  test('SS-03: robots.txt that redirects to a file of the same host is not read', async () => {
    const { report } = await attack({
      '/robots.txt': moved(`file://${HOST}/etc/hosts`),
      '/sitemap.xml': { body: urlset([{ loc: at('/a') }]) },
    })
    expect(report.robots.outcome).not.toBe('read')
    expect(JSON.stringify(report)).not.toMatch(/localhost/)
    expect(report.summary.entries).toBe(1)
  })

  test('SS-05: mapped and translated addresses are seen in the hexadecimal form that URL parsers give them', async () => {
    const hosts = ['[::ffff:169.254.169.254]', '[64:ff9b::a9fe:a9fe]', `[::ffff:127.0.0.1]:${canary.port}`]
    expect(new URL(`http://${hosts[0]}/`).hostname).toBe('[::ffff:a9fe:a9fe]')
    const { report } = await attack({ '/i.xml': { body: sitemapIndex(hosts.map((h) => ({ loc: `http://${h}/` }))) } })
    expect(report.documents.slice(1).map(({ outcome }) => outcome)).toEqual(hosts.map(() => 'refused'))
  })

  test('SS-07: a name is judged at each connection, and the judged address is the one that is connected to', async () => {
    // An address that the operator allows plays the public one; beside it, on the same port, is where nobody may come.
    const hosts: string[] = []
    const open = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (data) => {
        hosts.push(/^host: (.*)$/im.exec(data.toString('latin1'))?.[1]?.trim() ?? '')
        socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${at('/a')}\n`)
      })
    })
    let met = 0
    const closed = createServer((socket) => {
      met++
      socket.destroy()
    })
    open.listen(0, '127.0.0.2')
    await once(open, 'listening')
    const { port } = open.address() as AddressInfo
    closed.listen(port, '127.0.0.1')
    await once(closed, 'listening')
    let looks = 0
    const name = `rebound.example:${port}`
    try {
      const { report } = await attack(
        { '/i.xml': { body: sitemapIndex([1, 2, 3].map((n) => ({ loc: `http://${name}/${n}` }))) } },
        {
          hostConcurrency: 1,
          allowPorts: [port],
          allowNetworks: ['127.0.0.2/32'],
          resolve: async () => (looks++ === 0 ? ['127.0.0.2'] : ['127.0.0.1']),
        },
      )
      const outcomes = report.documents.slice(1).map(({ outcome }) => outcome)
      expect(outcomes.toSorted()).toEqual(['read', 'refused', 'refused'])
      // Looked up once, connected to without another look, and asked for by its name.
      expect([hosts, met]).toEqual([[name], 0])
    } finally {
      open.close()
      closed.close()
    }
  })

  test('SS-09: from public to private over several hops, CGNAT too, and each hop is judged', async () => {
    const { report } = await attack({
      '/i.xml': index('/s.xml', '/t.xml'),
      '/s.xml': moved('/s2.xml'),
      '/s2.xml': moved('http://100.64.0.1/'),
      '/t.xml': moved('/t2.xml'),
      '/t2.xml': moved(`http://127.0.0.1:${canary.port}/`),
    })
    expect(report.documents.slice(1).map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    expect(problemsOf(report).filter(isProblem('response-private-address'))).toHaveLength(2)
  })
})

describe('denial of service', () => {
  test('DO-01: an entity bomb of seven levels, plain and gzipped, is an error and costs nothing', async () => {
    const levels = Array.from({ length: 7 }, (_, i) => `<!ENTITY ${'bcdefgh'[i]} "${`&${'abcdefg'[i]};`.repeat(50)}">`)
    const bomb = `<!DOCTYPE u [<!ENTITY a "xx">${levels.join('')}]>${urlset([])
      .replace(/^.*\n/, '')
      .replace('</urlset>', `<url><loc>${at('/&h;')}</loc></url></urlset>`)}`
    const before = process.memoryUsage().rss
    const cpu = process.cpuUsage()
    const { report } = await audit({
      '/i.xml': index('/a.xml', '/b.xml'),
      '/a.xml': { body: bomb },
      '/b.xml': coded('gzip', gzipSync(bomb)),
    })
    expect(problemsOf(report).filter(isProblem('xml-doctype'))).toHaveLength(2)
    expect(report.summary.entries).toBe(2)
    const { user, system } = process.cpuUsage(cpu)
    expect((user + system) / 1e6).toBeLessThan(5)
    // Expanded it would be 2 times 50 to the seventh characters.
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE)
  })

  test('DO-03: 60 KB of gzip that unpack to 60 MB are over 50 MB; our own bound ends the reading right behind it', async () => {
    const body = gzipSync(urlset([{ loc: at('/a') }]).replace('<url>', `${' '.repeat(60_000_000)}<url>`), { level: 9 })
    expect(body.length).toBeLessThan(70_000)
    const before = process.memoryUsage().rss
    const whole = await audit({ '/s.xml': { body } }, { tools: { maxDocumentBytes: 209_715_200 } })
    expect(findingOf(whole.report, 'document-too-large').severity).toBe('error')
    expect(whole.report.documents[0]).toMatchObject({ complete: true, entries: 1 })
    const cut = await audit({ '/s.xml': { body } }, { tools: { maxDocumentBytes: 50 * MEGABYTE + 1 } })
    expect(problemsOf(cut.report)).toContain('response-budget-exceeded x1')
    expect(cut.report.documents[0]?.complete).toBe(false)
    expect(cut.report.documents[0]?.bytes?.uncompressed).toBeLessThanOrEqual(50 * MEGABYTE + 1)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE)
  })

  test('DO-05: an index of 50,000 children: a sample, and where all are wanted the budget of time, with progress', async () => {
    const paths = Array.from({ length: 50_000 }, (_, i) => `/c${i}.xml`)
    const routes: Record<string, Route> = {
      '/i.xml': index(...paths),
      '*': ({ path }) => (path.startsWith('/c') ? { body: urlset([{ loc: at(`/p${path}`) }]) } : { status: 404 }),
    }
    const sample = await audit(routes, { options: { children: 3 } })
    expect(sample.report.documents[0]?.children).toMatchObject({ listed: 50_000, chosen: [1, 25_000, 50_000] })
    expect(sample.requests.length).toBeLessThanOrEqual(8)

    const told: Progress[] = []
    const from = performance.now()
    const all = await audit(routes, {
      options: { children: 'all' },
      tools: { timeoutMs: 1_500, onProgress: (progress) => told.push(progress) },
    })
    expect(performance.now() - from).toBeLessThan(12_000)
    expect(all.requests.length).toBeLessThan(20_000)
    expect(all.report.notes.join()).toContain('The audit reached its limit of')
    const done = told.filter(({ stage }) => stage === 'walk').map(({ documents: [read] }) => read)
    expect(done.length).toBeGreaterThan(2)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
  })
})
