/** Lines of places in the text that was looked at last, by the breaks that were found then. */
import type { At } from '../model/document.ts'
import { NOWHERE, type TextSurvey } from './text-survey.ts'

/** Plain state: the survey of a text, and how far its breaks are counted. */
export interface LineCounter {
  units: Uint8Array
  breaks: Int32Array
  base: At
  /** Behind the text's last unit. */
  end: At
  passed: number
  /** Behind the breaks that are passed. */
  line: number
}

/** Knows no place until a survey is taken. */
export function createLineCounter(): LineCounter {
  return { units: new Uint8Array(0), breaks: Int32Array.of(NOWHERE), base: 0, end: -1, passed: 0, line: 1 }
}

/**
 * @param survey valid as long as the counter is asked
 * @param base index of the text's first unit
 * @param line its line
 */
export function takeSurvey(counter: LineCounter, { units, breaks, text }: TextSurvey, base: At, line: number) {
  counter.units = units
  counter.breaks = breaks
  counter.base = base
  counter.end = base + text.length
  counter.passed = 0
  counter.line = line
}

/** Goes on from the last place, forwards or back. @returns 0: it is not in the text */
export function countTo(counter: LineCounter, at: At): number {
  const { breaks, base, units } = counter
  if (at < base || at > counter.end) return 0
  const index = at - base
  let { passed, line } = counter
  while ((breaks[passed] as number) < index) line += lineAfter(units, breaks[passed++] as number)
  while (passed > 0 && (breaks[passed - 1] as number) >= index) line -= lineAfter(units, breaks[--passed] as number)
  counter.passed = passed
  counter.line = line
  return line
}

/** Where the line begins that was counted to last; -1: before the text. */
export function lineStart({ breaks, base, units, passed }: LineCounter): At {
  let k = passed - 1
  while (k >= 0 && lineAfter(units, breaks[k] as number) === 0) k--
  return k < 0 ? -1 : base + (breaks[k] as number) + 1
}

/** 1: a line ends behind the break; 0: it is a tab, or the first half of CR LF. */
function lineAfter(units: Uint8Array, index: number): 0 | 1 {
  const unit = units[index]
  return unit === 0x0a || (unit === 0x0d && units[index + 1] !== 0x0a) ? 1 : 0
}
