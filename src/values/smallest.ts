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
  const heap: { key: number; item: T }[] = []
  const at = (index: number) => heap[index] as { key: number; item: T }
  const swap = (a: number, b: number) => {
    const held = at(a)
    heap[a] = at(b)
    heap[b] = held
  }
  return {
    wants: (key) => limit > 0 && (heap.length < limit || key < at(0).key),
    add(key, item) {
      if (limit === 0) return
      if (heap.length === limit) {
        if (key >= at(0).key) return
        heap[0] = { key, item }
        for (let parent = 0; ; ) {
          let largest = parent
          for (const child of [2 * parent + 1, 2 * parent + 2])
            if (child < heap.length && at(child).key > at(largest).key) largest = child
          if (largest === parent) return
          swap(parent, largest)
          parent = largest
        }
      }
      heap.push({ key, item })
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1
        if (at(parent).key >= at(child).key) return
        swap(parent, child)
        child = parent
      }
    },
    sorted: () => [...heap].sort((a, b) => a.key - b.key),
  }
}
