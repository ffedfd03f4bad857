/** Whether a page is what its 200, its canonical, its lastmod and its alternates say. */
import { describe, expect, test } from 'vitest'
import { judgeFacts } from '#src/rules/judge.ts'
import { isHonestLastmod } from '#src/rules/page-lastmod.ts'
import { pageTruthRules } from '#src/rules/page-truth.ts'
import { expectEveryMessage, type FactsRow, factsTable } from '#test/support/facts-table.ts'
import { type PageWords, pageOf } from '#test/support/page.ts'

const A = 'https://www.example.com/a'
const B = 'https://www.example.com/b'
const SITEMAP = 'https://www.example.com/sitemap.xml'
type Expected = FactsRow<'page'>['expect'][0]
const row = (name: string, words: PageWords, ...expect: Expected[]): FactsRow<'page'> => ({
  name,
  facts: [pageOf(words)],
  expect,
})
const html = (title: string, text: string, more = '') =>
  `<!doctype html><head><title>${title}</title><link rel="canonical" href="${A}">${more}</head><body>${text}</body>`
const prose = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(' ')
const missing = html('Shop', `Sorry, there is nothing at this address. ${prose(0, 200)}`)

const soft404: FactsRow<'page'>[] = [
  row(
    'RD-13: The answer for any path is no page',
    { body: missing, probe: { body: missing } },
    {
      rule: 'page-soft-404',
      message: `${A} answers 200 with practically the same page as https://www.example.com/3f786850e387550fdab8, a path that cannot exist.`,
      line: 3,
      column: 10,
    },
  ),
  row(
    'The path that it was asked for may stand in the answer',
    { body: missing.replace('this address', '/a'), probe: { body: missing.replace('this address', '/3f786850') } },
    { rule: 'page-soft-404' },
  ),
  row('A host that answers 404 to what is not there has no soft 404', {
    body: missing,
    probe: { body: missing, status: 404 },
  }),
  row('Another text under the same title is another page', {
    body: html('Shop', prose(500, 700)),
    probe: { body: missing },
  }),
  row('The root may be what the host answers to everything', {
    url: 'https://www.example.com/',
    body: missing,
    probe: { body: missing },
  }),
  row('A redirect to where every unknown path leads is told as a redirect', {
    hops: [{ status: 302, url: A }],
    finalUrl: 'https://www.example.com/',
    probe: { body: missing, finalUrl: 'https://www.example.com/' },
  }),
  row(
    'LU-11: An error page by its title is told without a probe',
    { url: 'https://www.example.com/not-found', body: html('Page not found | Shop', prose(0, 50)) },
    {
      rule: 'page-soft-404',
      message:
        'https://www.example.com/not-found answers 200, and its title is that of an error page: "Page not found | Shop".',
    },
  ),
  row('An article about 404s is an article', { body: html('What a 404 error means for your shop', prose(0, 99)) }),
  row('Lost and found is no error', { body: html('Treasures not found in museums', prose(0, 99)) }),
  row('What was refused is not judged', { status: 403, probe: { body: missing } }),
]

const targets: FactsRow<'page'>[] = [
  row(
    'CA-13: A canonical that leads to a 404 is broken',
    { body: html('t', 'x').replace(A, `${A}/a`), targets: [{ url: `${A}/a`, status: 404 }] },
    { rule: 'page-canonical-broken', message: `The canonical of ${A} names ${A}/a, which answers 404.` },
  ),
  row('A canonical target that refuses us is not judged', { targets: [{ url: B, status: 403 }] }),
  row('A good canonical target is no matter of these rules', { targets: [{ url: B, status: 200 }] }),
  row(
    'A canonical that redirects is told with where it leads',
    { targets: [{ url: B, status: 200, hops: [{ status: 301, url: B }], finalUrl: `${B}/` }] },
    { rule: 'page-canonical-redirected', message: `The canonical of ${A} names ${B}, which redirects to ${B}/.` },
  ),
  row(
    'A canonical that redirects back is told as that',
    { targets: [{ url: B, status: 200, hops: [{ status: 301, url: B }], finalUrl: A }] },
    {
      rule: 'page-canonical-redirected',
      message: `The canonical of ${A} names ${B}, which redirects back to this page.`,
    },
  ),
  row(
    'A canonical that redirects to a 404 is broken, once',
    { targets: [{ url: B, status: 404, hops: [{ status: 301, url: B }], finalUrl: `${B}/` }] },
    { rule: 'page-canonical-broken' },
  ),
]

