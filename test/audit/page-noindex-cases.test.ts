/** The field's cases of noindex (NI) as whole audits over TLS: what is said of each page, and that nothing else is. */
import { describe, expect, test } from 'vitest'
import type { Report } from '#src/model/report.ts'
import { robotsTxt, urlset } from '../sites/make.ts'
import { at, auditPages, canonical, clean, HOST, head, saidOf, whole } from '../support/audit-pages.ts'
import { auditSite, findingOf } from '../support/audit-site.ts'
import type { Answer } from '../support/site.ts'

const OWN = canonical(at('/p'))

/** The page /p alone. */
async function report(page: Answer): Promise<Report> {
  return (await auditPages({ pages: { '/p': page } })).report
}
const withMeta = (html: string) => report(head(OWN + html))
const withHeaders = (...values: string[]) =>
  report(
    head(
      OWN,
      values.map((value): [string, string] => ['X-Robots-Tag', value]),
    ),
  )

const NOINDEX = ['error page-noindex x1']

describe('noindex in meta tags', () => {
  test('NI-01: in upper case it is noindex', async () => {
    const found = await withMeta('<META NAME="ROBOTS" CONTENT="NOINDEX">')
    expect(saidOf(found)).toEqual(NOINDEX)
    expect(findingOf(found, 'page-noindex').message).toBe(`${at('/p')} says NOINDEX in its robots meta tag.`)
    expect(found.pages[0]).toMatchObject({
      indexable: false,
      noindex: [{ source: 'meta', agent: '*', value: 'NOINDEX' }],
    })
  })
  test.each(['noindex', 'none', 'nofollow , noindex', 'max-snippet:20, noindex', 'foo,noindex,bar', ' NoIndex '])(
    '"%s" is noindex',
    async (content) => {
      expect(saidOf(await withMeta(`<meta name="robots" content="${content}">`))).toEqual(NOINDEX)
    },
  )
  test.each(['index', 'all', 'nofollow', 'max-snippet:20', 'max-image-preview:none', 'noarchive, nosnippet', ''])(
    '"%s" is none',
    async (content) => {
      const found = await withMeta(`<meta name="robots" content="${content}">`)
      expect(saidOf(found)).toEqual([])
      expect(found.pages[0]?.indexable).toBe(true)
    },
  )
  test('in the body it counts as well', async () => {
    const html = `<!doctype html><title>Bread</title>${OWN}<body><p>Rye.</p><meta name="robots" content="noindex">`
    expect(saidOf(await report(whole(html)))).toEqual(NOINDEX)
  })

  test('NI-03: in a comment it is not believed', async () => {
    const found = await withMeta('<!-- <meta name="robots" content="noindex"> --><meta name="robots" content="index">')
    expect(saidOf(found)).toEqual([])
    expect(found.pages[0]).toMatchObject({ indexable: true, noindex: [] })
  })
  test.each([
    ['a template', '<template><meta name="robots" content="noindex"></template>'],
    ['the text of a script', '<script>"<meta name=robots content=noindex>"</script>'],
    ['noscript', '<noscript><meta name="robots" content="noindex"></noscript>'],
    ['a style', '<style><meta name="robots" content="noindex"></style>'],
  ])('NI-03: nor in %s', async (_, html) => {
    expect(saidOf(await withMeta(html))).toEqual([])
  })
  test.each([
    ['takes it out of SVG', '<svg><meta name="robots" content="noindex"/></svg>', NOINDEX],
    ['finds it in HTML inside SVG', '<svg><desc><meta name="robots" content="noindex"></desc></svg>', NOINDEX],
    ['finds only text in SVG', '<svg><style><![CDATA[<meta name="robots" content="noindex">]]></style></svg>', []],
  ])('NI-03: what counts is what the HTML parser makes of it: it %s', async (_, svg, said) => {
    const found = await report(whole(`<!doctype html><title>Bread</title>${OWN}<body>${svg}<p>Rye and water.`))
    expect(saidOf(found)).toEqual(said)
  })

  test('NI-11: a tag in its own content is malformed, and its text puts the canonical into the body', async () => {
    const tag = '<meta name="robots" content="<meta name="robots" content="noindex">">'
    const found = await report(head(tag + OWN))
    expect(saidOf(found)).toEqual(['warning page-canonical-outside-head x1', 'warning page-robots-malformed x1'])
    expect(found.pages[0]).toMatchObject({ indexable: true, noindex: [] })
    expect(findingOf(found, 'page-canonical-outside-head').message).toContain('text ended the head')
  })
  test.each(['noindex; nofollow', 'noindex nofollow', 'nofollow noindex'])(
    '"%s" is parted by no comma: malformed, and not read as noindex',
    async (content) => {
      const found = await withMeta(`<meta name="robots" content="${content}">`)
      expect(saidOf(found)).toEqual(['warning page-robots-malformed x1'])
    },
  )

  test('NI-15: for one crawler only it is a warning that names it', async () => {
    const found = await withMeta('<meta name="googlebot" content="noindex">')
    expect(saidOf(found)).toEqual(['warning page-noindex-agent x1'])
    expect(findingOf(found, 'page-noindex-agent').message).toContain('googlebot only')
    expect(found.pages[0]).toMatchObject({ indexable: true, noindex: [{ agent: 'googlebot' }] })
  })
  test('NI-15: meta tags of other names are no robots tags', async () => {
    expect(
      saidOf(await withMeta('<meta name="description" content="noindex"><meta property="robots" content="noindex">')),
    ).toEqual([])
  })
  test('index and noindex together are noindex, and the contradiction is noted', async () => {
    const found = await withMeta('<meta name="robots" content="index"><meta name="robots" content="noindex">')
    expect(saidOf(found)).toEqual([...NOINDEX, 'note page-robots-contradictory x1'])
  })
})

