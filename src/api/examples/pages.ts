/** Pages of the example audit: two of its twenty. */
import type { PageReport } from '../../model/report.ts'

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
