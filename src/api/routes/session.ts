/** Sessions of the web pages: a browser gives its key once and keeps a cookie that scripts cannot read. */
import { Type } from 'typebox'
import { createIdentification } from '../access.ts'
import type { ApiConfig } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { createProblem } from '../problems.ts'
import { BODY_PROBLEMS, NO_QUERY, problems } from '../schemas/answers.ts'
import { text } from '../schemas/build.ts'
import { cameOverHttps, isFromOwnPages, writeSession } from '../session.ts'

const SET_COOKIE = { 'Set-Cookie': text('HttpOnly, SameSite=Strict; Secure where the page came over https.') }

/** What is open to everybody takes no more than it needs: a key and its JSON. */
const BODY_LIMIT_BYTES = 8_192

export function addSessionRoutes(api: Api, config: Pick<ApiConfig, 'apiKeys' | 'sealHeaders' | 'openHeaders'>): void {
  const identification = createIdentification(config.apiKeys, config)

  api.post(
    '/session',
    {
      // Guessing is limited as it is everywhere else.
      config: { access: 'open', isCounted: true },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        operationId: 'openSession',
        tags: ['Operations'],
        security: [],
        summary: 'Let a browser in',
        description:
          'Sets a cookie that stands for the key wherever `Authorization` does: for the web pages and /docs. With the ' +
          'cookie, calls that change something are taken from our own pages only.',
        querystring: NO_QUERY,
        body: Type.Object(
          { key: text('The API key.', { minLength: 1, maxLength: 1_000 }) },
          { additionalProperties: false, description: 'Whose session it is.' },
        ),
        response: {
          204: { description: 'The cookie is set, or no key is needed.', type: 'null', headers: SET_COOKIE },
          ...problems(...BODY_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      if (!isFromOwnPages(request)) throw createProblem('FORBIDDEN', 'Sessions are opened by our own pages only.')
      if (identification.isOpen) return reply.code(204).send(null)
      const session = identification.openSession(request.body.key)
      if (session === null) throw createProblem('UNAUTHORIZED', 'This API key is not known.')
      return reply
        .code(204)
        .header('set-cookie', writeSession(session, cameOverHttps(request)))
        .send(null)
    },
  )

  api.delete(
    '/session',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'closeSession',
        tags: ['Operations'],
        security: [],
        summary: 'Forget the key in this browser',
        description: 'Takes the cookie back. Without one it does nothing.',
        querystring: NO_QUERY,
        response: {
          204: { description: 'The cookie is gone.', type: 'null', headers: SET_COOKIE },
          ...problems('PARAMETER_UNKNOWN'),
        },
      },
    },
    async (request, reply) => {
      if (!isFromOwnPages(request)) throw createProblem('FORBIDDEN', 'Sessions are closed by our own pages only.')
      return reply
        .code(204)
        .header('set-cookie', writeSession(null, cameOverHttps(request)))
        .send(null)
    },
  )
}
