/** What the API tells whoever counts, and where the numbers come out again. */
import type { Api } from './fastify-types.ts'

export interface ApiMeasures {
  /** `route` as it was declared ("/audits/:id"); null where there is none. */
  request(request: { method: string; route: string | null; status: number; seconds: number; isStream: boolean }): void
  /** One of those requests was refused because the process was late. `route` as it was declared. */
  shed(route: string): void
  /** How many streams are open now. */
  streams(count: number): void
  render(): Promise<{ mediaType: string; text: string }>
}

/** Every request that was answered, also those that were refused. */
export function addRequestMeasures(api: Api, measures: ApiMeasures): void {
  api.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    measures.request({
      method,
      // A route that is not there has a pattern all the same.
      route: reply.request.is404 ? null : (routeOptions.url ?? null),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
      isStream: routeOptions.config.isStream ?? false,
    })
  })
}
