/** What comes out of the gzip layers of some bytes, given piece by piece. */
import { Buffer } from 'node:buffer'
import type { Fault } from '#src/model/document.ts'
import type { GunzipOptions } from '#src/sitemap/gunzip-layer.ts'
import { createGunzipLayers } from '#src/sitemap/gunzip-layers.ts'

export interface Told {
  out: Buffer
  faults: Fault[]
  layers: number
  isBroken: boolean
}

/** @param cut bytes of the next piece */
export function unpack(bytes: Uint8Array, options: GunzipOptions, cut = () => bytes.length, isCut = false): Told {
  const out: Uint8Array[] = []
  const faults: Fault[] = []
  const layers = createGunzipLayers(
    (piece) => out.push(piece.slice()),
    (fault) => faults.push(fault),
    () => false,
    options,
  )
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + Math.max(1, cut()))
    layers.write(bytes.subarray(from, to))
    from = to
    while (layers.step());
  }
  layers.end(isCut)
  while (layers.step());
  return { out: Buffer.concat(out), faults, layers: layers.layers, isBroken: layers.isBroken }
}
