/** The source line of an example, with what points at its column. */
import type { Example } from '../model/report.ts'
import { SNIPPET_BEFORE } from '../values/snippet.ts'
import { printable } from './printable.ts'

export interface MarkedLine {
  /** Printable, before the column. */
  before: string
  /** The one at the column; empty at the end of the line. */
  at: string
  after: string
  /** Code points of the source line before the column, and of all that is kept of it. */
  index: number
  length: number
}

/** @returns undefined where the line is not known */
export function markLine({ snippet, column }: Pick<Example, 'snippet' | 'column'>): MarkedLine | undefined {
  if (snippet === null || column === null) return undefined
  const points = Array.from(snippet.toWellFormed())
  const index = Math.min(column - 1, SNIPPET_BEFORE)
  const part = (from: number, to?: number) => printable(points.slice(from, to).join(''))
  return { before: part(0, index), at: part(index, index + 1), after: part(index + 1), index, length: points.length }
}

// The common scripts whose characters fill two cells of a terminal (UAX #11), and what fills none.
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u
const NARROWEST = /\p{M}|[\u200b-\u200d]/u

/** The line below: blanks as wide as what stands before the column, and the caret. */
export function caretLine({ before }: MarkedLine): string {
  let blanks = ''
  for (const char of before) {
    if (char < '\u0300') blanks += ' '
    // A blank as wide as they are, in whatever font.
    else if (WIDE.test(char)) blanks += '\u3000'
    else if (!NARROWEST.test(char)) blanks += ' '
  }
  return `${blanks}^`
}
