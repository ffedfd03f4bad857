/** Headers, keys and limits for every answer. */
import helmet from '@fastify/helmet'
import rateLimit, { type FastifyRateLimitStoreCtor, normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNavigation } from './accept.ts'
import { type Caller, createIdentification, requireRole } from './access.ts'
import { createCallerCounter } from './count-callers.ts'
import type { ApiConfig } from './dependencies.ts'
import type { Api } from './fastify-types.ts'
import { createProblem } from './problems.ts'
import { isFromOwnPages, readSession } from './session.ts'

const MINUTE_MS = 60_000
/** Keys and addresses that are counted at once; the one not seen for longest is forgotten. */
const COUNTED_CALLERS = 10_000

/** Headers of every answer. */
export async function addSafeHeaders(api: Api): Promise<void> {
  await api.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // Whoever ends TLS before this service decides about it, for the whole host.
    strictTransportSecurity: false,
  })
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/**
 * Who asks, how often, and whether they may.
 * @param askForKey answers a browser that came without a key; null: it gets the problem as everybody does
 */
export async function addAccess(
  api: Api,
  config: Pick<ApiConfig, 'apiKeys' | 'rateLimit'> & Partial<Pick<ApiConfig, 'sealHeaders' | 'openHeaders'>>,
  askForKey: ((reply: FastifyReply) => FastifyReply) | null = null,
): Promise<void> {
  const identification = createIdentification(config.apiKeys, config)
  api.decorateRequest('caller', null)
  api.addHook('onRequest', async (request) => {
    request.caller = identify(request)
  })

  function identify(request: FastifyRequest): Caller | 'unknown' | null {
    const caller = identification.byHeader(request.headers.authorization)
    const session = caller === null ? readSession(request.headers.cookie) : null
    if (session === null) return caller
    // A browser adds the cookie whoever made it ask; what another site makes it ask for is nobody's.
    return isFromOwnPages(request) ? identification.bySession(session) : null
  }

  if (config.rateLimit > 0) {
    await api.register(rateLimit, {
      global: false,
      max: config.rateLimit,
      timeWindow: MINUTE_MS,
      // A function that is called with new, and answers with an object of its own.
      store: function CallerStore() {
        return createCallerCounter(COUNTED_CALLERS)
      } as unknown as FastifyRateLimitStoreCtor,
      enableDraftSpec: true,
      allowList: ({ routeOptions: { config } }) => config.access === 'open' && config.isCounted !== true,
      keyGenerator: ({ caller, ip }) => (isKnown(caller) ? caller.id : `address-${normalizeIP(ip)}`),
      errorResponseBuilder: (_request, { max, ttl }) =>
        createProblem(
          'RATE_LIMITED',
          `At most ${max} requests a minute are taken. Try again in ${Math.ceil(ttl / 1000)} seconds.`,
        ),
    })
    // Before keys are asked for, so that guessing them is limited too; and where there is no route.
    api.addHook('onRequest', api.rateLimit())
  }
  api.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access ?? 'read'
    if (access === 'open') return undefined
    // Also one whose key was taken away.
    const isStranger = request.caller === null || request.caller === 'unknown'
    if (isStranger && askForKey && isNavigation(request)) return askForKey(reply)
    return requireRole(request.caller, access)
  })
}

function isKnown(caller: unknown): caller is { id: string } {
  return typeof caller === 'object' && caller !== null && 'id' in caller && caller.id !== null
}
