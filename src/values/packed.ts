/** Typed arrays as text, so that what holds them stays plain JSON. Little-endian, as every machine that runs Node. */

type Packable = Float64Array | Uint32Array | Uint16Array

/** Base64 of the array's bytes. */
export function pack(array: Packable): string {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64')
}

export const unpackFloat64 = (text: string): Float64Array => new Float64Array(bytesOf(text))
export const unpackUint32 = (text: string): Uint32Array => new Uint32Array(bytesOf(text))
export const unpackUint16 = (text: string): Uint16Array => new Uint16Array(bytesOf(text))

/** A buffer of its own, so that its start suits any kind of array. */
function bytesOf(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64')
  const own = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(own).set(bytes)
  return own
}