describe('noindex in X-Robots-Tag', () => {
  test.each([
    ['noindex'],
    ['none'],
    ['NOINDEX'],
    ['all', 'noindex'],
    ['nofollow, noindex'],
    ['max-snippet: 20, noindex'],
  ])('"%s" is noindex', async (...values) => {
    const found = await withHeaders(...values)
    expect(saidOf(found)).toEqual(expect.arrayContaining(NOINDEX))
    expect(found.pages[0]).toMatchObject({ indexable: false, noindex: [{ source: 'header', agent: '*' }] })
  })

  test('NI-05: a date with colons is read whole, and lies ahead', async () => {
    const found = await withHeaders('unavailable_after: 25 Jun 2130 15:00:00 GMT')
    expect(saidOf(found)).toEqual(['note page-expires x1'])
    expect(findingOf(found, 'page-expires').message).toContain('2130-06-25')
    expect(found.pages[0]?.indexable).toBe(true)
  })
  test.each([
    '25 Jun 2020 15:00:00 GMT',
    'Thursday, 25-Jun-20 15:00:00 GMT',
    'Thu, 25 Jun 2020 15:00:00 GMT',
    '2020-06-25T15:00:00Z',
    '2020-06-25 15:00:00',
    '2020-06-25',
    '25-Jun-2020 15:00:00 PST',
  ])('NI-05: %s has passed', async (date) => {
    const found = await withHeaders(`unavailable_after: ${date}`)
    expect(saidOf(found)).toEqual(['error page-expired x1'])
    expect(findingOf(found, 'page-expired').message).toContain('2020-06-25')
    expect(found.pages[0]?.indexable).toBe(false)
  })
  test('NI-05: a date that nobody can read is malformed and expires nothing', async () => {
    const found = await withHeaders('unavailable_after: next summer')
    expect(saidOf(found)).toEqual(['warning page-robots-malformed x1'])
    expect(found.pages[0]?.indexable).toBe(true)
  })

  test('NI-06: behind a name it is for that crawler, up to the next name', async () => {
    const found = await withHeaders('examplebot: noindex, noarchive, otherbot: nosnippet')
    expect(saidOf(found)).toEqual(['warning page-noindex-agent x1'])
    expect(found.pages[0]?.noindex).toEqual([{ source: 'header', agent: 'examplebot', value: 'noindex' }])
  })
  test('NI-06: two lines are kept apart', async () => {
    const found = await withHeaders('examplebot: noarchive', 'noindex')
    expect(saidOf(found)).toEqual(NOINDEX)
    expect(found.pages[0]?.noindex).toEqual([{ source: 'header', agent: '*', value: 'noindex' }])
  })
  test('NI-06: max-snippet is no name of a crawler', async () => {
    expect((await withHeaders('max-snippet:20, noindex')).pages[0]?.noindex[0]?.agent).toBe('*')
    expect(saidOf(await withHeaders('max-snippet:20', 'max-image-preview: none'))).toEqual([])
  })

  test('NI-07: a rule for one crawler does not hide the one for all', async () => {
    const found = await withHeaders('noindex', 'googlebot: nofollow')
    expect(saidOf(found)).toEqual(NOINDEX)
    expect(found.pages[0]?.indexable).toBe(false)
  })

  test('DV-13: on a redirect it says nothing of the page', async () => {
    const moved: Answer = { redirect: '/q', headers: [['X-Robots-Tag', 'noindex']] }
    const { report } = await auditPages({ pages: { '/p': moved, '/q': clean('/q') }, listed: ['/p'] })
    expect(saidOf(report)).toEqual(['warning page-redirected x1'])
    expect(report.pages[0]).toMatchObject({ indexable: true, noindex: [], replacement: at('/q') })
  })
  test('on a refusal it says nothing of the page either', async () => {
    const found = await report({ status: 403, headers: [['X-Robots-Tag', 'noindex']] })
    expect(saidOf(found)).toEqual(['warning page-blocked x1'])
    expect(found.pages[0]).toMatchObject({ outcome: 'blocked', indexable: null, noindex: [] })
  })
  test('on a PDF it counts as it does on a page', async () => {
    const headers: [string, string][] = [
      ['Content-Type', 'application/pdf'],
      ['X-Robots-Tag', 'noindex'],
    ]
    expect(saidOf(await report({ headers, body: '%PDF-1.7' }))).toEqual(NOINDEX)
  })
})

