/**
 * What an audit of blog.example says, one of the sites that `npm run demo` plays. Shortened: three of its ten findings
 * and two of its twenty pages. A test holds the rest against the whole report.
 */
import type { DocumentReport, Finding, PageReport, Report } from '../../model/report.ts'

export const AUDIT_ID = '01a22e51-20ce-768f-8ef8-2250ae518ac4'
export const BASELINE_ID = '01a22e50-82c9-7130-bb1c-5a9524c342a2'

export const DOCUMENTS: [index: DocumentReport, child: DocumentReport, other: DocumentReport] = [
  {
    url: 'https://blog.example/sitemap_index.xml',
    finalUrl: 'https://blog.example/sitemap_index.xml',
    via: 'robots.txt:6',
    parent: null,
    depth: 0,
    outcome: 'read',
    searchConsole: 'Success',
    kind: 'sitemapindex',
    http: {
      status: 200,
      mediaType: 'text/xml',
      contentEncoding: null,
      lastModified: null,
      etag: null,
      hops: [],
    },
    bytes: {
      transferred: 675,
      uncompressed: 675,
      byKind: {
        core: 675,
        alternates: 0,
        images: 0,
        videos: 0,
        news: 0,
        other: 0,
      },
    },
    sha256: '518f534faaf6670205bcf89ca71f84ee15b55ff3cd22dffbf0f480bad98d9bb6',
    complete: true,
    entries: 2,
    limit: {
      entries: 0.00004,
      bytes: 0.000012874603271484375,
      bytesPerEntry: 338,
    },
    lastmod: {
      present: 2,
      valid: 2,
      distinct: 2,
      oldest: '2026-09-21T12:00:37+00:00',
      newest: '2026-09-28T08:15:42+00:00',
      commonest: {
        value: '2026-09-28T08:15:42+00:00',
        share: 0.5,
      },
      histogram: {
        from: '2026-09-21',
        days: 1,
        counts: [1, 0, 0, 0, 0, 0, 0, 1],
      },
    },
    extensions: {
      images: 0,
      videos: 0,
      news: 0,
      alternates: 0,
    },
    namespaces: {
      '': 'http://www.sitemaps.org/schemas/sitemap/0.9',
      xsi: 'http://www.w3.org/2001/XMLSchema-instance',
    },
    index: null,
    xsd: 'valid',
    children: {
      listed: 2,
      chosen: [1, 2],
    },
  },
  {
    url: 'https://blog.example/post-sitemap.xml',
    finalUrl: 'https://blog.example/post-sitemap.xml',
    via: 'https://blog.example/sitemap_index.xml#1',
    parent: 'https://blog.example/sitemap_index.xml',
    depth: 1,
    outcome: 'read',
    searchConsole: 'Has errors',
    kind: 'urlset',
    http: {
      status: 200,
      mediaType: 'text/xml',
      contentEncoding: null,
      lastModified: null,
      etag: null,
      hops: [],
    },
    bytes: {
      transferred: 3833,
      uncompressed: 3833,
      byKind: {
        core: 2204,
        alternates: 0,
        images: 1629,
        videos: 0,
        news: 0,
        other: 0,
      },
    },
    sha256: '68199bd51d8650afa79581bd8ca7808b380db9520e5477200584ca301601657f',
    complete: true,
    entries: 14,
    limit: {
      entries: 0.00028,
      bytes: 0.00007310867309570312,
      bytesPerEntry: 274,
    },
    lastmod: {
      present: 14,
      valid: 14,
      distinct: 14,
      oldest: '2026-01-14T09:21:07+00:00',
      newest: '2026-10-01T05:30:26+00:00',
      commonest: {
        value: '2026-01-14T09:21:07+00:00',
        share: 0.07142857142857142,
      },
      histogram: {
        from: '2026-01-14',
        days: 11,
        counts: [1, 1, 0, 0, 2, 1, 0, 2, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 2],
      },
    },
    extensions: {
      images: 14,
      videos: 0,
      news: 0,
      alternates: 0,
    },
    namespaces: {
      '': 'http://www.sitemaps.org/schemas/sitemap/0.9',
      image: 'http://www.google.com/schemas/sitemap-image/1.1',
      xsi: 'http://www.w3.org/2001/XMLSchema-instance',
    },
    index: {
      lastmod: '2026-09-28T08:15:42+00:00',
      newest: '2026-10-01T05:30:26+00:00',
      verdict: 'stale',
    },
    xsd: 'valid',
    children: null,
  },
  {
    url: 'https://blog.example/page-sitemap.xml',
    finalUrl: 'https://blog.example/page-sitemap.xml',
    via: 'https://blog.example/sitemap_index.xml#2',
    parent: 'https://blog.example/sitemap_index.xml',
    depth: 1,
    outcome: 'read',
    searchConsole: 'Success',
    kind: 'urlset',
    http: {
      status: 200,
      mediaType: 'text/xml',
      contentEncoding: null,
      lastModified: null,
      etag: null,
      hops: [],
    },
    bytes: {
      transferred: 1824,
      uncompressed: 1824,
      byKind: {
        core: 1164,
        alternates: 0,
        images: 660,
        videos: 0,
        news: 0,
        other: 0,
      },
    },
    sha256: '7ef482fc54badb721f63880186b34476bf986f79273fa28a331b25d3202f8373',
    complete: true,
    entries: 6,
    limit: {
      entries: 0.00012,
      bytes: 0.0000347900390625,
      bytesPerEntry: 304,
    },
    lastmod: {
      present: 6,
      valid: 6,
      distinct: 6,
      oldest: '2025-08-12T08:24:05+00:00',
      newest: '2026-09-21T12:00:37+00:00',
      commonest: {
        value: '2026-09-21T12:00:37+00:00',
        share: 0.16666666666666666,
      },
      histogram: {
        from: '2025-08-12',
        days: 17,
        counts: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1],
      },
    },
    extensions: {
      images: 6,
      videos: 0,
      news: 0,
      alternates: 0,
    },
    namespaces: {
      '': 'http://www.sitemaps.org/schemas/sitemap/0.9',
      image: 'http://www.google.com/schemas/sitemap-image/1.1',
      xsi: 'http://www.w3.org/2001/XMLSchema-instance',
    },
    index: {
      lastmod: '2026-09-21T12:00:37+00:00',
      newest: '2026-09-21T12:00:37+00:00',
      verdict: 'equal',
    },
    xsd: 'valid',
    children: null,
  },
]

