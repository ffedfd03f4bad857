/**
 * Reads the XML that sitemaps are made of, token by token, and tells a token once all of it is known to be right.
 * It stops before anything else, be it wrong or only rare: there the careful reader goes on. It never guesses.
 */
import type { At } from '../model/document.ts'
import { beginLinks, learnLink, tellLinks } from './link-lane.ts'
import type { TextSurvey } from './text-survey.ts'
import { isBlank } from './value-collector.ts'
import { tellRecords } from './xml-records.ts'
import { readAttributes } from './xml-scanner-attributes.ts'
import { attributedTag, type Scanner } from './xml-scanner-state.ts'
import { cut, isPlainText } from './xml-scanner-text.ts'
import { enterScope, resolve } from './xml-scopes.ts'
import { isAt, isSpace, readName } from './xml-words.ts'

/** Deeper elements are left to the careful reader, which knows the limit. */
const DEPTH = 200

/** Open elements where a child of an entry begins. */
const ENTRY_DEPTH = 2

const BANG = 0x21
const SLASH = 0x2f
const GREATER = 0x3e

/** @param base the index of the text's first unit */
export function beginText(scanner: Scanner, { text, units, words, breaks, hasReturn }: TextSurvey, base: At) {
  scanner.text = text
  scanner.units = units
  scanner.fours = words
  for (const record of [scanner.record, scanner.shape.record]) {
    record.source = text
    record.base = base
    record.units = units
    record.words = words
  }
  scanner.hasReturn = hasReturn
  scanner.base = base
  scanner.ampersand = -1
  scanner.brackets = -1
  scanner.breaks = breaks
  scanner.passedBreaks = 0
}

/**
 * Reads on from the end of a token, inside the root; the text must hold nothing that XML forbids everywhere. Where it
 * stops at the last tag, isStarved says that this may only be cut.
 * @param from index in the text
 * @returns the index behind what was read: the end of a token, or the `<` behind a text that was told
 */
export function scan(scanner: Scanner, from: number, wantsText: boolean): number {
  scanner.wantsText = wantsText
  enterScope(scanner)
  const { text, units, base, stack, handler } = scanner
  const { length } = text
  const takesRecords = handler.record !== undefined
  scanner.lastLess = text.lastIndexOf('<')
  let done = from
  let less = text.indexOf('<', from)
  while (less >= 0) {
    scanner.isStarved = less === scanner.lastLess
    const next = scanner.isStarved ? length : text.indexOf('<', less + 1)
    let stray = -1
    if (less > done) {
      if (scanner.wantsText) {
        if (!isPlainText(scanner, done, less)) return done
        const at = base + done
        const piece = cut(scanner, done, less)
        done = less
        handler.text(piece, at, false)
      } else {
        stray = visibleFrom(units, done, less)
        if (stray >= 0 && !isPlainText(scanner, done, less)) return done
      }
    }
    const unit = units[less + 1] as number
    if (unit === SLASH) {
      const end = readCloseTag(scanner, less + 2)
      if (end < 0) return done
      if (stray >= 0) handler.text(text.slice(stray, less), base + stray, true)
      const top = --stack.depth
      stack.tags.pop()
      done = end
      less = next < length ? next : -1
      scanner.wantsText = handler.close(stack.names[top] as string, stack.ats[top] as At, base + end, false)
    } else if (unit === BANG) {
      const isCdata = text.startsWith('<![CDATA[', less)
      const end = isCdata ? endOf(text, ']]>', less + 9) : readComment(text, less)
      if (end < 0) return done
      if (stray >= 0) handler.text(text.slice(stray, less), base + stray, true)
      done = end
      if (isCdata) tellCdata(scanner, less + 9, end - 3)
      less = end <= next && next < length ? next : text.indexOf('<', end)
    } else {
      if (stray < 0 && stack.depth === ENTRY_DEPTH && !scanner.wantsText && scanner.lane.expected !== null) {
        const behind = tellLinks(scanner, less)
        if (behind >= 0) {
          done = behind
          less = text.indexOf('<', behind)
          continue
        }
      }
      const end = readOpenTag(scanner, less, next)
      if (end < 0) return done
      if (stray >= 0) handler.text(text.slice(stray, less), base + stray, true)
      const { name, tag } = scanner.name
      const at = base + less
      const { depth } = stack
      if (depth === 1 && takesRecords && scanner.attributes.count === 0 && !scanner.isSelfClosing) {
        const behind = tellRecords(scanner, less, end)
        if (behind >= 0) {
          done = behind
          less = text.indexOf('<', behind)
          continue
        }
      }
      if (depth < ENTRY_DEPTH) beginLinks(scanner.lane)
      stack.names[depth] = name
      stack.ats[depth] = at
      scanner.open[depth] = scanner.name
      stack.depth = depth + 1
      stack.tags.push(tag)
      done = end
      less = next < length ? next : -1
      const told = scanner.attributes.count === 0 ? tag : attributedTag(scanner)
      scanner.wantsText = handler.open(told, at, base + end, scanner.attributes)
      if (depth === ENTRY_DEPTH && scanner.isSelfClosing && scanner.attributes.count > 0) {
        learnLink(scanner, told, at - base, end)
      }
      scanner.attributes.count = 0
      if (scanner.isSelfClosing) {
        stack.tags.pop()
        stack.depth--
        scanner.wantsText = handler.close(name, at, base + end, false)
      }
    }
  }
  scanner.isStarved = true
  return done
}

function tellCdata({ text, base, handler, wantsText, hasReturn }: Scanner, from: number, to: number) {
  const content = text.slice(from, to)
  if (wantsText) handler.text(hasReturn ? content.replace(/\r\n?/g, '\n') : content, base + from, false)
  else if (!isBlank(content)) handler.text(content, base + from, false)
}

/** @returns the index behind the comment, or -1 */
function readComment(text: string, less: number): number {
  if (!text.startsWith('<!--', less)) return -1
  const end = endOf(text, '--', less + 4)
  return end >= 0 && text.charCodeAt(end) === GREATER ? end + 1 : -1
}

/** @returns the index behind the tag, whose name begins at `from`, or -1 */
function readCloseTag({ units, open, stack, declaring }: Scanner, from: number): number {
  const top = stack.depth - 1
  const name = open[top]
  // What the careful reader opened it closes, too.
  if (name === undefined || name.name !== stack.names[top] || top === 0 || stack.tags[top] === declaring) return -1
  const end = from + name.codes.length
  return units[end] === GREATER && isAt(units, from, name.codes) ? end + 1 : -1
}

/**
 * Reads the tag at `less` into `name`, `attributes` and `isSelfClosing`.
 * @param next the next `<`, behind which it can't end
 * @returns the index behind it, or -1
 */
function readOpenTag(scanner: Scanner, less: number, next: number): number {
  const { units, elements, stack, name: last } = scanner
  const name = readName(scanner, elements, last.next, less + 1)
  if (name === undefined) return -1
  last.next = name
  if (name.scope !== scanner.scope) resolve(scanner, name)
  if (name.uri === null || stack.depth >= DEPTH) return -1
  scanner.isSelfClosing = false
  scanner.name = name
  const end = less + 1 + name.codes.length
  return units[end] === GREATER ? end + 1 : readAttributes(scanner, end, next)
}

/** The index behind the next `what`, or -1. */
function endOf(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from)
  return index < 0 ? -1 : index + what.length
}

/** The index of the first unit that is no white space; -1: there is none. */
function visibleFrom(units: Uint8Array, from: number, to: number): number {
  let i = from
  while (i < to && isSpace(units[i] as number)) i++
  return i < to ? i : -1
}
