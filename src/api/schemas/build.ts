/** Small builders over TypeBox, so that every schema has a name, a description and the type of its model. */
import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'

/** Two types that can stand for each other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** A component of the OpenAPI document, known to routes and other schemas by its name. */
export type NamedSchema<T = unknown> = TUnsafe<T> & { $id: string; properties: TProperties }

interface ObjectOptions {
  /** Refuses fields that are not listed; for what clients send. Answers may grow fields. */
  isClosed?: boolean
}

/**
 * Names an object schema and holds it to its model: fields that differ from `Model` do not compile.
 *
 *     export const HopSchema = define<Hop>()('Hop', 'A redirect.', { status: Type.Integer(), url: Type.String() })
 */
export function define<Model>() {
  return <P extends TProperties>(
    name: string,
    description: string,
    fields: P,
    ...rest: Same<Static<TObject<P>>, Model> extends true ? [options?: ObjectOptions] : [differs: Static<TObject<P>>]
  ): NamedSchema<Model> => {
    const { isClosed } = (rest[0] ?? {}) as ObjectOptions
    return Type.Object(fields, {
      $id: name,
      description,
      ...(isClosed ? { additionalProperties: false } : {}),
    }) as unknown as NamedSchema<Model>
  }
}

/** Points at a named schema. */
export function ref<T>(schema: NamedSchema<T>, description?: string): TUnsafe<T> {
  return Type.Unsafe<T>({ $ref: `${schema.$id}#`, ...(description ? { description } : {}) })
}

/** A schema or null. A plain type stays one schema (`type: [string, null]`), what else is a choice of two. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const plain = schema as { type?: unknown; enum?: unknown[]; description?: string; $ref?: string }
  if (typeof plain.type === 'string' && plain.type !== 'object') {
    const withNull = plain.enum ? { enum: [...plain.enum, null] } : {}
    return Type.Unsafe({ ...schema, type: [plain.type, 'null'], ...withNull })
  }
  const { description, ...rest } = plain
  return Type.Unsafe({ ...(description ? { description } : {}), anyOf: [rest, { type: 'null' }] })
}

/** One of these words. */
export function oneOf<const W extends readonly string[]>(words: W, description: string): TUnsafe<W[number]> {
  return Type.Unsafe<W[number]>({ type: 'string', enum: words, description })
}

/** Two numbers, such as `[done, known]`. */
export function pair(type: 'integer' | 'number', description: string): TUnsafe<[number, number]> {
  return Type.Unsafe<[number, number]>({ type: 'array', items: { type }, minItems: 2, maxItems: 2, description })
}

/** A time as RFC 3339, UTC. */
export function time(description: string): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', format: 'date-time', description })
}

/** Text, with what it means. */
export function text(description: string, options: Record<string, unknown> = {}): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', description, ...options })
}

/** A whole number, with what it counts. */
export function whole(description: string, options: Record<string, unknown> = {}): TUnsafe<number> {
  return Type.Unsafe<number>({ type: 'integer', description, ...options })
}

/** A count: a whole number from zero. */
export function count(description: string): TUnsafe<number> {
  return whole(description, { minimum: 0 })
}

/** A share between 0 and 1 (or above 1 where something is over its limit). */
export function share(description: string): TUnsafe<number> {
  return Type.Unsafe<number>({ type: 'number', description })
}

/** Names that the schema does not know, with text as values. */
export function textByName(
  description: string,
  options: Record<string, unknown> = {},
): TUnsafe<Record<string, string>> {
  const { maxLength, ...rest } = options
  const value = { type: 'string', ...(maxLength === undefined ? {} : { maxLength }) }
  return Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: value, description, ...rest })
}

/** A list of one page. */
export function listOf<T>(
  name: string,
  description: string,
  item: NamedSchema<T>,
): NamedSchema<{ items: T[]; next: string | null }> {
  const fields = {
    items: Type.Array(ref(item), { description: 'This page of the list.' }),
    next: nullable(text('Give it as `cursor` to read on; null at the end.')),
  }
  return Type.Object(fields, { $id: name, description }) as unknown as NamedSchema<{ items: T[]; next: string | null }>
}
