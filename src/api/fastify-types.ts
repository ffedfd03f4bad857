/** What this API adds to Fastify's own types. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { Access, Caller } from './access.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: read. */
    access?: Access
    /** Counts in the rate limit although it is open: keys can be guessed at it. */
    isCounted?: boolean
    /** Costs so much that it is refused while the process is late already: always, or as what is asked for says. */
    isExpensive?: true | ((request: FastifyRequest) => boolean)
    /** The answer stays open: its time says nothing. */
    isStream?: boolean
    /** Request bodies that are documented but not validated: media type to description. */
    documentedBody?: { description: string; mediaTypes: string[] }
  }
  interface FastifyRequest {
    caller: Caller | 'unknown' | null
  }
}

/** The instance that routes are added to. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
