/** What rules of one subject share while a document is judged, so that each entry is read once for all of them. */
import type { DocumentContext } from '../model/document.ts'

/**
 * One thing for each run over a document, made when the first user asks. A user that asks a second time begins a new
 * run: what was seen in the first is not held against the second.
 */
export function createShare<T>(make: (document: DocumentContext) => T): (document: DocumentContext, user: string) => T {
  const runs = new WeakMap<DocumentContext, { thing: T; users: Set<string> }>()
  return (document, user) => {
    let run = runs.get(document)
    if (run === undefined || run.users.has(user)) {
      run = { thing: make(document), users: new Set() }
      runs.set(document, run)
    }
    run.users.add(user)
    return run.thing
  }
}

/** A judge among others. */
export interface Seat {
  /** True for the one whose rule has to hand the items on; the others have no work of their own. */
  isFirst: boolean
  /** Throws what the judge threw: its own rule fails, and the others went on. Call at the end of the document. */
  rethrow(): void
}

export interface Dispatcher<T> {
  add(judge: (item: T) => void): Seat
  /** Hands an item to every judge that has not failed. */
  dispatch(item: T): void
}

export function createDispatcher<T>(): Dispatcher<T> {
  const judges: { judge: ((item: T) => void) | null; error: unknown }[] = []
  return {
    add(judge) {
      const seat = { judge: judge as ((item: T) => void) | null, error: undefined as unknown }
      judges.push(seat)
      return {
        isFirst: judges.length === 1,
        rethrow() {
          if (seat.judge === null) throw seat.error
        },
      }
    },
    dispatch(item) {
      for (const seat of judges) {
        try {
          seat.judge?.(item)
        } catch (error) {
          seat.judge = null
          seat.error = error
        }
      }
    },
  }
}
