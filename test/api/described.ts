/** Whether what is sent has the shape that the OpenAPI document gives it. */
import { Compile } from 'typebox/schema'

// biome-ignore lint/suspicious/noExplicitAny: a document of foreign shape, walked
type Json = any

/** What is wrong with a value, fields that are not described included. @param document whose components it refers to */
export function faultsAgainst(document: Json, schema: Json, value: unknown): string[] {
  const root = close({ ...schema, components: document.components })
  const [, errors] = Compile(root).Errors(value)
  return errors.map((error) => `${error.instancePath} ${error.message}`)
}

function close(node: Json): Json {
  if (Array.isArray(node)) return node.map(close)
  if (typeof node !== 'object' || node === null) return node
  const closed = Object.fromEntries(Object.entries(node).map(([name, child]) => [name, close(child)]))
  const { type, properties } = closed
  return type === 'object' && properties ? { additionalProperties: false, ...closed } : closed
}
