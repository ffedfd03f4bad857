/**
 * Inflates with the zlib that comes with Node, at once and no more than one buffer ahead. Its public streams answer later,
 * and its public calls that answer at once want the whole; so this calls the handle under a stream, as pngjs does and much
 * as minizlib does. Where a Node has no such handle, there is no native inflate, and the careful one does all the work.
 */
import { createInflateRaw, type InflateRaw, constants as zlib } from 'node:zlib'

/** Bytes unpacked in one go, however few they were. */
const OUTPUT_BYTES = 65_536
/** The stream's own buffer, which nobody uses, as small as it may be. */
const UNUSED_BYTES = 64

/** test/sitemap/native-inflate.test.ts holds the Node in use to this. */
interface InflateRawInternals {
  _handle?: {
    writeSync?(
      flush: number,
      input: Uint8Array,
      inputAt: number,
      inputBytes: number,
      output: Uint8Array,
      outputAt: number,
      outputBytes: number,
    ): void
  }
  /** What the last call left: room of the output, bytes of the input. */
  _writeState?: Uint32Array
}

export interface NativeInflate {
  /** The next deflate stream begins. */
  reset(): void
  /**
   * @returns null: broken, and whatever came out in this call is lost. `out` is valid until the next call. That the stream
   * ended is seen once there is a byte behind it
   */
  inflate(bytes: Uint8Array): { used: number; out: Uint8Array; isEnd: boolean } | null
  /** Gives back the memory outside of JavaScript's; `inflate` must not be called any more. */
  close(): void
}

/** @returns null where this Node does not have what it takes */
export function createNativeInflate(): NativeInflate | null {
  const engine = createInflateRaw({ chunkSize: UNUSED_BYTES })
  const { _handle: handle, _writeState: left } = engine as InflateRaw & InflateRawInternals
  if (typeof handle?.writeSync !== 'function' || !(left instanceof Uint32Array)) {
    engine.close()
    return null
  }
  // It tells a fault by destroying the stream, at once; the event, which comes later, must be heard or the process ends.
  engine.on('error', () => {})
  const output = new Uint8Array(OUTPUT_BYTES)
  return {
    reset: () => engine.reset(),
    inflate(bytes) {
      if (engine.destroyed) return null
      handle.writeSync?.(zlib.Z_NO_FLUSH, bytes, 0, bytes.length, output, 0, OUTPUT_BYTES)
      if (engine.destroyed) return null
      const [room = 0, rest = 0] = left
      return {
        used: bytes.length - rest,
        out: output.subarray(0, OUTPUT_BYTES - room),
        isEnd: room > 0 && rest > 0,
      }
    },
    close: () => engine.close(),
  }
}
