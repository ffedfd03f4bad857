/** Audits: read, list, cancel, remove. */
import { Type } from 'typebox'
import { requireRole } from '../access.ts'
import { AUDIT_FORMS, COLOR, inForms } from '../audit-forms.ts'
import { hasEnded } from '../audit-status.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { isJustCancelled, REPEAT_S } from '../just-cancelled.ts'
import { auditNotFound, loadAudit, loadAuditHead } from '../load-audit.ts'
import { negotiate } from '../negotiate.ts'
import { createProblem } from '../problems.ts'
import { readDomain } from '../read-audit-request.ts'
import { AUDIT_ID, answer, NO_QUERY, PAGING, problems, query, toPageRequest } from '../schemas/answers.ts'
import { AuditListSchema, AuditSchema } from '../schemas/audit.ts'
import { oneOf, text } from '../schemas/build.ts'
import { DocumentListSchema } from '../schemas/document-report.ts'
import { FindingListSchema } from '../schemas/finding.ts'
import { SEVERITIES, STATUSES, VERDICTS } from '../schemas/words.ts'
import { createReportSender } from '../send-report.ts'

const LOCATION = { Location: text('Address of the audit.') }
export function addAuditRoutes(api: Api, deps: AppDependencies): void {
  const { store, now } = deps
  const sendReport = createReportSender(deps)
  const getAudit = (id: string) => loadAudit(store.audits, id)

  api.get(
    '/audits',
    {
      schema: {
        operationId: 'listAudits',
        tags: ['Audits'],
        summary: 'Audits, newest first',
        description: 'Without their reports, with what a table shows of them.',
        querystring: query({
          domain: Type.Optional(text('Host, host:port, origin or URL.', { maxLength: 2_048 })),
          status: Type.Optional(oneOf(STATUSES, 'Only audits with this status.')),
          verdict: Type.Optional(oneOf(VERDICTS, 'Only audits with this verdict.')),
          since: Type.Optional(
            text('Only audits asked for at or after this time (RFC 3339).', { format: 'date-time' }),
          ),
          ...PAGING,
        }),
        response: {
          200: answer('One page of them.', AuditListSchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID'),
        },
      },
    },
    async ({ query: { domain, status, verdict, since, ...paging } }) => {
      const filter = {
        ...(domain === undefined ? {} : { domain: readDomain(domain, 'PARAMETER_INVALID').domain }),
        ...(status === undefined ? {} : { status }),
        ...(verdict === undefined ? {} : { verdict }),
        ...(since === undefined ? {} : { since: readTime(since) }),
      }
      return await store.audits.list(filter, toPageRequest(paging))
    },
  )

  api.get(
    '/audits/:id',
    {
      config: { isExpensive: ({ headers: { accept } }) => negotiate(accept, AUDIT_FORMS) !== 'json' },
      schema: {
        operationId: 'getAudit',
        tags: ['Audits'],
        summary: 'One audit with its report',
        description:
          'The report is partial while the audit runs. By `Accept` also in the forms of `/audits/{id}/report.*`; ' +
          '`text/html` is the page that follows the audit. Where nothing that is asked for is there, it is JSON.',
        params: AUDIT_ID,
        querystring: query({
          report: Type.Optional(
            oneOf(
              ['full', 'head'],
              'head: the report without what it lists. Its documents, pages and findings are left empty; each has a ' +
                'paged list of its own. Default: full.',
            ),
          ),
          color: Type.Optional(COLOR),
        }),
        response: {
          200: inForms(answer('The audit.', AuditSchema), AUDIT_FORMS),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'AUDIT_NOT_FOUND', 'NO_REPORT', 'OVERLOADED'),
        },
      },
    },
    async (request, reply) => {
      const form = negotiate(request.headers.accept, AUDIT_FORMS)
      const isHead = form === 'json' && request.query.report === 'head'
      const audit = isHead ? await loadAuditHead(store.audits, request.params.id) : await getAudit(request.params.id)
      reply.header('vary', 'Accept')
      return form === 'json' ? audit : ((await sendReport(form, audit, reply, request.query)) as never)
    },
  )

  api.delete(
    '/audits/:id',
    {
      config: { access: 'run' },
      schema: {
        operationId: 'deleteAudit',
        tags: ['Audits'],
        summary: 'Cancel or remove an audit',
        description:
          'Cancels a queued or running audit: it ends as `cancelled`, and its partial report is kept. Removes one that ' +
          `has ended, for which the role admin is needed: a cancelled one no sooner than ${REPEAT_S} s after its end, ` +
          'so that a cancellation may be repeated and is answered 202 again.',
        params: AUDIT_ID,
        querystring: NO_QUERY,
        response: {
          202: answer('It is being cancelled, or has just been.', AuditSchema, LOCATION),
          204: { description: 'It is removed.', type: 'null' },
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'AUDIT_NOT_FOUND'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const audit = await getAudit(id)
      if (isJustCancelled(audit, now())) return reply.code(202).header('location', `/audits/${id}`).send(audit)
      if (hasEnded(audit)) {
        requireRole(request.caller, 'admin')
        if (!(await store.audits.remove(id))) throw auditNotFound()
        return reply.code(204).send(null)
      }
      await store.audits.cancel(id)
      // Somebody else may have removed it in the meantime; that it was cancelled stays true.
      const after = (await store.audits.find(id)) ?? audit
      return reply.code(202).header('location', `/audits/${id}`).send(after)
    },
  )

  api.get(
    '/audits/:id/findings',
    {
      schema: {
        operationId: 'listFindings',
        tags: ['Audits'],
        summary: 'Findings of an audit',
        description: 'In the order of the report.',
        params: AUDIT_ID,
        querystring: query({
          rule: Type.Optional(text('Only findings of this rule.', { maxLength: 100 })),
          severity: Type.Optional(oneOf(SEVERITIES, 'Only findings of this severity.')),
          document: Type.Optional(text('Only findings in the document with this URL.', { maxLength: 8_192 })),
          ...PAGING,
        }),
        response: {
          200: answer('One page of them.', FindingListSchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'AUDIT_NOT_FOUND'),
        },
      },
    },
    async ({ params: { id }, query: { rule, severity, document, ...paging } }) => {
      const filter = {
        ...(rule === undefined ? {} : { rule }),
        ...(severity === undefined ? {} : { severity }),
        ...(document === undefined ? {} : { document }),
      }
      const page = await store.audits.findings(id, filter, toPageRequest(paging))
      if (page.items.length === 0) await getAudit(id)
      return page
    },
  )

  api.get(
    '/audits/:id/documents',
    {
      schema: {
        operationId: 'listDocuments',
        tags: ['Audits'],
        summary: 'Documents of an audit',
        description:
          'Those that were attempted, in walking order. With `parent` the children of that index in the order of its ' +
          'entries: also those that were not chosen, with the outcome `skipped` and no answer. While the audit runs, ' +
          'only those attempted so far.',
        params: AUDIT_ID,
        querystring: query({
          parent: Type.Optional(
            text('Only children of the index with this URL; empty: only documents without a parent.', {
              maxLength: 8_192,
            }),
          ),
          url: Type.Optional(
            text('Only the attempted document with this URL, as listed or named. Not together with `parent`.', {
              maxLength: 8_192,
            }),
          ),
          attempted: Type.Optional(
            oneOf(['true', 'false'], 'With `parent`: only children that were attempted, or only those that were not.'),
          ),
          ...PAGING,
        }),
        response: {
          200: answer('One page of them.', DocumentListSchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'AUDIT_NOT_FOUND'),
        },
      },
    },
    async ({ params: { id }, query: { parent, url, attempted, ...paging } }) => {
      if (parent !== undefined && url !== undefined) {
        const detail =
          'The parameters "url" and "parent" cannot be combined: the one names a document, the other a list.'
        throw createProblem('PARAMETER_INVALID', detail, { field: 'url' })
      }
      const filter = {
        ...(url === undefined ? {} : { url }),
        ...(parent === undefined ? {} : { parent }),
        isAttempted: attempted === undefined ? null : attempted === 'true',
      }
      const page = await store.audits.documents(id, filter, toPageRequest(paging))
      if (page.items.length === 0) await getAudit(id)
      return page
    },
  )
}

function readTime(since: string): string {
  const time = new Date(since)
  if (Number.isNaN(time.getTime())) {
    throw createProblem('PARAMETER_INVALID', 'The parameter "since" is no time that exists.', { field: 'since' })
  }
  return time.toISOString()
}
