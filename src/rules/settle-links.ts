/** Tells which links of a document are answered in the document itself: the others are left to be settled elsewhere. */
import { createFingerprintSet } from '../values/fingerprint-set.ts'
import { pairHash } from '../values/hash.ts'
import { eachHeldLink, type HeldLinks, retainLinks } from './held-links.ts'

/** Bits of a mark beside the index of the code. */
export const CODE_BITS = 0x3fff
/** Its target has no entry here. */
const OPEN_ELSEWHERE = 0x4000
/** Its target has an entry here, which does not link back. */
export const OPEN_HERE = 0x8000

/**
 * Sets the bits of the links that nobody here answers.
 * @param isDefault the code of x-default
 * @returns how many links may be judged at all
 */
export function markOpenLinks(held: HeldLinks, isDefault: number | undefined): number {
  const { sources, sourceCount, plain, plainCount, targets, marks } = held
  const here = createFingerprintSet(sourceCount + plainCount)
  const mayBeHere = createFilter()
  for (const entries of [sources.subarray(0, sourceCount), plain.subarray(0, plainCount)]) {
    for (const entry of entries) {
      here.add(entry)
      mayBeHere.add(entry)
    }
  }
  let judged = 0
  let openHere = 0
  eachHeldLink(held, (link, from) => {
    const target = targets[link] as number
    const mark = marks[link] as number
    if (mark !== 0 && mark !== isDefault && target !== from) judged++
    // Links that are not judged themselves may be the answer that another document waits for.
    const isHere = mayBeHere.has(target) && here.has(target)
    if (isHere) openHere++
    marks[link] = mark | (isHere ? OPEN_HERE : OPEN_ELSEWHERE)
  })
  here.release()
  if (openHere > 0) answerLinks(held, openHere)
  return judged
}

/** Takes the bit from links to entries that link back. @param count how many have it */
function answerLinks(held: HeldLinks, count: number): void {
  const { targets, marks } = held
  const pairs = createFingerprintSet(count)
  eachHeldLink(held, (link, from) => {
    if (((marks[link] as number) & OPEN_HERE) !== 0) pairs.add(pairHash(from, targets[link] as number))
  })
  eachHeldLink(held, (link, from) => {
    const mark = marks[link] as number
    if ((mark & OPEN_HERE) !== 0 && pairs.has(pairHash(targets[link] as number, from))) marks[link] = mark & CODE_BITS
  })
  pairs.release()
}

/** Leaves what is settled behind, save for the links of entries that other documents may list too. */
export function keepOpenLinks(held: HeldLinks, sharedLimit: number): void {
  if (held.linkCount <= sharedLimit) return
  const isShared = chooseShared(held, sharedLimit)
  const { marks } = held
  retainLinks(held, (link, source) => isShared[source] === 1 || (marks[link] as number) > CODE_BITS)
}

/**
 * Which entries hand on all of their links: those listed twice here, and those with the smallest fingerprints, which any
 * other document chooses likewise.
 */
function chooseShared({ sources, counts, sourceCount }: HeldLinks, limit: number): Uint8Array {
  const isShared = new Uint8Array(sourceCount)
  const order = Uint32Array.from({ length: sourceCount }, (_, i) => i)
  order.sort((a, b) => (sources[a] as number) - (sources[b] as number))
  let left = limit
  let leftForRepeated = limit
  for (let i = 0; i < sourceCount; i++) {
    const source = order[i] as number
    const isRepeated =
      sources[source] === sources[order[i + 1] as number] || sources[source] === sources[order[i - 1] as number]
    const count = counts[source] as number
    left -= count
    if (isRepeated) leftForRepeated -= count
    if (left >= 0 || (isRepeated && leftForRepeated >= 0)) isShared[source] = 1
  }
  return isShared
}

/** One bit for many fingerprints: small enough to be looked at before a set that is not. */
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
