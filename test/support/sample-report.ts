/** A report with something in every list, for tests of what keeps and shows reports. */
import type { AuditResult } from '#src/model/audit.ts'
import type { DocumentReport, Finding, PageReport, Report } from '#src/model/report.ts'

export function makeFinding(changes: Partial<Finding> = {}): Finding {
  return {
    rule: 'loc-relative',
    severity: 'error',
    message: 'This loc is relative.',
    fix: 'List the whole URL.',
    document: 'https://a.example/sitemap.xml',
    occurrences: 1,
    examples: [
      {
        line: 3,
        column: 10,
        offset: 57,
        entry: 1,
        loc: '/page',
        value: '/page',
        expected: null,
        snippet: '<loc>/page</loc>',
      },
    ],
    pattern: null,
    share: 0.5,
    fingerprint: 'a1b2',
    suppressed: null,
    ...changes,
  }
}

export function makeDocument(changes: Partial<DocumentReport> = {}): DocumentReport {
  return {
    url: 'https://a.example/sitemap.xml',
    finalUrl: 'https://a.example/sitemap.xml',
    via: 'robots.txt:3',
    parent: null,
    depth: 0,
    outcome: 'read',
    searchConsole: 'Has errors',
    kind: 'urlset',
    http: {
      status: 200,
      mediaType: 'application/xml',
      contentEncoding: null,
      lastModified: null,
      etag: null,
      hops: [],
    },
    bytes: { transferred: 100, uncompressed: 100 },
    sha256: '00',
    complete: true,
    entries: 2,
    limit: { entries: 0.00004, bytes: 0.000001, bytesPerEntry: 50 },
    lastmod: null,
    extensions: { images: 0, videos: 0, news: 0, alternates: 0 },
    namespaces: {},
    index: null,
    xsd: 'valid',
    children: null,
    ...changes,
  }
}

export function makePage(changes: Partial<PageReport> = {}): PageReport {
  return {
    url: 'https://a.example/page',
    document: 'https://a.example/sitemap.xml',
    entry: 1,
    outcome: 'read',
    status: 200,
    hops: [],
    finalUrl: 'https://a.example/page',
    replacement: null,
    indexable: true,
    noindex: [],
    canonical: [],
    lastmod: { sitemap: null, page: null, pageSource: null },
    ms: 5,
    ...changes,
  }
}

export function makeReport(changes: Partial<Report> = {}): Report {
  return {
    verdict: 'fail',
    origin: 'https://a.example',
    summary: {
      documents: 1,
      read: 1,
      entries: 2,
      pages: 1,
      findings: { error: 1, warning: 0, note: 0 },
      unchecked: 0,
    },
    structure: { form: 'single', partition: 'none', depth: 0 },
    robots: { url: 'https://a.example/robots.txt', outcome: 'read', status: 200, sitemaps: [] },
    discovery: [],
    documents: [makeDocument()],
    pages: [makePage()],
    estimates: [],
    findings: [makeFinding()],
    notes: ['One thing.'],
    timing: { totalMs: 10, fetchMs: 5, checkMs: 1, requests: 3, bytes: 200 },
    ...changes,
  }
}

/** What running an audit brings, with no child left unread. */
export function makeResult(changes: Partial<Report> = {}): AuditResult {
  return { report: makeReport(changes), unread: [] }
}