const [, child] = DOCUMENTS
export const CHILD = child

export const FINDINGS: [noindex: Finding, stale: Finding, redirected: Finding] = [
  {
    rule: 'page-noindex',
    severity: 'error',
    message: 'https://blog.example/members-letter-march/ says noindex in its X-Robots-Tag header.',
    fix: 'Take the URL out of the sitemap, or the noindex off the page.',
    document: 'https://blog.example/post-sitemap.xml',
    occurrences: 1,
    examples: [
      {
        line: 25,
        column: 10,
        offset: 1398,
        entry: 5,
        loc: 'https://blog.example/members-letter-march/',
        value: 'noindex',
        expected: null,
        snippet: '    <loc>https://blog.example/members-letter-march/</loc>',
      },
    ],
    pattern: null,
    share: 0.07692307692307693,
    fingerprint: 'c80c171ffcf3bb7fa646f4cfd8',
    suppressed: null,
  },
  {
    rule: 'index-lastmod-stale',
    severity: 'warning',
    message:
      'The index says 2026-09-28T08:15:42+00:00 (line 6, column 14) of https://blog.example/post-sitemap.xml, whose newest entry says 2026-10-01T05:30:26+00:00 (line 71, column 14).',
    fix: 'Write the time at which the child last changed, and write the index after its children.',
    document: 'https://blog.example/sitemap_index.xml',
    occurrences: 1,
    examples: [
      {
        line: 6,
        column: 14,
        offset: 435,
        entry: 1,
        loc: 'https://blog.example/post-sitemap.xml',
        value: '2026-09-28T08:15:42+00:00',
        expected: '2026-10-01T05:30:26+00:00',
        snippet: '    <lastmod>2026-09-28T08:15:42+00:00</lastmod>',
      },
    ],
    pattern: null,
    share: 0.5,
    fingerprint: 'd677a29a0cb29b87602e20c9f6',
    suppressed: null,
  },
  {
    rule: 'page-redirected',
    severity: 'warning',
    message:
      'https://blog.example/about redirects with 301 to https://blog.example/about/, which differs in nothing but the slash at the end.',
    fix: 'List the URL that the redirect leads to.',
    document: 'https://blog.example/page-sitemap.xml',
    occurrences: 1,
    examples: [
      {
        line: 10,
        column: 10,
        offset: 643,
        entry: 2,
        loc: 'https://blog.example/about',
        value: null,
        expected: 'https://blog.example/about/',
        snippet: '    <loc>https://blog.example/about</loc>',
      },
    ],
    pattern: null,
    share: 0.16666666666666666,
    fingerprint: 'fcb4e172daa61c45dc0f808164',
    suppressed: null,
  },
]

