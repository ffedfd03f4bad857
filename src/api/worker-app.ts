/** What a process with ROLE=worker answers: that it lives, that it can work, and its numbers. */
import { answerUnknownRoutes } from './answer-errors.ts'
import { createServer } from './create-server.ts'
import type { ApiConfig, AppDependencies } from './dependencies.ts'
import type { Api } from './fastify-types.ts'
import { addRequestMeasures } from './measures.ts'
import { addHealthRoutes } from './routes/health.ts'
import { addMetricsRoute } from './routes/metrics.ts'
import { ProblemSchema } from './schemas/problem.ts'
import { addAccess, addSafeHeaders } from './security.ts'
import { addStrictParameters } from './strict-parameters.ts'

export type WorkerDependencies = Pick<AppDependencies, 'store' | 'queue' | 'logger' | 'measures'> & {
  config: Pick<ApiConfig, 'apiKeys' | 'rateLimit'>
}

/** @returns the application; it does not listen yet */
export function buildWorkerApp(deps: WorkerDependencies): Api {
  return createServer(deps.logger, async (api) => {
    answerUnknownRoutes(api, 'This process runs audits; requests are taken by those with ROLE=api.')
    if (deps.measures) addRequestMeasures(api, deps.measures)
    api.addSchema(ProblemSchema)
    await addSafeHeaders(api)
    await addAccess(api, deps.config)
    addStrictParameters(api)
    addHealthRoutes(api, deps)
    addMetricsRoute(api, deps.measures)
  })
}
