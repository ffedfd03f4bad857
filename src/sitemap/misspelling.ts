/** Whether a close tag was meant for the element that is open. */

/** `</Loc>` or `</lco>` for `</loc>`: the same name but for case, prefix or one slip of the pen. */
export function isMisspelling(close: string, open: string): boolean {
  const a = localName(close).toLowerCase()
  const b = localName(open).toLowerCase()
  if (a === b) return true
  if (Math.abs(a.length - b.length) > 1 || b.length < 3 || b.length > 60) return false
  let head = 0
  while (head < a.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const left = Math.max(a.length, b.length) - head - tail
  return left <= 1 || (left === 2 && a.length === b.length && a[head] === b[head + 1] && a[head + 1] === b[head])
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
