/** Keeps the items with the smallest keys out of a stream, in bounded memory. */

export interface Smallest<T> {
  /** Whether an item with this key would be kept now; lets the caller make the item only then. */
  wants(key: number): boolean
  add(key: number, item: T): void
  /** By rising key. */
  sorted(): { key: number; item: T }[]
}

interface State<T> extends Smallest<T> {
  limit: number
  size: number
  /** A heap with the largest on top. */
  keys: Float64Array
  items: T[]
}

/**
 * Its functions are no closures: V8 then keeps what it has optimised from one document to the next.
 * @param limit how many are kept; a stream of n items costs about limit * ln(n / limit) insertions
 */
export function createSmallest<T>(limit: number): Smallest<T> {
  const state: State<T> = { limit, size: 0, keys: new Float64Array(limit), items: [], wants, add, sorted }
  return state
}

function wants(this: State<unknown>, key: number): boolean {
  return this.size < this.limit || key < (this.keys[0] as number)
}

function add<T>(this: State<T>, key: number, item: T): void {
  if (this.size < this.limit) rise(this, this.size++, key, item)
  else if (this.limit > 0 && key < (this.keys[0] as number)) sink(this, key, item)
}

function sorted<T>(this: State<T>): { key: number; item: T }[] {
  return this.items.map((item, at) => ({ key: this.keys[at] as number, item })).sort((a, b) => a.key - b.key)
}

/** Moves the gap at `at` up to where the key belongs. */
function rise<T>({ keys, items }: State<T>, at: number, key: number, item: T): void {
  let gap = at
  while (gap > 0) {
    const parent = (gap - 1) >> 1
    if ((keys[parent] as number) >= key) break
    keys[gap] = keys[parent] as number
    items[gap] = items[parent] as T
    gap = parent
  }
  keys[gap] = key
  items[gap] = item
}

/** Moves the gap at the top down to where the key belongs. */
function sink<T>({ keys, items, size }: State<T>, key: number, item: T): void {
  let gap = 0
  for (;;) {
    let child = 2 * gap + 1
    if (child >= size) break
    if (child + 1 < size && (keys[child + 1] as number) > (keys[child] as number)) child++
    if ((keys[child] as number) <= key) break
    keys[gap] = keys[child] as number
    items[gap] = items[child] as T
    gap = child
  }
  keys[gap] = key
  items[gap] = item
}
