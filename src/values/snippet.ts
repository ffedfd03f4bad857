/** Code points of the source line that a snippet keeps before the column it points at. */
export const SNIPPET_BEFORE = 60
/** Code points that it keeps from that column on. */
export const SNIPPET_AFTER = 100

/**
 * Cuts a source line to the part round a column, so that a caret can be drawn under it: the caret stands below code
 * point `min(column - 1, SNIPPET_BEFORE)` (0-based) of the snippet.
 * @param line the whole line, without its line break
 * @param column 1-based, in code points
 */
export function cutSnippet(line: string, column: number): string {
  // Only the neighbourhood is spread into code points: a line may be 50 MB long.
  const points: string[] = []
  let point = 1
  const first = Math.max(1, column - SNIPPET_BEFORE)
  for (const character of line) {
    if (point >= column + SNIPPET_AFTER) break
    if (point >= first) points.push(character)
    point++
  }
  return points.join('')
}