export const PAGES: PageReport[] = [
  {
    url: 'https://blog.example/about',
    document: 'https://blog.example/page-sitemap.xml',
    entry: 2,
    outcome: 'read',
    status: 200,
    hops: [
      {
        status: 301,
        url: 'https://blog.example/about',
      },
    ],
    finalUrl: 'https://blog.example/about/',
    replacement: 'https://blog.example/about/',
    indexable: true,
    noindex: [],
    canonical: [
      {
        source: 'head',
        href: 'https://blog.example/about/',
        resolved: 'https://blog.example/about/',
      },
    ],
    lastmod: {
      sitemap: '2025-11-04T14:18:29+00:00',
      page: '2025-11-04T14:18:29+00:00',
      pageSource: 'article:modified_time',
    },
    ms: 76,
  },
  {
    url: 'https://blog.example/members-letter-march/',
    document: 'https://blog.example/post-sitemap.xml',
    entry: 5,
    outcome: 'read',
    status: 200,
    hops: [],
    finalUrl: 'https://blog.example/members-letter-march/',
    replacement: null,
    indexable: false,
    noindex: [
      {
        source: 'header',
        agent: '*',
        value: 'noindex',
      },
    ],
    canonical: [
      {
        source: 'head',
        href: 'https://blog.example/members-letter-march/',
        resolved: 'https://blog.example/members-letter-march/',
      },
    ],
    lastmod: {
      sitemap: '2026-03-19T18:33:44+00:00',
      page: '2026-03-19T18:33:44+00:00',
      pageSource: 'article:modified_time',
    },
    ms: 24,
  },
]

export const REPORT: Report = {
  verdict: 'fail',
  origin: 'https://blog.example',
  summary: {
    documents: 3,
    read: 3,
    entries: 20,
    pages: 20,
    findings: {
      error: 4,
      warning: 6,
      note: 0,
    },
    unchecked: 0,
  },
  structure: {
    form: 'index',
    partition: 'type',
    depth: 1,
  },
  robots: {
    url: 'https://blog.example/robots.txt',
    outcome: 'read',
    status: 200,
    sitemaps: [
      {
        line: 6,
        value: 'https://blog.example/sitemap_index.xml',
        url: 'https://blog.example/sitemap_index.xml',
      },
    ],
  },
  discovery: [
    {
      url: 'https://blog.example/sitemap_index.xml',
      via: 'robots.txt:6',
      outcome: 'read',
      status: 200,
    },
    {
      url: 'https://blog.example/sitemap.xml',
      via: '/sitemap.xml',
      outcome: 'read',
      status: 200,
    },
    {
      url: 'https://blog.example/sitemap_index.xml',
      via: '/sitemap_index.xml',
      outcome: 'read',
      status: 200,
    },
  ],
  documents: DOCUMENTS,
  pages: PAGES,
  estimates: [
    {
      what: 'redirected',
      bad: 1,
      judged: 19,
      of: 20,
      interval: [0.05, 0.0807339682770323],
    },
    {
      what: 'broken',
      bad: 1,
      judged: 19,
      of: 20,
      interval: [0.05, 0.0807339682770323],
    },
    {
      what: 'noindex',
      bad: 1,
      judged: 18,
      of: 20,
      interval: [0.05, 0.10064977369069557],
    },
    {
      what: 'canonical-other',
      bad: 1,
      judged: 18,
      of: 20,
      interval: [0.05, 0.10064977369069557],
    },
  ],
  findings: FINDINGS,
  notes: [
    'Of 19 pages drawn at random and judged 1 redirects: 5 % to 8.1 % of the 20 listed.',
    'Of 19 pages drawn at random and judged 1 is broken: 5 % to 8.1 % of the 20 listed.',
    'Of 18 pages drawn at random and judged 1 is noindex: 5 % to 10 % of the 20 listed.',
    'Of 18 pages drawn at random and judged 1 names another canonical: 5 % to 10 % of the 20 listed.',
    'Of 17 pages that date themselves, the lastmod of 16 agrees with the page.',
    `Compared with the audit ${BASELINE_ID} of 2026-11-30T21:15:58.120Z.`,
  ],
  timing: {
    totalMs: 479,
    fetchMs: 1041,
    checkMs: 41,
    requests: 28,
    bytes: 14621,
  },
}
