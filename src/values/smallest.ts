/** Keeps the items with the smallest keys out of a stream, in bounded memory. */

export interface Smallest<T> {
  /** Whether an item with this key would be kept now; lets the caller make the item only then. */
  wants(key: number): boolean
  add(key: number, item: T): void
  /** By rising key. */
  sorted(): { key: number; item: T }[]
}

/** @param limit how many are kept; a max-heap, so a stream of n items costs about limit * ln(n / limit) insertions */
export function createSmallest<T>(limit: number): Smallest<T> {
  const keys = new Float64Array(limit)
  const items: T[] = []
  let size = 0

  function put(at: number, key: number, item: T): void {
    keys[at] = key
    items[at] = item
  }

  /** Moves the gap at `at` up to where the key belongs. */
  function rise(at: number, key: number, item: T): void {
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((keys[parent] as number) >= key) break
      put(at, keys[parent] as number, items[parent] as T)
      at = parent
    }
    put(at, key, item)
  }

  /** Moves the gap at the top down to where the key belongs. */
  function sink(key: number, item: T): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && (keys[child + 1] as number) > (keys[child] as number)) child++
      if ((keys[child] as number) <= key) break
      put(at, keys[child] as number, items[child] as T)
      at = child
    }
    put(at, key, item)
  }

  return {
    wants: (key) => size < limit || key < (keys[0] as number),
    add(key, item) {
      if (size < limit) rise(size++, key, item)
      else if (limit > 0 && key < (keys[0] as number)) sink(key, item)
    },
    sorted: () => items.map((item, at) => ({ key: keys[at] as number, item })).sort((a, b) => a.key - b.key),
  }
}
