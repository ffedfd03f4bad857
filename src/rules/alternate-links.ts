/**
 * Keeps the links between entries that a document's alternates make, and no more of them however large the document. Who
 * links back is settled at its end, as far as the document itself can tell.
 */
import type { DocumentAlternates } from '../model/checked-document.ts'
import { detachText } from '../values/detach-text.ts'
import { FINGERPRINTS_LIMIT } from '../values/fingerprint-table.ts'
import { release } from '../values/grow-array.ts'
import { pack } from '../values/packed.ts'
import { createSmallest } from '../values/smallest.ts'
import { drawBelow, HALVINGS_LIMIT, linkHash } from './draw-links.ts'
import { createHeldLinks, growLinks, growPlain, growSources, retainLinks } from './held-links.ts'
import { CODE_BITS, keepOpenLinks, markOpenLinks } from './settle-links.ts'

/** How much is kept of one document. */
export interface LinkLimits {
  /** Links. Where there are more, half of the pairs are dropped, again and again: see draw-links.ts. */
  links: number
  /** Entries with alternates; those behind are left out. */
  entries: number
  /** Links of entries that other documents may list too, handed on whatever is settled. */
  shared: number
  /** Links whose text is kept. */
  samples: number
  /** Entries without alternates that are remembered. */
  plain: number
  /** Of those, before the first one that has some. */
  plainBefore: number
}

/** 4 MB of links, 2 MB of entries: twice as many as the protocol allows. */
export const LINK_LIMITS: LinkLimits = {
  links: 400_000,
  entries: 100_000,
  shared: 50_000,
  samples: 200,
  // A document that has more is told to be compared in part.
  plain: FINGERPRINTS_LIMIT,
  plainBefore: 10_000,
}

/** Codes told apart. */
const CODES_LIMIT = CODE_BITS

const X_DEFAULT = 'x-default'

export interface LinkKeeper {
  /** An entry without alternates. Only while they are wanted. */
  plain(loc: number): void
  /** False when no more of them are remembered. */
  readonly wantsPlain: boolean
  /**
   * Begins an entry with alternates; false where there is no room for it.
   * @param line that of the entry
   */
  begin(loc: number, number: number, line: number): boolean
  /** @param code index by codeIndex */
  add(target: number, code: number): void
  /** The links of the entry under way answer others, and are not judged themselves. */
  quiet(): void
  /** Forgets the entry under way: what it links to is not known whole. */
  withdraw(): void
  /** Whether the text of a link would be kept. */
  wantsText(target: number): boolean
  keepText(target: number, line: number, loc: string, href: string): void
  /** @param key lower-case; empty where the code has a fault */
  codeIndex(key: string): number
  /** How often half of the pairs was dropped so far. */
  readonly halvings: number
  /** Entries with alternates came that are not kept. */
  readonly leavesEntriesOut: boolean
  /** null where the document has no alternates. */
  finish(): DocumentAlternates | null
}

export function createLinkKeeper(limits: LinkLimits = LINK_LIMITS): LinkKeeper {
  const held = createHeldLinks()
  /** The fingerprint of the entry under way. */
  let own = 0
  /** No entry is under way that is kept, and none will be. */
  let isFull = false
  let isThinned = false
  let halvings = 0
  let below = drawBelow(0)
  const codes = ['']
  const indexes = new Map<string, number>([['', 0]])
  const samples = createSmallest<DocumentAlternates['samples'][0]>(limits.samples)
  let finished: DocumentAlternates | null | undefined

  return {
    get wantsPlain() {
      return held.plainCount < (held.sourceCount === 0 ? limits.plainBefore : limits.plain)
    },
    plain(loc) {
      if (held.plainCount === held.plain.length) growPlain(held, limits.plain)
      held.plain[held.plainCount++] = loc
    },
    begin(loc, number, line) {
      if (held.sourceCount === limits.entries) isFull = true
      if (isFull) return false
      if (held.sourceCount === held.sources.length) growSources(held, limits.entries)
      own = loc
      held.sources[held.sourceCount] = loc
      held.numbers[held.sourceCount] = number
      held.lines[held.sourceCount] = line
      held.counts[held.sourceCount++] = 0
      return true
    },
    add(target, code) {
      if (isThinned && !isDrawn(target)) return
      if (held.linkCount === held.targets.length && !makeRoom(target)) return
      const { counts, targets, marks, sourceCount, linkCount } = held
      targets[linkCount] = target
      marks[linkCount] = code
      held.linkCount = linkCount + 1
      counts[sourceCount - 1] = (counts[sourceCount - 1] as number) + 1
    },
    quiet() {
      const { counts, marks, sourceCount, linkCount } = held
      if (!isFull) marks.fill(0, linkCount - (counts[sourceCount - 1] as number), linkCount)
    },
    withdraw() {
      if (!isFull) dropEntry()
    },
    // By the hash that is drawn by: the texts are those of links that are kept to the last.
    wantsText: (target) => !isFull && samples.wants(linkHash(own, target)),
    keepText(target, line, loc, href) {
      const entry = held.numbers[held.sourceCount - 1] as number
      const text = { source: own, target, entry, line, loc: detachText(loc), href: detachText(href) }
      samples.add(linkHash(own, target), text)
    },
    codeIndex(key) {
      const known = indexes.get(key)
      if (known !== undefined) return known
      if (codes.length >= CODES_LIMIT) return 0
      indexes.set(key, codes.length)
      codes.push(key)
      return codes.length - 1
    },
    get halvings() {
      return halvings
    },
    get leavesEntriesOut() {
      return isFull
    },
    finish() {
      finished ??= held.sourceCount === 0 ? null : settle()
      return finished
    },
  }

  function isDrawn(target: number): boolean {
    return !isFull && linkHash(own, target) < below
  }

  function dropEntry() {
    held.linkCount -= held.counts[--held.sourceCount] as number
  }

  /** Room for one more link of the entry under way. @returns false where it is not kept */
  function makeRoom(target: number): boolean {
    if (held.linkCount < limits.links) {
      growLinks(held, limits.links)
      return true
    }
    isThinned = true
    while (!isFull && held.linkCount === limits.links) {
      if (halvings === HALVINGS_LIMIT) {
        // One pair over and over, made for this hash: what the entry names besides is not known.
        dropEntry()
        isFull = true
      } else halve()
    }
    return isDrawn(target)
  }

  function halve() {
    halvings++
    below = drawBelow(halvings)
    const { sources, targets } = held
    retainLinks(held, (link, source) => linkHash(sources[source] as number, targets[link] as number) < below)
  }

  function settle(): DocumentAlternates {
    const links = markOpenLinks(held, indexes.get(X_DEFAULT))
    keepOpenLinks(held, limits.shared)
    const { sources, numbers, lines, counts, targets, marks, sourceCount, linkCount } = held
    release(held.plain)
    const result: DocumentAlternates = {
      targets: packAway(targets, linkCount),
      marks: packAway(marks, linkCount),
      sources: packAway(sources, sourceCount),
      numbers: packAway(numbers, sourceCount),
      lines: packAway(lines, sourceCount),
      counts: packAway(counts, sourceCount),
      codes,
      links,
      samples: samples.sorted().map(({ item }) => item),
      halvings,
      isCapped: isThinned || isFull,
    }
    return result
  }
}

/** Numbers as text; the array is empty from here on. */
function packAway(array: Parameters<typeof release>[0] & Parameters<typeof pack>[0], count: number): string {
  const text = pack(array.subarray(0, count))
  release(array)
  return text
}
