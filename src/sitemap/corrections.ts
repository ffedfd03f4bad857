/**
 * Units whose bytes, at most three, differ from what a ByteCounter says of them, in rising order. There may be one for
 * every byte of a document: they stand in one array, which is used again for the next ones.
 */
import type { At } from '../model/document.ts'

export interface Corrections {
  readonly count: number
  /** The unit at `at` stands for `bytes` bytes. In rising order. */
  add(at: At, bytes: number): void
  /** Index of the first one at `from` or behind it. */
  firstFrom(from: At): number
  atOf(index: number): At
  bytesOf(index: number): number
  /** Forgets those before `at`. */
  dropBefore(at: At): void
  /** A copy of those from `from` on and before `to`. */
  between(from: At, to: At): Corrections
}

const FIRST_LENGTH = 64

export function createCorrections(): Corrections {
  return correctionsOf(new Float64Array(0), 0)
}

/** @param values each the index of a unit times four, and its bytes */
function correctionsOf(values: Float64Array, length: number): Corrections {
  let count = length

  function firstFrom(from: At): number {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[middle] as number) < from * 4) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    get count() {
      return count
    },
    add(at, bytes) {
      if (count === values.length) {
        const larger = new Float64Array(Math.max(FIRST_LENGTH, 2 * count))
        larger.set(values)
        values = larger
      }
      values[count++] = at * 4 + bytes
    },
    firstFrom,
    atOf: (index) => Math.floor((values[index] as number) / 4),
    bytesOf: (index) => (values[index] as number) % 4,
    dropBefore(at) {
      if (count === 0) return
      const first = firstFrom(at)
      if (first === 0) return
      values.copyWithin(0, first, count)
      count -= first
    },
    between(from, to) {
      const copy = values.slice(firstFrom(from), firstFrom(to))
      return correctionsOf(copy, copy.length)
    },
  }
}
