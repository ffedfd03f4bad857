/** Client redirects: https://html.spec.whatwg.org/#shared-declarative-refresh-steps, for the tag and the header alike. */

/** @returns null where the value sends nowhere: no URL in it, or not in this form at all */
export function parseRefresh(value: string): { delayS: number; target: string } | null {
  const start = /^[\s]*(\d{0,9})(?:\.[\d.]*)?/.exec(value)
  if (start === null || (start[1] === '' && !start[0].trimStart().startsWith('.'))) return null
  const rest = value.slice(start[0].length)
  // Behind the time: white space, one of ; and , and white space again.
  const separator = /^(?:\s*[;,]|\s)\s*/.exec(rest)
  if (separator === null) return null
  let target = rest.slice(separator[0].length)
  const url = /^url\s*=\s*/i.exec(target)
  if (url) target = target.slice(url[0].length)
  const quote = target.charAt(0)
  if (quote === '"' || quote === "'") {
    const end = target.indexOf(quote, 1)
    target = target.slice(1, end < 0 ? undefined : end)
  }
  target = target.trim()
  return target === '' ? null : { delayS: Number(start[1] || 0), target }
}
