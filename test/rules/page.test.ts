import { describe, expect, it } from 'vitest'
import type { Ending, HeaderLines } from '#src/model/exchange.ts'
import type { PageJudgement } from '#src/model/facts.ts'
import { judgeFacts } from '#src/rules/judge.ts'
import { pageRules } from '#src/rules/page.ts'
import { findDifferences } from '#src/rules/url-difference.ts'
import { expectEveryMessage, type FactsRow, factsTable } from '#test/support/facts-table.ts'
import { type PageWords, pageOf } from '#test/support/page.ts'

const SITEMAP = 'https://www.example.com/sitemap.xml'
const A = 'https://www.example.com/a'
const B = 'https://www.example.com/b'
const HOME = 'https://www.example.com/'
const ROBOTS = 'https://www.example.com/robots.txt'

const closed = { isAllowed: false, rule: { line: 4, text: 'Disallow: /a' } }
const hop = (url: string, status = 301) => ({ url, status })
const canonical = (href: string, more = '') => `<link rel="canonical" href="${href}"${more}>`
const html = (inHead: string, inBody = '<p>text') =>
  `<!doctype html><head><title>x</title>${inHead}</head><body>${inBody}</body>`
/** A page with its own canonical and something more in the head. */
const own = (inHead: string, url = A) => html(canonical(url) + inHead)
const robotsTag = (...values: string[]): HeaderLines => [
  ['content-type', 'text/html'],
  ...values.map((value) => ['x-robots-tag', value] as const),
]

type Row = FactsRow<'page'>
type Expected = Row['expect'][0]

function row(name: string, words: PageWords, ...expected: Expected[]): Row {
  return { name, facts: [pageOf(words)], expect: expected }
}

const ending = (kind: 'redirect-loop' | 'redirect-limit' | 'redirect-broken'): Ending => ({ kind, detail: 'detail' })

const answers: Row[] = [
  row('A good page gives nothing', {}),
  row(
    'A finding stands in the sitemap, at the loc of the page',
    { status: 404, entry: 7 },
    {
      rule: 'page-not-found',
      message: `${A} answers 404.`,
      line: 9,
      column: 10,
      offset: 700,
      entry: 7,
      loc: A,
    },
  ),
  row('410 is not found', { status: 410 }, { rule: 'page-not-found', message: `${A} answers 410.` }),
  row(
    'A redirect to a 404 is not found, and no redirect',
    { status: 404, hops: [hop(A, 302)], finalUrl: B },
    {
      rule: 'page-not-found',
      message: `${A} redirects to ${B}, which answers 404.`,
    },
  ),
  row('5xx is a server error', { status: 503 }, { rule: 'page-server-error', message: `${A} answers 503.` }),
  row(
    'A redirect to 500 is a server error',
    { status: 500, hops: [hop(A)], finalUrl: B },
    {
      rule: 'page-server-error',
      message: `${A} redirects to ${B}, which answers 500.`,
    },
  ),
  ...[400, 405, 406, 418].map((status) =>
    row(`${status} is a client error`, { status }, { rule: 'page-client-error', message: `${A} answers ${status}.` }),
  ),
  row(
    'A redirect to 405 is a client error',
    { status: 405, hops: [hop(A)], finalUrl: B },
    {
      rule: 'page-client-error',
      message: `${A} redirects to ${B}, which answers 405.`,
    },
  ),
  row(
    'RD-09: 429 is a limit, and nothing else is said',
    { status: 429 },
    {
      rule: 'page-blocked',
      message: `The server limits how often this auditor may ask (429) and did not answer with ${A}, so it was not judged.`,
    },
  ),
  ...[401, 403, 407, 451].map((status) =>
    row(
      `HT-01: ${status} is a refusal of us, and nothing else is said`,
      { status },
      {
        rule: 'page-blocked',
        message: `${A} answers ${status} to this auditor, so it was not judged.`,
      },
    ),
  ),
  ...[200, 403, 404, 503].map((status) =>
    row(
      `HT-03: a challenge with ${status} is a challenge`,
      { status, challenge: { vendor: 'Akamai', evidence: 'title' }, body: '<title>Just a moment</title>' },
      {
        rule: 'page-blocked',
        message: `${A} answers this auditor with a challenge page (Akamai: title), so it was not judged.`,
      },
    ),
  ),
  row(
    'What cannot be reached says why',
    { ending: { kind: 'unreachable', reason: 'reset', detail: 'the connection was reset' } },
    {
      rule: 'page-unreachable',
      message: `${A} could not be fetched: the connection was reset.`,
    },
  ),
  row('What our own policy refused gives nothing', {
    ending: { kind: 'refused', url: 'http://10.0.0.1/', detail: 'private' },
  }),
  row('What was skipped gives nothing', { outcome: 'skipped' }),
]

