/** Audits: ask for one, read, list, cancel, remove. */
import { Type } from 'typebox'
import { PRIORITIES } from '../../store/store.ts'
import { requireRole } from '../access.ts'
import { hasEnded, statusOfAudit } from '../audit-status.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { auditNotFound, loadAudit, loadAuditHead } from '../load-audit.ts'
import { readPreference } from '../prefer.ts'
import { createProblem } from '../problems.ts'
import { readAuditRequest, readDomain } from '../read-audit-request.ts'
import { AUDIT_ID, answer, NO_QUERY, PAGING, problems, query, RETRY_AFTER, toPageRequest } from '../schemas/answers.ts'
import { AuditListSchema, AuditSchema } from '../schemas/audit.ts'
import { AuditRequestSchema } from '../schemas/audit-request.ts'
import { oneOf, ref, text } from '../schemas/build.ts'
import { DocumentListSchema } from '../schemas/document-report.ts'
import { FindingListSchema } from '../schemas/finding.ts'
import { SEVERITIES, STATUSES, VERDICTS } from '../schemas/words.ts'
import { RETRY_AUDIT_S, startAudit } from '../start-audit.ts'
import { createWaiting } from '../wait-for-audit.ts'

const LOCATION = { Location: text('Address of the audit.') }
const STARTED = {
  ...LOCATION,
  'Preference-Applied': text('What of the Prefer header was followed (RFC 7240).'),
}

export function addAuditRoutes(api: Api, deps: AppDependencies): void {
  const { store } = deps
  const waiting = createWaiting(store)
  api.addHook('preClose', async () => waiting.endAll())

  const getAudit = (id: string) => loadAudit(store.audits, id)

  api.post(
    '/audit',
    {
      config: { access: 'run' },
      schema: {
        operationId: 'startAudit',
        tags: ['Audits'],
        summary: 'Audit a site',
        description:
          "Reads the site's sitemaps as a crawler would and says, with proof, what is wrong. Waits for the end as long " +
          'as `Prefer: wait=SECONDS` says (default 60, at most 600); `Prefer: respond-async` does not wait. With a gate ' +
          'that does not pass the answer is 422 with the same body, so that `curl --fail-with-body` stops a release.',
        headers: Type.Object({
          Prefer: Type.Optional(text('RFC 7240: `wait=SECONDS`, `respond-async`.', { examples: ['wait=120'] })),
          'Idempotency-Key': Type.Optional(text('A repeat with the same key answers the same audit.')),
        }),
        querystring: NO_QUERY,
        body: ref(AuditRequestSchema),
        response: {
          ...problems(
            'BODY_MALFORMED',
            'BODY_INCOMPLETE',
            'FIELD_UNKNOWN',
            'FIELD_MISSING',
            'FIELD_INVALID',
            'PARAMETER_UNKNOWN',
            'HEADER_INVALID',
            'DOMAIN_INVALID',
            'TARGET_NOT_ALLOWED',
            'NOT_AVAILABLE',
            'BODY_TOO_LARGE',
            'MEDIA_TYPE_UNSUPPORTED',
            'QUEUE_FULL',
            'NOT_READY',
          ),
          200: answer('The audit has ended.', AuditSchema, STARTED),
          202: answer('The audit has not ended yet: ask for it again at `Location`.', AuditSchema, {
            ...STARTED,
            ...RETRY_AFTER,
          }),
          422: {
            description:
              'The audit, when its gate does not pass. Or `IDEMPOTENCY_KEY_REUSED`: this Idempotency-Key belongs to ' +
              'another request.',
            content: {
              'application/json': { schema: ref(AuditSchema) },
              'application/problem+json': { schema: Type.Unsafe({ $ref: 'Problem#' }) },
            },
          },
          500: {
            description: 'The audit, when it failed: our fault. Or `INTERNAL`.',
            content: {
              'application/json': { schema: ref(AuditSchema) },
              'application/problem+json': { schema: Type.Unsafe({ $ref: 'Problem#' }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'], request.caller)
      const preference = readPreference(request.headers.prefer)
      const asked = await readAuditRequest(request.body, deps)
      const { id } = await startAudit(
        deps,
        asked,
        idempotencyKey,
        preference.waitS > 0 ? PRIORITIES.waiting : PRIORITIES.asked,
      )
      await waiting.wait(id, preference.waitS, (callback) => {
        reply.raw.once('close', callback)
        return () => reply.raw.off('close', callback)
      })
      const audit = await getAudit(id)
      const status = statusOfAudit(audit)
      reply.code(status).header('location', `/audits/${id}`).type('application/json; charset=utf-8')
      if (preference.applied !== null) reply.header('preference-applied', preference.applied)
      if (status === 202) reply.header('retry-after', String(RETRY_AUDIT_S))
      return reply.send(audit)
    },
  )

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
      schema: {
        operationId: 'getAudit',
        tags: ['Audits'],
        summary: 'One audit with its report',
        description: 'The report is partial while the audit runs.',
        params: AUDIT_ID,
        querystring: query({
          report: Type.Optional(
            oneOf(
              ['full', 'head'],
              'head: the report without what it lists. Its documents, pages and findings are left empty; each has a ' +
                'paged list of its own. Default: full.',
            ),
          ),
        }),
        response: {
          200: answer('The audit.', AuditSchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'AUDIT_NOT_FOUND'),
        },
      },
    },
    ({ params }) => getAudit(params.id),
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
          'has ended, for which the role admin is needed.',
        params: AUDIT_ID,
        querystring: NO_QUERY,
        response: {
          202: answer('It is being cancelled.', AuditSchema, LOCATION),
          204: { description: 'It is removed.', type: 'null' },
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'AUDIT_NOT_FOUND'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const audit = await getAudit(id)
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
          ...PAGING,
        }),
        response: {
          200: answer('One page of them.', DocumentListSchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'AUDIT_NOT_FOUND'),
        },
      },
    },
    async ({ params: { id }, query: { parent, ...paging } }) => {
      const page = await store.audits.documents(id, parent === undefined ? {} : { parent }, toPageRequest(paging))
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
