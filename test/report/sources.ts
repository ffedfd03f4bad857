/** What reports are made from, for tests: small, with something in every list. */
import { AUDIT_DEFAULTS, type Audit } from '#src/model/audit.ts'
import type { Report, Rule } from '#src/model/report.ts'
import type { ReportSource } from '#src/report/source.ts'
import { RULES } from '#src/rules/index.ts'
import { createFinding, createReport } from '../api/sample-report.ts'

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]))

export function createAudit(report: Report | null, changes: Partial<Audit> = {}): Audit {
  return {
    id: '00000000-0000-7000-8000-000000000001',
    domain: 'blog.example',
    options: { ...AUDIT_DEFAULTS, domain: 'blog.example' },
    status: 'succeeded',
    createdAt: '2026-03-01T12:00:00.000Z',
    startedAt: '2026-03-01T12:00:01.000Z',
    finishedAt: '2026-03-01T12:00:02.000Z',
    progress: { stage: 'done', documents: [1, 1], pages: [1, 1], entries: 2, bytes: 500 },
    report,
    error: null,
    gate: null,
    ...changes,
  }
}

export function createSource(report: Partial<Report> = {}, audit: Partial<Audit> = {}): ReportSource {
  const whole = createReport({ findings: [createFinding()], verdict: 'fail', ...report })
  return {
    audit: createAudit(whole, audit),
    report: whole,
    rules: BY_ID,
    tool: { version: '1.2.3', homepage: 'https://sitemap-auditor.example' },
    baseline: null,
  }
}

export function join(pieces: Iterable<string>): string {
  return [...pieces].join('')
}
