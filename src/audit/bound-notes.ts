/** Sentences about what was kept in memory of a fixed size, and had no room for more: it is told, not passed over. */
import type { DocumentFingerprints } from '../model/checked-document.ts'
import { FINGERPRINTS_LIMIT } from '../values/fingerprint-table.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { partsOf } from './compare-locs.ts'

const shown = (count: number): string => count.toLocaleString('en-US')

/** What of one document was compared in part. */
export function documentNotes(
  url: string,
  fingerprints: Pick<DocumentFingerprints, 'isCapped' | 'locs'>,
  areLocsCapped: boolean,
  areLastmodsCapped: boolean,
): string[] {
  const notes: string[] = []
  const name = maskUserInfo(url)
  const limit = shown(FINGERPRINTS_LIMIT)
  if (areLocsCapped)
    notes.push(`${name} lists more than ${limit} distinct locs: the duplicates found in it are a lower bound.`)
  if (areLastmodsCapped)
    notes.push(`${name} has more than ${limit} distinct lastmods: how many differ is a lower bound.`)
  if (fingerprints.isCapped)
    notes.push(
      `Of ${name}, the first ${shown(fingerprints.locs.length)} distinct locs are kept: what it shares with other documents and other audits is a lower bound.`,
    )
  return notes
}

/** What was compared across documents in part. @param counts fingerprints kept of each document */
export function acrossNotes(counts: readonly number[]): string[] {
  const count = counts.reduce((sum, one) => sum + one, 0)
  const { parts, compared } = partsOf(count)
  if (compared === parts) return []
  const share = Math.round((count * compared) / parts)
  return [
    `The documents read list ${shown(count)} locs: duplicates across them were looked for among about ${shown(share)} of them, and are a lower bound.`,
  ]
}
