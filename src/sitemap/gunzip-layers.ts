/** Peels gzip layers off a stream of bytes by their magic bytes, and verifies every member (RFC 1952). */
import type { Fault } from '../model/document.ts'
import { GZIP_LAYERS_LIMIT } from '../model/standards.ts'
import { createGunzipLayer, type GunzipOptions, type Stage } from './gunzip-layer.ts'

/**
 * Three layers of 1:1000 make gigabytes of a kilobyte: what was given is worked off in steps, and who calls may let others
 * in between two of them.
 */
export interface GunzipLayers {
  /** Takes bytes, and keeps them until they were worked off. */
  write(bytes: Uint8Array): void
  /**
   * No more will come; there may be work left.
   * @param isCut the transfer itself was cut short or stopped: what is missing is not the fault of gzip
   */
  end(isCut: boolean): void
  /** Does one piece of work: a step of one layer, or one piece for `emit`. @returns false: there was nothing to do */
  step(): boolean
  /** Layers found so far. */
  readonly layers: number
  /** A layer was corrupt or cut: what came out is not the whole. */
  readonly isBroken: boolean
}

/** Bytes handed out in one go. */
const PIECE_BYTES = 65_536

/**
 * @param emit takes the uncompressed bytes
 * @param fault takes what is wrong with a layer; layer 1 is the outermost
 * @param isStopped asked between steps: true ends the work (a bomb met the hard stop)
 */
export function createGunzipLayers(
  emit: (bytes: Uint8Array) => void,
  fault: (fault: Fault) => void,
  isStopped: () => boolean,
  options: GunzipOptions = {},
): GunzipLayers {
  const state = { layers: 0, isBroken: false }
  const first = createPeeler(1, emit, fault, isStopped, state, options)
  return {
    write: (bytes) => first.write(bytes),
    end: (isCut) => first.end(isCut),
    step: () => first.step(),
    get layers() {
      return state.layers
    },
    get isBroken() {
      return state.isBroken
    },
  }
}

/** Decides by the first two bytes whether they are a gzip layer; if so, unpacks it into a peeler for the next one. */
function createPeeler(
  layer: number,
  emit: (bytes: Uint8Array) => void,
  fault: (fault: Fault) => void,
  isStopped: () => boolean,
  state: { layers: number; isBroken: boolean },
  options: GunzipOptions,
): Stage {
  let stage: Stage | null = null
  let firstByte: Uint8Array | null = null

  const decide = (bytes: Uint8Array): Stage => {
    if (layer > GZIP_LAYERS_LIMIT || bytes[0] !== 0x1f || bytes[1] !== 0x8b) return createOutlet(emit, isStopped)
    state.layers = layer
    const next = createPeeler(layer + 1, emit, fault, isStopped, state, options)
    return createGunzipLayer(layer, next, fault, isStopped, state, options)
  }
  return {
    write(bytes) {
      if (stage) return stage.write(bytes)
      let start = bytes
      if (firstByte) {
        start = new Uint8Array(bytes.length + 1)
        start.set(firstByte)
        start.set(bytes, 1)
      }
      if (start.length < 2) {
        if (start.length === 1) firstByte = start.slice()
        return
      }
      stage = decide(start)
      stage.write(start)
    },
    end(isCut) {
      if (!stage && firstByte) emit(firstByte)
      stage?.end(isCut)
    },
    step: () => stage?.step() ?? false,
  }
}

/** What is no layer any more. */
function createOutlet(emit: (bytes: Uint8Array) => void, isStopped: () => boolean): Stage {
  const waiting: Uint8Array[] = []
  return {
    write: (bytes) => void waiting.push(bytes),
    end() {},
    step() {
      const [first] = waiting
      if (!first) return false
      if (isStopped()) waiting.length = 0
      else {
        if (first.length > PIECE_BYTES) waiting[0] = first.subarray(PIECE_BYTES)
        else waiting.shift()
        emit(first.subarray(0, PIECE_BYTES))
      }
      return true
    },
  }
}
