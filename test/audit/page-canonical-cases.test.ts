/** The field's cases of canonicals (CA) as whole audits over TLS: what is said of each page, and that nothing else is. */
import { describe, expect, test } from 'vitest'
import type { Report } from '#src/model/report.ts'
import { at, auditPages, canonical, clean, HOST, head, saidOf, whole } from '../support/audit-pages.ts'
import { findingOf } from '../support/audit-site.ts'
import type { Answer, Route } from '../support/site.ts'

/** One listed page at this path, with what else is there. */
async function report(path: string, page: Answer, unlisted: Record<string, Route> = {}): Promise<Report> {
  return (await auditPages({ pages: { [path]: page, ...unlisted }, listed: [path] })).report
}

describe('canonicals that are right', () => {
  test('CA-01: a relative one is resolved by the base element, and only its style is noted', async () => {
    const page = head(`<base href="${at('/x/')}">${canonical('p.html')}`)
    const found = await report('/x/p.html', page)
    expect(saidOf(found)).toEqual(['note page-canonical-relative x1'])
    expect(found.pages[0]?.canonical).toEqual([{ source: 'head', href: 'p.html', resolved: at('/x/p.html') }])
  })
  test('CA-01: and is compared by what it comes to', async () => {
    const page = head(`<base href="${at('/x/')}">${canonical('p.html')}`)
    const found = await report('/p.html', page, { '/x/p.html': clean('/x/p.html') })
    expect(saidOf(found)).toEqual(['error page-canonical-other x1', 'note page-canonical-relative x1'])
    expect(findingOf(found, 'page-canonical-other').message).toContain('they differ in: path')
  })

  const links = (...values: string[]): [string, string][] => values.map((value) => ['Link', value])
  test('CA-03: a Link header with several relations has its canonical picked by rel', async () => {
    const value = `<${at('/i')}>; rel="icon", <${at('/a')}>; rel="canonical", <${at('/f')}>; rel="alternate"`
    const found = await report('/a', head('', links(value)))
    expect(saidOf(found)).toEqual([])
    expect(found.pages[0]?.canonical).toEqual([{ source: 'header', href: at('/a'), resolved: at('/a') }])
  })
  test('CA-03: so it is when it stands in a line of its own, unquoted, with a comma in its URL', async () => {
    const found = await report(
      '/a,b',
      head('', links(`<${at('/s.css')}>; rel=preload`, `<${at('/a,b')}>; rel=canonical`)),
    )
    expect(saidOf(found)).toEqual([])
  })
  test('CA-03: and with raw UTF-8 bytes in it', async () => {
    const raw = Buffer.from(at('/café')).toString('latin1')
    const found = await report('/caf%C3%A9', head('', links(`<${raw}>; rel="canonical"`)))
    expect(saidOf(found)).toEqual([])
  })
  test('CA-03: a link that is anchored to another page is not of this one', async () => {
    const found = await report('/a', head(canonical(at('/a')), links(`<${at('/b')}>; rel="canonical"; anchor="/c"`)))
    expect(saidOf(found)).toEqual([])
  })

  test('CA-05: the same one in header and head is no conflict', async () => {
    const found = await report('/a', head(canonical(at('/a')), links(`<${at('/a')}>; rel="canonical"`)))
    expect(saidOf(found)).toEqual([])
    expect(found.pages[0]?.canonical.map(({ source }) => source).sort()).toEqual(['head', 'header'])
  })

  test.each([
    ['with entities', '/a?x=1&y=2', canonical(at('/a?x=1&amp;y=2'))],
    ['with other spellings of the same URL', '/%7Ea', canonical(`HTTPS://${HOST.toUpperCase()}:443/~a`)],
    ['with a fragment', '/a', canonical(`${at('/a')}#top`)],
    ['with more than one token in rel', '/a', `<link rel="Canonical bookmark" href="${at('/a')}">`],
    ['with white space round it', '/a', `<link rel=" canonical " href="\n ${at('/a')} ">`],
  ])('%s', async (_, path, html) => {
    expect(saidOf(await report(path, head(html)))).toEqual([])
  })
})

