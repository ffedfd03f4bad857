/** The answer of POST /validate. */
import { Type } from 'typebox'
import type { Validation } from '../dependencies.ts'
import { define, ref } from './build.ts'
import { DocumentReportSchema } from './document-report.ts'
import { FindingSchema } from './finding.ts'
import { GateResultSchema } from './gate.ts'

export const ValidationSchema = define<Validation>()('Validation', 'What is wrong with one uploaded document.', {
  document: ref(DocumentReportSchema),
  findings: Type.Array(ref(FindingSchema), {
    description: 'What is wrong; with a baseline also what has changed since, by the rules history-*.',
  }),
  notes: Type.Array(Type.String(), { description: 'What was compared in part, or not judged by our own fault.' }),
  gate: Type.Optional(ref(GateResultSchema, 'Only where `baseline` or `failOn` asked for it.')),
})
