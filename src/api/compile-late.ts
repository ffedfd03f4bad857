/**
 * Validators that are made when the first request needs them: making all of them is a tenth of a start, and most of a
 * process's life passes without most routes. Whether every schema can be compiled is held by a test.
 */
import { createRequire } from 'node:module'
import type { FastifyServerOptions } from 'fastify'

type BuildValidator = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildValidator']
>

// Fastify's own, the one that it would take by itself. It and what it loads is loaded at the start: when files cannot be
// opened any more, requests must go on being judged.
const makeBuilder = createRequire(import.meta.resolve('fastify'))('@fastify/ajv-compiler') as () => BuildValidator

export function createLateValidators(): BuildValidator {
  const build = makeBuilder()
  return (schemas, options) => {
    const compile = build(schemas, options)
    return (route) => {
      let validator: ReturnType<typeof compile> | undefined
      const late = Object.assign(
        (data: unknown) => {
          validator ??= compile(route)
          const isValid = validator(data)
          late.errors = validator.errors
          return isValid
        },
        { errors: undefined as unknown },
      )
      return late as never
    }
  }
}
