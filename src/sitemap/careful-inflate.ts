/** fflate's decompressor, held to tell how far it came: where data is broken, every byte before the break is kept. */
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
  /** @returns what is wrong and where, in bytes from the start of these, having emitted all that stood before the break */
  push(bytes: Uint8Array): { broken: string; at: number } | null
  /** Bytes of the last push that are left because the compressed data ended; null: it has not. */
  left(): number | null
}

export function createCarefulInflate(emit: (bytes: Uint8Array) => void): CarefulInflate {
  const inflate = new Inflate(emit)
  const internals = inflate as unknown as InflateInternals

  function push(bytes: Uint8Array, level: number): { broken: string; at: number } | null {
    const saved = { s: { ...internals.s }, p: internals.p, o: internals.o }
    try {
      inflate.push(bytes)
      return null
    } catch (error) {
      // Only fflate's own errors have a number; any other came from whoever took the bytes.
      if (!(error instanceof Error && 'code' in error && typeof error.code === 'number')) throw error
      internals.s = saved.s
      internals.p = saved.p
      internals.o = saved.o
      const size = CAREFUL_STEPS_BYTES[level]
      if (size === undefined) return { broken: error.message, at: 0 }
      for (let from = 0; from < bytes.length; from += size) {
        const broken = push(bytes.subarray(from, from + size), level + 1)
        if (broken) return { ...broken, at: from + broken.at }
      }
      return { broken: error.message, at: bytes.length }
    }
  }

  return {
    push: (bytes) => push(bytes, 0),
    left() {
      const { s, p } = internals
      return s.f && !s.l ? p.length - Math.ceil((s.p ?? 0) / 8) : null
    },
  }
}