const redirects: Row[] = [
  row(
    'A redirect names its target as the replacement',
    { hops: [hop(A)], finalUrl: `${A}/` },
    {
      rule: 'page-redirected',
      message: `${A} redirects with 301 to ${A}/, which differs in nothing but the slash at the end.`,
      expected: `${A}/`,
    },
  ),
  row(
    'What differs is named together',
    { hops: [hop('http://example.com/a'), hop(A)], url: 'http://example.com/a', finalUrl: `${A}/` },
    {
      rule: 'page-redirected',
      message:
        `http://example.com/a redirects 2 times (301, 301), in the end to ${A}/, ` +
        'which differs in nothing but the scheme, www and the slash at the end.',
    },
  ),
  row(
    'A redirect to where every unknown path leads names no replacement',
    { hops: [hop(A, 302)], finalUrl: HOME, probe: { body: '', finalUrl: HOME } },
    {
      rule: 'page-redirected',
      message: `${A} redirects to ${HOME}, as https://www.example.com/3f786850e387550fdab8 does, a path that cannot exist.`,
      expected: null,
    },
  ),
  row(
    'An index file that redirects to its folder does not, wherever unknown paths lead',
    { url: `${HOME}index.html`, hops: [hop(`${HOME}index.html`)], finalUrl: HOME, probe: { body: '', finalUrl: HOME } },
    {
      rule: 'page-redirected',
      message: `${HOME}index.html redirects with 301 to ${HOME}.`,
      expected: HOME,
    },
  ),
  row(
    'RD-05: raw bytes in a Location are told',
    { hops: [hop(A)], finalUrl: B, notices: [{ kind: 'location-unescaped', url: A, value: '/b' }] },
    {
      rule: 'page-location-unescaped',
      message: `The redirect of ${A} has raw non-ASCII bytes in its Location, which was read as UTF-8: /b.`,
    },
    { rule: 'page-redirected' },
  ),
  row(
    'Several redirects are counted',
    { hops: [hop(A, 302), hop(B, 307)], finalUrl: `${B}/c` },
    {
      rule: 'page-redirected',
      message: `${A} redirects 2 times (302, 307), in the end to ${B}/c.`,
      expected: `${B}/c`,
    },
  ),
  row(
    'DV-13: only the answer behind the redirect counts for noindex',
    { hops: [hop(A)], finalUrl: B, body: own('', B) },
    {
      rule: 'page-redirected',
      message: `${A} redirects with 301 to ${B}.`,
    },
  ),
  row(
    'The canonical of a redirected page is compared with its final URL',
    { hops: [hop(A)], finalUrl: B, body: own('', A) },
    {
      rule: 'page-canonical-other',
      message: `The canonical of ${B} names another URL, ${A}; they differ in: path.`,
    },
    {
      rule: 'page-redirected',
      message: `${A} redirects with 301 to ${B}.`,
    },
  ),
  row(
    'A redirect to a host of the inside leads nowhere',
    {
      hops: [hop(A)],
      status: null,
      ending: { kind: 'refused', url: 'http://localhost:3000/a', detail: 'localhost is no public name' },
    },
    {
      rule: 'page-redirect-broken',
      message: `${A} redirects to http://localhost:3000/a, a host that nobody outside can reach.`,
    },
  ),
  row('A redirect to a port that we may not use gives nothing', {
    hops: [hop(A)],
    status: null,
    ending: { kind: 'refused', url: 'https://www.example.com:8443/a', detail: 'the port 8443 is not allowed' },
  }),
  row(
    'A circle is an error',
    { ending: ending('redirect-loop'), status: 302, hops: [hop(A), hop(B)] },
    {
      rule: 'page-redirect-loop',
      message: `${A} redirects in a circle: detail.`,
    },
  ),
  row(
    'More than ten redirects are an error',
    { ending: ending('redirect-limit'), status: 302, hops: [hop(A)] },
    {
      rule: 'page-redirect-loop',
      message: `${A} redirects too often: detail.`,
    },
  ),
  row(
    'A redirect to nowhere is an error',
    { ending: ending('redirect-broken'), status: 302 },
    {
      rule: 'page-redirect-broken',
      message: `${A} redirects to nowhere: detail.`,
    },
  ),
  row(
    'A redirect that ends with its cookie is told as that',
    { hops: [hop(A, 302)], notices: [{ kind: 'cookie-needed', url: A }] },
    {
      rule: 'page-cookie-needed',
      message: `${A} redirects in a circle until the cookie that is set on the way comes back.`,
    },
  ),
  row(
    'A meta refresh is a redirect of the client',
    { body: own('<meta http-equiv=refresh content="3;url=/b">') },
    {
      rule: 'page-client-redirected',
      message: `${A} sends its readers to ${B} after 3 s, by a meta refresh.`,
      expected: B,
    },
  ),
  row(
    'DV-09: so is a Refresh header, and a canonical is not missed then',
    {
      headers: [
        ['content-type', 'text/html'],
        ['refresh', '0; url=/b'],
      ],
      body: html(''),
    },
    {
      rule: 'page-client-redirected',
      message: `${A} sends its readers to ${B} after 0 s, by a Refresh header.`,
    },
  ),
  row('RD-03: a refresh in noscript is not', {
    body: own('<noscript><meta http-equiv="refresh" content="1; URL=/nojs"></noscript>'),
  }),
]

