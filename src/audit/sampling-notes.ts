/** How much of an index an audit speaks of, where it is not all of it. */
import type { ReadDocument } from './read-document.ts'

/** So many entry numbers are named. */
const NAMED = 10

/**
 * A sentence for each index of which some children were chosen and some not: what is said of a sample is not said of
 * the rest. Silent at the depth limit, which has its own rule.
 */
export function samplingNotes(documents: readonly ReadDocument[]): string[] {
  const read = new Set(documents.flatMap(({ report }) => [report.url, report.finalUrl]))
  return documents.flatMap(({ report, check }) => {
    const chosen = report.children?.chosen ?? []
    if (check === null || chosen.length === 0) return []
    const entries = new Set(chosen)
    const asked = new Set(check.children.filter(({ entry }) => entries.has(entry)).map(({ url }) => url))
    const others = new Set(
      check.children.map(({ url }) => url).filter((url) => url !== null && !asked.has(url) && !read.has(url)),
    )
    if (others.size === 0) return []
    const names = chosen.length > NAMED ? '' : ` (by entry: ${chosen.join(', ')})`
    const listed = (report.children?.listed ?? 0).toLocaleString('en-US')
    const count = chosen.length.toLocaleString('en-US')
    return `${report.url} lists ${listed} children, of which ${count} were chosen${names}; the report does not speak of the others.`
  })
}
