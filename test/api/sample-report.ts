/** A report as an audit gives it, small. */
import type { DocumentReport, Finding, PageReport, Report, Rule } from '#src/model/report.ts'

export const RULES: Rule[] = [
  {
    id: 'loc-too-long',
    severity: 'error',
    title: 'Every loc is shorter than 2,048 characters',
    why: 'Crawlers may cut or drop a longer URL.',
    fix: 'Serve the page at a shorter URL and list that one.',
    breaks: ['protocol'],
    basis: 'documented',
    source: 'https://www.sitemaps.org/protocol.html#locdef',
    searchConsole: null,
  },
  {
    id: 'index-lastmod-stale',
    severity: 'warning',
    title: 'The index says of each child when it was last modified',
    why: 'Crawlers skip a child that has not changed.',
    fix: 'Write the newest lastmod of the child.',
    breaks: [],
    basis: 'convention',
    source: null,
    searchConsole: null,
  },
]

export function createFinding(changes: Partial<Finding> = {}): Finding {
  return {
    rule: 'loc-too-long',
    severity: 'error',
    message: 'This loc has 2,100 characters; the limit is 2,047.',
    fix: 'Serve the page at a shorter URL and list that one.',
    document: 'https://blog.example/sitemap.xml',
    occurrences: 1,
    examples: [
      {
        line: 3,
        column: 10,
        offset: 120,
        entry: 1,
        loc: 'https://blog.example/x',
        value: null,
        expected: null,
        snippet: null,
      },
    ],
    pattern: null,
    share: 0.5,
    fingerprint: '0123456789abcdef0123456789',
    suppressed: null,
    ...changes,
  }
}

export function createDocument(changes: Partial<DocumentReport> = {}): DocumentReport {
  return {
    url: 'https://blog.example/sitemap.xml',
    finalUrl: 'https://blog.example/sitemap.xml',
    via: 'robots.txt:3',
    parent: null,
    depth: 0,
    outcome: 'read',
    searchConsole: 'Success',
    kind: 'urlset',
    http: {
      status: 200,
      mediaType: 'application/xml',
      contentEncoding: 'gzip',
      lastModified: null,
      etag: '"1"',
      hops: [{ status: 301, url: 'https://blog.example/old.xml' }],
    },
    bytes: { transferred: 100, uncompressed: 400 },
    sha256: 'ab'.repeat(32),
    complete: true,
    entries: 2,
    limit: { entries: 0.00004, bytes: 0.00001, bytesPerEntry: 200 },
    lastmod: {
      present: 2,
      valid: 2,
      distinct: 1,
      oldest: '2026-01-01',
      newest: '2026-01-01',
      commonest: { value: '2026-01-01', share: 1 },
    },
    extensions: { images: 0, videos: 0, news: 0, alternates: 0 },
    namespaces: { '': 'http://www.sitemaps.org/schemas/sitemap/0.9' },
    index: { lastmod: '2026-01-01', newest: null, verdict: 'not-compared' },
    xsd: 'valid',
    children: { listed: 3, chosen: [1, 2, 3] },
    ...changes,
  }
}

const PAGE: PageReport = {
  url: 'https://blog.example/a',
  document: 'https://blog.example/sitemap.xml',
  entry: 1,
  outcome: 'disallowed',
  status: null,
  hops: [],
  finalUrl: null,
  replacement: null,
  indexable: null,
  noindex: [{ source: 'meta', agent: '*', value: 'noindex' }],
  canonical: [{ source: 'head', href: '/a', resolved: 'https://blog.example/a' }],
  lastmod: { sitemap: '2026-01-01', page: null, pageSource: null },
  ms: 12,
}

export function createReport(changes: Partial<Report> = {}): Report {
  return {
    verdict: 'pass',
    origin: 'https://blog.example',
    summary: { documents: 1, read: 1, entries: 2, pages: 1, findings: { error: 0, warning: 0, note: 0 }, unchecked: 0 },
    structure: { form: 'single', partition: 'none', depth: 0 },
    robots: {
      url: 'https://blog.example/robots.txt',
      outcome: 'read',
      status: 200,
      sitemaps: [{ line: 3, value: '/sitemap.xml', url: 'https://blog.example/sitemap.xml' }],
    },
    discovery: [{ url: 'https://blog.example/sitemap.xml', via: 'robots.txt:3', outcome: 'read', status: 200 }],
    documents: [createDocument()],
    pages: [PAGE],
    estimates: [{ what: 'broken', bad: 0, judged: 1, of: 2, interval: [0, 0.8] }],
    findings: [],
    notes: ['The audit was done over http.'],
    timing: { totalMs: 10, fetchMs: 5, checkMs: 2, requests: 3, bytes: 500 },
    ...changes,
  }
}
