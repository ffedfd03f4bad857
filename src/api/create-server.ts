/** The bare server, as every role has it: limits, logs, and errors that are problems. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { answerClientError, answerError, answerFrameworkError } from './answer-errors.ts'
import { createLateValidators } from './compile-late.ts'
import type { Api } from './fastify-types.ts'
import { toSafeJson } from './safe-json.ts'

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

/**
 * @param logger null: no logs
 * @param assemble adds what belongs to the whole application
 * @returns the application; it does not listen yet
 */
export function createServer(logger: Logger | null, assemble: (api: Api) => Promise<void>): Api {
  const app: Api = Fastify({
    ...(logger ? { loggerInstance: withoutQueries(logger) } : { logger: false }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request as never, reply as never),
    schemaController: {
      compilersFactory: {
        buildValidator: createLateValidators(),
        // Answers have the shapes of the model by type, and tests hold them to the schemas; JSON.stringify is the fastest
        // way out for reports of many megabytes.
        buildSerializer: () => () => toSafeJson,
      },
    },
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
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  // Not in a context of its own: what is decorated here belongs to the whole application.
  app.register(Object.assign(assemble, { [Symbol.for('skip-override')]: true }))
  return app
}
