/**
 * Keeps the links between entries that a document's alternates make: fingerprints in typed arrays, about 10 bytes a
 * link. Who links back is settled at its end, as far as the document itself can tell.
 */
import type { DocumentAlternates } from '../model/document.ts'
import { createFingerprintTable } from '../values/fingerprint-table.ts'
import { pairHash } from '../values/hash.ts'
import { pack } from '../values/packed.ts'
import { createSmallest } from '../values/smallest.ts'

/** How much is kept of one document. */
export interface LinkLimits {
  /** Links while it is read: 20 MB. */
  links: number
  /** Links without a return link that are handed on. */
  open: number
  /** Links of entries that other documents may list too, handed on whatever is settled. */
  shared: number
  /** Links whose text is kept. */
  samples: number
  /** Entries without alternates that are remembered before the first one that has some. */
  plain: number
}

const LIMITS: LinkLimits = { links: 2_000_000, open: 500_000, shared: 50_000, samples: 200, plain: 10_000 }

/** Bits of a mark beside the index of the code. */
export const CODE_BITS = 0x3fff
/** Its target has no entry here. */
export const OPEN_ELSEWHERE = 0x4000
/** Its target has an entry here, which does not link back. */
export const OPEN_HERE = 0x8000
/** Codes told apart. */
const CODES_LIMIT = CODE_BITS

const X_DEFAULT = 'x-default'

export interface LinkKeeper {
  /** An entry without alternates. */
  plain(loc: number): void
  /** False when no more of them are remembered. */
  readonly wantsPlain: boolean
  /**
   * Begins an entry with alternates; false where there is no room for it.
   * @param line that of the entry
   * @param links at most so many will follow
   */
  begin(loc: number, number: number, line: number, links: number): boolean
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
  /** null where the document has no alternates. */
  finish(): DocumentAlternates | null
}

