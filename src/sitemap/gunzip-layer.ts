/** Unpacks one gzip layer, member after member, and verifies each (RFC 1952). */
import { crc32 } from 'node:zlib'
import type { Fault } from '../model/document.ts'
import { type CarefulInflate, createCarefulInflate } from './careful-inflate.ts'
import { headerLength } from './gzip-header.ts'
import { createKeptBytes } from './kept-bytes.ts'
import { createNativeInflate, type NativeInflate } from './native-inflate.ts'

/** Compressed bytes inflated in one go: deflate grows at most 1,032-fold, so one step gives at most 2 MB. */
const STEP_BYTES = 2_048
/**
 * Compressed bytes of a member that are kept for the careful inflater, should the native one find them broken. A member
 * that has more of them is unpacked by the careful one, from its start: slower, with the same results.
 */
const KEPT_LIMIT_BYTES = 4_194_304

export interface GunzipOptions {
  /** For tests: the native inflater is not asked. Results never depend on it. */
  isCareful?: boolean
  /** For tests. Results never depend on it. */
  keptLimitBytes?: number
}

/** Innermost first: nothing is unpacked that what lies within has no room for, so each holds at most one step's output. */
export interface Stage {
  /** Takes bytes, and keeps them until they were worked off. */
  write(bytes: Uint8Array): void
  /** @param isCut what is missing is not the fault of gzip */
  end(isCut: boolean): void
  /** @returns false: there was nothing to do */
  step(): boolean
}

type Part = 'header' | 'deflate' | 'trailer' | 'between' | 'trailing' | 'broken'

/**
 * @param next takes what was unpacked
 * @param isStopped asked between steps: true ends the work
 * @param state shared by all layers
 */
