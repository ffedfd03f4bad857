/** The HTTP API, put together. What its routes call knows no Fastify. */

import { acceptFirst } from './accept-first.ts'
import { answerUnknownRoutes } from './answer-errors.ts'
import { closePromptly } from './close-promptly.ts'
import { createServer } from './create-server.ts'
import type { AppDependencies } from './dependencies.ts'
import type { Api } from './fastify-types.ts'
import { addRequestMeasures } from './measures.ts'
import { addDocumentation, addOpenapi } from './openapi-document.ts'
import { addAuditPartRoutes } from './routes/audit-parts.ts'
import { addAuditRoutes } from './routes/audits.ts'
import { addBatchRoutes } from './routes/batches.ts'
import { addDescriptionRoutes } from './routes/description.ts'
import { addEventRoute } from './routes/events.ts'
import { addHealthRoutes } from './routes/health.ts'
import { addHistoryRoutes } from './routes/history.ts'
import { addMetricsRoute } from './routes/metrics.ts'
import { addPageRoutes, addPages } from './routes/pages.ts'
import { addReportRoutes } from './routes/reports.ts'
import { addRuleRoutes } from './routes/rules.ts'
import { addScheduleRoutes } from './routes/schedules.ts'
import { addSessionRoutes } from './routes/session.ts'
import { addStartRoute } from './routes/start.ts'
import { addValidateRoute } from './routes/validate.ts'
import { addAccess, addSafeHeaders } from './security.ts'
import { addShedding } from './shed-load.ts'
import { addStrictParameters } from './strict-parameters.ts'

/** @returns the application; it does not listen yet */
export function buildApp(deps: AppDependencies): Api {
  return createServer(deps.logger, async (api) => {
    answerUnknownRoutes(api)
    closePromptly(api)
    if (deps.measures) addRequestMeasures(api, deps.measures)
    await addOpenapi(api, deps.config)
    await addSafeHeaders(api)
    const sendPage = addPages(api)
    await addAccess(api, deps.config, (reply) => sendPage('key', reply.code(401)))
    acceptFirst(api)
    addShedding(api, {
      shedDelayMs: deps.config.shedDelayMs,
      measures: deps.measures,
      logger: deps.logger,
      load: deps.load,
    })
    addStrictParameters(api)
    addStartRoute(api, deps)
    addAuditRoutes(api, deps)
    addAuditPartRoutes(api, deps)
    addReportRoutes(api, deps)
    addEventRoute(api, deps)
    addValidateRoute(api, deps)
    addHistoryRoutes(api, deps)
    addScheduleRoutes(api, deps)
    addBatchRoutes(api, deps)
    addRuleRoutes(api, deps)
    addHealthRoutes(api, deps)
    addMetricsRoute(api, deps.measures)
    addDescriptionRoutes(api)
    addSessionRoutes(api, deps.config)
    addPageRoutes(api, sendPage)
    await addDocumentation(api)
  })
}
