/**
 * Validators that are made when the first request needs them: making all of them is a tenth of a start, and most of a
 * process's life passes without most routes. Whether every schema can be compiled is held by a test.
 */
import { createRequire } from 'node:module'
import type { FastifyServerOptions } from 'fastify'

type BuildValidator = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildValidator']
>

// Fastify's own, the one that it would take by itself. Loaded at once: when files cannot be opened any more, requests must
// go on being judged.
const makeBuilder = createRequire(import.meta.resolve('fastify'))('@fastify/ajv-compiler') as () => BuildValidator

export function createLateValidators(): BuildValidator {
  let build: BuildValidator | undefined
  return (schemas, options) => {
    let compile: ReturnType<BuildValidator> | undefined
    return (route) => {
      let validator: ReturnType<ReturnType<BuildValidator>> | undefined
      const late = Object.assign(
        (data: unknown) => {
          if (validator === undefined) {
            build ??= makeBuilder()
            compile ??= build(schemas, options)
            validator = compile(route)
          }
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
