/**
 * A document that was read, in the form in which it is stored and given to another process: a light part, plain JSON,
 * with all that a report shows of it, and a heavy part in bytes (see heavy-part.ts). There and back nothing is lost.
 */
import { packHeavy, unpackHeavy } from './heavy-part.ts'
import type { ReadDocument } from './read-document.ts'

/** All but the heavy part; plain JSON. Its members may grow: treat what is not there as not known. */
export type LightDocument = Omit<ReadDocument, 'heavy'>

export interface StoredDocument {
  light: LightDocument
  /** null where no body was read. Some 0.5 MB for a full sitemap without alternates, at most some 10 MB. */
  heavy: Uint8Array | null
}

export function storeDocument({ heavy, ...light }: ReadDocument): StoredDocument {
  return { light, heavy: heavy && packHeavy(heavy) }
}

/** The inverse; `light` may have been through JSON in between. */
export function loadDocument({ light, heavy }: StoredDocument): ReadDocument {
  return { ...light, heavy: heavy && unpackHeavy(heavy) }
}
