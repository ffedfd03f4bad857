/** Text that no database column, log or header can hold safely. */
import { joinField } from './describe-validation.ts'

/** C0 without tab, line feed and carriage return; DEL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** @returns the path of the first string or name that has a control character or half a surrogate pair */
export function findBadText(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isBad(value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, child] of Object.entries(value)) {
    const field = joinField(path, name)
    if (isBad(name)) return field
    const found = findBadText(child, field)
    if (found !== undefined) return found
  }
  return undefined
}

function isBad(text: string): boolean {
  return CONTROL.test(text) || !text.isWellFormed()
}
