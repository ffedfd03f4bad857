/** Cursors of lists: where the last page ended, opaque to the caller. */

/** Thrown for a cursor that no list here has given out. The API answers 400 naming `cursor`. */
export class CursorError extends Error {
  readonly code = 'INVALID_CURSOR'
  readonly field = 'cursor'
}

/** @param list which list it belongs to, so that a cursor of another one is refused */
export function toCursor(list: string, position: string | number): string {
  return Buffer.from(`${list}:${position}`).toString('base64url')
}

/**
 * @param isPosition whether the position can be one of this list
 * @throws CursorError
 */
export function readCursor(list: string, cursor: string, isPosition: (text: string) => boolean): string {
  const text = Buffer.from(cursor, 'base64url').toString()
  const position = text.slice(list.length + 1)
  // The way back must give the same text: base64url decoding skips what it does not know.
  if (!text.startsWith(`${list}:`) || !isPosition(position) || toCursor(list, position) !== cursor) {
    throw new CursorError('The cursor is not one that this list has given out.')
  }
  return position
}

export function isOrdinal(text: string): boolean {
  return /^\d{1,9}$/.test(text)
}

/** The number of an entry and the ordinal of what it lists. */
export function isEntry(text: string): boolean {
  return /^\d{1,9}\.\d{1,9}$/.test(text)
}

/** One page of `rows`, which were read one row further than `limit`. */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): { items: Item[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(itemOf), next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
