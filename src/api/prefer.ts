/** The Prefer header, RFC 7240. What is malformed or not known is ignored, as its section 2 says. */

export const WAIT_DEFAULT_S = 60
export const WAIT_MAX_S = 600

export interface Preference {
  /** How long to wait for the audit, seconds. */
  waitS: number
  /** For Preference-Applied; null where nothing was asked for. */
  applied: string | null
}

// RFC 7240, 2: preference = token [ BWS "=" BWS word ], parameters after ";" are skipped. Each alternative starts with
// another character, so that reading is linear.
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** @param header the header's lines, joined by commas */
export function readPreference(header: string | undefined): Preference {
  let waitS: number | null = null
  let isAsync = false
  const seen = new Set<string>()
  for (const member of splitOutsideQuotes(header ?? '', ',')) {
    const [preference = ''] = splitOutsideQuotes(member, ';')
    const equals = preference.indexOf('=')
    const name = (equals < 0 ? preference : preference.slice(0, equals)).trim().toLowerCase()
    const value = equals < 0 ? '' : unquote(preference.slice(equals + 1).trim())
    // "If any preference is specified more than once, only the first instance is to be considered."
    if (!TOKEN.test(name) || seen.has(name)) continue
    seen.add(name)
    if (name === 'respond-async' && value === '') isAsync = true
    if (name === 'wait' && /^\d{1,10}$/.test(value)) waitS = Math.min(Number(value), WAIT_MAX_S)
  }
  const applied = [...(isAsync ? ['respond-async'] : []), ...(waitS === null ? [] : [`wait=${waitS}`])]
  return { waitS: waitS ?? (isAsync ? 0 : WAIT_DEFAULT_S), applied: applied.length > 0 ? applied.join(', ') : null }
}

function unquote(word: string): string {
  return word.length > 1 && word.startsWith('"') && word.endsWith('"') ? word.slice(1, -1) : word
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (isQuoted && character === '\\') i++
    else if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}
