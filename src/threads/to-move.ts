/** Bytes that can be moved to another thread. */
import { isMarkedAsUntransferable } from 'node:worker_threads'

/** @returns the chunk itself where its memory is its own, else a copy: others may live in the rest of that memory */
export function toMove(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = chunk
  const isOwner =
    buffer instanceof ArrayBuffer && buffer.byteLength === chunk.length && !isMarkedAsUntransferable(buffer)
  return isOwner ? (chunk as Uint8Array<ArrayBuffer>) : new Uint8Array(chunk)
}
