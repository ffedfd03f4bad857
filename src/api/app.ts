/** The HTTP API, put together. What its routes call knows no Fastify. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { answerClientError, answerError, answerUnknownRoutes } from './answer-errors.ts'
import type { AppDependencies } from './dependencies.ts'
import type { Api } from './fastify-types.ts'
import { addDocumentation, addOpenapi } from './openapi-document.ts'
import { addAuditRoutes } from './routes/audits.ts'
import { addBatchRoutes } from './routes/batches.ts'
import { addEventRoute } from './routes/events.ts'
import { addOperationRoutes } from './routes/operations.ts'
import { addRuleRoutes } from './routes/rules.ts'
import { addScheduleRoutes } from './routes/schedules.ts'
import { addValidateRoute } from './routes/validate.ts'
import { addSecurity } from './security.ts'
import { addStrictParameters } from './strict-parameters.ts'

/** Bytes of a JSON body. */
const BODY_LIMIT_BYTES = 1_048_576
/** Time for a whole request to come in, ms: an upload of MAX_DOCUMENT_BYTES at 6 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000

/** Queries hold URLs of other people's sites, now and then with a password in them: the log has the path alone. */
function withoutQueries(logger: Logger): FastifyBaseLogger {
  const req = (request: FastifyRequest) => ({
    method: request.method,
    path: request.url.split('?')[0],
    remoteAddress: request.ip,
  })
  return logger.child({}, { serializers: { req } }) as FastifyBaseLogger
}

/** @returns the application; it does not listen yet */
export function buildApp(deps: AppDependencies): Api {
  const app: Api = Fastify({
    ...(deps.logger ? { loggerInstance: withoutQueries(deps.logger) } : { logger: false }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void answerError(error, request as never, reply as never),
    ajv: {
      customOptions: {
        // What was sent is judged, never a mended copy.
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        allowUnionTypes: true,
        verbose: true,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as Api
  // Answers have the shapes of the model by type, and tests hold them to the schemas; JSON.stringify is the fastest way
  // out for reports of many megabytes.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  const assemble = async (api: Api) => {
    answerUnknownRoutes(api)
    await addOpenapi(api, deps.config)
    await addSecurity(api, deps.config)
    addStrictParameters(api)
    addAuditRoutes(api, deps)
    addEventRoute(api, deps)
    addValidateRoute(api, deps)
    addScheduleRoutes(api, deps)
    addBatchRoutes(api, deps)
    addRuleRoutes(api, deps)
    addOperationRoutes(api, deps)
    await addDocumentation(api)
  }
  // Not in a context of its own: what is decorated here belongs to the whole application.
  app.register(Object.assign(assemble, { [Symbol.for('skip-override')]: true }))
  return app
}
