/** Findings of the example audit: three of its ten. */
import type { Finding } from '../../model/report.ts'

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
