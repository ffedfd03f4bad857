/** Audits beside each other: the difference between two, and all of one domain over time. */
import { Type } from 'typebox'
import { diffAudits } from '../../audit/diff.ts'
import type { Audit } from '../../model/audit.ts'
import { loadCompared } from '../../store/load-compared.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { loadAudit, loadComparable } from '../load-audit.ts'
import { createProblem } from '../problems.ts'
import { readDomain } from '../read-audit-request.ts'
import { AUDIT_ID, answer, PAGING, problems, query, toPageRequest } from '../schemas/answers.ts'
import { text } from '../schemas/build.ts'
import { DiffSchema, DomainHistorySchema } from '../schemas/history.ts'

export function addHistoryRoutes(api: Api, { store }: Pick<AppDependencies, 'store'>): void {
  /** @throws problems BASELINE_NOT_FOUND, PARAMETER_INVALID */
  async function loadAgainst({ id, domain }: Audit, against: string): Promise<Audit> {
    if (against !== 'previous') return loadComparable(store.audits, against, 'against', domain)
    const previous = await store.history.findPrevious(id)
    const found = previous === undefined ? undefined : await store.audits.find(previous)
    if (found?.report) return found
    throw createProblem(
      'BASELINE_NOT_FOUND',
      `There is no earlier audit of ${domain} that succeeded with the same options. Name one by "against".`,
      { field: 'against' },
    )
  }

  api.get(
    '/audits/:id/diff',
    {
      schema: {
        operationId: 'diffAudits',
        tags: ['Audits'],
        summary: 'What is different from another audit',
        description:
          'Findings that are new, fixed and unchanged; documents that were added, lost and changed, with their entries ' +
          'and up to 100 URLs that came and went. A document is added or lost only where the other audit shows plainly ' +
          'that it was not there: not where it was not chosen, or could not be read.',
        params: AUDIT_ID,
        querystring: query({
          against: Type.Optional(
            text(
              '`previous`: the newest succeeded audit of the domain with the same options that was made before this ' +
                'one and could judge something. Or the id of any succeeded audit of the domain. Default: previous.',
              { maxLength: 100, default: 'previous' },
            ),
          ),
        }),
        response: {
          200: answer('The difference.', DiffSchema),
          ...problems(
            'PARAMETER_UNKNOWN',
            'PARAMETER_INVALID',
            'AUDIT_NOT_FOUND',
            'BASELINE_NOT_FOUND',
            'AUDIT_NOT_COMPARABLE',
          ),
        },
      },
    },
    async ({ params: { id }, query: { against = 'previous' } }) => {
      const audit = await loadAudit(store.audits, id)
      if (audit.status !== 'succeeded' || audit.report === null) {
        throw createProblem(
          'AUDIT_NOT_COMPARABLE',
          `Only an audit that has succeeded can be compared: the status of this one is ${audit.status}.`,
        )
      }
      const other = await loadAgainst(audit, against)
      if (other.report === null) throw new Error(`the succeeded audit ${other.id} has no report`)
      const after = await loadCompared(store.history, audit, other.report)
      const before = await loadCompared(store.history, other, audit.report)
      return diffAudits(after, before)
    },
  )

  api.get(
    '/domains/:domain',
    {
      schema: {
        operationId: 'getDomain',
        tags: ['Audits'],
        summary: 'The audits of a domain over time',
        description:
          'Verdicts, entry counts and findings by severity, newest first. A domain that was never audited, or whose ' +
          'audits were removed, has an empty list: nothing is wrong with asking. Numbers can be compared where ' +
          '`optionsKey` is the same.',
        params: Type.Object({
          domain: text('Host or host:port.', { maxLength: 2_048 }),
        }),
        querystring: query(PAGING),
        response: {
          200: answer('One page of them.', DomainHistorySchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID'),
        },
      },
    },
    async ({ params, query: paging }) => {
      const { domain } = readDomain(params.domain, 'PARAMETER_INVALID')
      return { domain, ...(await store.history.listOfDomain(domain, toPageRequest(paging))) }
    },
  )
}
