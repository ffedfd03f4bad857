/**
 * Foreign text inside Markdown as GitHub renders it. What could mean anything to it (HTML, links, mentions, references to
 * issues and commits, tables) stands in code spans, where nothing does; plain words stand as they are.
 */
import { printable, shorten } from './printable.ts'

/** Letters, digits and inner hyphens, in quotes or brackets or before punctuation. */
const PLAIN_WORD = /^["'(]?(?:[\p{L}\p{N}]+(?:[-'’,][\p{L}\p{N}]+)*|%)["')]?[.,;:!?]?["')]?$/u
/** Short names of commits and issues are links on GitHub. */
const REFERENCE = /^(?:[0-9a-f]{7,40}|gh-\d+)$/i

/** What begins a numbered list. */
const LIST_MARK = /^\d{1,9}[.)]$/

function isPlain(word: string): boolean {
  return PLAIN_WORD.test(word) && !REFERENCE.test(word.replace(/[^\w-]/g, ''))
}

/** In one code span. @param length at most so many characters are shown */
export function toCode(text: string, length = 300): string {
  const shown = shorten(printable(text), length)
  if (shown.trim() === '') return '`(blank)`'
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const needsPadding = /^[` ]|[` ]$/.test(shown)
  return needsPadding ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`
}

/** In a code span in a table: a bar would end the cell, and is shown as an escape. */
export function toCellCode(text: string, length?: number): string {
  return toCode(text, length).replaceAll('|', '\\u007c')
}

/** A sentence with foreign text in it, on one line. */
export function toProse(sentence: string, length = 400): string {
  const parts: string[] = []
  let strange: string[] = []
  const flush = () => {
    if (strange.length > 0) parts.push(codeBeforePunctuation(strange.join(' ')))
    strange = []
  }
  for (const word of shorten(printable(sentence), length).split(' ')) {
    if (word === '') continue
    const isFirst = parts.length === 0 && strange.length === 0
    if (isPlain(word) && !(isFirst && LIST_MARK.test(word))) {
      flush()
      parts.push(word)
    } else strange.push(word)
  }
  flush()
  return parts.join(' ')
}

/** What ends the sentence is ours, and stands outside. */
function codeBeforePunctuation(text: string): string {
  const [, body = text, end = ''] = /^(.*?)([.,;:!?]?)$/su.exec(text) ?? []
  return body === '' ? toCode(text, text.length) : `${toCode(body, body.length)}${end}`
}