export function createLinkKeeper(limits: LinkLimits = LIMITS): LinkKeeper {
  let sources = new Float64Array(0)
  let numbers = new Uint32Array(0)
  let lines = new Uint32Array(0)
  let counts = new Uint32Array(0)
  let sourceCount = 0
  let targets = new Float64Array(0)
  let marks = new Uint16Array(0)
  let linkCount = 0
  let plain = new Float64Array(0)
  let plainCount = 0
  let isCapped = false
  const codes = ['']
  const indexes = new Map<string, number>([['', 0]])
  const samples = createSmallest<DocumentAlternates['samples'][0]>(limits.samples)
  let finished: DocumentAlternates | null | undefined

  function growLinks() {
    const size = Math.max(1_024, targets.length * 2)
    targets = grown(targets, new Float64Array(size))
    marks = grown(marks, new Uint16Array(size))
  }

  return {
    get wantsPlain() {
      return plainCount < (sourceCount === 0 ? limits.plain : limits.links)
    },
    plain(loc) {
      if (plainCount === plain.length) plain = grown(plain, new Float64Array(Math.max(256, plainCount * 2)))
      plain[plainCount++] = loc
    },
    begin(loc, number, line, links) {
      if (linkCount + links > limits.links) isCapped = true
      if (isCapped) return false
      if (sourceCount === sources.length) {
        const size = Math.max(256, sourceCount * 2)
        sources = grown(sources, new Float64Array(size))
        numbers = grown(numbers, new Uint32Array(size))
        lines = grown(lines, new Uint32Array(size))
        counts = grown(counts, new Uint32Array(size))
      }
      sources[sourceCount] = loc
      numbers[sourceCount] = number
      lines[sourceCount] = line
      counts[sourceCount++] = 0
      return true
    },
    add(target, code) {
      if (linkCount === targets.length) growLinks()
      targets[linkCount] = target
      marks[linkCount++] = code
      counts[sourceCount - 1] = (counts[sourceCount - 1] as number) + 1
    },
    quiet() {
      marks.fill(0, linkCount - (counts[sourceCount - 1] as number), linkCount)
    },
    withdraw() {
      linkCount -= counts[--sourceCount] as number
    },
    wantsText: (target) => samples.wants(pairHash(sources[sourceCount - 1] as number, target)),
    keepText(target, line, loc, href) {
      const source = sources[sourceCount - 1] as number
      const entry = numbers[sourceCount - 1] as number
      samples.add(pairHash(source, target), { source, target, entry, line, loc: copy(loc), href: copy(href) })
    },
    codeIndex(key) {
      const known = indexes.get(key)
      if (known !== undefined) return known
      if (codes.length >= CODES_LIMIT) return 0
      indexes.set(key, codes.length)
      codes.push(key)
      return codes.length - 1
    },
    finish() {
      finished ??= sourceCount === 0 ? null : settle()
      return finished
    },
  }

  function settle(): DocumentAlternates {
    const judged = markOpen(indexes.get(X_DEFAULT))
    const { isShared, kept: sourcesKept } = choose()
    let kept = 0
    for (let source = 0, link = 0; source < sourcesKept; source++) {
      const end = link + (counts[source] as number)
      const first = kept
      for (; link < end; link++) {
        if (isShared[source] === 0 && (marks[link] as number) <= CODE_BITS) continue
        targets[kept] = targets[link] as number
        marks[kept++] = marks[link] as number
      }
      counts[source] = kept - first
    }
    const result: DocumentAlternates = {
      sources: pack(sources.subarray(0, sourcesKept)),
      numbers: pack(numbers.subarray(0, sourcesKept)),
      lines: pack(lines.subarray(0, sourcesKept)),
      counts: pack(counts.subarray(0, sourcesKept)),
      targets: pack(targets.subarray(0, kept)),
      marks: pack(marks.subarray(0, kept)),
      codes,
      links: judged,
      samples: samples.sorted().map(({ item }) => item),
      isCapped: isCapped || sourcesKept < sourceCount,
    }
    sources = targets = plain = new Float64Array(0)
    numbers = lines = counts = new Uint32Array(0)
    marks = new Uint16Array(0)
    return result
  }

  /** Sets the bits of the links that nobody here answers. @returns how many links may be judged at all */
  function markOpen(isDefault: number | undefined): number {
    const here = createFingerprintTable()
    const mayBeHere = createFilter()
    for (const entries of [sources.subarray(0, sourceCount), plain.subarray(0, plainCount)]) {
      for (const entry of entries) {
        here.put(entry, 1)
        mayBeHere.add(entry)
      }
    }
    const pairs = createFingerprintTable(limits.links)
    let judged = 0
    for (let source = 0, link = 0; source < sourceCount; source++) {
      const own = sources[source] as number
      for (const end = link + (counts[source] as number); link < end; link++) {
        const target = targets[link] as number
        const mark = marks[link] as number
        if (mark !== 0 && mark !== isDefault && target !== own) judged++
        // Links that are not judged themselves may be the answer that another document waits for.
        if (!mayBeHere.has(target) || here.get(target) === 0) marks[link] = mark | OPEN_ELSEWHERE
        else {
          marks[link] = mark | OPEN_HERE
          pairs.put(pairHash(own, target), 1)
        }
      }
    }
    if (pairs.size === 0) return judged
    for (let source = 0, link = 0; source < sourceCount; source++) {
      const own = sources[source] as number
      for (const end = link + (counts[source] as number); link < end; link++) {
        const mark = marks[link] as number
        if ((mark & OPEN_HERE) === 0) continue
        if (pairs.get(pairHash(targets[link] as number, own)) !== 0) marks[link] = mark & CODE_BITS
      }
    }
    return judged
  }

  /**
   * Which entries hand on all of their links: those listed twice here, and those with the smallest fingerprints, which
   * any other document chooses likewise. Entries behind the limit of open links are left out altogether.
   */
  function choose(): { isShared: Uint8Array; kept: number } {
    const isShared = new Uint8Array(sourceCount)
    let kept = sourceCount
    let open = 0
    for (let source = 0, link = 0; source < sourceCount; source++) {
      for (const end = link + (counts[source] as number); link < end; link++)
        if ((marks[link] as number) > CODE_BITS) open++
      if (open > limits.open) {
        kept = source
        break
      }
    }
    if (linkCount <= limits.shared) return { isShared: isShared.fill(1), kept }
    const order = Uint32Array.from({ length: sourceCount }, (_, i) => i)
    order.sort((a, b) => (sources[a] as number) - (sources[b] as number))
    let left = limits.shared
    let leftForRepeated = limits.shared
    for (let i = 0; i < sourceCount; i++) {
      const source = order[i] as number
      const isRepeated =
        sources[source] === sources[order[i + 1] as number] || sources[source] === sources[order[i - 1] as number]
      const count = counts[source] as number
      left -= count
      if (isRepeated) leftForRepeated -= count
      if (left >= 0 || (isRepeated && leftForRepeated >= 0)) isShared[source] = 1
    }
    return { isShared, kept }
  }
}

/** One bit for many fingerprints: small enough to be looked at before a table that is not. */
function createFilter() {
  const bits = new Uint8Array(32_768)
  return {
    add(fingerprint: number) {
      const at = fingerprint & 0x3ffff
      bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7))
    },
    has(fingerprint: number): boolean {
      const at = fingerprint & 0x3ffff
      return ((bits[at >> 3] as number) & (1 << (at & 7))) !== 0
    },
  }
}

function grown<T extends Float64Array | Uint32Array | Uint16Array>(from: T, into: T): T {
  into.set(from)
  return into
}

/**
 * A text of its own: what is cut out of a document's text would keep that in memory. (Joining makes a new text; the
 * slice then points into that.)
 */
const copy = (text: string): string => ` ${text}`.slice(1)
