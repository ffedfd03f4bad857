/** Where a finding stands, as SARIF says it (3.30): lines and columns of the decoded text, columns in code points. */
import type { Region } from 'sarif'
import type { Example } from '../model/report.ts'
import { markLine } from './caret.ts'

/** Of what is about the whole document: its beginning, where nothing is marked, for GitHub wants a line. */
const BEGINNING: Region = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 }

export function toRegion(example: Example | null): Region {
  const { line = null, column = null, offset = null } = example ?? {}
  if (example === null || line === null) return BEGINNING
  // Bytes and characters would have to span the same text, and the bytes of the value are not known.
  const at = offset === null ? {} : { properties: { byteOffset: offset } }
  if (column === null) return { startLine: line, ...at }
  return { startLine: line, startColumn: column, endLine: line, endColumn: column + lengthOf(example), ...at }
}

/** The source line round it, as far as it was kept: the documents are in no repository that a reader could look at. */
export function toContext(example: Example | null): { contextRegion?: Region } {
  const marked = example && markLine(example)
  if (!marked || example.line === null || example.column === null) return {}
  const startColumn = example.column - marked.index
  const endColumn = startColumn + marked.length
  // 3.29.5: more than the region.
  if (marked.length <= lengthOf(example)) return {}
  const text = `${marked.before}${marked.at}${marked.after}`
  return {
    contextRegion: { startLine: example.line, startColumn, endLine: example.line, endColumn, snippet: { text } },
  }
}

/** Of the value where it stands in the line as it is shown (no entity in it, not cut), else the one character. */
function lengthOf(example: Example): number {
  const { value } = example
  const marked = markLine(example)
  if (marked?.at === '') return 0
  const rest = marked ? marked.at + marked.after : ''
  return value !== null && value !== '' && rest.startsWith(value) ? Array.from(value).length : 1
}
