/** Places in a page: line, column in code points, and the source line round it. */
import { cutSnippet } from '../values/snippet.ts'

export interface PagePlace {
  line: number
  column: number
  snippet: string
}

/** @returns a function from a UTF-16 index to its place; asked for a handful of indices a page */
export function createLineIndex(text: string): (at: number) => PagePlace {
  return (at) => {
    let line = 1
    let start = 0
    const breaks = /\r\n?|\n/g
    for (let found = breaks.exec(text); found !== null && found.index < at; found = breaks.exec(text)) {
      line++
      start = breaks.lastIndex
    }
    // A line may be the whole page: only the neighbourhood is looked at.
    let column = 1
    for (const _ of text.slice(start, at)) column++
    const end = /[\r\n]/.exec(text.slice(at, at + 400))?.index ?? 400
    return { line, column, snippet: cutSnippet(text.slice(start, at + end), column) }
  }
}
