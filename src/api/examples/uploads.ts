/** A file to be checked, and what is said of it. */
import type { Validation } from '../dependencies.ts'

export const UPLOAD = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://blog.example/about/</loc><lastmod>2026-02-30</lastmod></url>
</urlset>
`

export const VALIDATION: Validation = {
  document: {
    url: 'https://blog.example/sitemap.xml',
    finalUrl: 'https://blog.example/sitemap.xml',
    via: 'upload',
    parent: null,
    depth: 0,
    outcome: 'read',
    searchConsole: 'Has errors',
    kind: 'urlset',
    http: null,
    bytes: {
      transferred: 191,
      uncompressed: 191,
      byKind: { core: 191, alternates: 0, images: 0, videos: 0, news: 0, other: 0 },
    },
    sha256: '09186f888305128bff1e971bc07b1afa30855333a064dc055fdeb100088f6c81',
    complete: true,
    entries: 1,
    limit: { entries: 0.00002, bytes: 0.000003643035888671875, bytesPerEntry: 191 },
    lastmod: { present: 1, valid: 0, distinct: 0, oldest: null, newest: null, commonest: null, histogram: null },
    extensions: { images: 0, videos: 0, news: 0, alternates: 0 },
    namespaces: { '': 'http://www.sitemaps.org/schemas/sitemap/0.9' },
    index: null,
    xsd: 'invalid',
    children: null,
  },
  notes: [],
  findings: [
    {
      rule: 'lastmod-impossible',
      severity: 'error',
      message: '"2026-02-30" is no date or time that exists: that month has no such day.',
      fix: 'Correct the program that writes the date; a date library cannot make one that does not exist.',
      document: 'https://blog.example/sitemap.xml',
      occurrences: 1,
      examples: [
        {
          line: 3,
          column: 55,
          offset: 154,
          entry: 1,
          loc: 'https://blog.example/about/',
          value: '2026-02-30',
          expected: null,
          snippet: '  <url><loc>https://blog.example/about/</loc><lastmod>2026-02-30</lastmod></url>',
        },
      ],
      pattern: null,
      share: 1,
      fingerprint: '0c53257ae7f973300617a59db7',
      suppressed: null,
    },
  ],
}

export const GATED_VALIDATION: Validation = {
  ...VALIDATION,
  gate: {
    passed: false,
    reasons: ['error lastmod-impossible: "2026-02-30" is no date or time that exists: that month has no such day.'],
  },
}
