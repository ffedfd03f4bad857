/**
 * Inflates the members of one gzip layer: natively as long as all is well, and by the careful one from the start of the
 * member when something is not. What comes out is the same, but for the time it takes.
 */
import { Buffer } from 'node:buffer'
import { type CarefulInflate, createCarefulInflate } from './careful-inflate.ts'
import { type NativeInflate, openNativeInflate } from './native-inflate.ts'

/** Compressed bytes of a member that are kept for a second reading; behind them it goes on carefully. */
const KEPT_LIMIT_BYTES = 8_388_608

export interface Pushed {
  /** Bytes used up; all of them but where the compressed data ended, or where they are to be pushed again. */
  used: number
  state: 'more' | 'ended' | 'broken' | 'again'
  /** Of what is broken: in words, and where, from the start of the bytes. */
  broken: string
  brokenAt: number
}

export interface Inflater {
  /** Begins a member. */
  begin(): void
  /** The pieces must be cut alike, however the bytes came: where code tables are broken, the cut decides what is seen. */
  push(bytes: Uint8Array): Pushed
  /** Does one piece of the second reading. @returns false: nothing is left to be done, and bytes may be pushed */
  catchUp(): boolean
  /** Whether the compressed data ended with the last byte pushed; to be asked when no more will come. */
  hasEnded(): boolean
  close(): void
}

const MORE = { state: 'more', broken: '', brokenAt: 0 } as const

/** @param openNative null: none */
export function createInflater(
  emit: (bytes: Uint8Array) => void,
  openNative: (() => NativeInflate) | null = openNativeInflate,
  keptLimitBytes = KEPT_LIMIT_BYTES,
): Inflater {
  let native: NativeInflate | null = null
  let isNative = false
  let careful: CarefulInflate | null = null
  /** What was pushed of this member. */
  let kept: Uint8Array[] = []
  let keptBytes = 0
  let emitted = 0
  /** Pieces that the careful one has read again; null: it need not. */
  let caughtUp: number | null = null

  function beCareful() {
    isNative = false
    caughtUp = kept.length > 0 ? 0 : null
    let toSkip = emitted
    careful = createCarefulInflate((bytes) => {
      const skipped = Math.min(toSkip, bytes.length)
      toSkip -= skipped
      if (skipped < bytes.length) emit(bytes.subarray(skipped))
    })
  }

  function closeNative() {
    native?.close()
    native = null
  }

  function forget() {
    kept = []
    keptBytes = 0
  }

  function pushNatively(bytes: Uint8Array): Pushed {
    let pushed: ReturnType<NativeInflate['push']>
    try {
      pushed = (native as NativeInflate).push(bytes)
    } catch {
      closeNative()
      beCareful()
      return { ...MORE, used: 0, state: 'again' }
    }
    const { out, used } = pushed
    kept.push(Buffer.from(bytes.subarray(0, used)))
    keptBytes += used
    emitted += out.length
    emit(out)
    if (used < bytes.length) {
      forget()
      return { ...MORE, used, state: 'ended' }
    }
    if (keptBytes > keptLimitBytes) beCareful()
    return { ...MORE, used }
  }

  return {
    begin() {
      forget()
      emitted = 0
      caughtUp = null
      careful = null
      isNative = openNative !== null
      if (openNative === null) beCareful()
      else if (native === null) native = openNative()
      else native.reset()
    },
    push(bytes) {
      if (isNative) return pushNatively(bytes)
      const inflate = careful as CarefulInflate
      const fault = inflate.push(bytes)
      if (fault) return { used: 0, state: 'broken', broken: fault.broken, brokenAt: fault.at }
      const left = inflate.left()
      return left === null ? { ...MORE, used: bytes.length } : { ...MORE, used: bytes.length - left, state: 'ended' }
    },
    catchUp() {
      if (caughtUp === null) return false
      const piece = kept[caughtUp++]
      // What was inflated natively is not broken.
      if (piece !== undefined) careful?.push(piece)
      if (caughtUp >= kept.length) {
        caughtUp = null
        forget()
      }
      return true
    },
    hasEnded() {
      if (!isNative) return careful?.left() != null
      try {
        // It takes no byte behind the end.
        return native?.push(Buffer.of(0)).used === 0
      } catch {
        return false
      }
    },
    close() {
      closeNative()
      isNative = false
      forget()
    },
  }
}