export function createGunzipLayer(
  layer: number,
  next: Stage,
  fault: (fault: Fault) => void,
  isStopped: () => boolean,
  state: { isBroken: boolean },
  { isCareful = false, keptLimitBytes = KEPT_LIMIT_BYTES }: GunzipOptions,
): Stage {
  const at = { at: null, entry: null }
  let part: Part = 'header'
  /** Bytes of this layer that are used up. */
  let offset = 0
  /**
   * Input is taken in steps of one size, however it came: where code tables are broken, what fflate makes of them
   * depends on how much it sees. The native inflater takes it as it came.
   */
  const held = new Uint8Array(STEP_BYTES)
  let heldBytes = 0
  /** Input that is not in `held` yet. */
  const waiting: Uint8Array[] = []
  let isDraining = false
  let ending: 'open' | 'cut' | 'complete' | 'told' = 'open'
  /** Told once what was unpacked before it is worked off. */
  let untold: Fault | null = null
  let members = 0
  /** undefined: not needed yet; null: not to be had. */
  let native: NativeInflate | null | undefined = isCareful ? null : undefined
  /** The member under way is unpacked by `native`, and `offset` stays where its compressed data begins. */
  let isNative = false
  /** What `native` used up of the member under way. */
  const kept = createKeptBytes()
  let careful: CarefulInflate | null = null
  /** What `careful` unpacks once more. */
  let skip = 0
  let crc = 0
  let length = 0
  let trailing = { offset: 0, count: 0, isZeros: true }

  const emit = (bytes: Uint8Array) => {
    if (bytes.length === 0) return
    crc = crc32(bytes, crc)
    length += bytes.length
    next.write(bytes)
  }
  const emitFresh = (bytes: Uint8Array) => {
    const known = Math.min(skip, bytes.length)
    skip -= known
    emit(known > 0 ? bytes.subarray(known) : bytes)
  }
  const breakOff = (detail: string) => {
    part = 'broken'
    state.isBroken = true
    untold = { ...at, code: 'gzip-corrupt', layer, detail }
  }

  /** The compressed data of a member begins, in what is held and waits. */
  function beginDeflate() {
    skip = 0
    if (native === undefined) native = createNativeInflate()
    if (!native) return beginCarefully()
    native.reset()
    isNative = true
    kept.clear()
  }
  function beginCarefully() {
    isNative = false
    careful = createCarefulInflate(emitFresh)
  }

  /** Unpacks one piece. @returns whether there was anything to unpack */
  function takeNatively(engine: NativeInflate): boolean {
    if (heldBytes > 0) {
      waiting.unshift(held.slice(0, heldBytes))
      heldBytes = 0
      isDraining = false
    }
    const [first] = waiting
    // Where the input ends within the data, the careful one says what came before the cut.
    if (!first && (ending === 'open' || ending === 'told')) return false
    const piece = first ? engine.inflate(first) : null
    if (!first || !piece || kept.length + piece.used > keptLimitBytes) {
      skip = length
      waiting.unshift(...kept.take())
      if (first && !piece) closeNative()
      beginCarefully()
      return true
    }
    const { used, out, isEnd } = piece
    kept.add(first.subarray(0, used))
    if (used < first.length) waiting[0] = first.subarray(used)
    else waiting.shift()
    emit(out)
    if (isEnd) {
      offset += kept.length
      isNative = false
      part = 'trailer'
    }
    return true
  }
  /** The next member, should there be one, makes another. */
  function closeNative() {
    native?.close()
    if (native) native = undefined
  }

  /** Takes from the start of `bytes`, which is what there is up to one step; returns how many bytes it used up. */
  function take(bytes: Uint8Array, isLast: boolean): number {
    switch (part) {
      case 'header': {
        const size = headerLength(bytes)
        if (size === 'invalid' || (size === null && bytes.length === STEP_BYTES)) {
          breakOff(`the header of member ${members + 1} is not valid`)
          return 0
        }
        if (size === null) return 0
        part = 'deflate'
        members++
        crc = 0
        length = 0
        beginDeflate()
        offset += size
        return size
      }
      case 'deflate': {
        if (bytes.length === 0 || (bytes.length < STEP_BYTES && !isLast)) return 0
        const { used, isEnd, broken } = (careful as CarefulInflate).push(bytes)
        offset += used
        if (broken) {
          breakOff(`the compressed data of member ${members} is broken at byte ${offset}: ${broken}`)
          return 0
        }
        if (isEnd) part = 'trailer'
        return used
      }
      case 'trailer': {
        if (bytes.length < 8) return 0
        const view = new DataView(bytes.buffer, bytes.byteOffset, 8)
        if (view.getUint32(0, true) !== crc) {
          fault({ ...at, code: 'gzip-checksum', layer, detail: `the CRC-32 of member ${members} does not match` })
        } else if (view.getUint32(4, true) !== length % 0x1_0000_0000) {
          fault({ ...at, code: 'gzip-checksum', layer, detail: `the length of member ${members} does not match` })
        }
        part = 'between'
        offset += 8
        return 8
      }
      case 'between': {
        if (bytes.length === 0 || (bytes.length === 1 && bytes[0] === 0x1f && !isLast)) return 0
        const isMember = bytes[0] === 0x1f && bytes[1] === 0x8b
        part = isMember ? 'header' : 'trailing'
        if (!isMember) trailing = { offset, count: 0, isZeros: true }
        return 0
      }
      case 'trailing':
        trailing.count += bytes.length
        if (trailing.isZeros) trailing.isZeros = bytes.every((byte) => byte === 0)
        return bytes.length
      case 'broken':
        return bytes.length
    }
  }

  /** @returns whether that led on */
  function takeHeld(isLast: boolean): boolean {
    const before = part
    const used = take(held.subarray(0, heldBytes), isLast)
    held.copyWithin(0, used, heldBytes)
    heldBytes -= used
    return used > 0 || part !== before
  }

  function fill() {
    for (let [first] = waiting; first && heldBytes < STEP_BYTES; [first] = waiting) {
      const size = Math.min(STEP_BYTES - heldBytes, first.length)
      held.set(first.subarray(0, size), heldBytes)
      heldBytes += size
      if (size < first.length) waiting[0] = first.subarray(size)
      else waiting.shift()
    }
  }

  function tellEnd(isCut: boolean) {
    closeNative()
    if (part === 'trailing') {
      const { offset, count } = trailing
      fault({ ...at, code: trailing.isZeros ? 'gzip-padding' : 'gzip-trailing', offset, count })
    } else if (part === 'header' || part === 'deflate' || part === 'trailer') {
      state.isBroken = true
      if (!isCut && !isStopped()) {
        const where = part === 'deflate' ? 'compressed data' : part
        const member = part === 'header' ? members + 1 : members
        fault({ ...at, code: 'gzip-truncated', layer, detail: `it ends inside the ${where} of member ${member}` })
      }
    }
    next.end(isCut || state.isBroken)
  }

  return {
    write: (bytes) => void waiting.push(bytes),
    end(isCut) {
      ending = isCut ? 'cut' : 'complete'
    },
    step() {
      if (next.step()) return true
      if (untold) {
        fault(untold)
        untold = null
        return true
      }
      if (isStopped()) waiting.length = 0
      else {
        if (native && isNative) return takeNatively(native)
        if (isDraining && takeHeld(false)) return true
        fill()
        isDraining = heldBytes === STEP_BYTES
        if (isDraining) return true
        if (ending !== 'open' && ending !== 'told') {
          if (takeHeld(true) || (part === 'deflate' && careful?.flush())) return true
        }
      }
      if (ending === 'open' || ending === 'told') return false
      tellEnd(ending === 'cut')
      ending = 'told'
      return true
    },
  }
}
