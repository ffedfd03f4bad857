/** The heavy parts of one audit, where some of its documents were read elsewhere and theirs are in the store. */
import { rangeOf, rangeOfHashes, unpackHashes } from '../audit/heavy-part.ts'
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

/** Where in the heavy part stands what is asked for. @param header the first bytes of the heavy part */
type Find = (header: Uint8Array) => [from: number, length: number]

export function createPartShelf(auditId: string, parts: Pick<PartStore, 'readHeavy'>): PartShelf {
  const local = createLocalShelf()
  const places = new Map<ReadDocument, Place>()
  const order: Place[] = []
  /** What came with the last question of each kind. */
  const ahead = new Map<string, Map<string, Uint8Array>>()

  async function readAhead(find: Find, from: number): Promise<Map<string, Uint8Array>> {
    const ranges: { key: string; from: number; length: number }[] = []
    let bytes = 0
    for (let index = from; index < order.length && ranges.length < AHEAD_PARTS && bytes < AHEAD_BYTES; index++) {
      const { key, header } = order[index] as Place
      const [start, length] = find(header)
      if (length === 0) continue
      ranges.push({ key, from: start, length })
      bytes += length
    }
    const found = await parts.readHeavy(auditId, ranges)
    return new Map(ranges.map(({ key }, index) => [key, found[index] as Uint8Array]))
  }

  /** @param kind of what is asked for: nothing of the last question of this kind is kept longer */
  async function read({ key, header, index }: Place, kind: string, find: Find): Promise<Uint8Array> {
    if (find(header)[1] === 0) return new Uint8Array(0)
    let held = ahead.get(kind)
    if (!held?.has(key)) {
      ahead.delete(kind)
      held = await readAhead(find, index)
      ahead.set(kind, held)
    }
    const bytes = held.get(key) as Uint8Array
    // It is asked for once in walking order, and another range of the same part may be the next.
    held.delete(key)
    return bytes
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
      return unpackSection(section, await read(place, section, (header) => rangeOf(header, section)))
    },
    async loadHashes(document, range) {
      const place = places.get(document)
      if (place === undefined) return local.loadHashes(document, range)
      const kind = `hashes from ${range.from}`
      for (const other of ahead.keys()) if (other.startsWith('hashes') && other !== kind) ahead.delete(other)
      return unpackHashes(await read(place, kind, (header) => rangeOfHashes(header, range)))
    },
  }
}
