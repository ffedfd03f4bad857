/** Nothing is coerced but what must be: a number in a query string comes as text. */

import type { Api } from './fastify-types.ts'
import { createProblem } from './problems.ts'
import { findBadText } from './text-check.ts'

interface ObjectSchema {
  properties?: Record<string, { type?: string }>
}

/** Decimal, no sign, blank or leading zero. */
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/
/** The same with a fraction. */
const DECIMAL_NUMBER = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,9})?$/

export function addStrictParameters(api: Api): void {
  api.addHook('preValidation', async (request) => {
    const query = request.query as Record<string, unknown> | null
    const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as ObjectSchema
    if (!query) return
    for (const [name, { type }] of Object.entries(properties)) {
      const value = query[name]
      if (typeof value !== 'string') continue
      const form = type === 'integer' ? WHOLE_NUMBER : type === 'number' ? DECIMAL_NUMBER : null
      if (form?.test(value)) query[name] = Number(value)
    }
  })
  // After validation: the shape bounds the depth then.
  api.addHook('preHandler', async ({ body, query, params, routeOptions }) => {
    if (routeOptions.schema?.body) refuse(findBadText(body), 'FIELD_INVALID', 'field')
    refuse(findBadText(query), 'PARAMETER_INVALID', 'parameter')
    refuse(findBadText(params), 'PARAMETER_INVALID', 'parameter')
  })
}

function refuse(field: string | undefined, code: 'FIELD_INVALID' | 'PARAMETER_INVALID', noun: string): void {
  if (field === undefined) return
  throw createProblem(code, `The ${noun} ${JSON.stringify(field)} has control characters or broken Unicode.`, { field })
}