const modified = (date: string) =>
  html('t', 'x', `<script type="application/ld+json">{"@type":"Article","dateModified":"${date}"}</script>`)
const lastmod: FactsRow<'page'>[] = [
  row(
    'A page that changed 8 days after its lastmod is told',
    { body: modified('2026-09-09T12:00:00Z'), lastmod: '2026-09-01T12:00:00Z' },
    {
      rule: 'page-lastmod-older',
      message: `The sitemap says 2026-09-01T12:00:00Z of ${A}, 8 days before its dateModified, 2026-09-09T12:00:00Z.`,
    },
  ),
  row('7 days are tolerated', { body: modified('2026-09-08T12:00:00Z'), lastmod: '2026-09-01T12:00:00Z' }),
  row(
    'A lastmod 31 days after the page is told',
    { body: modified('2026-08-01'), lastmod: '2026-09-01' },
    {
      rule: 'page-lastmod-newer',
      message: `The sitemap says 2026-09-01 of ${A}, 31 days after its dateModified, 2026-08-01.`,
    },
  ),
  row('30 days are tolerated', { body: modified('2026-08-02'), lastmod: '2026-09-01' }),
  row('A date that nobody can read is not judged', { body: modified('yesterday'), lastmod: '2026-09-01' }),
  row('A Last-Modified of this very moment was made for the answer', {
    headers: [
      ['content-type', 'text/html'],
      ['date', 'Thu, 01 Oct 2026 00:00:00 GMT'],
      ['last-modified', 'Wed, 30 Sep 2026 23:58:00 GMT'],
    ],
    lastmod: '2026-01-01',
  }),
]

const alternates: FactsRow<'page'>[] = [
  row(
    'One code with two targets is told with both',
    {
      body: html('t', 'x', `<link rel="alternate" hreflang="DE" href="${B}">`),
      alternates: [{ hreflang: 'de', href: 'https://www.example.com/de/a' }],
    },
    {
      rule: 'page-alternate-different',
      message: `For de the sitemap names https://www.example.com/de/a as the alternate of ${A}, and the page itself names ${B}.`,
    },
  ),
  row('The same target in another spelling is the same', {
    body: html('t', 'x', `<link rel="alternate" hreflang="de" href="https://www.example.com:443/b">`),
    alternates: [{ hreflang: 'de', href: B }],
  }),
  row('Codes that only one of them names contradict nothing', {
    body: html('t', 'x', `<link rel="alternate" hreflang="fr" href="${B}">`),
    alternates: [{ hreflang: 'de', href: B }],
  }),
]

const all = [...soft404, ...targets, ...lastmod, ...alternates]
const reached = new Set<string>()
describe('The truth of pages', () => {
  factsTable(pageTruthRules, SITEMAP, 'page', all, reached)
  expectEveryMessage(
    pageTruthRules.filter(({ id }) => id !== 'site-soft-404'),
    reached,
  )
})

describe('a site of one page for every path', () => {
  const shell = '<!doctype html><title>App</title><body><div id="root"></div>'
  const shells = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      pageOf({ url: `https://www.example.com/p/${i}`, entry: i + 1, body: shell, probe: { body: shell } }),
    )
  const judge = (count: number) =>
    judgeFacts(pageTruthRules, SITEMAP, 'pages', [{ document: SITEMAP, pages: shells(count) }]).findings

  test('is told as a note once three samples show it', () => {
    expect(judge(2)).toEqual([])
    expect(judge(3)).toMatchObject([{ rule: 'site-soft-404', severity: 'note', occurrences: 3, share: 1 }])
  })
})

test('a lastmod is honest within the tolerance, and not judged without a date of the page', () => {
  const page = (body: string) => pageOf({ body, lastmod: '2026-09-01' })
  expect(isHonestLastmod(page(modified('2026-09-03')))).toBe(true)
  expect(isHonestLastmod(page(modified('2026-09-30')))).toBe(false)
  expect(isHonestLastmod(page(html('t', 'x')))).toBeNull()
})