const closedPages: Row[] = [
  row(
    'A page that robots.txt closes is not fetched',
    { outcome: 'disallowed', robots: closed },
    {
      rule: 'page-disallowed',
      message: `${A} is closed for Googlebot by line 4 of ${ROBOTS} (Disallow: /a); it was not fetched, and a noindex on it would not be seen.`,
    },
  ),
  row(
    'NI-09: a noindex behind it is not seen by crawlers, and not told twice',
    { robots: closed, body: own('<meta name=robots content=noindex>') },
    {
      rule: 'page-disallowed',
      message: `${A} is closed for Googlebot by line 4 of ${ROBOTS} (Disallow: /a), so crawlers never see the noindex that it has.`,
    },
  ),
  row(
    'A closed page that was fetched all the same is told as closed',
    { robots: closed },
    {
      rule: 'page-disallowed',
      message: `${A} is closed for Googlebot by line 4 of ${ROBOTS} (Disallow: /a).`,
    },
  ),
  row('A page closed to us alone gives nothing', { outcome: 'disallowed', ownRobots: closed }),
]

const canonicals: Row[] = [
  row(
    'CA-01: a relative canonical is resolved and noted',
    { body: html(`<base href="https://www.example.com/x/">${canonical('../a')}`) },
    {
      rule: 'page-canonical-relative',
      message: `The canonical of ${A} is relative: ../a was resolved to ${A}.`,
      expected: A,
    },
  ),
  row(
    'CA-01: and compared',
    { body: html(`<base href="/x/">${canonical('p.html')}`) },
    {
      rule: 'page-canonical-other',
      message: `The canonical of ${A} names another URL, https://www.example.com/x/p.html; they differ in: path.`,
      value: 'p.html',
    },
    {
      rule: 'page-canonical-relative',
      message: `The canonical of ${A} is relative: p.html was resolved to https://www.example.com/x/p.html.`,
    },
  ),
  row('CA-03: the right relation of a Link header is compared', {
    headers: [
      ['content-type', 'text/html'],
      ['link', `<${B}/i>; rel="icon", <${A}>; rel="canonical", <${B}/f>; rel="alternate"`],
    ],
    body: html(''),
  }),
  row('CA-05: the same canonical in header and head is no conflict', {
    headers: [
      ['content-type', 'text/html'],
      ['link', `<${A}>; rel=canonical`],
    ],
    body: own(''),
  }),
  row(
    'CA-07: different canonicals are a conflict, and no winner is claimed',
    {
      headers: [
        ['content-type', 'text/html'],
        ['link', `<${B}>; rel=canonical`],
      ],
      body: html(canonical(A) + canonical('https://www.example.com/%61')),
    },
    {
      rule: 'page-canonical-conflicting',
      message: `${A} names 2 different canonicals: ${B} in the Link header, ${A} in the head.`,
    },
  ),
  row(
    'CA-08: an element that ended the head is named, and the canonical not missed',
    { body: `<head><title>x</title><div></div>${canonical('/a')}</head>` },
    {
      rule: 'page-canonical-outside-head',
      message: `The canonical of ${A} stands in the body (line 1 of the page): <div> ended the head before it.`,
      value: '/a',
    },
  ),
  row(
    'CA-08: so is text',
    { body: `<head>\n<title>x</title>\nfoo${canonical(A)}</head>` },
    {
      rule: 'page-canonical-outside-head',
      message: `The canonical of ${A} stands in the body (line 3 of the page): text ended the head before it.`,
    },
  ),
  row(
    'A canonical in the body is not seen by Google',
    { body: html('', canonical(A)) },
    {
      rule: 'page-canonical-outside-head',
      message: `The canonical of ${A} stands in the body (line 1 of the page), where Google does not read it.`,
    },
  ),
  row('A canonical in the body beside one in the head is harmless', { body: html(canonical(A), canonical(B)) }),
  row(
    'CA-09: noscript in the head',
    { body: html(`<noscript><img src=p></noscript>${canonical(A)}`) },
    {
      rule: 'page-head-depends-on-scripts',
      message: `With scripting off, a noscript element in the head of ${A} puts its canonical into the body.`,
    },
  ),
  row(
    'CA-11: no canonical in the HTML as served',
    { body: html('<script>addCanonical()</script>') },
    {
      rule: 'page-canonical-missing',
      message: `${A} has no canonical in the HTML as served (scripts are not run).`,
    },
  ),
  row('No canonical is missed in a page that was cut inside its head', { body: '<head><title>x', isCut: true }),
  row('nor in a PDF', { headers: [['content-type', 'application/pdf']], body: '%PDF-1.7' }),
  row(
    'CA-13: a doubled path is another URL',
    { body: html(canonical(`${A}/a`)) },
    {
      rule: 'page-canonical-other',
      message: `The canonical of ${A} names another URL, ${A}/a; they differ in: path.`,
    },
  ),
  row(
    'CA-15: a host without a dot is invalid, and that alone is told',
    { body: html(canonical('https://undefined/p')) },
    {
      rule: 'page-canonical-invalid',
      message: `The canonical of ${A}, https://undefined/p, names the host undefined, which nobody outside can reach.`,
    },
  ),
  row(
    'localhost likewise',
    { body: html(canonical('http://localhost:3000/a')) },
    {
      rule: 'page-canonical-invalid',
      message: `The canonical of ${A}, http://localhost:3000/a, names the host localhost, which nobody outside can reach.`,
    },
  ),
  row('but not on localhost itself', { url: 'http://localhost:3000/a' }),
  row(
    'An empty canonical is invalid',
    { body: html(canonical('')) },
    {
      rule: 'page-canonical-invalid',
      message: `The canonical of ${A} is empty.`,
    },
  ),
  row(
    'A fragment is invalid',
    { body: html(canonical('#top')) },
    {
      rule: 'page-canonical-invalid',
      message: `The canonical of ${A} is only a fragment, #top.`,
    },
  ),
  row(
    'What is no URL is invalid',
    { body: html(canonical('https:// example.com')) },
    {
      rule: 'page-canonical-invalid',
      message: `The canonical of ${A}, https:// example.com, is not a URL.`,
    },
  ),
  row(
    'Another scheme is invalid',
    { body: html(canonical('ftp://www.example.com/a')) },
    {
      rule: 'page-canonical-invalid',
      message: `The canonical of ${A}, ftp://www.example.com/a, is not an http or https URL.`,
    },
  ),
  row(
    'Attributes that make it void are named',
    { body: html(canonical(B, ' hreflang="de" media="print"')) },
    {
      rule: 'page-canonical-ignored',
      message: `The canonical ${B} of ${A} is ignored because of its attributes (hreflang, media).`,
    },
  ),
  row(
    'The home page as canonical is called that',
    { body: html(canonical('https://www.example.com')) },
    {
      rule: 'page-canonical-other',
      message: `The canonical of ${A} names the home page https://www.example.com/; they differ in: path.`,
    },
  ),
  row('A fragment in it does not matter', { body: html(canonical(`${A}#top`)) }),
  row('Spellings by RFC 3986 do not matter', {
    url: `${A}/%7Euser?q=%c3%a9`,
    body: html(canonical('HTTPS://WWW.Example.com:443/./a/~user?q=%C3%A9')),
  }),
  row(
    'A page that answers 404 is not judged by its canonical',
    { status: 404, body: html(canonical(B)) },
    {
      rule: 'page-not-found',
      message: `${A} answers 404.`,
    },
  ),
]

