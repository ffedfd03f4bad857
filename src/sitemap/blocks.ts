/** Bytes in pieces of any size -> blocks that end where a document is best read on from. */
import { Buffer } from 'node:buffer'

/** Bytes are read in blocks of this size, however they come: so no result can depend on how a transfer was cut. */
const BLOCK_BYTES = 65_536
/** Where a block may end before it is full, and how many bytes may be left for the next one. */
const CUTS = [
  { end: Buffer.from('</url>'), bytes: 16_384 },
  { end: Buffer.from('>'), bytes: 4_096 },
]

export interface Blocks {
  write(input: Uint8Array): void
  /** Hands on what is left as the last block, if there was anything at all. */
  end(): void
}

/** @param take the block is valid inside the call alone */
export function createBlocks(take: (block: Buffer, isLast: boolean) => void): Blocks {
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  let filled = 0
  let isBegun = false
  return {
    write(input) {
      for (let from = 0; from < input.length; ) {
        const size = Math.min(input.length - from, BLOCK_BYTES - filled)
        block.set(input.subarray(from, from + size), filled)
        filled += size
        from += size
        if (filled < BLOCK_BYTES) continue
        const end = cutOf(block)
        isBegun = true
        take(block.subarray(0, end), false)
        block.copyWithin(0, end)
        filled -= end
      }
    },
    end() {
      if (filled > 0 || isBegun) take(block.subarray(0, filled), true)
    },
  }
}

/** Where a full block is cut, so that most often neither an entry nor a token is, and no text must be joined. */
function cutOf(block: Buffer): number {
  for (const { end, bytes } of CUTS) {
    const cut = block.lastIndexOf(end) + end.length
    if (cut > BLOCK_BYTES - bytes) return cut
  }
  return BLOCK_BYTES
}
