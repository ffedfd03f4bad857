/**
 * What an audit of blog.example says, one of the sites that `npm run demo` plays. Shortened: three of its ten findings
 * and two of its twenty pages. A test holds the rest against the whole report.
 */
import type { Report } from '../../model/report.ts'
import { DOCUMENTS } from './documents.ts'
import { FINDINGS } from './findings.ts'
import { PAGES } from './pages.ts'

export const AUDIT_ID = '01a22e51-20ce-768f-8ef8-2250ae518ac4'
export const BASELINE_ID = '01a22e50-82c9-7130-bb1c-5a9524c342a2'

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
