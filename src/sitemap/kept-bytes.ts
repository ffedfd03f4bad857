/** Bytes kept to be read once more, in pages: a copy of each, however small the pieces are that they come in. */

const PAGE_BYTES = 65_536

export interface KeptBytes {
  readonly length: number
  add(bytes: Uint8Array): void
  /** Forgets them; their memory is used for the next ones. */
  clear(): void
  /** Hands all of them out, in order, and forgets them. */
  take(): Uint8Array[]
}

export function createKeptBytes(): KeptBytes {
  let pages: Uint8Array[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    add(bytes) {
      for (let from = 0; from < bytes.length; ) {
        const at = length % PAGE_BYTES
        const index = (length - at) / PAGE_BYTES
        const page = pages[index] ?? new Uint8Array(PAGE_BYTES)
        pages[index] = page
        const size = Math.min(bytes.length - from, PAGE_BYTES - at)
        page.set(bytes.subarray(from, from + size), at)
        from += size
        length += size
      }
    },
    clear() {
      length = 0
    },
    take() {
      const taken: Uint8Array[] = []
      for (let from = 0; from < length; from += PAGE_BYTES) {
        taken.push((pages[from / PAGE_BYTES] as Uint8Array).subarray(0, length - from))
      }
      pages = []
      length = 0
      return taken
    },
  }
}
