import { detachText } from './detach-text.ts'

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
  // Only the neighbourhood is looked at behind the column: a line may be 50 MB long.
  const first = Math.max(1, column - SNIPPET_BEFORE)
  const start = indexBehind(line, 0, first - 1)
  return detachText(line.slice(start, indexBehind(line, start, column + SNIPPET_AFTER - first)))
}

/** The index behind so many code points; the text's end where it has fewer. */
function indexBehind(text: string, from: number, points: number): number {
  let at = from
  for (let i = 0; i < points && at < text.length; i++) {
    const isHigh = (text.charCodeAt(at) & 0xfc00) === 0xd800
    at += isHigh && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1
  }
  return at
}