const robots: Row[] = [
  row(
    'NI-01: noindex in any case',
    { body: own('<META NAME="ROBOTS" CONTENT="NOINDEX">') },
    {
      rule: 'page-noindex',
      message: `${A} says NOINDEX in its robots meta tag.`,
      value: 'NOINDEX',
    },
  ),
  row(
    'noindex in two places is told once, with both',
    { headers: robotsTag('none'), body: own('<meta name=robots content=noindex>') },
    {
      rule: 'page-noindex',
      message: `${A} says none in its X-Robots-Tag header and its robots meta tag.`,
    },
  ),
  row('NI-03: noindex in a comment is not believed', {
    body: own('<!-- <meta name="robots" content="noindex"> --><meta name="robots" content="index">'),
  }),
  row(
    'NI-05: a date that lies ahead',
    { headers: robotsTag('unavailable_after: 25 Jun 2030 15:00:00 GMT') },
    {
      rule: 'page-expires',
      message: `${A} expires on 2030-06-25: it says "unavailable_after: 25 Jun 2030 15:00:00 GMT" in its X-Robots-Tag header.`,
    },
  ),
  row(
    'NI-05: a date that has passed',
    { body: own('<meta name=robots content="unavailable_after: 2026-09-01">') },
    {
      rule: 'page-expired',
      message: `${A} expired on 2026-09-01: it says "unavailable_after: 2026-09-01" in its robots meta tag.`,
    },
  ),
  row(
    'NI-06: noindex for a crawler that is named in the header',
    { headers: robotsTag('examplebot: noindex, noarchive, otherbot: nosnippet') },
    {
      rule: 'page-noindex-agent',
      message: `${A} says noindex for examplebot only, in its X-Robots-Tag header.`,
    },
  ),
  row(
    'NI-07: noindex for all is not hidden by a rule for one',
    { headers: robotsTag('noindex', 'googlebot: nofollow') },
    {
      rule: 'page-noindex',
      message: `${A} says noindex in its X-Robots-Tag header.`,
    },
  ),
  row(
    'NI-11: a tag inside its own content',
    { body: '<head><meta name="robots" content="<meta name="robots" content="noindex">"><title>x</title></head>' },
    {
      rule: 'page-canonical-missing',
      message: `${A} has no canonical in the HTML as served (scripts are not run).`,
    },
    {
      rule: 'page-robots-malformed',
      message: `${A} has a tag inside the content of its robots meta tag: <meta name=.`,
    },
  ),
  row(
    'Rules that are parted by blanks',
    { body: own('<meta name=robots content="noindex nofollow">') },
    {
      rule: 'page-robots-malformed',
      message: `${A} parts the rules in its robots meta tag by something else than commas: noindex nofollow.`,
    },
  ),
  row(
    'A date nobody can read',
    { headers: robotsTag('unavailable_after: soon') },
    {
      rule: 'page-robots-malformed',
      message: `${A} has a date that nobody can read in its X-Robots-Tag header: unavailable_after: soon.`,
    },
  ),
  row(
    'NI-15: noindex for Google',
    { body: own('<meta name="googlebot" content="noindex"><meta name=bingbot content=none>') },
    {
      rule: 'page-noindex-agent',
      message: `${A} says noindex for googlebot, bingbot only, in its robots meta tag.`,
    },
  ),
  row(
    'index beside noindex',
    { headers: robotsTag('index, follow'), body: own('<meta name=robots content=noindex>') },
    {
      rule: 'page-noindex',
      message: `${A} says noindex in its robots meta tag.`,
    },
    {
      rule: 'page-robots-contradictory',
      message: `${A} says both index and noindex; the stricter one wins with Google and Bing.`,
    },
  ),
  row(
    'index for one crawler beside noindex for another is no contradiction',
    { headers: robotsTag('bingbot: index', 'googlebot: noindex') },
    {
      rule: 'page-noindex-agent',
      message: `${A} says noindex for googlebot only, in its X-Robots-Tag header.`,
    },
  ),
  row(
    'noindex of a redirect target is told beside the redirect',
    { hops: [hop(A)], finalUrl: B, headers: robotsTag('noindex') },
    {
      rule: 'page-noindex',
      message: `${B} says noindex in its X-Robots-Tag header.`,
    },
    {
      rule: 'page-redirected',
      message: `${A} redirects with 301 to ${B}.`,
    },
  ),
  row(
    'noindex of a PDF counts',
    {
      headers: [
        ['content-type', 'application/pdf'],
        ['x-robots-tag', 'noindex'],
      ],
      body: '%PDF',
    },
    {
      rule: 'page-noindex',
      message: `${A} says noindex in its X-Robots-Tag header.`,
    },
  ),
]

