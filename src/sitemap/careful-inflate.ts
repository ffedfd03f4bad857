/** Inflates with fflate, so that of broken data every byte before the break comes out, and the break has a place. */
import { Inflate } from 'fflate'

/** Steps tried after a break, so that every byte before it is kept. */
const CAREFUL_STEPS_BYTES = [1_024, 32, 1] as const

/**
 * What fflate's Inflate keeps between two pushes. It has no public way to tell where a deflate stream ended, and the
 * next gzip member starts there. The version is locked, and test/sitemap/gunzip-layers.test.ts holds it to this.
 */
interface InflateInternals {
  /** State: `f` the last block was begun, `l` the block under way, `p` bits of `p` that are used up. */
  s: { f?: number; l?: unknown; p?: number; b?: number }
  /** Input not used up. */
  p: Uint8Array
  /** The last 32 KiB of output. */
  o: Uint8Array
}

export interface CarefulInflate {
  /**
   * @param bytes one step
   * @returns how many of them were used up before the end or the break; what is wrong when the data is broken, after all
   * was emitted that stood before the break
   */
  push(bytes: Uint8Array): { used: number; isEnd: boolean; broken: string | null }
  /** No more will come: emits what there is of a stored block that is not whole. @returns whether there was any */
  flush(): boolean
}

/** @param emit takes the uncompressed bytes */
export function createCarefulInflate(emit: (bytes: Uint8Array) => void): CarefulInflate {
  const inflate = new Inflate(emit)
  const internals = inflate as unknown as InflateInternals
  let used = 0

  /** Pushes one step, or what of it stood before the break. */
  function step(bytes: Uint8Array, level: number): string | null {
    const saved = { s: { ...internals.s }, p: internals.p, o: internals.o }
    try {
      inflate.push(bytes)
      used += bytes.length
      return null
    } catch (error) {
      // Only fflate's own errors have a number; any other came from whoever took the bytes.
      if (!(error instanceof Error && 'code' in error && typeof error.code === 'number')) throw error
      internals.s = saved.s
      internals.p = saved.p
      internals.o = saved.o
      const size = CAREFUL_STEPS_BYTES[level]
      const detail = error.message
      if (size === undefined) return detail
      for (let from = 0; from < bytes.length; from += size) {
        const broken = step(bytes.subarray(from, from + size), level + 1)
        if (broken) return broken
      }
      return detail
    }
  }

  return {
    push(bytes) {
      used = 0
      const broken = step(bytes, 0)
      const { s, p } = internals
      const isEnd = broken === null && Boolean(s.f) && !s.l
      if (isEnd) used -= p.length - Math.ceil((s.p ?? 0) / 8)
      return { used, isEnd, broken }
    },
    flush() {
      const rest = storedBytes(internals)
      internals.p = new Uint8Array(0)
      if (rest.length > 0) emit(rest)
      return rest.length > 0
    },
  }
}

/** fflate waits until a stored block is whole. RFC 1951, 3.2.3 and 3.2.4: three bits, padding, LEN and NLEN, the bytes. */
function storedBytes({ s: { f, l, p: bit = 0 }, p: rest }: InflateInternals): Uint8Array {
  const header = ((rest[0] ?? 0) | ((rest[1] ?? 0) << 8)) >> bit
  if (f || l || (header & 6) !== 0) return new Uint8Array(0)
  return rest.subarray(Math.ceil((bit + 3) / 8) + 4)
}
