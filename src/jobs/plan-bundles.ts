/** When an audit is large, and how the documents that are left are parted among those who read them. */

/** What a document cost that was read. */
export interface ReadingCost {
  /** From its turn to its end. */
  ms: number
  /** Of it, the time that reading and rules kept the processor busy. */
  checkMs: number
  /** Uncompressed. */
  bytes: number
}

export interface ReadingPace {
  add(cost: ReadingCost): void
  /** What so many further documents would cost one process; null while too little is known. */
  expect(documents: number): { ms: number; bytes: number } | null
  /** Of one document; null while nothing is known. */
  mean(): { ms: number; bytes: number } | null
}

/** Fewer tell nothing of the others. */
const KNOWN_LEAST = 3

/** @param concurrency documents read at once by one process */
export function createReadingPace(concurrency: number): ReadingPace {
  const sum = { ms: 0, checkMs: 0, bytes: 0 }
  let count = 0
  return {
    add({ ms, checkMs, bytes }) {
      count++
      sum.ms += ms
      sum.checkMs += checkMs
      sum.bytes += bytes
    },
    expect(documents) {
      if (count < KNOWN_LEAST) return null
      // Waiting is shared by those that are read at once; the processor is not.
      const ms = Math.max(sum.checkMs, sum.ms / concurrency) / count
      return { ms: ms * documents, bytes: (sum.bytes / count) * documents }
    },
    mean: () => (count === 0 ? null : { ms: sum.ms / count, bytes: sum.bytes / count }),
  }
}

/** A bundle shall take about so long: others want a turn as well, and its end is waited for. */
const BUNDLE_MS = 5_000
const BUNDLE_BYTES = 256_000_000
const BUNDLE_DOCUMENTS = 200
/** Each is a job, and those that an audit leaves at its end are still to be looked at one by one. */
const BUNDLES = 1_000
/** Readers that may be free at the end: the less is left, the smaller the bundles. */
const READERS = 64

/** @returns how many documents each bundle has, in their order */
export function planBundles(documents: number, mean: { ms: number; bytes: number } | null): number[] {
  const { ms, bytes } = mean ?? { ms: 0, bytes: 0 }
  const least = Math.ceil(documents / BUNDLES)
  const most = Math.max(least, Math.floor(Math.min(BUNDLE_DOCUMENTS, BUNDLE_MS / ms, BUNDLE_BYTES / bytes)))
  const sizes: number[] = []
  for (let left = documents; left > 0; ) {
    const size = Math.min(left, most, Math.max(least, Math.ceil(left / READERS)))
    sizes.push(size)
    left -= size
  }
  return sizes
}