/** Pages under one path, each from the same words. */
function pages(count: number, words: (url: string, i: number) => PageWords): PageJudgement[] {
  return Array.from({ length: count }, (_, i) => {
    const url = `http://www.example.com/p/${i}`
    return pageOf({ url, entry: i + 1, ...words(url, i) })
  })
}

const toHttps = (url: string): PageWords => ({ hops: [hop(url)], finalUrl: url.replace('http:', 'https:') })
const noindex = (url: string): PageWords => ({ body: own('<meta name=robots content=noindex>', url) })
const site = (name: string, judged: PageJudgement[], ...expected: Expected[]): FactsRow<'pages'> => ({
  name,
  facts: [{ document: SITEMAP, pages: judged }],
  expect: expected,
})

const sites: FactsRow<'pages'>[] = [
  site('Three pages that redirect to https are one cause', pages(3, toHttps), {
    rule: 'site-host-redirected',
    message:
      'All 3 sampled pages of this sitemap that were judged redirect from http://www.example.com to https://www.example.com.',
    occurrences: 3,
    line: 3,
    expected: 'https://www.example.com/p/0',
  }),
  site('Two are not', pages(2, toHttps)),
  site('Blocked and unreachable ones are not counted', [
    ...pages(2, toHttps),
    ...pages(3, () => ({ status: 403 })),
    ...pages(1, () => ({ ending: { kind: 'unreachable', reason: 'dns', detail: 'no address' } })),
  ]),
  site('Blocked ones do not stand against it', [...pages(3, toHttps), ...pages(2, () => ({ status: 403 }))], {
    rule: 'site-host-redirected',
    message:
      'All 3 sampled pages of this sitemap that were judged redirect from http://www.example.com to https://www.example.com.',
  }),
  site('One page that does not redirect stands against it', [...pages(4, toHttps), ...pages(1, () => ({}))]),
  site(
    'Redirects to different hosts are not one cause',
    pages(3, (url, i) => ({ hops: [hop(url)], finalUrl: `https://h${i}.example.net/` })),
  ),
  site(
    'Redirects on the same host are not one cause',
    pages(3, (url) => ({ hops: [hop(url)], finalUrl: `${url}/` })),
  ),
  site('Three pages that say noindex are one cause', pages(3, noindex), {
    rule: 'site-noindex',
    message:
      'All 3 sampled pages of this sitemap that answer with a page say noindex, such as http://www.example.com/p/0.',
    occurrences: 3,
    value: 'noindex',
  }),
  site(
    'noindex for one crawler is not',
    pages(3, () => ({ headers: robotsTag('googlebot: noindex') })),
  ),
  site('One page that may be indexed stands against it', [...pages(5, noindex), ...pages(1, () => ({}))]),
  site('Pages that answer 404 are not judged for it', [...pages(2, noindex), ...pages(3, () => ({ status: 404 }))]),
]