describe('noindex that nobody sees, or that harms nobody', () => {
  test('NI-09: behind a Disallow the page is not fetched, and that its noindex is not visible is said', async () => {
    const { report, requests } = await auditPages({
      robots: ['Disallow: /p'],
      pages: { '/p': head(`${OWN}<meta name="robots" content="noindex">`), '/q': clean('/q') },
    })
    expect(saidOf(report)).toEqual(['error page-disallowed x1'])
    const { message } = findingOf(report, 'page-disallowed')
    expect(message).toMatch(/line 2 of .*robots\.txt \(Disallow: \/p\).*noindex.*not be seen/)
    expect(requests.map(({ path }) => path)).not.toContain('/p')
    expect(report.pages[0]).toMatchObject({ outcome: 'disallowed', status: null, indexable: null, noindex: [] })
  })
  test('NI-09: fetched on request, its noindex is told as one that nobody sees', async () => {
    const { report } = await auditPages({
      robots: ['Disallow: /p'],
      pages: { '/p': head(`${OWN}<meta name="robots" content="noindex">`) },
      options: { respectRobots: false },
    })
    expect(saidOf(report)).toEqual(['error page-disallowed x1'])
    expect(findingOf(report, 'page-disallowed').message).toContain('never see the noindex')
  })
  test.each([
    ["Googlebot's own group", ['Disallow:', '', 'User-agent: Googlebot', 'Disallow: /p'], 1],
    ["the group for all where Googlebot's allows", ['Disallow: /p', '', 'User-agent: Googlebot', 'Allow: /'], 0],
    ['the shorter of two rules', ['Disallow: /p', 'Allow: /p$'], 0],
    ['another crawler alone', ['Disallow:', '', 'User-agent: examplebot', 'Disallow: /p'], 0],
    ['our own name alone', ['Disallow:', '', 'User-agent: SitemapAuditor', 'Disallow: /p'], 0],
  ])('NI-09: closed by %s', async (_, robots, count) => {
    const { report } = await auditPages({ robots, pages: { '/p': clean('/p') } })
    expect(saidOf(report)).toEqual(count === 1 ? ['error page-disallowed x1'] : [])
  })

  test('NI-13: on the sitemap file it harms nobody', async () => {
    const routes = {
      '/robots.txt': robotsTxt(`Sitemap: ${at('/sitemap.xml')}`),
      '/sitemap.xml': {
        headers: [
          ['Content-Type', 'application/xml'],
          ['X-Robots-Tag', 'noindex'],
        ] as [string, string][],
        body: urlset([{ loc: at('/p'), lastmod: '2026-09-01' }]),
      },
      '/p': clean('/p'),
    }
    const { report } = await auditSite([{ host: HOST, routes }], { options: { pages: 5 } })
    expect(saidOf(report)).toEqual([])
  })
})
