/** Turns what Ajv says of a body or of parameters into one sentence that names the field. */
import type { Problem } from '../model/audit.ts'
import { describeProblem } from './problems.ts'

/** An error of Ajv with `verbose`. */
export interface ValidationFault {
  keyword: string
  /** JSON pointer. */
  instancePath: string
  params: {
    additionalProperty?: string
    missingProperty?: string
    type?: string | string[]
    allowedValues?: unknown[]
    allowedValue?: unknown
    limit?: number
    format?: string
  }
  parentSchema?: { properties?: object; minimum?: number; maximum?: number }
  data?: unknown
  message?: string
}

/** Characters of a value that a sentence shows. */
const SHOWN_LENGTH = 80

/**
 * @param faults in Ajv's order; of a choice (anyOf) there is one for each branch, and then one for the choice
 * @param where what was looked at
 */
export function describeValidation(faults: readonly ValidationFault[], where: 'body' | 'parameters'): Problem {
  const depth = (fault: ValidationFault) => fault.instancePath.split('/').length
  const deepest = Math.max(...faults.map(depth))
  // The deepest fault is the one that the client can act on; those of a choice stand at the same path.
  const nearest = faults.filter((fault) => depth(fault) === deepest && fault.keyword !== 'anyOf')
  const first = nearest[0] ?? faults[0]
  if (!first) throw new Error('a failed validation has no fault')
  const path = toFieldPath(first.instancePath)
  const isBody = where === 'body'
  const noun = isBody ? 'field' : 'parameter'

  if (first.keyword === 'additionalProperties') {
    const { additionalProperty: name = '' } = first.params
    const known = Object.keys(first.parentSchema?.properties ?? {})
    const field = joinField(path, name)
    const detail = `The ${noun} ${show(field)} is not known here. ${adviseNames(name, known)}`
    return describeProblem(isBody ? 'FIELD_UNKNOWN' : 'PARAMETER_UNKNOWN', detail, field)
  }
  if (first.keyword === 'required') {
    const field = joinField(path, first.params.missingProperty ?? '')
    return describeProblem('FIELD_MISSING', `The field ${show(field)} is missing.`, field)
  }
  const wanted = [...new Set(nearest.filter((fault) => fault.instancePath === first.instancePath).map(describeWanted))]
  const sentence = `must be ${joinWords(wanted)}, not ${COUNTED.has(first.keyword) ? describeLength(first.data) : describeValue(first.data)}.`
  if (path === '') return describeProblem(isBody ? 'FIELD_INVALID' : 'PARAMETER_INVALID', `The ${where} ${sentence}`)
  return describeProblem(isBody ? 'FIELD_INVALID' : 'PARAMETER_INVALID', `The ${noun} ${show(path)} ${sentence}`, path)
}

/** `/suppress/0/rule` -> `suppress[0].rule`. */
function toFieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(joinField, '')
}

/** Adds a name or an index to a path. */
export function joinField(path: string, part: string): string {
  if (/^\d+$/.test(part) && path !== '') return `${path}[${part}]`
  return path === '' ? part : `${path}.${part}`
}

/** A foreign value as JSON, cut. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}

const TYPE_WORDS: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function describeWanted({ keyword, params, parentSchema }: ValidationFault): string {
  const { type = [], allowedValues = [], allowedValue, limit, format = '' } = params
  const { minimum, maximum } = parentSchema ?? {}
  switch (keyword) {
    case 'type':
      return joinWords([type].flat().map((one) => TYPE_WORDS[one] ?? one))
    case 'enum':
      return joinWords(allowedValues.map(show))
    case 'const':
      return show(allowedValue)
    case 'minimum':
    case 'maximum':
      return minimum !== undefined && maximum !== undefined
        ? `between ${minimum} and ${maximum}`
        : `at ${keyword === 'minimum' ? 'least' : 'most'} ${limit}`
    case 'minLength':
      return 'a string that is not empty'
    case 'maxLength':
      return `at most ${limit} characters long`
    case 'minItems':
      return `a list of at least ${limit}`
    case 'maxItems':
      return `a list of at most ${limit}`
    case 'maxProperties':
      return `an object of at most ${limit}`
    case 'format':
      return FORMAT_WORDS[format] ?? `a ${format}`
    default:
      return 'of the form that the documentation gives'
  }
}

const FORMAT_WORDS: Record<string, string> = {
  date: 'a date such as "2027-01-31"',
  'date-time': 'a time with its zone such as "2026-01-31T12:00:00Z"',
}

/** Keywords that say how long a list must be. */
const COUNTED: ReadonlySet<string> = new Set(['minItems', 'maxItems'])

function describeLength(list: unknown): string {
  return `one of ${(list as unknown[]).length}`
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value === undefined) return 'absent'
  return typeof value === 'object' && value !== null ? 'an object' : show(value)
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function adviseNames(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'There are none here.'
  const near = known.find((candidate) => isNear(name.toLowerCase(), candidate.toLowerCase()))
  return near ? `Did you mean ${show(near)}?` : `Known are ${known.map((candidate) => show(candidate)).join(', ')}.`
}

/** One letter more, less or other, or two swapped; or the same start. */
function isNear(a: string, b: string): boolean {
  if (a === b || (a.length > 2 && (b.startsWith(a) || a.startsWith(b)))) return true
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const left = a.slice(start, a.length - end)
  const right = b.slice(start, b.length - end)
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === `${right[1]}${right[0]}`)
}
