/** Every named schema, in the order of the OpenAPI document. */
import type { TSchema } from 'typebox'
import {
  AuditListSchema,
  AuditOptionsSchema,
  AuditSchema,
  AuditSummarySchema,
  GateOptionsSchema,
  ProgressSchema,
  SuppressionSchema,
} from './audit.ts'
import { AuditRequestSchema } from './audit-request.ts'
import { BATCH_SCHEMAS } from './batch.ts'
import { COUNT_SCHEMAS } from './counts.ts'
import { DocumentListSchema, DocumentReportSchema, HopSchema } from './document-report.ts'
import { ExampleSchema, FindingListSchema, FindingSchema, RuleListSchema, RuleSchema } from './finding.ts'
import { GateResultSchema } from './gate.ts'
import { HISTORY_SCHEMAS } from './history.ts'
import { CanonicalSchema, NoindexSchema, PageListSchema, PageReportSchema } from './page-report.ts'
import { ProblemSchema } from './problem.ts'
import { DiscoveryPlaceSchema, EstimateSchema, ReportSchema, StructureSchema, SummarySchema } from './report.ts'
import {
  ScheduleListSchema,
  ScheduleOptionsRequestSchema,
  ScheduleOptionsSchema,
  ScheduleRequestSchema,
  ScheduleSchema,
} from './schedule.ts'
import { ValidationSchema } from './validation.ts'
import { WEBHOOK_SCHEMAS } from './webhook.ts'

export const SCHEMAS: readonly (TSchema & { $id: string })[] = [
  AuditRequestSchema,
  AuditSchema,
  AuditOptionsSchema,
  SuppressionSchema,
  GateOptionsSchema,
  GateResultSchema,
  ProgressSchema,
  AuditSummarySchema,
  AuditListSchema,
  ScheduleOptionsRequestSchema,
  ScheduleRequestSchema,
  ScheduleSchema,
  ScheduleOptionsSchema,
  ScheduleListSchema,
  ReportSchema,
  SummarySchema,
  StructureSchema,
  DiscoveryPlaceSchema,
  DocumentReportSchema,
  DocumentListSchema,
  HopSchema,
  PageReportSchema,
  PageListSchema,
  NoindexSchema,
  CanonicalSchema,
  EstimateSchema,
  FindingSchema,
  FindingListSchema,
  ExampleSchema,
  ...COUNT_SCHEMAS,
  ...HISTORY_SCHEMAS,
  ...BATCH_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  RuleSchema,
  RuleListSchema,
  ValidationSchema,
  ProblemSchema,
]
