/** Which URLs came into a document and which left it, as far as two samples of it can tell. */

import type { UrlChanges } from '../model/facts.ts'
import { urlFingerprint } from '../values/url-fingerprint.ts'
import { splitUrl } from '../values/url-parts.ts'
import { type LocSample, wouldHave } from './loc-sample.ts'

/** URLs shown on either side. */
const SHOWN_LIMIT = 100

/**
 * A URL that only one sample has is claimed to be missing in the other only where that one would have it: it is whole,
 * or the URL's hash is not beyond its threshold.
 */
export function compareUrls(before: LocSample, after: LocSample): UrlChanges {
  const [removed, added] = parted(before, after)
  return {
    added: added.slice(0, SHOWN_LIMIT),
    removed: removed.slice(0, SHOWN_LIMIT),
    isSame: added.length === 0 && removed.length === 0,
    isWhole: before.isWhole && after.isWhole,
    origins: { before: countOrigins(before), after: countOrigins(after) },
  }
}

function parted(before: LocSample, after: LocSample): [removed: string[], added: string[]] {
  const [old, fresh] = onlyInOne(before.locs, after.locs)
  const left = hashed(old)
  const came = hashed(fresh)
  // One that is only written otherwise is still the same URL.
  return [
    [...left].filter(([hash]) => !came.has(hash) && wouldHave(after, hash)).map(([, loc]) => loc),
    [...came].filter(([hash]) => !left.has(hash) && wouldHave(before, hash)).map(([, loc]) => loc),
  ]
}

/** @param before sorted, as `after` is */
function onlyInOne(before: readonly string[], after: readonly string[]): [inBefore: string[], inAfter: string[]] {
  const inBefore: string[] = []
  const inAfter: string[] = []
  let at = 0
  for (const loc of before) {
    while (at < after.length && (after[at] as string) < loc) inAfter.push(after[at++] as string)
    if (after[at] === loc) at++
    else inBefore.push(loc)
  }
  return [inBefore, [...inAfter, ...after.slice(at)]]
}

function hashed(locs: readonly string[]): Map<number, string> {
  return new Map(locs.map((loc) => [urlFingerprint(loc), loc]))
}

function countOrigins({ locs }: LocSample): Record<string, number> {
  const counts = new Map<string, number>()
  let place = ''
  let origin: string | null = null
  for (const loc of locs) {
    // Sorted, they come host by host: each is looked at once.
    if (place === '' || !loc.startsWith(place)) {
      origin = originOf(loc)
      place = loc.slice(0, loc.indexOf('/', PATH_AFTER) + 1)
    }
    if (origin !== null) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

/** A path begins behind at least so many characters of an http(s) URL. */
const PATH_AFTER = 'https://'.length

/** Scheme and host of an absolute URL, lower-case; null where it has none. */
function originOf(loc: string): string | null {
  const { scheme, host, port } = splitUrl(loc)
  if (scheme === null || host === '') return null
  return `${scheme}://${host}${port === null || port === '' ? '' : `:${port}`}`.toLowerCase()
}
