import { describe, expect, test } from 'vitest'
import type { ReadDocument } from '#src/audit/read-document.ts'
import { cutNote, unreadChildren } from '#src/audit/unread-children.ts'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { auditSite } from '../support/audit-site.ts'
import type { Answer } from '../support/site.ts'

const HOST = 'www.shop.example'
const at = (path: string) => `https://${HOST}${path}`
const pages = (path: string): Answer => ({ body: urlset([{ loc: at(path) }]) })
const named = (...paths: string[]): Answer => robotsTxt(...paths.map((path) => `Sitemap: ${at(path)}`))
const children = (...paths: string[]): Answer => ({
  body: sitemapIndex(paths.map((path) => ({ loc: path.startsWith('/') ? at(path) : path }))),
})

describe('children that were not attempted', () => {
  test('are told in listing order, with their entries, and never asked for', async () => {
    const paths = ['/1.xml', '/2.xml', '/3.xml', '/4.xml', '/5.xml', '/6.xml']
    const { report, unread, requests } = await auditSite([
      {
        host: HOST,
        routes: {
          '/robots.txt': named('/index.xml'),
          '/index.xml': children(...paths),
          ...Object.fromEntries(paths.map((path) => [path, pages(path)])),
        },
      },
    ])
    expect(report.documents[0]?.children).toEqual({ listed: 6, chosen: [1, 3, 6] })
    expect(unread.map(({ url, via }) => [url, via])).toEqual(
      [2, 4, 5].map((entry) => [at(`/${entry}.xml`), `${at('/index.xml')}#${entry}`]),
    )
    expect(unread[0]).toMatchObject({
      parent: at('/index.xml'),
      depth: 1,
      outcome: 'skipped',
      http: null,
      entries: null,
      complete: false,
    })
    const asked = requests.map(({ path }) => path)
    for (const { url } of unread) expect(asked).not.toContain(new URL(url).pathname)
    expect(report.summary).toMatchObject({ documents: 4, unchecked: 0 })
  })

  test('leave out what was attempted under another entry, index or name, and the index itself', async () => {
    const { report, unread } = await auditSite(
      [
        {
          host: HOST,
          routes: {
            '/robots.txt': named('/index.xml', '/named.xml', '/other.xml'),
            '/index.xml': children(
              '/a.xml',
              '/index.xml',
              '/a.xml#part',
              '/b.xml',
              '/b.xml',
              '/named.xml',
              '/moved.xml',
              'https://user:secret@[broken/c.xml',
            ),
            '/a.xml': { redirect: '/moved.xml' },
            '/moved.xml': pages('/1'),
            '/named.xml': pages('/2'),
            '/other.xml': children('/d.xml', '/a.xml', '/b.xml'),
            '/d.xml': pages('/3'),
          },
        },
      ],
      { options: { children: 1 } },
    )
    expect(report.documents[0]?.children).toEqual({ listed: 8, chosen: [1] })
    // The double is counted in `listed`, and stands with its own entry.
    expect(unread.map(({ url, via }) => [url, via])).toEqual([
      [at('/b.xml'), `${at('/index.xml')}#4`],
      [at('/b.xml'), `${at('/index.xml')}#5`],
      ['https://***@[broken/c.xml', `${at('/index.xml')}#8`],
      [at('/b.xml'), `${at('/other.xml')}#3`],
    ])
  })

  test('are none where all children are read, and where there is no index', async () => {
    const routes = {
      '/robots.txt': named('/index.xml'),
      '/index.xml': children('/a.xml', '/b.xml', '/c.xml', '/d.xml'),
      ...Object.fromEntries(['/a.xml', '/b.xml', '/c.xml', '/d.xml'].map((path) => [path, pages(path)])),
    }
    expect((await auditSite([{ host: HOST, routes }], { options: { children: 'all' } })).unread).toEqual([])
    const single = { '/robots.txt': named('/a.xml'), '/a.xml': pages('/1') }
    expect((await auditSite([{ host: HOST, routes: single }])).unread).toEqual([])
  })

  test('are all children of an index that stands too deep to be followed', async () => {
    const level = (n: number) => `/${n}.xml`
    const { unread } = await auditSite([
      {
        host: HOST,
        routes: {
          '/robots.txt': named(level(0)),
          ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((n) => [level(n), children(level(n + 1))])),
        },
      },
    ])
    expect(unread).toMatchObject([{ url: at(level(6)), via: `${at(level(5))}#1`, depth: 6 }])
  })

  test('are no more than the limit, which is told', () => {
    const document = {
      node: { url: at('/index.xml'), depth: 0 },
      report: { kind: 'sitemapindex' },
      check: { children: [1, 2, 3].map((entry) => ({ entry, url: at(`/${entry}.xml`), loc: '' })) },
    } as unknown as ReadDocument
    const walked = { documents: [document], wasAttempted: () => false }
    expect(unreadChildren(walked, 3)).toMatchObject({ unread: [{}, {}, {}], isCut: false })
    const { unread, isCut } = unreadChildren(walked, 2)
    expect([unread.length, isCut]).toEqual([2, true])
    expect(cutNote(Array(200_000))).toContain('More than 200,000 children')
  })
})
