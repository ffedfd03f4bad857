/** What a site may try with the auditor, and what breaks off, played on sockets and audited whole. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sitemapIndex, urlset } from '../sites/make.ts'
import { findingOf, problemsOf } from '../support/audit-site.ts'
import type { Answer, Route } from '../support/site.ts'
import { at, audit, coded, HOST, index, named, told, XML } from './audit-sitemap.ts'

describe('what breaks off before it shows what it is', () => {
  test.each([
    ['by the site', { body: XML, cutAfter: 12 }, 'response-truncated x1'],
    ['by our own deadline', { body: XML, drip: { bytes: 2, everyMs: 50 } }, 'response-budget-exceeded x1'],
  ] as [string, Answer, string][])('is not said to be no sitemap: %s', async (_, answer, problem) => {
    const settings = { fetch: { minimumRate: { bytesPerSecond: 1_000, windowMs: 200 } } }
    const { report } = await audit({ '/sitemap.xml': answer }, settings)
    expect(problemsOf(report)).toEqual([problem, 'sitemap-not-checked x1'])
    expect(report).toMatchObject({ verdict: 'unchecked', documents: [{ outcome: 'unreachable', complete: false }] })
    expect(findingOf(report, 'sitemap-not-checked').message).toContain('broken off')
  })
})

describe('what must not be reached', () => {
  test('SS-05: addresses inside of IPv6 addresses are seen in each of their spellings', async () => {
    const hosts = ['[::ffff:169.254.169.254]', '[64:ff9b::a9fe:a9fe]', '[::127.0.0.1]', '[::1]', '[fe80::1]']
    const { report } = await audit(
      {
        '/sitemap.xml': { body: sitemapIndex(hosts.map((host) => ({ loc: `http://${host}/x.xml` }))) },
      },
      { options: { children: 'all' } },
    )
    expect(report.documents.slice(1).map(({ outcome }) => outcome)).toEqual(hosts.map(() => 'refused'))
    expect(problemsOf(report).filter((problem) => !problem.startsWith('loc-private-host'))).toEqual([])
  })
})

describe('credentials that the site puts into URLs', () => {
  const secret = (path: string) => `https://ann:SECRET@${HOST}${path}`
  const html = (head = '', headers: [string, string][] = []): Answer => ({
    body: `<!doctype html><html><head><title>Bread</title>${head}</head><body><h1>Bread</h1></body></html>`,
    headers: [['Content-Type', 'text/html; charset=utf-8'], ...headers],
  })

  test('are neither sent nor in any part of the report, of documents and of pages', async () => {
    const pages: Record<string, Route> = {
      '/moved': { redirect: secret('/new') },
      '/gone': { redirect: secret('/nowhere') },
      '/circle': { redirect: secret('/circle') },
      '/raw': { redirect: secret('/caf\xc3\xa9') },
      '/inside': { redirect: 'http://ann:SECRET@10.0.0.1/' },
      '/refresh': html(`<meta http-equiv="refresh" content="0;url=${secret('/new')}">`),
      '/canonical': html(`<link rel="canonical" href="${secret('/new')}">`),
      '/based': html(`<base href="${secret('/')}"><link rel="canonical" href="new">`),
      '/linked': html('', [['Link', `<${secret('/new')}>; rel="canonical"`]]),
    }
    const { report, unread, requests } = await audit(
      {
        '/sitemap.xml': index('/old.xml', '/circle.xml', '/inside.xml'),
        '/old.xml': { redirect: secret('/older.xml') },
        '/older.xml': { redirect: '/pages.xml' },
        '/pages.xml': { body: urlset(Object.keys(pages).map((path) => ({ loc: at(path), lastmod: '2026-09-01' }))) },
        '/circle.xml': { redirect: secret('/circle.xml') },
        '/inside.xml': { redirect: 'http://ann:SECRET@10.0.0.1/' },
        '/robots.txt': { redirect: secret('/robots-2.txt') },
        '/robots-2.txt': named('/sitemap.xml'),
        '/new': html(),
        '/caf%C3%A9': html(),
        ...pages,
      },
      { options: { pages: 20, children: 'all' } },
    )
    expect(report.pages).toHaveLength(9)
    expect(report.pages.find(({ url }) => url === at('/moved'))).toMatchObject({ status: 200, finalUrl: at('/new') })
    expect(report.documents.find(({ url }) => url === at('/old.xml'))).toMatchObject({
      outcome: 'read',
      http: { hops: [{ url: at('/old.xml') }, { url: at('/older.xml') }] },
    })
    expect(report.pages.find(({ url }) => url === at('/canonical'))?.canonical).toEqual([
      { source: 'head', href: `https://***@${HOST}/new`, resolved: `https://***@${HOST}/new` },
    ])
    expect(JSON.stringify([report, unread])).not.toMatch(/SECRET|ann:/)
    expect(JSON.stringify(requests)).not.toMatch(/SECRET|authorization/)
  })
})

describe('denial of service', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE u [<!ENTITY a "xx">${Array.from({ length: 7 }, (_, i) => `<!ENTITY ${'bcdefgh'[i]} "${`&${'abcdefg'[i]};`.repeat(50)}">`).join('')}]><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${at('/&h;')}</loc></url></urlset>`

  test.each(['plain', 'gzip'])('DO-01: an entity bomb is told and not expanded (%s)', async (how) => {
    const before = performance.now()
    const got = await told('/sitemap.xml', how === 'gzip' ? coded('gzip', gzipSync(bomb)) : { body: bomb })
    expect(got.problems.join()).toMatch(/doctype/)
    expect(performance.now() - before).toBeLessThan(3_000)
    expect(JSON.stringify(got.report).length).toBeLessThan(50_000)
  })

  test('DO-03: a small gzip of many zeros is read to our bound and no further', async () => {
    const body = gzipSync(Buffer.alloc(60_000_000))
    for (const answer of [coded('gzip', body), { body }]) {
      const { report } = await audit({ '/sitemap.xml': answer }, { tools: { maxDocumentBytes: 1_000_000 } })
      expect(report.documents[0]?.bytes?.uncompressed ?? 0).toBeLessThanOrEqual(1_000_001)
      expect(problemsOf(report)).toContain('response-budget-exceeded x1')
    }
  })

  test('DO-05: of an index with 50,000 children as many are read as were asked for', async () => {
    const loc = (i: number) => at(`/c${i}.xml`)
    const { report, requests } = await audit(
      {
        '/sitemap.xml': { body: sitemapIndex(Array.from({ length: 50_000 }, (_, i) => ({ loc: loc(i) }))) },
        '*': ({ path }) =>
          /^\/c\d+\.xml$/.test(path)
            ? { body: urlset([{ loc: at(`/p${path}`), lastmod: '2026-09-01' }]) }
            : { status: 404 },
      },
      { options: { children: 3 } },
    )
    expect(report.documents[0]?.children).toMatchObject({ listed: 50_000, chosen: [1, 25_000, 50_000] })
    expect(requests.length).toBeLessThanOrEqual(7)
  })
})
