/** Header lines as page/ reads them. */
import type { HeaderLines } from '../model/exchange.ts'

/** The values of all lines with this name, in order. @param name lower-case */
export function valuesOf(headers: HeaderLines, name: string): string[] {
  const values: string[] = []
  for (const [line, value] of headers) if (line === name || line.toLowerCase() === name) values.push(value)
  return values
}

/**
 * The text of a value that came as Latin-1: most servers that send bytes outside ASCII mean UTF-8, and what is valid
 * UTF-8 is hardly ever anything else.
 */
export function decodeValue(value: string): string {
  if (!/[\x80-\xff]/.test(value) || /[^\0-\xff]/.test(value)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