describe('canonicals that contradict', () => {
  test('CA-07: several are all told, and none is said to win', async () => {
    const page = head(`${canonical(at('/a'))}${canonical(at('/b'))}`)
    const found = await report('/a', page, { '/b': clean('/b') })
    expect(saidOf(found)).toEqual(['warning page-canonical-conflicting x1'])
    expect(findingOf(found, 'page-canonical-conflicting').message).toMatch(
      /2 different .*\/a in the head.*\/b in the head/,
    )
    expect(found.pages[0]?.canonical.map(({ resolved }) => resolved)).toEqual([at('/a'), at('/b')])
  })
  test('CA-07: so are those of the Link header and the head', async () => {
    const page = head(canonical(at('/a')), [['Link', `<${at('/b')}>; rel="canonical"`]])
    const found = await report('/a', page, { '/b': clean('/b') })
    expect(saidOf(found)).toEqual(['warning page-canonical-conflicting x1'])
    expect(findingOf(found, 'page-canonical-conflicting').message).toContain('/b in the Link header')
  })

  test('CA-13: a doubled segment is told, with the status of what it leads to', async () => {
    const found = await report('/jobs', head(canonical(at('/jobs/jobs'))))
    expect(saidOf(found)).toEqual(['error page-canonical-broken x1', 'error page-canonical-other x1'])
    expect(findingOf(found, 'page-canonical-broken').message).toMatch(/\/jobs\/jobs.* 404\.$/)
  })

  test.each([
    ['slash', '/a', at('/a/')],
    ['case', '/A', at('/a')],
    ['query', '/a', at('/a?x=1')],
    ['path', '/a', at('/b')],
    ['scheme', '/a', `http://${HOST}/a`],
  ])('the difference is named: %s', async (difference, path, href) => {
    const others = { '/a': clean('/a'), '/a/': clean('/a/'), '/a?x=1': clean('/a?x=1'), '/b': clean('/b') }
    const { report } = await auditPages({ pages: { ...others, [path]: head(canonical(href)) }, listed: [path] })
    expect(saidOf(report)).toEqual(['error page-canonical-other x1'])
    expect(findingOf(report, 'page-canonical-other').message).toMatch(new RegExp(`differ in: ${difference}\\.$`))
  })
  test.each([
    ['www', 'example.com'],
    ['host', 'shop.example'],
  ])('the difference is named: %s', async (difference, host) => {
    const others = [{ host, routes: { '/robots.txt': { status: 404 }, '/a': head(canonical(`https://${host}/a`)) } }]
    const page = head(canonical(`https://${host}/a`))
    const { report } = await auditPages({ pages: { '/a': page }, others })
    expect(saidOf(report)).toEqual(['error page-canonical-other x1'])
    expect(findingOf(report, 'page-canonical-other').message).toMatch(new RegExp(`differ in: ${difference}\\.$`))
  })

  test('one that names the home page is told as such', async () => {
    const found = await report('/a', head(canonical(at('/'))), { '/': clean('/') })
    expect(saidOf(found)).toEqual(['error page-canonical-other x1'])
    expect(findingOf(found, 'page-canonical-other').message).toContain('the home page')
  })

  test('one that redirects elsewhere, and one that redirects back', async () => {
    const elsewhere = { '/b': { redirect: '/c' }, '/c': clean('/c') }
    const away = await report('/a', head(canonical(at('/b'))), elsewhere)
    expect(saidOf(away)).toEqual(['error page-canonical-other x1', 'warning page-canonical-redirected x1'])
    const back = await report('/a', head(canonical(at('/b'))), { '/b': { redirect: '/a' } })
    expect(saidOf(back)).toEqual(['error page-canonical-other x1', 'warning page-canonical-redirected x1'])
    expect(findingOf(back, 'page-canonical-redirected').message).toContain('back to this page')
  })

  test('one that redirects to nothing', async () => {
    const found = await report('/a', head(canonical(at('/b'))), { '/b': { redirect: '/c' } })
    expect(saidOf(found)).toEqual(['error page-canonical-broken x1', 'error page-canonical-other x1'])
    expect(findingOf(found, 'page-canonical-broken').message).toContain(`redirects to ${at('/c')}, which answers 404`)
  })

  test.each([403, 429])('a target that refuses us with %d is not judged', async (status) => {
    const found = await report('/a', head(canonical(at('/b'))), { '/b': { status } })
    expect(saidOf(found)).toEqual(['error page-canonical-other x1'])
  })
})

