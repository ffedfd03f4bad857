/** Faults of delivery from the field, played on sockets with TLS and audited whole: what is told, and nothing beside it. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { urlset } from '../sites/make.ts'
import { auditSite, findingOf, problemsOf } from '../support/audit-site.ts'
import type { Answer } from '../support/site.ts'
import { at, audit, coded, GZIP, HOST, index, named, sitemapOf, told, XML } from './audit-sitemap.ts'

describe('gzip and transport', () => {
  test('GZ-01: plain XML under the name .xml.gz is read and told', async () => {
    const got = await told('/s.xml.gz', { body: XML, headers: [['Content-Type', 'application/xml']] })
    expect(got).toMatchObject({ problems: ['gzip-named-plain x1'], entries: 2 })
  })

  test('GZ-03: a gzip file in a gzip coding is unpacked layer by layer, also behind a redirect', async () => {
    const twice = coded('gzip', new Uint8Array(gzipSync(GZIP)))
    expect(await told('/s.xml.gz', twice)).toMatchObject({ problems: [], entries: 2 })
    const moved = await told('/old.xml.gz', { redirect: '/s.xml.gz' }, { '/s.xml.gz': twice })
    expect(moved).toMatchObject({ problems: ['response-redirected x1'], entries: 2 })
  })

  test('GZ-05: gzip children are unpacked by their bytes, and a broken one stops nothing', async () => {
    const { report } = await audit({
      '/sitemap.xml': index('/a.xml.gz', '/b.xml.gz', '/c.xml'),
      '/a.xml.gz': { body: GZIP },
      '/b.xml.gz': { body: new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff]) },
      '/c.xml': { body: urlset([{ loc: at('/3'), lastmod: '2026-09-11' }]) },
    })
    expect(problemsOf(report)).toEqual(['gzip-corrupt x1'])
    expect(report.summary.entries).toBe(3)
  })

  test('GZ-07: a file of two members is read whole', async () => {
    const half = XML.length >> 1
    const body = Buffer.concat([gzipSync(XML.slice(0, half)), gzipSync(XML.slice(half))])
    expect(await told('/s.xml.gz', { body })).toMatchObject({ problems: [], entries: 2 })
    expect(await told('/s.xml', coded('gzip', body))).toMatchObject({ problems: [], entries: 2 })
  })

  test('GZ-09: a coding that is cut before its trailer, under a true Content-Length, is told once', async () => {
    const got = await told('/s.xml', coded('gzip', GZIP.slice(0, -6)))
    expect(got.problems).toEqual(['gzip-truncated x1'])
    expect(got.report.documents[0]).toMatchObject({ outcome: 'read', complete: false })
  })

  test.each(['GZIP', 'x-gzip', 'X-GZIP', 'gzip, identity'])('GZ-11: the coding %s is gzip', async (coding) => {
    expect(await told('/s.xml', coded(coding))).toMatchObject({ problems: [], entries: 2 })
  })

  test('GZ-13: a gzipped list of URLs is a sitemap', async () => {
    const body = gzipSync(`${at('/a')}\n${at('/b')}\n`)
    const got = await told('/urllist.txt.gz', { body, headers: [['Content-Type', 'application/gzip']] })
    expect(got).toMatchObject({ entries: 2 })
    expect(got.problems).toEqual([])
  })

  test('codings in capitals, two at once, unknown and false are each what they are', async () => {
    expect(await told('/s.xml', coded('BR', brotliCompressSync(XML)))).toMatchObject({ problems: [], entries: 2 })
    const both = coded('gzip, br', brotliCompressSync(GZIP))
    expect(await told('/s.xml', both)).toMatchObject({ problems: [], entries: 2 })
    const unknown = await told('/s.xml', coded('SDCH', XML))
    expect(unknown).toMatchObject({ problems: [], entries: 2 })
    expect(findingOf(unknown.report, 'response-coding-unknown').severity).toBe('note')
    expect(await told('/s.xml', coded('br', XML))).toMatchObject({ problems: ['response-coding-false x1'], entries: 2 })
  })
})

describe('lengths', () => {
  const long = sitemapOf(500)

  test('a transfer that ends before Content-Length is one finding', async () => {
    const got = await told('/s.xml', { body: long, cutAfter: 9_000 })
    expect(got.problems).toEqual(['response-truncated x1'])
    expect(findingOf(got.report, 'response-truncated').message).toContain(
      `9,000 of ${long.length.toLocaleString('en-US')} bytes`,
    )
    expect(got.report.documents[0]?.complete).toBe(false)
  })

  test('a transfer that ends before its last chunk is one finding', async () => {
    const got = await told('/s.xml', { body: long, chunked: true, cutAfter: 9_000 })
    expect(got.problems).toEqual(['response-truncated x1'])
  })

  test('a compressed transfer that ends early is one finding', async () => {
    const body = new Uint8Array(gzipSync(long))
    const answer: Answer = { ...coded('gzip', body), cutAfter: body.length >> 1 }
    expect((await told('/s.xml', answer)).problems).toEqual(['response-truncated x1'])
    const file: Answer = { body, cutAfter: body.length >> 1 }
    expect((await told('/s.xml.gz', file)).problems).toEqual(['response-truncated x1'])
  })

  test('a Content-Length of the uncompressed size is a wrong length, not a cut document', async () => {
    const answer: Answer = { ...coded('gzip'), contentLength: XML.length }
    expect(GZIP.length).toBeLessThan(XML.length)
    const got = await told('/s.xml', answer)
    expect(got).toMatchObject({ problems: ['response-length-mismatch x1'], entries: 2 })
  })

  test('a Content-Length that cuts the document is the cause, and one that leaves it whole a warning', async () => {
    const got = await told('/s.xml', { body: long, contentLength: 9_000 })
    expect(got.problems).toEqual(['response-truncated x1'])
    expect(findingOf(got.report, 'response-truncated').message).toContain('goes on behind the 9,000 bytes')
    const whole = await told('/s.xml', { body: `${XML}<!-- generated in 0.2 s -->`, contentLength: XML.length })
    expect(whole).toMatchObject({ problems: ['response-length-mismatch x1'], entries: 2 })
  })

  test.each([' ', '\t', ' \t '])('a Content-Length with blanks behind it is a Content-Length: %j', async (blanks) => {
    const raw = `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${XML.length}${blanks}\r\n\r\n${XML}`
    const got = await told('/s.xml', { raw })
    expect(got).toMatchObject({ problems: [], entries: 2 })
    expect(got.report.documents[0]).toMatchObject({ outcome: 'read', complete: true })
  })

  test('chunk sizes padded with blanks are told, and the document read whole', async () => {
    const half = XML.length >> 1
    const chunk = (text: string) => `${text.length.toString(16).padEnd(6)}\r\n${text}\r\n`
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n'
    const raw = `${head}${chunk(XML.slice(0, half))}${chunk(XML.slice(half))}0     \r\n\r\n`
    const got = await told('/s.xml', { raw })
    expect(got).toMatchObject({ problems: ['response-header-invalid x1'], entries: 2 })
    expect(findingOf(got.report, 'response-header-invalid').message).toContain('a chunk size padded with blanks')
    expect(got.report.documents[0]).toMatchObject({ outcome: 'read', complete: true })
  })
})

describe('HTTP', () => {
  test('HT-01: a refusal is one of this auditor, and says nothing of search engines', async () => {
    const { report } = await audit({
      '/sitemap.xml': {
        status: 403,
        headers: [
          ['Server', 'cloudflare'],
          ['cf-mitigated', 'challenge'],
        ],
        body: 'no',
      },
    })
    expect(report.verdict).toBe('unchecked')
    expect(findingOf(report, 'response-blocked').message).toContain('This auditor')
    expect(JSON.stringify(report.findings)).not.toMatch(/Google(?:bot)? (?:is|was|cannot|can't)/)
    expect(report.documents[0]).toMatchObject({ outcome: 'blocked', http: { status: 403 } })
  })

  test('HT-03: a challenge page with status 200 is a challenge, and no HTML where a sitemap should be', async () => {
    const got = await told('/sitemap.xml', {
      body: '<!doctype html><html><head><title>Just a moment</title></head></html>',
      headers: [['Content-Type', 'text/html']],
    })
    expect(got.problems).toContain('response-blocked x1')
    expect(got.problems.filter((problem) => /html|not-a-sitemap|dead/.test(problem))).toEqual([])
    expect(got.report.documents[0]).toMatchObject({ outcome: 'blocked', http: { status: 200 } })
  })

  test('HT-05: nothing conditional is sent, so that a server which mishandles it answers well', async () => {
    const { report, requests } = await audit({
      '/sitemap.xml': ({ headers }) => ({
        body: 'if-none-match' in headers || 'if-modified-since' in headers ? '' : XML,
        headers: [
          ['ETag', '"1"'],
          ['Last-Modified', 'Tue, 01 Sep 2026 08:00:00 GMT'],
        ],
      }),
    })
    expect(problemsOf(report)).toEqual([])
    expect(requests.every(({ headers }) => !Object.keys(headers).some((name) => name.startsWith('if-')))).toBe(true)
  })

  test('HT-05: a child that is empty at one time and not at another is unstable', async () => {
    const { report } = await audit({
      '/sitemap.xml': index('/a.xml'),
      '/a.xml': (_, nth) => ({ body: nth === 1 ? urlset([]) : XML }),
    })
    expect(problemsOf(report)).toEqual(['response-unstable x1'])
  })

  test('HT-07: a drip is ended by its rate and told as our bound, with what came kept', async () => {
    const drops = sitemapOf(100)
    const rate = { minimumRate: { bytesPerSecond: 2_000, windowMs: 500 } }
    const { report } = await audit(
      { '/sitemap.xml': { body: drops, drip: { bytes: 30, everyMs: 20 } } },
      { fetch: rate },
    )
    expect(problemsOf(report)).toEqual(['response-budget-exceeded x1'])
    expect(report.documents[0]).toMatchObject({ outcome: 'read', complete: false })
    expect(findingOf(report, 'response-budget-exceeded').message).toMatch(/no more than \d+ bytes came in 0\.5 s/)
  })

  test('HT-09: a malformed header line is told, and the document read', async () => {
    const raw = `HTTP/1.1 200 OK\r\nX-Note="a"\r\nContent-Type: text/xml\r\nContent-Length: ${XML.length}\r\n\r\n${XML}`
    const got = await told('/sitemap.xml', { raw })
    expect(got).toMatchObject({ problems: ['response-header-invalid x1'], entries: 2 })
    expect(findingOf(got.report, 'response-header-invalid').message).toContain('X-Note')
  })

  test('HT-09: a malformed header line of robots.txt is told too, and its lines are read', async () => {
    const raw = `HTTP/1.1 200 OK\r\nX-Note="a"\r\n\r\nSitemap: ${at('/sitemap.xml')}\n`
    const got = await told('/sitemap.xml', { body: XML }, { '/robots.txt': { raw } })
    expect(got).toMatchObject({ problems: ['response-header-invalid x1'], entries: 2 })
    expect(findingOf(got.report, 'response-header-invalid').document).toBe(at('/robots.txt'))
  })

  test('HT-09: oversized headers are told, and the document read; an endless head is not HTTP', async () => {
    const wide = await told('/sitemap.xml', { body: XML, headers: [['X-Wide', 'y'.repeat(40_000)]] })
    expect(wide).toMatchObject({ problems: ['response-header-invalid x1'], entries: 2 })
    const endless = await told('/sitemap.xml', { raw: `HTTP/1.1 200 OK\r\n${'X-A: 1\r\n'.repeat(60_000)}` })
    expect(findingOf(endless.report, 'response-unreachable').message).toContain('headers that are no HTTP')
  })

  test('HT-11: an answer without a body is an empty one', async () => {
    expect((await told('/sitemap.xml', { body: '' })).problems).toEqual(['response-empty x1'])
  })

  test.each(['text/xml; charset=utf-8', 'application/xml', 'TEXT/XML'])('HT-13: %s is fine', async (type) => {
    const got = await told('/sitemap.xml', { body: XML, headers: [['Content-Type', type]] })
    expect(got).toMatchObject({ problems: [], entries: 2 })
    expect(got.report.findings.map(({ rule }) => rule)).not.toContain('response-media-type')
  })

  test('HT-17: a site that speaks HTTP/2 alone is audited over it', async () => {
    const routes = { '/robots.txt': named('/sitemap.xml'), '/sitemap.xml': coded('gzip') }
    const { report } = await auditSite([{ host: HOST, http2Only: true, routes }])
    expect(report.origin).toBe(`https://${HOST}`)
    expect(problemsOf(report)).toEqual([])
    expect(report.summary.entries).toBe(2)
  })

  test('HT-19: a redirect is followed before anything is parsed', async () => {
    const got = await told('/old.xml', { status: 301, redirect: '/new.xml', body: '' }, { '/new.xml': { body: XML } })
    expect(got).toMatchObject({ problems: ['response-redirected x1'], entries: 2 })
  })
})
