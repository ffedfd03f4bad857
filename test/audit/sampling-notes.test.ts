import { expect, test } from 'vitest'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { auditSite } from '../support/audit-site.ts'
import type { Answer, Site } from '../support/site.ts'

const HOST = 'www.shop.example'
const at = (path: string) => `https://${HOST}${path}`
const paths = ['/1.xml', '/2.xml', '/3.xml', '/4.xml', '/5.xml']

/** A site whose index lists these; those that are not among the five are not there. */
function indexOf(...listed: string[]): Site[] {
  const pages = (path: string): [string, Answer] => [path, { body: urlset([{ loc: at(path) }]) }]
  return [
    {
      host: HOST,
      routes: {
        '/robots.txt': robotsTxt(`Sitemap: ${at('/index.xml')}`),
        '/index.xml': { body: sitemapIndex(listed.map((path) => ({ loc: at(path) }))) },
        ...Object.fromEntries(paths.map(pages)),
      },
    },
  ]
}

test('a sample of the children is said to be one, with the entries that were chosen', async () => {
  const { report } = await auditSite(indexOf(...paths))
  expect(report.notes).toEqual([
    'https://www.shop.example/index.xml lists 5 children, of which 3 were chosen (by entry: 1, 3, 5); the report does not speak of the others.',
  ])
})

test('nothing is said where every child was chosen, whatever came of it, or stands twice or is the index', async () => {
  for (const listed of [paths.slice(0, 3), ['/1.xml', '/1.xml', '/2.xml'], ['/1.xml', '/index.xml', '/gone.xml']]) {
    const { report } = await auditSite(indexOf(...listed))
    expect(report.notes).toEqual([])
  }
  const { report } = await auditSite(indexOf(...paths), { options: { children: 'all' } })
  expect(report.notes).toEqual([])
})
