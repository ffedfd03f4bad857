/** Tables that the API answers as CSV (RFC 4180). */

/** What keeps spreadsheets from taking a cell for a formula. */
const GUARD = /^'(?=[=+\-@\t\r])/

/** @returns a record for each row, by the names of the first one */
export function readCsv(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readRows(text)
  return rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, (row[index] ?? '').replace(GUARD, '')])),
  )
}

function readRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1)
        if (end < 0) return [...rows, [...row, cell + text.slice(at + 1)]]
        cell += text.slice(at + 1, end)
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
      }
    } else {
      const from = at
      while (at < text.length && text[at] !== ',' && text[at] !== '\r' && text[at] !== '\n') at++
      cell = text.slice(from, at)
    }
    row.push(cell)
    if (text[at] === ',') {
      at++
      if (at < text.length && text[at] !== '\r' && text[at] !== '\n') continue
      row.push('')
    }
    rows.push(row)
    row = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return rows
}
