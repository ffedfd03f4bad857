/**
 * Puts the examples into the OpenAPI document: whole ones beside bodies and answers, and of each field of a schema the
 * value that it has in one of those. So there is one place where an example is written.
 */
import { type ExampleName, makeExamples, type NamedExample } from './examples/index.ts'
import { HEADER_EXAMPLES, PARAMETER_EXAMPLES } from './examples/parameters.ts'
import { ANSWER_PLACES, BODY_PLACES, PROBLEM_PLACES } from './examples/places.ts'
import { PROBLEMS } from './problems.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON of foreign shape, walked
type Json = any

type Show = (media: Json, names: readonly ExampleName[], isSent: boolean) => void
type Examples = Readonly<Record<string, NamedExample>>

const PROBLEM_TYPE = 'application/problem+json'
const POINTER = '#/components/schemas/'

/** @param document changed in place; its schemas are its own */
export function showExamples(document: Json, tool: { version: string; homepage: string }): void {
  const examples: Examples = makeExamples(tool)
  const { schemas } = document.components
  for (const { schema, value } of Object.values(examples)) {
    if (schema !== null) showInFields({ $ref: `${POINTER}${schema}` }, value, schemas)
  }
  const used = new Set<string>()
  const show: Show = (media, names, isSent) => {
    if (names.length === 0) return
    const point = (name: ExampleName) => {
      used.add(name)
      return { $ref: `#/components/examples/${name}` }
    }
    const quote = (name: ExampleName) => {
      const { summary, value } = examples[name] as NamedExample
      return { summary, value: structuredClone(value) }
    }
    // Documentation pages send what they find at once: what is pointed at, or is one of many, some find too late.
    if (isSent && names.length === 1) media.example = quote(names[0] as ExampleName).value
    else media.examples = Object.fromEntries(names.map((name) => [name, isSent ? quote(name) : point(name)]))
    // A shape that has no name of its own.
    if (media.schema.properties) showInFields(media.schema, examples[names[0] as ExampleName]?.value, schemas)
  }
  for (const operations of Object.values<Json>({ ...document.paths, ...document.webhooks })) {
    for (const operation of Object.values<Json>(operations)) {
      showInParameters(operation)
      showInBodies(operation, show)
    }
  }
  const shown = Object.entries(examples).filter(([name]) => used.has(name))
  document.components.examples = structuredClone(
    Object.fromEntries(shown.map(([name, { summary, value }]) => [name, { summary, value }])),
  )
}

function showInParameters({ operationId, parameters = [], responses }: Json): void {
  const find = (examples: Readonly<Record<string, unknown>>, name: string) =>
    examples[`${operationId}.${name}`] ?? examples[name]
  for (const parameter of parameters) {
    const value = find(PARAMETER_EXAMPLES, parameter.name)
    if (value === undefined) continue
    // What stands at the parameter is filled in by documentation pages: only what must be given shall be.
    if (parameter.required) parameter.example = value
    else parameter.schema.examples = [value]
  }
  for (const { headers = {} } of Object.values<Json>(responses)) {
    for (const [name, header] of Object.entries<Json>(headers)) header.example = find(HEADER_EXAMPLES, name)
  }
}

function showInBodies({ operationId, requestBody, responses }: Json, show: Show): void {
  for (const [mediaType, media] of Object.entries<Json>(requestBody?.content ?? {})) {
    show(media, BODY_PLACES[`${operationId} ${mediaType}`] ?? [], true)
  }
  for (const [status, { content = {}, description }] of Object.entries<Json>(responses)) {
    for (const [mediaType, media] of Object.entries<Json>(content)) {
      show(media, namesOfAnswer(operationId, status, mediaType, media.schema, description), false)
    }
  }
}

function namesOfAnswer(
  operationId: string,
  status: string,
  mediaType: string,
  schema: { $ref?: string },
  description: string,
): ExampleName[] {
  const place = `${operationId} ${status}`
  const placed = ANSWER_PLACES[`${place} ${mediaType}`] ?? ANSWER_PLACES[mediaType]
  if (placed) return [...placed]
  if (mediaType === PROBLEM_TYPE) {
    // The description lists the codes; see problems() in schemas/answers.ts.
    const codes = Array.from(description.matchAll(/`([A-Z_]+)`/g), ([, code]) => code as string)
    return [...(codes.filter((code) => code in PROBLEMS) as ExampleName[]), ...(PROBLEM_PLACES[place] ?? [])]
  }
  return schema.$ref ? [schema.$ref.slice(POINTER.length) as ExampleName] : []
}

/** Gives every field that has no example of its own the value here; one that says something goes before null. */
function showInFields(schema: Json, value: unknown, schemas: Json): void {
  if (value === undefined || typeof schema !== 'object' || schema === null) return
  if (typeof schema.$ref === 'string') {
    showInFields(schemas[schema.$ref.slice(POINTER.length)], value, schemas)
    return
  }
  for (const branch of schema.anyOf ?? []) {
    if (value !== null && branch.type !== 'null' && (branch.$ref || branch.properties))
      showInFields(branch, value, schemas)
  }
  if (Array.isArray(value) && schema.items) {
    for (const item of value) showInFields(schema.items, item, schemas)
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return
  for (const [name, field] of Object.entries<Json>(schema.properties)) {
    const known = (value as Record<string, unknown>)[name]
    if (known === undefined) continue
    showInFields(field, known, schemas)
    if (!hasFields(field) && isBetter(known, field.examples)) field.examples = [structuredClone(known)]
  }
}

/** Whether what it holds is described elsewhere, field by field. */
function hasFields(field: Json): boolean {
  return [field, field.items, ...(field.anyOf ?? [])].some((one) => one?.$ref || one?.properties)
}

function isBetter(value: unknown, shown: readonly unknown[] | undefined): boolean {
  const isEmpty = (one: unknown) => one === null || (typeof one === 'object' && Object.keys(one as object).length === 0)
  return shown === undefined || (isEmpty(shown[0]) && !isEmpty(value))
}
