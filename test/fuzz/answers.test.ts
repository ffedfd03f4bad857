/** Any robots.txt, any page and any head of an answer are read to an end. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFetcher } from '#src/fetch/create-fetcher.ts'
import { FETCH_DEFAULTS, parseConnectTo } from '#src/fetch/settings.ts'
import { isIndexable, readPage } from '#src/page/read-page.ts'
import { readRobots } from '#src/robots/read-robots.ts'
import { FUZZ_TIMEOUT_MS, fuzz, soup } from './fuzz.ts'

const URL_A = 'https://a.example/p'

test(
  'robots.txt',
  async () => {
    const lines = soup([
      'User-agent: *\n',
      'User-agent: Googlebot\r\n',
      'user agent : a\r',
      'Disallow: /',
      'Disallow:',
      'Allow: /*.xml$\n',
      '\n',
      '*',
      '$',
      '%',
      '%2f',
      '%zz',
      '/',
      '/index.html',
      'Sitemap: https://a.example/s.xml\n',
      'Sitemap : //x\n',
      'Sitemap: http://[\n',
      'SITEMAP:',
      'Crawl-delay: 1.5\n',
      '#',
      '\ufeff',
      '\u0000',
      ' ',
      '\t',
      '<html>',
      ':',
      '\u00e9',
      '*'.repeat(200),
      'a'.repeat(3_000),
    ])
    const inputs = fc.tuple(
      fc.oneof(
        lines.map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 200 }),
      ),
      fc.webPath(),
      fc.string({ maxLength: 12 }),
    )
    const runs = await fuzz(inputs, [], ([bytes, path, agent]) => {
      const robots = readRobots(bytes, 'https://a.example/robots.txt')
      for (const name of ['Googlebot', agent])
        expect(typeof robots.judge(`https://a.example${path}`, name).isAllowed).toBe('boolean')
      expect(JSON.stringify(robots.sitemaps).length).toBeLessThan(1_000_000)
    })
    expect(runs).toBeGreaterThan(10)
  },
  FUZZ_TIMEOUT_MS,
)

test(
  'pages',
  async () => {
    const html = soup([
      '<!doctype html>',
      '<html>',
      '<head>',
      '</head>',
      '<body>',
      '<title>',
      '</title>',
      '<script>',
      '</script>',
      '<script type="application/ld+json">',
      '{"dateModified":"2025-06-01"',
      '[{"@graph":',
      '}',
      ']',
      '<noscript>',
      '</noscript>',
      '<meta name="robots" content="',
      'noindex',
      'unavailable_after: 25 Jun 2030',
      '<meta http-equiv="refresh" content="0;url=',
      '<link rel="canonical" href="',
      'http://[',
      '//a.example/',
      '"',
      "'",
      '>',
      '<',
      '<base href="',
      '<template>',
      '</template>',
      '<table>',
      '<td>',
      '<b>',
      '</b>',
      '<a>',
      '<p>',
      '</p>',
      '<svg>',
      '<math>',
      '<select>',
      '<!--',
      '-->',
      '&notit;',
      '&#0;',
      '\u0000',
      '\r',
      '<meta charset="',
      'utf-16',
      'x-user-defined',
      ',',
      ':',
      ';',
    ])
    const header = fc.tuple(
      fc.constantFrom('content-type', 'x-robots-tag', 'link', 'refresh', 'last-modified', 'date'),
      soup(
        [
          'text/html',
          'application/xhtml+xml',
          ';',
          'charset=',
          '"',
          '<https://a.example/>',
          'rel=canonical',
          ',',
          'noindex',
          ':',
          'googlebot',
          '0',
          'url=',
          '\u00e9',
        ],
        12,
      ),
    )
    const inputs = fc.tuple(
      fc.oneof(
        html.map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 200 }),
      ),
      fc.array(header, { maxLength: 4 }),
      fc.boolean(),
    )
    const runs = await fuzz(inputs, [], ([bytes, headers, isCut]) => {
      const facts = readPage({
        bytes,
        isCut,
        url: URL_A,
        headers: [...headers, ['content-type', 'text/html']],
        nowMs: 0,
      })
      expect([true, false, null]).toContain(isIndexable(facts, 200))
      expect(JSON.stringify(facts).length).toBeLessThan(1_000_000)
    })
    expect(runs).toBeGreaterThan(10)
  },
  FUZZ_TIMEOUT_MS,
)

test(
  'heads of answers, and how they are framed',
  async () => {
    let answer: Uint8Array = Buffer.alloc(0)
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(answer))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const fetcher = createFetcher({
      ...FETCH_DEFAULTS,
      connectTo: parseConnectTo(`::127.0.0.1:${port}`),
      requestTimeoutMs: 4_000,
      retryDelayMs: 1,
      retryAfterLimitMs: 5,
    })
    const heads = soup(
      [
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 301 x\r\n',
        'HTTP/1.0 999 \n',
        'HTTP/1.1 103 x\r\n\r\n',
        'HTTP/2 200\r\n',
        'Content-Length: 5\r\n',
        'Content-Length: -1\r\n',
        'Content-Length: 99999999999999999999\r\n',
        'Transfer-Encoding: chunked\r\n',
        'transfer-encoding: x, chunked\r\n',
        'Content-Encoding: gzip\r\n',
        'Content-Encoding: br, zstd\r\n',
        'Location: /x\r\n',
        'Location: http://[\r\n',
        'Location: //\\\u00e9\r\n',
        'Set-Cookie: a=b; path=/\r\n',
        'Set-Cookie: =;;\r\n',
        'Retry-After: 1\r\n',
        'Date: x\r\n',
        ' folded\r\n',
        'no header\r\n',
        ': \r\n',
        'X\u0000: \u0000\r\n',
        '\r\n',
        '\n',
        '\r',
        '5\r\nhello\r\n',
        '0\r\n\r\n',
        'zz\r\n',
        '5;x="\r\n',
        'hello',
        '\u001f\u008b\b',
      ],
      14,
    )
    const inputs = fc.oneof(
      heads.map((text) => Buffer.from(text, 'latin1')),
      heads.map((text) => Buffer.from(`HTTP/1.1 200 OK\r\n${text}`, 'latin1')),
      fc.uint8Array({ maxLength: 100 }),
    )
    const runs = await fuzz(inputs, [], async (bytes) => {
      answer = bytes
      const from = performance.now()
      const exchange = await fetcher.get('http://a.example/', { as: 'sitemap' })
      let length = 0
      if (exchange.body) for await (const chunk of exchange.body.chunks) length += chunk.length
      expect(length).toBeLessThan(1_000_000)
      expect(exchange.body?.ending().state ?? 'complete').toMatch(/^[a-z]+$/)
      expect(performance.now() - from).toBeLessThan(10_000)
    })
    await fetcher.close()
    server.close()
    expect(runs).toBeGreaterThan(10)
  },
  FUZZ_TIMEOUT_MS,
)
