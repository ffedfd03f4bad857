/** Documents of a table with the places of their findings marked in them, so that nobody has to count columns. */
import type { ExpectedFinding, RuleRow } from './rule-table.ts'

/** Stands before each place; in no document that is tested. */
const MARK = '¦'

type MarkedFinding = Omit<ExpectedFinding, 'line' | 'column' | 'places'> & {
  /** Numbers of its marks, from 1 on. Default: the one that stands where it stands in the list. */
  marks?: number[]
}

/**
 * A row whose document has a mark before every place at which something is found. The first finding stands at the
 * first mark, the second at the second, unless `marks` says otherwise.
 */
export function marked(name: string, text: string, ...findings: MarkedFinding[]): RuleRow {
  const places: [line: number, column: number][] = []
  let document = ''
  for (const [i, piece] of text.split(MARK).entries()) {
    if (i > 0) {
      const lines = document.split('\n')
      places.push([lines.length, [...(lines.at(-1) ?? '')].length + 1])
    }
    document += piece
  }
  return {
    name,
    document,
    findings: findings.map(({ marks, ...finding }, i) => {
      const own = (marks ?? [i + 1]).map((mark) => places[mark - 1] as [number, number])
      const [first] = own
      return {
        line: first?.[0] as number,
        column: first?.[1] as number,
        places: own,
        occurrences: own.length,
        ...finding,
      }
    }),
  }
}
