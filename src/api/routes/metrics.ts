/** The numbers, for Prometheus. */
import { Type } from 'typebox'
import type { Api } from '../fastify-types.ts'
import type { ApiMeasures } from '../measures.ts'
import { NO_QUERY, problems } from '../schemas/answers.ts'

export function addMetricsRoute(api: Api, measures: Pick<ApiMeasures, 'render'> | undefined): void {
  api.get(
    '/metrics',
    {
      logLevel: 'warn',
      schema: {
        operationId: 'getMetrics',
        tags: ['Operations'],
        summary: 'What the process does, in numbers',
        description:
          'For Prometheus, in its text format. Of this process alone, but for the depth of the queue. With `API_KEYS` it ' +
          'needs a key: `authorization: { credentials: KEY }` in the scrape configuration.',
        querystring: NO_QUERY,
        response: {
          200: { description: 'The numbers.', content: { 'text/plain': { schema: Type.String() } } },
          ...problems('PARAMETER_UNKNOWN'),
        },
      },
    },
    async (_request, reply) => {
      const { mediaType, text } = (await measures?.render()) ?? { mediaType: 'text/plain; charset=utf-8', text: '' }
      return reply.type(mediaType).send(text)
    },
  )
}
