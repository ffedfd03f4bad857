/** What a gate says. */
import { Type } from 'typebox'
import type { Audit } from '../../model/audit.ts'
import { define } from './build.ts'

export const GateResultSchema = define<NonNullable<Audit['gate']>>()(
  'GateResult',
  'Whether a release may go on.',
  {
    passed: Type.Boolean({ description: 'Whether it may.' }),
    reasons: Type.Array(Type.String(), { description: 'Why not, in sentences with the documents and the numbers.' }),
  },
  {
    examples: [
      {
        passed: false,
        reasons: [
          'history-entries-dropped in https://example.com/sitemap.xml: The document has 70 entries and had 100 on ' +
            '2026-11-30 20:15 UTC: 30 % fewer, where 20 % may go.',
        ],
      },
    ],
  },
)
