/** What the API can do, described by itself. */
import { Type } from 'typebox'
import type { Api } from '../fastify-types.ts'
import { toYaml } from '../openapi-yaml.ts'
import { NO_QUERY, problems } from '../schemas/answers.ts'

export function addDescriptionRoutes(api: Api): void {
  const document = {
    tags: ['Operations'],
    querystring: NO_QUERY,
  }
  let yaml: string | undefined
  api.get(
    '/openapi.json',
    {
      schema: {
        ...document,
        operationId: 'getOpenapiJson',
        summary: 'This description, as JSON',
        description: 'OpenAPI 3.1.',
        response: {
          200: {
            description: 'The description.',
            content: { 'application/json': { schema: Type.Unsafe<object>({ type: 'object' }) } },
          },
          ...problems('PARAMETER_UNKNOWN'),
        },
      },
    },
    async () => api.swagger(),
  )
  api.get(
    '/openapi.yaml',
    {
      schema: {
        ...document,
        operationId: 'getOpenapiYaml',
        summary: 'This description, as YAML',
        description: 'OpenAPI 3.1.',
        response: {
          200: { description: 'The description.', content: { 'application/yaml': { schema: Type.String() } } },
          ...problems('PARAMETER_UNKNOWN'),
        },
      },
    },
    // RFC 9512 registers application/yaml.
    async (_request, reply) => {
      yaml ??= toYaml(api.swagger())
      return reply.type('application/yaml; charset=utf-8').send(yaml)
    },
  )
}
