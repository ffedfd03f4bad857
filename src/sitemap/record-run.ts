/** Records of the shape that was learned, looked for many at once: only where their texts stand is noted. */
import { PLAIN_RUN_LIMIT } from '../model/document.ts'
import { isSameAscii, nextLess } from '../values/ascii-bytes.ts'
import type { RecordShape } from './record-shape.ts'
import type { XmlRecord, XmlRun } from './xml-reader.ts'

/** Units of a record; longer ones are told one by one. */
const RECORD_LENGTH = 4_096

const RETURN = 0x0d

export function createRun(record: XmlRecord): XmlRun {
  const none = new Int32Array(0)
  return { count: 0, record, lines: 0, froms: none, tos: none, starts: [], ends: [], opens: [] }
}

/** Makes room for the leaves of the run's record. */
export function makeRoom(run: XmlRun) {
  if (run.froms.length === 0) {
    run.froms = new Int32Array(PLAIN_RUN_LIMIT)
    run.tos = new Int32Array(PLAIN_RUN_LIMIT)
  }
  while (run.starts.length < run.record.count) {
    run.starts.push(new Int32Array(PLAIN_RUN_LIMIT))
    run.ends.push(new Int32Array(PLAIN_RUN_LIMIT))
  }
}

/**
 * Looks for records of the shape one after the other, and puts them into its run.
 * @param from index behind the last token
 * @param lastLess index of the last `<`
 * @param length of the text as far as it holds no reference
 * @param hasReturn the text does somewhere; texts of the run must not, for they would not be verbatim
 */
export function findRun(shape: RecordShape, from: number, lastLess: number, length: number, hasReturn: boolean) {
  const { lengths, offsets, markup, indent, run, runLength } = shape
  const { record, froms, tos, starts, ends } = run
  const { count: leaves, units, words } = record
  const tail = lengths[leaves] as number
  const tailOffset = offsets[leaves] as number
  let begin = from
  let count = 0
  search: for (; count < runLength; count++) {
    let at = begin
    for (let leaf = 0; leaf < leaves; leaf++) {
      const size = lengths[leaf] as number
      const start = at + size
      // What begins behind the last `<` has no end.
      if (start > lastLess || !isSameAscii(words, at, markup, offsets[leaf] as number, size)) break search
      at = nextLess(words, start)
      if (hasReturn && holdsReturn(units, start, at)) break search
      ;(starts[leaf] as Int32Array)[count] = start
      ;(ends[leaf] as Int32Array)[count] = at
    }
    const end = at + tail
    if (end > length || end - begin > RECORD_LENGTH || !isSameAscii(words, at, markup, tailOffset, tail)) break
    froms[count] = begin + indent
    tos[count] = end
    begin = end
  }
  run.count = count
}

export function holdsReturn(units: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (units[i] === RETURN) return true
  return false
}

/** Puts one of the run into its record. */
export function setRecord({ record, starts, ends, opens }: XmlRun, index: number) {
  record.isVerbatim = true
  for (let leaf = 0; leaf < record.count; leaf++) {
    const start = (starts[leaf] as Int32Array)[index] as number
    record.starts[leaf] = start
    record.ends[leaf] = (ends[leaf] as Int32Array)[index] as number
    record.ats[leaf] = record.base + start - (opens[leaf] as number)
    record.resolved[leaf] = null
  }
}
