/** Audits, as they are asked for and answered. */
import { AUDIT_DEFAULTS, type Audit, type AuditOptions, GATE_DEFAULTS, type Progress } from '../../model/audit.ts'
import type { AuditCounts } from '../../model/counts.ts'
import type { Diff, DomainAudit } from '../../model/history.ts'
import type { AuditSummary } from '../../store/store.ts'
import type { AuditRequest } from '../schemas/audit-request.ts'
import { CHILD } from './documents.ts'
import { FINDINGS } from './findings.ts'
import { PROBLEM_EXAMPLES } from './problems.ts'
import { AUDIT_ID, BASELINE_ID, REPORT } from './report.ts'

export const REQUEST: AuditRequest = { domain: 'blog.example' }

export const GATE_REQUEST: AuditRequest = {
  domain: 'blog.example',
  children: 'all',
  pages: 100,
  gate: { failOn: 'new-error', maxEntryDrop: 0.1, unchecked: 'fail' },
}

/** Every field. */
export const WHOLE_REQUEST = {
  domain: 'blog.example',
  sitemaps: ['https://blog.example/sitemap_index.xml'],
  children: 10,
  pages: 50,
  seed: 7,
  respectRobots: true,
  compareUserAgents: false,
  userAgent: 'ExampleBot/1.0 (+https://blog.example/bot)',
  headers: { Authorization: 'Basic c3RhZ2luZzpzZWNyZXQ=' },
  profile: 'google',
  baseline: 'previous',
  suppress: [
    {
      rule: 'page-noindex',
      document: 'https://blog.example/post-*',
      until: '2027-01-31',
      reason: 'The letters to members leave the sitemap in January.',
    },
  ],
  gate: GATE_DEFAULTS,
  webhook: 'https://ci.example.com/sitemaps?build=4711',
} satisfies AuditRequest

const OPTIONS: AuditOptions = { domain: 'blog.example', ...AUDIT_DEFAULTS }

/** What the whole request is shown as. */
export const WHOLE_OPTIONS: AuditOptions = {
  ...OPTIONS,
  ...WHOLE_REQUEST,
  headers: { Authorization: '***' },
}

export const AUDIT: Audit = {
  id: AUDIT_ID,
  domain: 'blog.example',
  options: OPTIONS,
  status: 'succeeded',
  createdAt: '2026-11-30T21:16:38.478Z',
  startedAt: '2026-11-30T21:16:38.565Z',
  finishedAt: '2026-11-30T21:16:39.106Z',
  progress: { stage: 'done', documents: [4, 4], pages: [20, 20], entries: 20, bytes: 6_332 },
  report: REPORT,
  error: null,
  gate: null,
}

const HEAD_REPORT = { ...REPORT, documents: [], pages: [], findings: [] }

export const GATED_AUDIT: Audit = {
  ...AUDIT,
  options: WHOLE_OPTIONS,
  report: HEAD_REPORT,
  gate: {
    passed: false,
    reasons: ['error page-not-found: https://blog.example/summer-party/ answers 404.'],
  },
}

export const PROGRESS: Progress = { stage: 'walk', documents: [2, 4], pages: [0, 0], entries: 14, bytes: 4_508 }

export const QUEUED_AUDIT: Audit = {
  ...AUDIT,
  status: 'queued',
  startedAt: null,
  finishedAt: null,
  progress: { stage: 'discover', documents: [0, 0], pages: [0, 0], entries: 0, bytes: 0 },
  report: null,
}

export const CANCELLED_AUDIT: Audit = { ...AUDIT, status: 'cancelled', progress: PROGRESS, report: HEAD_REPORT }

export const FAILED_AUDIT: Audit = {
  ...QUEUED_AUDIT,
  status: 'failed',
  startedAt: AUDIT.startedAt,
  finishedAt: AUDIT.finishedAt,
  error: PROBLEM_EXAMPLES.INTERNAL,
}

const { options: _options, report: _report, ...head } = AUDIT
const { verdict, summary } = REPORT
export const AUDIT_SUMMARY: AuditSummary = { ...head, verdict, summary }

export const COUNTS: AuditCounts = {
  rules: FINDINGS.map(({ rule, severity, message, occurrences }) => ({
    rule,
    severity,
    isSuppressed: false,
    message,
    findings: 1,
    occurrences,
    documents: 1,
  })),
  documents: [
    { document: 'https://blog.example/post-sitemap.xml', error: 1, warning: 0, note: 0 },
    { document: 'https://blog.example/sitemap_index.xml', error: 0, warning: 1, note: 0 },
    { document: 'https://blog.example/page-sitemap.xml', error: 0, warning: 1, note: 0 },
  ],
}

const [noindex, stale, redirected] = FINDINGS
export const DIFF: Diff = {
  audit: AUDIT_ID,
  against: BASELINE_ID,
  findings: { new: [noindex], fixed: [stale], unchanged: [redirected] },
  documents: {
    added: ['https://blog.example/recipe-sitemap.xml'],
    lost: ['https://blog.example/tag-sitemap.xml'],
    changed: [
      {
        url: 'https://blog.example/post-sitemap.xml',
        entries: [13, 14],
        addedUrls: ['https://blog.example/autumn-loaves/', 'https://blog.example/new-mill/'],
        removedUrls: ['https://blog.example/winter-party/'],
      },
    ],
  },
}

export const DOMAIN_AUDIT: DomainAudit = {
  id: AUDIT_ID,
  status: 'succeeded',
  createdAt: AUDIT.createdAt,
  finishedAt: AUDIT.finishedAt,
  verdict,
  summary,
  gate: { passed: true, reasons: [] },
  baseline: BASELINE_ID,
  optionsKey: 'b9b9e10ea3b283a04eeda97759ad4cfa',
}

/** Of an audit of a schedule, whose document has not changed since. */
export const REUSED_DOCUMENT = { ...CHILD, reused: true as const }
