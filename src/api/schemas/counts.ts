/** Findings, counted. */
import { Type } from 'typebox'
import { type AuditCounts, COUNTED_DOCUMENTS_LIMIT, type DocumentCount, type RuleCount } from '../../model/counts.ts'
import { count, define, oneOf, ref, text } from './build.ts'
import { SEVERITIES } from './words.ts'

const RuleCountSchema = define<RuleCount>()('RuleCount', 'What one rule has found, with one severity.', {
  rule: text('Id of the rule.'),
  severity: oneOf(SEVERITIES, 'How bad it is, under the profile of the audit.'),
  isSuppressed: Type.Boolean({ description: 'These findings are suppressed: they do not count.' }),
  message: text('The message of its first finding.'),
  findings: count('Its findings.'),
  occurrences: count('Their occurrences.'),
  documents: count('The documents that they stand in.'),
})

const DocumentCountSchema = define<DocumentCount>()(
  'DocumentCount',
  'The findings in one document that are not suppressed.',
  {
    document: text('Its URL.'),
    error: count('Errors.'),
    warning: count('Warnings.'),
    note: count('Notes.'),
  },
)

export const AuditCountsSchema = define<AuditCounts>()('AuditCounts', 'The findings of an audit, counted.', {
  rules: Type.Array(ref(RuleCountSchema), { description: 'By rule, in the order of the report: worst first.' }),
  documents: Type.Array(ref(DocumentCountSchema), {
    maxItems: COUNTED_DOCUMENTS_LIMIT,
    description: 'By document, those with the most errors first.',
  }),
})

export const COUNT_SCHEMAS = [AuditCountsSchema, RuleCountSchema, DocumentCountSchema]
