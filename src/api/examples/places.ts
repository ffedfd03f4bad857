/** Which examples stand where the schema alone does not say it. */
import type { ExampleName } from './index.ts'

/** Of request bodies, by operation; else those of the schema. */
export const BODY_PLACES: Readonly<Record<string, readonly ExampleName[]>> = {
  'startAudit application/json': ['AuditRequest', 'GatedAuditRequest', 'WholeAuditRequest'],
  'createSchedule application/json': ['ScheduleRequest', 'WholeScheduleRequest'],
  'replaceSchedule application/json': ['ScheduleRequest', 'WholeScheduleRequest'],
  'startBatch application/json': ['BatchRequest', 'WholeBatchRequest'],
  'openSession application/json': ['Session'],
  'validateDocument text/plain': ['Upload'],
  'auditEnded application/json': ['WebhookMessage'],
}

/** Of answers: by operation and status, by operation, or by media type. */
export const ANSWER_PLACES: Readonly<Record<string, readonly ExampleName[]>> = {
  'startAudit 202 application/json': ['QueuedAudit'],
  'startAudit 422 application/json': ['GatedAudit'],
  'startAudit 500 application/json': ['FailedAudit'],
  'getAudit 200 application/json': ['Audit', 'QueuedAudit', 'FailedAudit'],
  'deleteAudit 202 application/json': ['CancelledAudit'],
  'runSchedule 202 application/json': ['QueuedAudit'],
  'startBatch 202 application/json': ['NewBatch'],
  'deleteBatch 202 application/json': ['CancelledBatch'],
  'validateDocument 200 application/json': ['Validation'],
  'validateDocument 422 application/json': ['GatedValidation'],
  'getHealth 200 application/json': ['Alive'],
  'getReadiness 200 application/json': ['Ready'],
  'getReadiness 503 application/problem+json': ['PARTS_NOT_READY'],
  'getOpenapiJson 200 application/json': ['OpenapiJson'],
  'getOpenapiYaml 200 application/yaml': ['OpenapiYaml'],
  'getBatchCsv 200 text/csv': ['BatchCsv'],
  'getReportCsv 200 text/csv': ['Csv', 'PagesCsv'],
  'getMetrics 200 text/plain': ['Metrics'],
  'text/html': ['Html'],
  'text/markdown': ['Markdown'],
  'text/csv': ['Csv'],
  'text/plain': ['Text'],
  'text/event-stream': ['Events'],
  'application/sarif+json': ['Sarif'],
  'application/junit+xml': ['Junit'],
}

/** Besides those of the codes. */
export const PROBLEM_PLACES: Readonly<Record<string, readonly ExampleName[]>> = {
  'startBatch 400': ['DOMAINS_INVALID'],
}