describe('The rules of pages', () => {
  const reached = new Set<string>()
  const rules = [...pageRules].sort((a, b) => (a.id < b.id ? -1 : 1))
  describe('by their answer', () => factsTable(rules, SITEMAP, 'page', answers, reached))
  describe('by their redirects', () => factsTable(rules, SITEMAP, 'page', redirects, reached))
  describe('by robots.txt', () => factsTable(rules, SITEMAP, 'page', closedPages, reached))
  describe('by their canonical', () => factsTable(rules, SITEMAP, 'page', canonicals, reached))
  describe('by their robots statements', () => factsTable(rules, SITEMAP, 'page', robots, reached))
  describe('by what all samples share', () => factsTable(rules, SITEMAP, 'pages', sites, reached))
  expectEveryMessage(rules, reached)

  it('RD-01: gather the pages of one sitemap into one finding with their pattern', () => {
    const redirected = pages(4, (url) => ({ hops: [hop(url)], finalUrl: `${url}/` }))
    const { findings } = judgeFacts(pageRules, SITEMAP, 'page', redirected)
    expect(findings).toMatchObject([{ rule: 'page-redirected', occurrences: 4, pattern: '/p/*' }])
    expect(findings[0]?.examples.map(({ expected }) => expected)).toEqual(
      redirected.map(({ exchange }) => exchange?.finalUrl),
    )
  })
})

describe('The difference of two URLs', () => {
  it.each<[string, string, string[]]>([
    ['https://a.example/p', 'https://a.example/p', []],
    ['https://a.example', 'https://A.example:443/#x', []],
    ['https://a.example/p', 'http://a.example/p', ['scheme']],
    ['https://www.a.example/p', 'https://a.example/p', ['www']],
    ['https://a.example/p', 'https://b.example/p', ['host']],
    ['https://a.example/p', 'https://a.example:8443/p', ['host']],
    ['https://a.example/p', 'https://a.example./p', ['host']],
    ['https://a.example/p', 'https://a.example/p/', ['slash']],
    ['https://a.example/p', 'https://a.example/P', ['case']],
    ['https://a.example/p/', 'https://a.example/P', ['case', 'slash']],
    ['https://a.example/p', 'https://a.example/q', ['path']],
    ['https://a.example/p', 'https://a.example/p?x=1', ['query']],
    ['https://a.example/p?', 'https://a.example/p', []],
    ['http://www.a.example/p?x=1', 'https://a.example/q/', ['scheme', 'www', 'path', 'query']],
  ])('%s and %s: %j', (a, b, difference) => {
    expect(findDifferences(a, b)).toEqual(difference)
  })
})
