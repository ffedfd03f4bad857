/** The heavy parts of one audit, where some of its documents were read elsewhere and theirs are in the store. */
import { type HeavySection, rangeOf } from '../audit/heavy-part.ts'
import { createLocalShelf, type LocalShelf, unpackSection } from '../audit/heavy-shelf.ts'
import type { ReadDocument } from '../audit/read-document.ts'
import type { PartStore } from '../store/parts.ts'

export interface PartShelf extends LocalShelf {
  /** Call in walking order. @param header null: it has no heavy part */
  putStored(document: ReadDocument, key: string, header: Uint8Array | null): void
}

/** Sections are asked for in walking order: so many, or so many bytes, come with one question. */
const AHEAD_PARTS = 64
const AHEAD_BYTES = 4_000_000

interface Place {
  key: string
  header: Uint8Array
  index: number
}

export function createPartShelf(auditId: string, parts: Pick<PartStore, 'readHeavy'>): PartShelf {
  const local = createLocalShelf()
  const places = new Map<ReadDocument, Place>()
  const order: Place[] = []
  /** What came with the last question, by section. */
  const ahead = new Map<HeavySection, Map<string, Uint8Array>>()

  async function readAhead(section: HeavySection, from: number): Promise<Map<string, Uint8Array>> {
    const ranges: { key: string; from: number; length: number }[] = []
    let bytes = 0
    for (let index = from; index < order.length && ranges.length < AHEAD_PARTS && bytes < AHEAD_BYTES; index++) {
      const { key, header } = order[index] as Place
      const [start, length] = rangeOf(header, section)
      if (length === 0) continue
      ranges.push({ key, from: start, length })
      bytes += length
    }
    const found = await parts.readHeavy(auditId, ranges)
    return new Map(ranges.map(({ key }, index) => [key, found[index] as Uint8Array]))
  }

  return {
    put: local.put,
    putStored(document, key, header) {
      if (header === null) return
      const place = { key, header, index: order.length }
      order.push(place)
      places.set(document, place)
    },
    async load(document, section) {
      const place = places.get(document)
      if (place === undefined) return local.load(document, section)
      if (rangeOf(place.header, section)[1] === 0) return unpackSection(section, new Uint8Array(0))
      let held = ahead.get(section)
      if (!held?.has(place.key)) {
        ahead.delete(section)
        held = await readAhead(section, place.index)
        ahead.set(section, held)
      }
      return unpackSection(section, held.get(place.key) as Uint8Array)
    },
  }
}
