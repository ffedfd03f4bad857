/** Every error that leaves the API is a problem of the table. */

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../model/audit.ts'
import { isDatabaseAway } from '../store/is-away.ts'
import { isDatabaseFull } from '../store/is-full.ts'
import { describeValidation, type ValidationFault } from './describe-validation.ts'
import type { Api } from './fastify-types.ts'
import { bodyTooLarge } from './limit-body.ts'
import { describeProblem, isApiError, type ProblemCode } from './problems.ts'

const MEDIA_TYPE = 'application/problem+json'
/** What hooks give every other answer: these are given before there is a route. */
const BARE_HEADERS = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}
/** A database that was restarted is back by then, seconds. */
const RETRY_DATABASE_S = 10
/** A disk that is full waits for a person, seconds. */
const RETRY_ROOM_S = 60

/** The framework's own errors, by its codes. */
const FRAMEWORK: Record<string, [code: ProblemCode, detail: string, field?: string]> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BODY_MALFORMED', 'The body is empty; it must be a JSON object.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'BODY_MALFORMED',
    'The body is no well-formed JSON, or has a name that is not safe to read ("__proto__").',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'MEDIA_TYPE_UNSUPPORTED',
    'Send the body as JSON, with "Content-Type: application/json".',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BODY_INCOMPLETE', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['REQUEST_MALFORMED', 'The path of this request cannot be decoded.'],
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', 'There is nothing at this address.'],
  INVALID_CURSOR: ['PARAMETER_INVALID', 'The cursor is not one that this list has given out.', 'cursor'],
}

interface Answer {
  problem: Problem
  headers?: Record<string, string>
}

function toAnswer(error: unknown, request: FastifyRequest): Answer {
  if (isApiError(error)) return error
  const { code, validation, validationContext } = (error ?? {}) as Partial<FastifyError> & {
    validationContext?: string
  }
  if (validation) {
    const where = validationContext === 'body' ? 'body' : 'parameters'
    return { problem: describeValidation(validation as ValidationFault[], where) }
  }
  if (isDatabaseAway(error)) {
    const problem = describeProblem('NOT_READY', 'The database does not answer. Try again later.')
    return { problem, headers: { 'retry-after': String(RETRY_DATABASE_S) } }
  }
  if (isDatabaseFull(error)) {
    const problem = describeProblem(
      'NOT_READY',
      'The database has no room left. Try again when the operator has made some.',
    )
    return { problem, headers: { 'retry-after': String(RETRY_ROOM_S) } }
  }
  // The client left while its body was on the way: nobody reads the answer, and nothing failed here.
  if (code === 'ECONNRESET' || code === 'ECONNABORTED') {
    return { problem: describeProblem('BODY_INCOMPLETE', 'The client left before its body was whole.') }
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request.routeOptions.bodyLimit)
  const known = FRAMEWORK[code ?? '']
  if (known) return { problem: describeProblem(...known) }
  return { problem: describeProblem('INTERNAL', 'Something went wrong here, not with the request. It is in the log.') }
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { problem, headers = {} } = toAnswer(error, request)
  if (problem.status >= 500) request.log.error({ err: error }, problem.title)
  else request.log.info({ code: problem.code, field: problem.field }, problem.title)
  return reply.code(problem.status).headers(headers).type(MEDIA_TYPE).send(problem)
}

/** Of requests that no route can be found for: no hook sees them. */
export function answerFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  answerError(error, request, reply.headers(BARE_HEADERS))
}

/** 404, or 405 where the address is known under other methods. */
export function answerUnknownRoutes(
  api: Api,
  detail = 'There is nothing at this address. GET /openapi.json lists what is.',
): void {
  const methodsByPath = new Map<string, Set<string>>()
  api.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    methodsByPath.set(url, methods)
  })
  api.setNotFoundHandler((request, reply) => {
    const path = (request.url.split('?')[0] ?? '').split('/')
    const allowed = new Set<string>()
    for (const [route, methods] of methodsByPath) {
      if (isRouteOf(route.split('/'), path)) for (const method of methods) allowed.add(method)
    }
    if (allowed.size === 0) {
      const problem = describeProblem('NOT_FOUND', detail)
      return reply.code(404).type(MEDIA_TYPE).send(problem)
    }
    const allow = [...allowed].sort().join(', ')
    const problem = describeProblem('METHOD_NOT_ALLOWED', `This address takes ${allow}, not ${request.method}.`)
    return reply.code(405).header('allow', allow).type(MEDIA_TYPE).send(problem)
  })
}

function isRouteOf(route: string[], path: string[]): boolean {
  if (route.at(-1) === '*') return false
  return route.length === path.length && route.every((part, index) => part.startsWith(':') || part === path[index])
}

/** What is no HTTP at all has no request: the answer is written by hand. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const problem = { ...describeProblem('REQUEST_MALFORMED', 'This request could not be read.'), status }
  const body = JSON.stringify(problem)
  const headers = {
    'Content-Type': MEDIA_TYPE,
    ...BARE_HEADERS,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
