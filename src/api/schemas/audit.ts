/** An audit, as it is answered. */
import { Type } from 'typebox'
import type { Audit, AuditOptions, GateOptions, Progress, Suppression } from '../../model/audit.ts'
import type { AuditSummary } from '../../store/store.ts'
import { count, define, listOf, nullable, oneOf, pair, ref, text, textByName, time, whole } from './build.ts'
import { GateResultSchema } from './gate.ts'
import { ProblemSchema } from './problem.ts'
import { ReportSchema, SummarySchema, VERDICT_TEXT } from './report.ts'
import { PROFILES, STATUSES, VERDICTS } from './words.ts'

export const FAIL_ON = ['error', 'new-error', 'warning', 'never'] as const

export const SuppressionSchema = define<Suppression>()('Suppression', 'Findings that are known and do not count.', {
  rule: text('Id of the rule.'),
  document: nullable(text('URL or pattern (`*`) of the documents; null: all.')),
  until: nullable(text('Last day on which it holds; null: always.', { format: 'date' })),
  reason: text('Why it is so.'),
})

export const GateOptionsSchema = define<GateOptions>()('GateOptions', 'When the audit shall stop a release.', {
  failOn: oneOf(
    FAIL_ON,
    'The findings that close the gate. Emptied, lost and host-changed documents close every gate.',
  ),
  maxEntryDrop: Type.Number({ description: 'Share of entries that each document may lose against the baseline.' }),
  unchecked: oneOf(
    ['fail', 'pass'],
    'What the verdict `unchecked` does to the gate, and what could not be checked again.',
  ),
})

export const AuditOptionsSchema = define<AuditOptions>()('AuditOptions', 'What was asked for, defaults filled in.', {
  domain: text('As given.'),
  sitemaps: Type.Array(Type.String(), { description: 'Audited instead of discovering.' }),
  children: Type.Unsafe<number | 'all'>({
    description: 'Children read of each index.',
    anyOf: [{ type: 'integer' }, { const: 'all' }],
  }),
  pages: count('Listed URLs fetched in the whole audit.'),
  seed: whole('The same seed on the same site gives the same sample.'),
  respectRobots: Type.Boolean({ description: 'Pages that robots.txt closes to us are not fetched.' }),
  compareUserAgents: Type.Boolean({ description: 'Documents are asked for once more under the name of a browser.' }),
  userAgent: nullable(text('Name sent instead of our own.')),
  headers: textByName('Extra request headers; values are never shown.'),
  profile: nullable(oneOf(PROFILES, 'The reader to judge by; null: all.')),
  baseline: nullable(text('What to compare with: `previous` or the id of an audit; null: nothing.')),
  suppress: Type.Array(ref(SuppressionSchema), { description: 'What does not count.' }),
  gate: nullable(ref(GateOptionsSchema)),
  webhook: nullable(text('URL that is told when the audit ends.')),
})

export const ProgressSchema = define<Progress>()('Progress', 'How far an audit is.', {
  stage: oneOf(['discover', 'walk', 'pages', 'done'], 'What it is at.'),
  documents: pair('integer', 'Documents done, and known so far.'),
  pages: pair('integer', 'Pages done, and known so far.'),
  entries: count('Entries read.'),
  bytes: count('Bytes received.'),
})

const identity = {
  id: text('Its id.'),
  domain: text('ASCII, lower-case host, with its port where that is not the default.'),
}

const state = {
  status: oneOf(STATUSES, 'failed is our own fault, never that of the site.'),
  createdAt: time('When it was asked for.'),
  startedAt: nullable(time('When it began.')),
  finishedAt: nullable(time('When it ended.')),
  progress: ref(ProgressSchema),
}

const ending = {
  error: nullable(ref(ProblemSchema)),
  gate: nullable(ref(GateResultSchema, 'Null: no gate was asked for, or the audit has not ended.')),
}

export const AuditSchema = define<Audit>()('Audit', 'One run over one site.', {
  ...identity,
  options: ref(AuditOptionsSchema),
  ...state,
  report: nullable(ref(ReportSchema)),
  ...ending,
})

export const AuditSummarySchema = define<AuditSummary>()('AuditSummary', 'An audit in a list.', {
  ...identity,
  ...state,
  verdict: nullable(oneOf(VERDICTS, VERDICT_TEXT)),
  summary: nullable(ref(SummarySchema)),
  ...ending,
})

export const AuditListSchema = listOf('AuditList', 'Audits, newest first.', AuditSummarySchema)
