/** The words that a reader of a page sees, roughly: enough to tell two pages apart. */

/** Characters of the source that are looked at. */
const SOURCE_LENGTH = 400_000
/** Elements whose text nobody reads. */
const HIDDEN = ['script', 'style', 'template', 'noscript', 'svg', 'head']

/** One pass by indexOf; tags become blanks. */
export function textOf(html: string): string {
  const source = html.slice(0, SOURCE_LENGTH)
  const lower = source.toLowerCase()
  let text = ''
  for (let at = 0; at < source.length; ) {
    const open = source.indexOf('<', at)
    if (open < 0) return `${text} ${source.slice(at)}`
    text += `${source.slice(at, open)} `
    if (lower.startsWith('<!--', open)) {
      const end = lower.indexOf('-->', open + 4)
      if (end < 0) return text
      at = end + 3
      continue
    }
    const hidden = HIDDEN.find(
      (name) => lower.startsWith(name, open + 1) && !/[a-z0-9-]/.test(lower.charAt(open + 1 + name.length)),
    )
    const close = lower.indexOf('>', hidden === undefined ? open : Math.max(open, lower.indexOf(`</${hidden}`, open)))
    if (close < 0 || (hidden !== undefined && !lower.includes(`</${hidden}`, open))) return text
    at = close + 1
  }
  return text
}
