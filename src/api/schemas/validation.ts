/** The answer of POST /validate. */
import { Type } from 'typebox'
import type { DocumentReport, Finding } from '../../model/report.ts'
import { define, ref } from './build.ts'
import { DocumentReportSchema } from './document-report.ts'
import { FindingSchema } from './finding.ts'

export const ValidationSchema = define<{ document: DocumentReport; findings: Finding[] }>()(
  'Validation',
  'What is wrong with one uploaded document.',
  {
    document: ref(DocumentReportSchema),
    findings: Type.Array(ref(FindingSchema), { description: 'What is wrong.' }),
  },
)
