/** What saxes misplaces: it takes everything from a bare `&` up to the next `;` for the name of an entity. */
import type { At } from '../model/document.ts'

/** Text on its way to saxes, with bare ampersands escaped. */
export interface Mender {
  /** The text before it was handed on. */
  readonly readUntil: At
  /** An `&` is kept back until it can be told what it begins. */
  readonly isHolding: boolean
  /** @param at of the text's first unit */
  write(text: string, at: At, isLast: boolean): void
  /** Somebody else read on to `at`. */
  resume(at: At): void
}

/** Units behind an `&` that settle what it is; the longest name of an entity is far shorter. */
const REFERENCE_LENGTH_LIMIT = 66

const REFERENCE = /&(?:#\w{1,60}|[\p{L}_:][\p{L}\p{N}_:.\u00b7-]{0,60});/uy
/** What a reader needs to recognise the place: the `&` and what follows it, to the end of the word. */
const BARE = /&[^\s<>"'&]{0,40}/y

/** The index behind the reference that begins at `index`, or -1 if that `&` begins none. */
function referenceEnd(text: string, index: number): number {
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

/**
 * @param feed takes a piece whose first unit stands at `at`
 * @param takeBare is told of a bare `&`, the one at `index` of `text`. @returns whether it is to be escaped
 */
export function createMender(
  start: At,
  feed: (text: string, at: At) => void,
  takeBare: (at: At, text: string, index: number) => boolean,
): Mender {
  let held = ''
  let readUntil = start

  function write(text: string, at: At, isLast: boolean) {
    const base = at - held.length
    const all = held.length > 0 ? held + text : text
    held = ''
    let from = 0
    for (let i = all.indexOf('&'); i >= 0; i = all.indexOf('&', i)) {
      const end = referenceEnd(all, i)
      if (end >= 0) {
        i = end
        continue
      }
      feed(all.slice(from, i), base + from)
      from = i
      if (!isLast && all.length - i < REFERENCE_LENGTH_LIMIT) {
        held = all.slice(i)
        readUntil = base + i
        return
      }
      if (takeBare(base + i, all, i)) {
        feed('&amp;', base + i)
        from = i + 1
      }
      i++
    }
    feed(from === 0 ? all : all.slice(from), base + from)
    readUntil = base + all.length
  }

  return {
    get readUntil() {
      return readUntil
    },
    get isHolding() {
      return held !== ''
    },
    write,
    resume(at) {
      readUntil = at
    },
  }
}
