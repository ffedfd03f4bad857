/** Where the attributes of a tag stand; looked up in its source when somebody asks. */
import type { At } from '../model/document.ts'
import type { TextWindow } from './locator.ts'

/** Names of a tag's attributes with their places, in the order of the source, as far as it can be read. */
export function findAttributes(window: TextWindow, at: At, end: At): { name: string; at: At }[] {
  const { text, base } = window
  const found: { name: string; at: At }[] = []
  const stop = Math.min(end - base, text.length)
  let i = at - base + 1
  if (i < 1) return found
  while (i < stop && !isBreak(text.charCodeAt(i))) i++
  while (i < stop) {
    while (i < stop && isBreak(text.charCodeAt(i))) i++
    const start = i
    while (i < stop && !isBreak(text.charCodeAt(i))) i++
    if (i === start) break
    found.push({ name: text.slice(start, i), at: base + start })
    while (i < stop && isSpace(text.charCodeAt(i))) i++
    if (text.charCodeAt(i) !== EQUALS) continue
    i++
    while (i < stop && isSpace(text.charCodeAt(i))) i++
    const quote = text.charCodeAt(i)
    if (quote === 0x22 || quote === 0x27) {
      const close = text.indexOf(quote === 0x22 ? '"' : "'", i + 1)
      i = close < 0 ? stop : close + 1
    } else {
      while (i < stop && !isSpace(text.charCodeAt(i)) && text.charCodeAt(i) !== GREATER) i++
    }
  }
  return found
}

/** Place of an attribute's name (the last of that name, as its value is), or the tag's own where it is not found. */
export function findAttribute(window: TextWindow, at: At, end: At, name: string): At {
  return findAttributes(window, at, end).findLast((attribute) => attribute.name === name)?.at ?? at
}

const EQUALS = 0x3d
const GREATER = 0x3e

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d
}
function isBreak(unit: number): boolean {
  return isSpace(unit) || unit === EQUALS || unit === GREATER || unit === 0x2f
}
