/** The catalogue of rules. */
import { Type } from 'typebox'
import { EXAMPLES } from '../../rules/examples.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { createProblem } from '../problems.ts'
import { answer, NO_QUERY, problems } from '../schemas/answers.ts'
import { text } from '../schemas/build.ts'
import { RuleListSchema, RuleSchema } from '../schemas/finding.ts'

export function addRuleRoutes(api: Api, { rules }: Pick<AppDependencies, 'rules'>): void {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))

  api.get(
    '/rules',
    {
      schema: {
        operationId: 'listRules',
        tags: ['Rules'],
        summary: 'All rules',
        description: 'The whole catalogue in one answer, sorted by id.',
        querystring: NO_QUERY,
        response: { 200: answer('The rules.', RuleListSchema), ...problems('PARAMETER_UNKNOWN') },
      },
    },
    async () => ({ items: [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), next: null }),
  )

  api.get(
    '/rules/:id',
    {
      schema: {
        operationId: 'getRule',
        tags: ['Rules'],
        summary: 'One rule',
        description: 'What a rule checks, why, how to mend it, and the sentence it enforces.',
        params: Type.Object({ id: text('Id of a rule.') }),
        querystring: NO_QUERY,
        response: {
          200: answer('The rule.', RuleSchema),
          ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'RULE_NOT_FOUND'),
        },
      },
    },
    async ({ params }) => {
      const rule = byId.get(params.id)
      if (!rule) throw createProblem('RULE_NOT_FOUND', 'There is no rule with this id. GET /rules lists them.')
      return { ...rule, examples: EXAMPLES[rule.id] ?? null }
    },
  )
}
