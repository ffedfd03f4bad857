/** What findings, documents and pages have in common: rows of one audit in the order of its report. */
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema> | Transaction<Schema>

/** A statement takes 65,535 parameters; this many rows of at most nine columns stay well below, and small in memory. */
const ROWS_PER_INSERT = 500

/** Calls `insert` with runs of rows that one statement can take, in order. */
export async function inRuns<Item, Row>(
  items: readonly Item[],
  rowOf: (item: Item, ordinal: number) => Row,
  insert: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += ROWS_PER_INSERT) {
    await insert(items.slice(from, from + ROWS_PER_INSERT).map((item, index) => rowOf(item, from + index)))
  }
}

/** The page of an array that a cursor over ordinals stands for: for reports that are still in one piece. */
export function pageOfArray<T>(
  items: readonly T[],
  isWanted: (item: T) => boolean,
  after: number,
  limit: number,
): { ordinal: number; body: T }[] {
  const rows: { ordinal: number; body: T }[] = []
  for (let ordinal = after + 1; ordinal < items.length && rows.length <= limit; ordinal++) {
    const body = items[ordinal]
    if (body !== undefined && isWanted(body)) rows.push({ ordinal, body })
  }
  return rows
}
