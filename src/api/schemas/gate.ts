/** What a gate says. */
import { Type } from 'typebox'
import type { Audit } from '../../model/audit.ts'
import { define } from './build.ts'

export const GateResultSchema = define<NonNullable<Audit['gate']>>()('GateResult', 'Whether a release may go on.', {
  passed: Type.Boolean({ description: 'Whether it may.' }),
  reasons: Type.Array(Type.String(), { description: 'Why not, in sentences with the documents and the numbers.' }),
})
