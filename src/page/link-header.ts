/** The Link header: https://www.rfc-editor.org/rfc/rfc8288#section-3 and its appendix B. */

export interface LinkValue {
  /** As written between the angle brackets. */
  target: string
  /** Lower-case, first occurrence of each. */
  parameters: Record<string, string>
  /** Relation types, lower-case. */
  rel: string[]
}

/** Links that are read of all header lines together. */
const LINKS_LIMIT = 1_000

/** Parses the field values of all Link lines. What cannot be read is passed over up to the next link. */
export function parseLinks(values: string[]): LinkValue[] {
  const links: LinkValue[] = []
  for (const value of values) {
    let at = 0
    while (at < value.length && links.length < LINKS_LIMIT) {
      // A comma inside the brackets belongs to the URL.
      const open = value.indexOf('<', at)
      if (open < 0) break
      const close = value.indexOf('>', open)
      if (close < 0) break
      const { parameters, end } = readParameters(value, close + 1)
      const rel = (parameters['rel'] ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      links.push({ target: value.slice(open + 1, close), parameters, rel })
      at = end
    }
  }
  return links
}

/** Reads `;name=value` up to the comma that ends the link. */
function readParameters(text: string, from: number): { parameters: Record<string, string>; end: number } {
  const parameters: Record<string, string> = Object.create(null)
  let at = from
  while (at < text.length && text[at] !== ',') {
    if (text[at] !== ';') {
      at++
      continue
    }
    let start = ++at
    while (at < text.length && !'=;,'.includes(text.charAt(at))) at++
    const name = text.slice(start, at).trim().toLowerCase()
    let value = ''
    if (text[at] === '=') {
      at++
      while (text[at] === ' ' || text[at] === '\t') at++
      if (text[at] === '"') {
        at++
        while (at < text.length && text[at] !== '"') {
          if (text[at] === '\\') at++
          value += text.charAt(at++)
        }
        at++
      } else {
        start = at
        while (at < text.length && text[at] !== ';' && text[at] !== ',') at++
        value = text.slice(start, at).trim()
      }
    }
    // RFC 8288, 3.3: a second rel parameter is ignored.
    if (name !== '') parameters[name] ??= value
  }
  return { parameters, end: at + 1 }
}
