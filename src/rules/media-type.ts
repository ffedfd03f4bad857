/** The Content-Type header of an answer, as far as rules ask for it. */
import type { HeaderLines } from '../model/exchange.ts'

export interface MediaType {
  /** type/subtype in lower case, e.g. "text/xml". */
  essence: string
  /** The charset parameter, lower case; null without one. */
  charset: string | null
}

/** @returns null where there is no Content-Type, or where it is no media type (RFC 9110, 8.3.1) */
export function mediaTypeOf(headers: HeaderLines): MediaType | null {
  // With several lines the last one counts (Fetch standard, "extract a MIME type").
  const value = headers.findLast(([name]) => name === 'content-type')?.[1]
  if (value === undefined) return null
  const [first = '', ...parameters] = value.split(';')
  const essence = first.trim().toLowerCase()
  if (!/^[^\s/]+\/[^\s/]+$/.test(essence)) return null
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=')
    if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== 'charset') continue
    const charset = parameter
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim()
      .toLowerCase()
    return { essence, charset: charset === '' ? null : charset }
  }
  return { essence, charset: null }
}
