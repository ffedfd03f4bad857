/**
 * Links that are written like one before, but for the end of their URL: entries list the same languages in the same
 * order, and nearly all of what a link is stands in the entry before. What is the same is compared four bytes at once;
 * what is not is left to the scanner, which reads it token by token.
 */
import type { LinkForm } from '../model/document.ts'
import { isSameAscii, wordsOf } from '../values/ascii-bytes.ts'
import { detachText } from '../values/detach-text.ts'
import type { LinkRun, XmlTag } from './xml-reader.ts'
import type { Name, Scanner } from './xml-scanner-state.ts'
import { isSpace } from './xml-words.ts'

/** A link as it stands in the text: up to the folder of its URL, the rest of the URL, and what follows that. */
interface Form {
  link: LinkForm
  name: Name
  /** As the scanner counts scopes. */
  scope: number
  before: Int32Array
  beforeLength: number
  behind: Int32Array
  behindLength: number
  /** What was read last behind it, and is likely to come again. */
  next: Form | null
}

/** Plain state, and functions over it. */
export interface LinkLane {
  readonly forms: Map<string, Form>
  /** The first link of an entry, most often. */
  first: Form | null
  /** The one read last in this entry; null: none was, or not by a form. */
  last: Form | null
  /** What is likely to come next. */
  expected: Form | null
  /** Links that were read by a form. */
  hits: number
  /** The end of the last URL, as text and as words. */
  ending: string
  endingWords: Int32Array
  readonly run: LinkRun
}

/** Forms of one document: as many as there are languages, and some more. */
const FORMS_LIMIT = 1_000
/** Where links are hardly ever written like one before, learning forms is in vain. */
const FORMS_IN_VAIN = 200
/** Bytes of a link; longer ones are hardly of a form. */
const LINK_LENGTH = 2_048

const LESS = 0x3c
const SLASH = 0x2f

/** What the end of a URL may be made of. What is not among it may be part of one all the same. */
const IN_ENDING = new Uint8Array(256)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%!$*+,;=:@?()') {
  IN_ENDING[character.charCodeAt(0)] = 1
}

export function createLinkLane(): LinkLane {
  return {
    forms: new Map(),
    first: null,
    last: null,
    expected: null,
    hits: 0,
    ending: '',
    endingWords: new Int32Array(0),
    run: { count: 0, name: '', units: 0, end: 0, ats: [], forms: [], endings: [] },
  }
}

/** To be called at the beginning of each entry. */
export function beginLinks(lane: LinkLane) {
  lane.last = null
  lane.expected = lane.first
}

/**
 * Reads and tells the links from `less` on, as far as they have the forms that are expected.
 * @returns the index behind them, or -1: there is none, and nothing was told
 */
export function tellLinks(scanner: Scanner, less: number): number {
  const { lane, units, base, scope, handler, lastLess } = scanner
  const { run } = lane
  let { expected: form, last } = lane
  let count = 0
  let end = -1
  run.units = 0
  for (let i = less; form !== null && form.scope === scope; ) {
    const stop = endOfUrl(scanner, form, i)
    if (stop < 0) break
    run.ats[count] = base + i
    run.forms[count] = form.link
    run.endings[count] = lane.ending
    count++
    end = stop + form.behindLength
    run.units += end - i
    last = form
    form = form.next
    i = end
    while (isSpace(units[i] as number)) i++
    if (i > lastLess || units[i] !== LESS) break
  }
  if (count === 0) return -1
  run.count = count
  run.end = base + end
  run.name = (last as Form).name.name
  if (!handler.links?.(run)) return -1
  lane.hits += count
  lane.last = last
  lane.expected = form
  scanner.name = (last as Form).name
  return end
}

/** @returns the index behind the URL of a link that has the form and stands at `less`, or -1 */
function endOfUrl(scanner: Scanner, form: Form, less: number): number {
  const { lane, text, fours, units } = scanner
  const { length } = text
  const start = less + form.beforeLength
  if (start >= length || !isSameAscii(fours, less, form.before, 0, form.beforeLength)) return -1
  let stop = start + lane.ending.length
  if (!isEndingAt(scanner, start, stop)) {
    stop = start
    while (IN_ENDING[units[stop] as number] === 1) stop++
    // As in the form, the last slash counts that is not at the very end.
    if (units[stop] === SLASH) stop++
    if (stop === start || stop - less > LINK_LENGTH) return -1
    setEnding(lane, text.slice(start, stop), units, start)
  }
  const isWhole = stop + form.behindLength <= length
  return isWhole && isSameAscii(fours, stop, form.behind, 0, form.behindLength) ? stop : -1
}

/** Whether the last URL's ending stands here, and nothing follows that would be part of it. */
function isEndingAt({ lane, text, fours, units }: Scanner, start: number, stop: number): boolean {
  if (stop === start || stop > text.length) return false
  const behind = units[stop] as number
  return IN_ENDING[behind] !== 1 && behind !== SLASH && isSameAscii(fours, start, lane.endingWords, 0, stop - start)
}

function setEnding(lane: LinkLane, ending: string, units: Uint8Array, start: number) {
  lane.ending = ending
  lane.endingWords = wordsOf(units, start, start + ending.length)
}

/**
 * Learns the form of a link that the scanner has read and told.
 * @param less its `<`
 * @param end the index behind it
 */
export function learnLink(scanner: Scanner, tag: XmlTag, less: number, end: number) {
  const { lane, handler, attributes } = scanner
  const { last, forms, hits } = lane
  const isInVain = forms.size >= FORMS_LIMIT || (forms.size >= FORMS_IN_VAIN && hits < forms.size)
  const isTried = !isInVain && end - less <= LINK_LENGTH
  const link = isTried ? (handler.linkForm?.(tag, scanner.base + less, attributes) ?? null) : null
  const form = link === null ? null : formOf(scanner, link, less, end)
  if (last !== null) last.next = form
  else if (form !== null) lane.first = form
  lane.last = form
  lane.expected = form === null ? null : form.next
}

function formOf(scanner: Scanner, link: LinkForm, less: number, end: number): Form | null {
  const { lane, text, units, ampersand } = scanner
  const { forms } = lane
  const start = less + link.hrefOffset + 'href="'.length
  const cut = start + link.folder.length
  let stop = cut
  while (IN_ENDING[units[stop] as number] === 1) stop++
  if (units[stop] === SLASH) stop++
  // A reference, or what another entry may not have here as well.
  if (stop === cut || units[stop] !== units[start - 1] || ampersand < end || !isAscii(units, less, end)) return null
  setEnding(lane, text.slice(cut, stop), units, cut)
  const key = `${text.slice(less, cut)}\n${text.slice(stop, end)}`
  let form = forms.get(key)
  if (form === undefined) {
    const [before, behind] = [wordsOf(units, less, cut), wordsOf(units, stop, end)]
    const lengths = { beforeLength: cut - less, behindLength: end - stop }
    form = { link, name: scanner.name, scope: scanner.scope, before, behind, ...lengths, next: null }
    forms.set(detachText(key), form)
  } else if (form.scope !== scanner.scope) {
    form.name = scanner.name
    form.scope = scanner.scope
  }
  return form
}

function isAscii(units: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((units[i] as number) > 0x7f) return false
  return true
}
