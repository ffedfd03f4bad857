/** A table with its name, that scrolls inside itself where it is wider than the page. */
import { html, useMemo, useState, type VNode } from './html.ts'

export interface Column<Row> {
  title: string
  cell: (row: Row) => VNode | string | number | null
  /** Aligned to the right. */
  isNumber?: boolean
  /** The column that names the row. */
  isHead?: boolean
  /** What the rows can be sorted by here; absent: they cannot. */
  sortBy?: (row: Row) => number | string | null
}

interface Props<Row> {
  /** Said to those who do not see where the table stands. */
  name: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Rows that are shown, the first ones as they are sorted. Default: all. */
  limit?: number
  /** Of each row; null: none. */
  classOf?: (row: Row) => string | null
}

interface Sorting {
  column: number
  isDown: boolean
}

export function DataTable<Row>({ name, columns, rows, keyOf, classOf, limit = Number.POSITIVE_INFINITY }: Props<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const sorted = useMemo(() => sort(rows, columns, sorting), [rows, columns, sorting])
  const turn = (column: number) =>
    setSorting((before) => ({
      column,
      isDown: before?.column === column ? !before.isDown : columns[column]?.isNumber === true,
    }))
  return html`<div class="scroll" role="region" aria-label=${name} tabindex="0">
    <table>
      <caption class="unseen">${name}</caption>
      <thead>
        <tr>
          ${columns.map(({ title, isNumber, sortBy }, index) => {
            const isSorted = sorting?.column === index
            const direction = sorting?.isDown ? 'descending' : 'ascending'
            return html`<th scope="col" class=${isNumber ? 'number' : undefined} aria-sort=${isSorted ? direction : undefined}>
              ${
                sortBy
                  ? html`<button type="button" onClick=${() => turn(index)}>
                      ${title}<span aria-hidden="true">${isSorted ? (sorting?.isDown ? '▾' : '▴') : '↕'}</span>
                    </button>`
                  : title
              }
            </th>`
          })}
        </tr>
      </thead>
      <tbody>
        ${sorted.slice(0, limit).map(
          (row) => html`<tr key=${keyOf(row)} class=${classOf?.(row) ?? undefined}>
            ${columns.map(({ cell, isNumber, isHead }) =>
              isHead
                ? html`<th scope="row">${cell(row)}</th>`
                : html`<td class=${isNumber ? 'number' : undefined}>${cell(row)}</td>`,
            )}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** What has no value comes last, whichever way. */
function sort<Row>(rows: readonly Row[], columns: Column<Row>[], sorting: Sorting | null): readonly Row[] {
  const sortBy = sorting ? columns[sorting.column]?.sortBy : undefined
  if (!sorting || !sortBy) return rows
  const sign = sorting.isDown ? -1 : 1
  return [...rows].sort((a, b) => {
    const [one, other] = [sortBy(a), sortBy(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one < other ? -1 : one > other ? 1 : 0)
  })
}
