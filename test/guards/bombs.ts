/** Answers that are meant to drown who reads them; sizes in bytes of what they unpack to. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Answer, Route } from '../support/site.ts'

const HOST = 'bomb.example'
export const at = (path: string) => `https://${HOST}${path}`
const HEAD = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
const INDEX = '<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
const XML: [string, string] = ['Content-Type', 'application/xml']

const filled = (size: number, unit: string | Uint8Array, head = HEAD) =>
  Buffer.concat([Buffer.from(head), Buffer.alloc(size, unit)])

function gzipped(bytes: Buffer, layers: number): Buffer {
  let packed = bytes
  for (let layer = 0; layer < layers; layer++) packed = gzipSync(packed)
  return packed
}

const packed = (body: Buffer, layers = 1): Record<string, Route> => ({
  '/sitemap.xml': { body: gzipped(body, layers), headers: [['Content-Type', 'application/gzip']] },
})

async function* endless(piece: string): AsyncGenerator<string> {
  for (;;) yield piece
}

const stream = (start: string, piece: string): Answer => ({
  chunked: true,
  headers: [XML],
  async *body() {
    yield start
    yield* endless(piece.repeat(Math.ceil(65_536 / piece.length)))
  },
})

const index = (paths: string[]): Answer => ({
  body: `${INDEX}${paths.map((path) => `<sitemap><loc>${at(path)}</loc></sitemap>`).join('')}</sitemapindex>`,
})

/** By name; every site is HOST. */
export const bombs = (size: number): Record<string, () => Record<string, Route>> => ({
  'gzip 1:1000 in three layers': () => packed(filled(size, '<a/>'), 3),
  'gzip of zeros in three layers': () => packed(Buffer.alloc(size), 3),
  'gzip of tiny elements': () => packed(filled(size, '<a/>')),
  'gzip of empty entries': () => packed(filled(size, '<url><loc/></url>')),
  'gzip of broken bytes': () => packed(filled(size, Buffer.from([0x80]))),
  'gzip of ampersands': () => packed(filled(size, '&')),
  'gzip of one element more and more deep': () => packed(filled(size, '<a>')),
  'gzip of attributes': () => packed(filled(size, 'a="" ', `${HEAD}<url `)),
  'gzip of attributes, each another': () =>
    packed(Buffer.from(`${HEAD}<url ${Array.from({ length: size / 16 }, (_, i) => `a${i}="xxxxx" `).join('')}`)),
  'gzip of one text': () => packed(filled(size, 'a', `${HEAD}<url><loc>`)),
  'gzip of one comment': () => packed(filled(size, '-a', `${HEAD}<!--`)),
  'gzip of entities that name each other': () =>
    packed(
      Buffer.from(
        `<!DOCTYPE u [<!ENTITY a "xx">${Array.from({ length: 24 }, (_, i) => `<!ENTITY ${String.fromCharCode(98 + i)} "${`&${String.fromCharCode(97 + i)};`.repeat(50)}">`).join('')}]>${HEAD}<url><loc>${at('/&y;')}</loc></url></urlset>`,
      ),
    ),
  'gzip of one entity named without end': () =>
    packed(filled(size, '&a;', `<!DOCTYPE u [<!ENTITY a "${'x'.repeat(50_000)}">]>${HEAD}<url><loc>`)),
  'brotli of tiny elements': () => ({
    '/sitemap.xml': {
      body: brotliCompressSync(filled(size, '<a/>'), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      headers: [XML, ['Content-Encoding', 'br']],
    },
  }),
  'codings over codings over layers': () => ({
    '/sitemap.xml': {
      body: gzipped(filled(size, '<url/>'), 6),
      headers: [XML, ['Content-Encoding', 'gzip, gzip, gzip']],
    },
  }),
  'a body without end': () => ({ '/sitemap.xml': stream(HEAD, '<url><loc>https://bomb.example/a</loc></url>') }),
  'one text without end': () => ({ '/sitemap.xml': stream(`${HEAD}<url><loc>`, 'a') }),
  'a robots.txt without end': () => ({ '/robots.txt': stream('User-agent: *\n', 'Disallow: /a*b*c*d*e$\n') }),
  'a trickle': () => ({ '/sitemap.xml': { body: HEAD.repeat(100), drip: { bytes: 1, everyMs: 100 } } }),
  'no answer': () => ({ '/sitemap.xml': { hang: true } }),
  'a flood of headers': () => ({
    '/sitemap.xml': { raw: `HTTP/1.1 200 OK\r\n${`X-${'a'.repeat(1_000)}: ${'b'.repeat(1_000)}\r\n`.repeat(5_000)}` },
  }),
  'one header of ten megabytes': () => ({ '/sitemap.xml': { raw: `HTTP/1.1 200 OK\r\nX: ${'b'.repeat(10_000_000)}` } }),
  'interim answers without end': () => ({
    '/sitemap.xml': { raw: 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(200_000) },
  }),
  'cookies without end': () => ({
    '/sitemap.xml': {
      redirect: '/b',
      headers: Array.from({ length: 50 }, (_, i) => ['Set-Cookie', `c${i}=${'x'.repeat(200)}`]),
    },
    '*': ({ path }) => ({ redirect: `${path}b`, headers: [['Set-Cookie', `c=${'x'.repeat(4_000)}`]] }),
  }),
  'redirects without end': () => ({ '*': ({ path }) => ({ redirect: `${path}x` }) }),
  'a chain of indexes without end': () => ({
    '/sitemap.xml': index(['/i.xml']),
    '*': ({ path }) =>
      path.startsWith('/i') ? index([`/i${path.slice(2)}`.replace('.xml', 'i.xml')]) : { status: 404 },
  }),
  'a tree of indexes without end': () => ({
    '/sitemap.xml': index(['/i1.xml', '/i2.xml', '/i3.xml']),
    '*': ({ path }) =>
      path.startsWith('/i') ? index([1, 2, 3].map((n) => path.replace('.xml', `${n}.xml`))) : { status: 404 },
  }),
  '50,000 children, all of them asked for': () => ({
    '/sitemap.xml': index(Array.from({ length: 50_000 }, (_, i) => `/c${i}.xml`)),
    '*': ({ path }) => (path.startsWith('/c') ? { body: `${HEAD}</urlset>`, headers: [XML] } : { status: 404 }),
  }),
  'ten thousand lines of robots.txt, rules and crawlers': () => ({
    '/robots.txt': {
      body: [
        ...Array.from({ length: 900 }, (_, i) => `User-agent: b${i}\n`),
        ...Array.from({ length: 9_000 }, (_, i) => `Disallow: /${i}*a\n`),
        ...Array.from({ length: 10_000 }, (_, i) => `Sitemap: ${at(`/s${i}.xml`)}\n`),
      ].join(''),
    },
    '*': { status: 404 },
  }),
  'pages of tags without end': () => ({
    '/sitemap.xml': {
      body: `${HEAD}${Array.from({ length: 20 }, (_, i) => `<url><loc>${at(`/p${i}`)}</loc></url>`).join('')}</urlset>`,
    },
    '*': ({ path }) =>
      path.startsWith('/p')
        ? { body: '<b><p>'.repeat(400_000), headers: [['Content-Type', 'text/html']], coding: 'gzip' }
        : { status: 404 },
  }),
})