describe('canonicals that are not seen', () => {
  test.each([
    ['div', '<div></div>'],
    ['img', '<img src="/pixel.gif" alt="">'],
    ['iframe', '<iframe src="/consent"></iframe>'],
  ])('CA-08: behind a <%s> in the head, which is named', async (element, html) => {
    const found = await report('/a', head(`${html}${canonical(at('/a'))}`))
    expect(saidOf(found)).toEqual(['warning page-canonical-outside-head x1'])
    expect(findingOf(found, 'page-canonical-outside-head').message).toContain(`<${element}> ended the head`)
    expect(found.pages[0]).toMatchObject({ canonical: [], indexable: true })
  })
  test('CA-08: behind text in the head', async () => {
    const found = await report('/a', head(`oops ${canonical(at('/a'))}`))
    expect(saidOf(found)).toEqual(['warning page-canonical-outside-head x1'])
    expect(findingOf(found, 'page-canonical-outside-head').message).toContain('text ended the head')
  })
  test('CA-08: one in the body beside one in the head is harmless', async () => {
    const page = whole(`<!doctype html><title>Bread</title>${canonical(at('/a'))}<body>${canonical(at('/b'))}<p>Rye.`)
    expect(saidOf(await report('/a', page))).toEqual([])
  })

  test('CA-09: an image in noscript ends the head only without scripts, which is a note', async () => {
    const found = await report('/a', head(`<noscript><img src="p" alt=""></noscript>${canonical(at('/a'))}`))
    expect(saidOf(found)).toEqual(['note page-head-depends-on-scripts x1'])
    expect(found.pages[0]?.canonical.map(({ resolved }) => resolved)).toEqual([at('/a')])
  })
  test('CA-09: a noscript with what belongs into a head changes nothing', async () => {
    const html = `<noscript><link rel="stylesheet" href="n.css"></noscript>${canonical(at('/a'))}`
    expect(saidOf(await report('/a', head(html)))).toEqual([])
  })

  test('CA-11: none in the HTML as served is a note that says so', async () => {
    const script = `<script>document.head.innerHTML += '${canonical(at('/b'))}'</script>`
    const found = await report('/a', head(script))
    expect(saidOf(found)).toEqual(['note page-canonical-missing x1'])
    expect(findingOf(found, 'page-canonical-missing').message).toContain('as served (scripts are not run)')
  })
  test('CA-11: what a page does not show because only 2 MB of it are read is unknown', async () => {
    const { report, requests } = await auditPages({
      pages: { '/a': head(`<style>${'a{}'.repeat(800_000)}</style>${canonical(at('/b'))}`) },
    })
    expect(saidOf(report)).toEqual([])
    expect(report.pages[0]).toMatchObject({ outcome: 'read', indexable: null, canonical: [] })
    expect(requests.map(({ path }) => path)).not.toContain('/b')
  })

  test.each(['hreflang="de"', 'media="print"', 'type="text/html"', 'lang="de"'])(
    'one with %s is ignored',
    async (attribute) => {
      const found = await report('/a', head(`<link rel="canonical" ${attribute} href="${at('/b')}">`))
      expect(saidOf(found)).toEqual(['warning page-canonical-ignored x1'])
    },
  )
  test.each(['<!-- LINK -->', '<template>LINK</template>', '<script type="text/x-template">LINK</script>'])(
    'one in %s is none',
    async (around) => {
      const found = await report('/a', head(around.replace('LINK', canonical(at('/b')))))
      expect(saidOf(found)).toEqual(['note page-canonical-missing x1'])
    },
  )
})

describe('canonicals that are no URL', () => {
  test('CA-15: the host "undefined" is an error of its own, and is not asked', async () => {
    const { report, requests } = await auditPages({ pages: { '/p': head(canonical('https://undefined/p')) } })
    expect(saidOf(report)).toEqual(['error page-canonical-invalid x1'])
    expect(findingOf(report, 'page-canonical-invalid').message).toContain('the host undefined')
    expect(new Set(requests.map(({ host }) => host))).toEqual(new Set([HOST]))
  })
  test.each([
    '',
    '#',
    '#top',
    'http://',
    'https:///p',
    'http://[/',
    'mailto:a@b.example',
    'https://localhost/a',
    'http://10.0.0.1/',
  ])('"%s" is invalid, alone', async (href) => {
    const { report, requests } = await auditPages({ pages: { '/p': head(canonical(href)) } })
    expect(saidOf(report)).toEqual(['error page-canonical-invalid x1'])
    expect(new Set(requests.map(({ host }) => host))).toEqual(new Set([HOST]))
  })
})
