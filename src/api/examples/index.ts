/** Every example of the OpenAPI document, by its name there. Tests hold each against its schema. */
import { PROBLEMS, type ProblemCode } from '../problems.ts'
import * as audits from './audits.ts'
import * as batches from './batches.ts'
import { DOCUMENTS } from './documents.ts'
import { FINDINGS } from './findings.ts'
import { PAGES } from './pages.ts'
import { DOMAINS_INVALID_EXAMPLE, NOT_READY_EXAMPLE, PROBLEM_EXAMPLES } from './problems.ts'
import { LISTED_RULES, RULE } from './rules.ts'
import * as schedules from './schedules.ts'
import { EVENTS, HTML_BEGINNING, METRICS, renderExample } from './texts.ts'
import { GATED_VALIDATION, UPLOAD, VALIDATION } from './uploads.ts'

export interface NamedExample {
  /** Of the schema that it is an example of; null: text. */
  schema: string | null
  summary: string
  value: unknown
}

type Tool = Parameters<typeof renderExample>[1]

const pageOf = <T>(...items: T[]) => ({ items, next: null })
const { documents: _documents, pages: _pages, ...toldReport } = audits.AUDIT.report ?? {}

const problems = Object.fromEntries(
  Object.entries(PROBLEM_EXAMPLES).map(([code, value]) => [
    code,
    { schema: 'Problem', summary: PROBLEMS[code as ProblemCode].title, value },
  ]),
) as Record<ProblemCode, NamedExample>

/** @param tool what writes the reports */
export function makeExamples(tool: Tool) {
  return {
    ...JSON_EXAMPLES,
    ...problems,
    Html: text('The beginning of the file', HTML_BEGINNING),
    Markdown: text('One finding', renderExample('md', tool)),
    Csv: text('One finding', renderExample('csv', tool)),
    PagesCsv: text('Two pages', renderExample('csv', tool, { of: 'pages' })),
    Sarif: { schema: null, summary: 'One finding', value: JSON.parse(renderExample('sarif', tool)) as object },
    Junit: text('One finding', renderExample('junit', tool)),
    Text: text('One finding', renderExample('txt', tool)),
    BatchCsv: text('Two domains', batches.BATCH_CSV),
    Events: text('The beginning and the end', EVENTS),
    Metrics: text('One of the numbers', METRICS),
    Upload: text('A date that does not exist', UPLOAD),
    OpenapiYaml: text('The beginning', `openapi: 3.1.1\ninfo:\n  title: Sitemap auditor\n  version: ${tool.version}\n`),
  } satisfies Record<string, NamedExample>
}

export type ExampleName = keyof ReturnType<typeof makeExamples>

const JSON_EXAMPLES = {
  AuditRequest: json('AuditRequest', 'The site that the demo plays', audits.REQUEST),
  GatedAuditRequest: json('AuditRequest', 'Before a release', audits.GATE_REQUEST),
  WholeAuditRequest: json('AuditRequest', 'Every field', audits.WHOLE_REQUEST),
  Audit: json('Audit', 'Ended; its report is shortened', audits.AUDIT),
  QueuedAudit: json('Audit', 'Waiting', audits.QUEUED_AUDIT),
  GatedAudit: json('Audit', 'Stopped by its gate; its report is shortened', audits.GATED_AUDIT),
  FailedAudit: json('Audit', 'Failed: our fault', audits.FAILED_AUDIT),
  CancelledAudit: json('Audit', 'Cancelled on its way; its report is shortened', audits.CANCELLED_AUDIT),
  AuditList: json('AuditList', 'One audit', pageOf(audits.AUDIT_SUMMARY)),
  AuditCounts: json('AuditCounts', 'Three findings', audits.COUNTS),
  FindingList: json('FindingList', 'Three findings', pageOf(...FINDINGS)),
  DocumentList: json('DocumentList', 'An index and a child that has not changed', {
    ...pageOf(DOCUMENTS[0], audits.REUSED_DOCUMENT),
  }),
  PageList: json('PageList', 'Two pages', pageOf(...PAGES)),
  Diff: json('Diff', 'A child more, a child less', audits.DIFF),
  DomainHistory: json('DomainHistory', 'One audit', { domain: 'blog.example', ...pageOf(audits.DOMAIN_AUDIT) }),
  ScheduleRequest: json('ScheduleRequest', 'On working days', schedules.SCHEDULE_REQUEST),
  WholeScheduleRequest: json('ScheduleRequest', 'Every field', schedules.WHOLE_SCHEDULE_REQUEST),
  Schedule: json('Schedule', 'On working days', schedules.SCHEDULE),
  ScheduleList: json('ScheduleList', 'One schedule', pageOf(schedules.SCHEDULE)),
  BatchRequest: json('BatchRequest', 'Two sites that the demo plays', batches.BATCH_REQUEST),
  WholeBatchRequest: json('BatchRequest', 'Every field', batches.WHOLE_BATCH_REQUEST),
  Batch: json('Batch', 'Ended', batches.BATCH),
  NewBatch: json('Batch', 'Just asked for', batches.NEW_BATCH),
  CancelledBatch: json('Batch', 'Being cancelled', { ...batches.NEW_BATCH, status: 'cancelled' }),
  BatchList: json('BatchList', 'One batch', pageOf(batches.BATCH_SUMMARY)),
  Rule: json('Rule', 'One rule', RULE),
  RuleList: json('RuleList', 'Shortened', pageOf(...LISTED_RULES)),
  Validation: json('Validation', 'A date that does not exist', VALIDATION),
  GatedValidation: json('Validation', 'Stopped by a gate', GATED_VALIDATION),
  WebhookMessage: json('WebhookMessage', 'An audit that has succeeded', {
    event: 'audit.succeeded',
    audit: { ...audits.AUDIT, report: toldReport },
  }),
  DOMAINS_INVALID: json('Problem', 'One of many', DOMAINS_INVALID_EXAMPLE),
  PARTS_NOT_READY: json('Problem', 'The database is away', NOT_READY_EXAMPLE),
  Session: { schema: null, summary: 'A key', value: { key: 'KEY' } },
  Alive: { schema: null, summary: 'It is', value: { status: 'ok' } },
  Ready: { schema: null, summary: 'It is', value: { status: 'ready', database: 'up', queue: 'up' } },
  OpenapiJson: {
    schema: null,
    summary: 'The beginning',
    value: { openapi: '3.1.1', info: { title: 'Sitemap auditor' } },
  },
} satisfies Record<string, NamedExample>

function json(schema: string, summary: string, value: unknown): NamedExample {
  return { schema, summary, value }
}

function text(summary: string, value: string): NamedExample {
  return { schema: null, summary, value }
}
