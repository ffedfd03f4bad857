/** What an audit has found, in parts: for those who do not want the whole report at once. */
import { Type } from 'typebox'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { auditNotFound, loadAudit } from '../load-audit.ts'
import { AUDIT_ID, answer, PAGING, problems, query, toPageRequest } from '../schemas/answers.ts'
import { text } from '../schemas/build.ts'
import { AuditCountsSchema } from '../schemas/counts.ts'
import { PageListSchema } from '../schemas/page-report.ts'

export function addAuditPartRoutes(api: Api, { store }: Pick<AppDependencies, 'store'>): void {
  const faults = problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'AUDIT_NOT_FOUND')

  api.get(
    '/audits/:id/counts',
    {
      schema: {
        operationId: 'countFindings',
        tags: ['Audits'],
        summary: 'Findings of an audit, counted',
        description:
          'By rule and by document: what there is, before any of it is read. The findings of a rule are then listed by ' +
          '`GET /audits/{id}/findings?rule=`.',
        params: AUDIT_ID,
        querystring: query({
          document: Type.Optional(
            text('Counts by rule only what stands in the document with this URL.', { maxLength: 8_192 }),
          ),
        }),
        response: { 200: answer('The counts.', AuditCountsSchema), ...faults },
      },
    },
    async ({ params: { id }, query: { document } }) => {
      const counts = await store.audits.counts(id, document === undefined ? {} : { document })
      if (!counts) throw auditNotFound()
      return counts
    },
  )

  api.get(
    '/audits/:id/pages',
    {
      schema: {
        operationId: 'listPages',
        tags: ['Audits'],
        summary: 'Pages of an audit',
        description: 'The sample of listed URLs that was fetched, in the order of the report.',
        params: AUDIT_ID,
        querystring: query(PAGING),
        response: { 200: answer('One page of them.', PageListSchema), ...faults },
      },
    },
    async ({ params: { id }, query: paging }) => {
      const page = await store.audits.pages(id, toPageRequest(paging))
      if (page.items.length === 0) await loadAudit(store.audits, id)
      return page
    },
  )
}
