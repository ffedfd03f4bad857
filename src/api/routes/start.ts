/** Asks for an audit, and waits for it. */
import { Type } from 'typebox'
import { PRIORITIES } from '../../store/store.ts'
import { createTextAnswers } from '../answer-in-text.ts'
import { COLOR, inForms, START_FORMS, TEXT_CONTENT } from '../audit-forms.ts'
import { statusOfAudit } from '../audit-status.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { loadAudit } from '../load-audit.ts'
import { negotiate } from '../negotiate.ts'
import { readPreference, WAIT_DEFAULT_S, WAIT_MAX_S } from '../prefer.ts'
import { readAuditRequest } from '../read-audit-request.ts'
import { AUDIT_BODY_PROBLEMS, answer, problems, query, RETRY_AFTER } from '../schemas/answers.ts'
import { AuditSchema } from '../schemas/audit.ts'
import { AuditRequestSchema } from '../schemas/audit-request.ts'
import { ref, text } from '../schemas/build.ts'
import { ProblemSchema } from '../schemas/problem.ts'
import { RETRY_AUDIT_S, startAudit } from '../start-audit.ts'
import { createWaiting } from '../wait-for-audit.ts'

const STARTED = {
  Location: text('Address of the audit.'),
  'Preference-Applied': text('What of the Prefer header was followed (RFC 7240).'),
}

const AUDIT_OR_PROBLEM = {
  'application/json': { schema: ref(AuditSchema) },
  ...TEXT_CONTENT,
  'application/problem+json': { schema: ref(ProblemSchema) },
}

export function addStartRoute(api: Api, deps: AppDependencies): void {
  const waiting = createWaiting(deps.store)
  api.addHook('preClose', async () => waiting.endAll())
  const texts = createTextAnswers(deps)
  const getAudit = (id: string) => loadAudit(deps.store.audits, id)

  api.post(
    '/audit',
    {
      // Who does not wait costs a row in the queue.
      config: { access: 'run', isExpensive: ({ headers: { prefer } }) => readPreference(prefer?.toString()).waitS > 0 },
      schema: {
        operationId: 'startAudit',
        tags: ['Audits'],
        summary: 'Audit a site',
        description:
          "Reads the site's sitemaps as a crawler would and says, with proof, what is wrong. Waits for the end as long " +
          `as \`Prefer: wait=SECONDS\` says (default ${WAIT_DEFAULT_S}, at most ${WAIT_MAX_S}); ` +
          '`Prefer: respond-async` does not wait. With a gate ' +
          'that does not pass the answer is 422 with the same body, so that `curl --fail-with-body` stops a release. ' +
          'With `Accept: text/plain` the answer is for a person at a terminal: it tells how far the audit has come ' +
          'while it runs, and ends with a summary. Its status is sent before the end is known and is 200, but with a ' +
          'gate: then nothing is sent before the end, and the status says whether the gate passed.',
        headers: Type.Object({
          Prefer: Type.Optional(text('RFC 7240: `wait=SECONDS`, `respond-async`.')),
          'Idempotency-Key': Type.Optional(text('A repeat with the same key answers the same audit.')),
        }),
        querystring: query({ color: Type.Optional(COLOR) }),
        body: ref(AuditRequestSchema),
        response: {
          ...problems(...AUDIT_BODY_PROBLEMS, 'HEADER_INVALID', 'QUEUE_FULL', 'NOT_READY', 'OVERLOADED'),
          200: inForms(answer('The audit has ended.', AuditSchema, STARTED), START_FORMS),
          202: inForms(
            answer('The audit has not ended yet: ask for it again at `Location`.', AuditSchema, {
              ...STARTED,
              ...RETRY_AFTER,
            }),
            START_FORMS,
          ),
          422: {
            description:
              'The audit, when its gate does not pass. Or `IDEMPOTENCY_KEY_REUSED`: this Idempotency-Key belongs to ' +
              'another request.',
            content: AUDIT_OR_PROBLEM,
          },
          500: {
            description: 'The audit, when it failed: our fault. Or `INTERNAL`.',
            content: AUDIT_OR_PROBLEM,
          },
        },
      },
    },
    async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'], request.caller)
      const preference = readPreference(request.headers.prefer)
      const asked = await readAuditRequest(request.body, deps)
      const started = await startAudit(
        deps,
        asked,
        idempotencyKey,
        preference.waitS > 0 ? PRIORITIES.waiting : PRIORITIES.asked,
      )
      const { id } = started
      const wait = () =>
        waiting.wait(id, preference.waitS, (callback) => {
          if (reply.raw.destroyed) callback()
          reply.raw.once('close', callback)
          return () => reply.raw.off('close', callback)
        })
      reply.header('location', `/audits/${id}`).header('vary', 'Accept')
      if (preference.applied !== null) reply.header('preference-applied', preference.applied)
      if (negotiate(request.headers.accept, START_FORMS) === 'txt') {
        const isColoured = request.query.color === '1'
        const answer = { audit: started, waitS: preference.waitS, isColoured, wait, load: () => getAudit(id) }
        return (await texts.answer(reply, answer)) as never
      }
      await wait()
      const audit = await getAudit(id)
      const status = statusOfAudit(audit)
      reply.code(status).type('application/json; charset=utf-8')
      if (status === 202) reply.header('retry-after', String(RETRY_AUDIT_S))
      return reply.send(audit)
    },
  )
}
