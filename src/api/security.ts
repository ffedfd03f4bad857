/** Keys, limits and headers for every answer. */
import helmet from '@fastify/helmet'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { createIdentify, requireRole } from './access.ts'
import type { ApiConfig } from './dependencies.ts'
import type { Api } from './fastify-types.ts'
import { createProblem } from './problems.ts'

const MINUTE_MS = 60_000
/** Keys and addresses that are counted at once; the one not seen for longest is forgotten. */
const COUNTED_CALLERS = 10_000

export async function addSecurity(api: Api, config: Pick<ApiConfig, 'apiKeys' | 'rateLimit'>): Promise<void> {
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

  const identify = createIdentify(config.apiKeys)
  api.decorateRequest('caller', null)
  api.addHook('onRequest', async (request) => {
    request.caller = identify(request.headers.authorization)
  })
  if (config.rateLimit > 0) {
    await api.register(rateLimit, {
      global: false,
      max: config.rateLimit,
      timeWindow: MINUTE_MS,
      cache: COUNTED_CALLERS,
      enableDraftSpec: true,
      allowList: (request) => request.routeOptions.config.access === 'open',
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
  api.addHook('onRequest', async ({ routeOptions, caller }) => {
    const access = routeOptions.config.access ?? 'read'
    if (access !== 'open') requireRole(caller, access)
  })
}

function isKnown(caller: unknown): caller is { id: string } {
  return typeof caller === 'object' && caller !== null && 'id' in caller && caller.id !== null
}
