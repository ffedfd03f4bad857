/** The links of one document in typed arrays: 10 bytes a link, 20 an entry that has any. */
import { moveInto } from '../values/grow-array.ts'

export interface HeldLinks {
  /** Fingerprints of the entries with alternates. */
  sources: Float64Array<ArrayBuffer>
  numbers: Uint32Array<ArrayBuffer>
  lines: Uint32Array<ArrayBuffer>
  /** How many of the links are each one's, in this order. */
  counts: Uint32Array<ArrayBuffer>
  sourceCount: number
  targets: Float64Array<ArrayBuffer>
  marks: Uint16Array<ArrayBuffer>
  linkCount: number
  /** Entries without alternates. */
  plain: Float64Array<ArrayBuffer>
  plainCount: number
}

export const createHeldLinks = (): HeldLinks => ({
  sources: new Float64Array(0),
  numbers: new Uint32Array(0),
  lines: new Uint32Array(0),
  counts: new Uint32Array(0),
  sourceCount: 0,
  targets: new Float64Array(0),
  marks: new Uint16Array(0),
  linkCount: 0,
  plain: new Float64Array(0),
  plainCount: 0,
})

const SOURCES_AT_FIRST = 256
const LINKS_AT_FIRST = 1_024

export function growSources(held: HeldLinks, most: number): void {
  held.sources = grown(held.sources, SOURCES_AT_FIRST, most)
  held.numbers = grown(held.numbers, SOURCES_AT_FIRST, most)
  held.lines = grown(held.lines, SOURCES_AT_FIRST, most)
  held.counts = grown(held.counts, SOURCES_AT_FIRST, most)
}

export function growLinks(held: HeldLinks, most: number): void {
  held.targets = grown(held.targets, LINKS_AT_FIRST, most)
  held.marks = grown(held.marks, LINKS_AT_FIRST, most)
}

export function growPlain(held: HeldLinks, most: number): void {
  held.plain = grown(held.plain, SOURCES_AT_FIRST, most)
}

/**
 * Drops links, and keeps the others in their order.
 * @param isKept by the indexes of link and entry
 */
export function retainLinks(held: HeldLinks, isKept: (link: number, source: number) => boolean): void {
  const { counts, targets, marks, sourceCount } = held
  let kept = 0
  for (let source = 0, link = 0; source < sourceCount; source++) {
    const first = kept
    for (const end = link + (counts[source] as number); link < end; link++) {
      if (!isKept(link, source)) continue
      targets[kept] = targets[link] as number
      marks[kept++] = marks[link] as number
    }
    counts[source] = kept - first
  }
  held.linkCount = kept
}

/** @param visit by the index of the link, and the fingerprint of the entry that it is one of */
export function eachHeldLink(held: HeldLinks, visit: (link: number, from: number) => void): void {
  const { sources, counts, sourceCount } = held
  for (let source = 0, link = 0; source < sourceCount; source++) {
    const from = sources[source] as number
    for (const end = link + (counts[source] as number); link < end; link++) visit(link, from)
  }
}

type Numbers = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>

/** The array at twice its length, at least and at most so long. The old one is empty from here on. */
function grown<T extends Numbers>(array: T, least: number, most: number): T {
  const length = Math.min(Math.max(least, array.length * 2), most)
  return new (array.constructor as new (buffer: ArrayBuffer) => T)(moveInto(array, length))
}
