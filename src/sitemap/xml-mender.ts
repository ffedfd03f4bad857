/** What saxes misplaces: it takes everything from a bare `&` up to the next `;` for the name of an entity. */

/** Units behind an `&` that settle what it is; the longest name of an entity is far shorter. */
export const REFERENCE_LENGTH_LIMIT = 66

const REFERENCE = /&(?:#\w{1,60}|[\p{L}_:][\p{L}\p{N}_:.\u00b7-]{0,60});/uy
/** What a reader needs to recognise the place: the `&` and what follows it, to the end of the word. */
const BARE = /&[^\s<>"'&]{0,40}/y

/** The index behind the reference that begins at `index`, or -1 if that `&` begins none. */
export function referenceEnd(text: string, index: number): number {
  // Nearly every reference in sitemaps is this one.
  if (
    text.charCodeAt(index + 1) === 0x61 &&
    text.charCodeAt(index + 2) === 0x6d &&
    text.charCodeAt(index + 3) === 0x70 &&
    text.charCodeAt(index + 4) === 0x3b
  ) {
    return index + 5
  }
  REFERENCE.lastIndex = index
  return REFERENCE.test(text) ? REFERENCE.lastIndex : -1
}

/** The bare `&` with the rest of its word. */
export function bareAmpersand(text: string, index: number): string {
  BARE.lastIndex = index
  return BARE.exec(text)?.[0] ?? '&'
}
