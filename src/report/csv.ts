/** Rows of comma-separated values, RFC 4180, safe to open in a spreadsheet. */
import { printable } from './printable.ts'

/** How a null cell reads: empty. Numbers and truth values are ours, and stand as they are. */
export type CsvCell = string | number | boolean | null

/** What spreadsheets take for the beginning of a formula (OWASP, CSV injection), full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const NEEDS_QUOTES = /[",\r\n]/

/** One row with its line end. Control characters are shown as escapes, so that a row is one line. */
export function toCsvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const guarded = FORMULA_START.test(cell) ? `'${cell}` : cell
  const text = printable(guarded)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
