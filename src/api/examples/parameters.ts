/** Values for parameters and headers: by `operation.name` where operations differ, else by name. */
import { BATCH_SUMMARY } from './batches.ts'
import { AUDIT_ID, BASELINE_ID } from './report.ts'
import { RULE } from './rules.ts'
import { SCHEDULE } from './schedules.ts'

export const PARAMETER_EXAMPLES: Readonly<Record<string, unknown>> = {
  id: AUDIT_ID,
  'getRule.id': RULE.id,
  'getSchedule.id': SCHEDULE.id,
  'replaceSchedule.id': SCHEDULE.id,
  'deleteSchedule.id': SCHEDULE.id,
  'runSchedule.id': SCHEDULE.id,
  'getBatch.id': BATCH_SUMMARY.id,
  'getBatchCsv.id': BATCH_SUMMARY.id,
  'deleteBatch.id': BATCH_SUMMARY.id,
  domain: 'blog.example',
  document: 'https://blog.example/post-sitemap.xml',
  parent: 'https://blog.example/sitemap_index.xml',
  url: 'https://blog.example/post-sitemap.xml',
  'validateDocument.url': 'https://blog.example/sitemap.xml',
  rule: 'page-noindex',
  severity: 'error',
  status: 'succeeded',
  verdict: 'fail',
  since: '2026-11-30T00:00:00Z',
  limit: 100,
  cursor: 'ZmluZGluZ3M6MA',
  report: 'head',
  color: '1',
  of: 'pages',
  attempted: 'true',
  after: 'f0',
  'Last-Event-ID': 'f0',
  against: BASELINE_ID,
  baseline: AUDIT_ID,
  profile: 'google',
  failOn: 'new-error',
  maxEntryDrop: 0.1,
  Prefer: 'wait=120',
  'Idempotency-Key': 'build-4711',
  'X-Signature': `t=1796073399,v1=${'5f8b2a90'.repeat(8)}`,
}

export const HEADER_EXAMPLES: Readonly<Record<string, unknown>> = {
  Location: `/audits/${AUDIT_ID}`,
  'createSchedule.Location': `/schedules/${SCHEDULE.id}`,
  'startBatch.Location': `/batches/${BATCH_SUMMARY.id}`,
  'deleteBatch.Location': `/batches/${BATCH_SUMMARY.id}`,
  'Retry-After': 5,
  'Preference-Applied': 'wait=120',
  'Content-Disposition': 'attachment; filename="sitemaps-blog.example-2026-11-30.md"',
  'getReportHtml.Content-Disposition': 'inline; filename="sitemaps-blog.example-2026-11-30.html"',
  'Set-Cookie':
    'sitemap_auditor_session=n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000',
}
