/**
 * Typed arrays that grow and go without waiting for the garbage collector, which hardly feels their weight: what it would
 * find later, large documents pile up meanwhile.
 */

type Growable = (Float64Array | Uint32Array | Int32Array | Uint16Array) & { buffer: ArrayBuffer }

/** The numbers in a buffer of another length, zeros behind them. The array that they were in is empty from here on. */
export function moveInto(array: Growable, length: number): ArrayBuffer {
  return array.buffer.transfer(length * array.BYTES_PER_ELEMENT)
}

/** Gives the memory back. The array is empty from here on. */
export function release(...arrays: Growable[]): void {
  for (const array of arrays) array.buffer.transfer(0)
}
