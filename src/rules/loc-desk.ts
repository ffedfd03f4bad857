/**
 * What the rules of locs share about one document: where it stands, what each loc is, and which locs came before. Each
 * entry is read once, however many rules ask.
 */
import type { At, DocumentContext, Entry, Value } from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { LOC_LENGTH_LIMIT } from '../model/standards.ts'
import { isUnreserved } from '../values/escape-url.ts'
import { createFingerprintTable } from '../values/fingerprint-table.ts'
import { hash53 } from '../values/hash.ts'
import { type HttpUrl, type ListedUrl, readListedUrl } from '../values/listed-url.ts'
import { isPrivateHost } from '../values/private-host.ts'
import { isNormalEscape, keyOf } from '../values/url-key.ts'
import { type Base, bareHost, baseOf, isBelow, type Relation, relationOf } from '../values/url-scope.ts'
import { type DefinedRule, defineRule, type Hooks, type Report, type RuleData } from './define-rule.ts'
import { findNestedUrl, trimOddSpace } from './loc-patterns.ts'
import { createDispatcher, createShare, type Dispatcher } from './share.ts'

/** A loc that a rule may have something to say about. */
export interface Loc {
  value: Value
  /** The URL as judged: white space of any kind cut off. */
  text: string
  url: ListedUrl
  /** A second URL that it holds, which is the one that was meant. */
  nested: string | null
  /** On a private host, listed by a public site. */
  isPrivate: boolean
  /** How it stands to the document; null where that cannot be said or another fault is the cause. */
  place: { url: HttpUrl; relation: Relation; base: Base; isInScope: boolean } | null
}

/** A loc that was listed before; the numbers are those of the first. */
export interface Repeat {
  value: Value
  kind: 'duplicate' | 'equivalent'
  entry: number
  line: number
  firstLine: number
  firstEntry: number
  /** The entry that lists it again does so for images of its own. */
  hasImages: boolean
}

export interface LocDesk {
  /** Where the document was listed, and where it was read; empty where its address is not known. */
  readonly bases: readonly Base[]
  /** Number of the entry that `odd` is about: call `read` where it is another one. */
  readonly number: number
  /** The locs of the entry that are not plainly right. Damaged and empty ones are left out. */
  readonly odd: readonly Loc[]
  read(entry: Entry): void
  readonly oddJudges: Dispatcher<Loc>
  readonly repeatJudges: Dispatcher<Repeat>
  /** Call once for each entry. The locs of the entry that came before, in these words or in others that mean the same. */
  repeats(entry: Entry, lineOf: (at: At) => number): readonly Repeat[]
  /** More distinct locs than are kept: repeats are a lower bound. */
  readonly isCapped: boolean
}

/** The desk of one run over a document. */
export const attachDesk = createShare(createDesk)

/** A rule that judges one loc at a time: those that are not plainly right. */
export function defineLocRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (loc: Loc, report: Report<M>, document: DocumentContext, kind: DocumentKind) => void,
): DefinedRule {
  return defineRule(data, ({ report, document }) => {
    if (document === undefined) return {}
    const desk = attachDesk(document, data.id)
    let kind: DocumentKind = 'unknown'
    const seat = desk.oddJudges.add((loc) => judge(loc, report, document, kind))
    const hooks: Hooks = {
      start(head) {
        kind = head.kind
      },
      end: seat.rethrow,
    }
    if (!seat.isFirst) return hooks
    return {
      ...hooks,
      entry(entry) {
        if (desk.number !== entry.number) desk.read(entry)
        for (const loc of desk.odd) desk.oddJudges.dispatch(loc)
      },
    }
  })
}

/** A rule that judges locs that came before. */
export function defineRepeatRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (repeat: Repeat, report: Report<M>, kind: DocumentKind) => void,
): DefinedRule {
  return defineRule(data, ({ report, document, lineOf }) => {
    if (document === undefined) return {}
    const desk = attachDesk(document, data.id)
    let kind: DocumentKind = 'unknown'
    const seat = desk.repeatJudges.add((repeat) => judge(repeat, report, kind))
    const hooks: Hooks = {
      start(head) {
        kind = head.kind
      },
      end: seat.rethrow,
    }
    if (!seat.isFirst) return hooks
    return {
      ...hooks,
      entry(entry) {
        for (const repeat of desk.repeats(entry, lineOf)) desk.repeatJudges.dispatch(repeat)
      },
    }
  })
}

const NONE: readonly never[] = []
/** Entry numbers kept beside a line in one number of 53 bits. */
const ENTRY_RANGE = 2 ** 21

function createDesk(document: DocumentContext): LocDesk {
  const bases = [document.url, document.finalUrl].flatMap((url, i, urls) => {
    const base = i > 0 && url === urls[0] ? null : baseOf(url)
    return base ?? []
  })
  const isPrivateSite = document.isPrivateSite || bases.some(({ host }) => isPrivateHost(host))
  const table = createFingerprintTable()
  let isFirstPlain = false

  /** Own host, own folder, nothing but characters that say what they are: no rule of a single loc can have a say. */
  function isPlain(text: string): boolean {
    if (text.length >= LOC_LENGTH_LIMIT) return false
    for (const { origin, folder } of bases) {
      if (text.startsWith(origin) && text.startsWith(folder, origin.length)) return isPlainFrom(text, origin.length)
    }
    return false
  }

  function look(value: Value): Loc {
    const text = trimOddSpace(value.text)
    const url = readListedUrl(text)
    const nested = findNestedUrl(text, url)
    const isPrivate = url.kind === 'http' && nested === null && !isPrivateSite && isPrivateName(url.host)
    const place = url.kind === 'http' && nested === null && !isPrivate ? placeOf(url) : null
    return { value, text, url, nested, isPrivate, place }
  }

  function placeOf(url: HttpUrl): Loc['place'] {
    const nearest = relationOf(url, bases)
    if (nearest === null) return null
    const isInScope = bases.some((base) => bareHost(url.host) === base.host && isBelow(url, base))
    return { url, ...nearest, isInScope }
  }

  let lastHost = ''
  let isLastPrivate = false

  function isPrivateName(host: string): boolean {
    if (host !== lastHost) {
      isLastPrivate = isPrivateHost(host)
      lastHost = host
    }
    return isLastPrivate
  }

  function findRepeat(value: Value, isPlainText: boolean, entry: Entry, lineOf: (at: At) => number): Repeat | null {
    const { text } = value
    const fingerprint = hash53(text)
    const line = lineOf(value.at)
    const own = line * ENTRY_RANGE + Math.min(entry.number, ENTRY_RANGE - 1)
    const first = table.put(fingerprint, own)
    if (first > 0) return repeatOf('duplicate', first)
    let equivalent = -first
    const key = isPlainText ? text : keyOf(text)
    if (key !== text) {
      const keyFingerprint = hash53(key)
      // Below zero: listed in other words only.
      equivalent ||= Math.abs(table.put(keyFingerprint, -own))
    }
    if (first < 0) table.set(fingerprint, own)
    return equivalent === 0 ? null : repeatOf('equivalent', equivalent)

    function repeatOf(kind: Repeat['kind'], stored: number): Repeat {
      return {
        value,
        kind,
        entry: entry.number,
        line,
        firstLine: Math.floor(stored / ENTRY_RANGE),
        firstEntry: stored % ENTRY_RANGE,
        hasImages: value === entry.loc && entry.images.length > 0,
      }
    }
  }

  const desk = {
    bases,
    number: 0,
    odd: NONE as readonly Loc[],
    oddJudges: createDispatcher<Loc>(),
    repeatJudges: createDispatcher<Repeat>(),
    read({ number, loc, extraLocs }: Entry) {
      desk.number = number
      isFirstPlain = loc !== null && isPlain(loc.text)
      let found: readonly Loc[] = NONE
      if (loc !== null && !isFirstPlain && isSound(loc)) found = [look(loc)]
      for (const extra of extraLocs) if (isSound(extra) && !isPlain(extra.text)) found = [...found, look(extra)]
      desk.odd = found
    },
    repeats(entry: Entry, lineOf: (at: At) => number) {
      const { number, loc, extraLocs } = entry
      if (desk.number !== number) desk.read(entry)
      let repeats: readonly Repeat[] = NONE
      if (loc !== null && isSound(loc)) add(loc, isFirstPlain)
      for (const extra of extraLocs) if (isSound(extra)) add(extra, false)
      return repeats

      function add(value: Value, isPlainText: boolean): void {
        const repeat = findRepeat(value, isPlainText, entry, lineOf)
        if (repeat !== null) repeats = [...repeats, repeat]
      }
    },
    get isCapped() {
      return table.isCapped
    },
  }
  return desk
}

/** It says something, and all of it was read. */
const isSound = ({ text, isDamaged }: Value): boolean => text !== '' && !isDamaged

/** What a character may mean to the scan of a plain loc. Everything else is ODD. */
const ODD = 0
const USUAL = 1
/** Odd only at the beginning of a segment or value: dot segments, and what undefined and NaN begin with. */
const ODD_AT_START = 2
/** Begins a segment or a value. */
const STARTS_PART = 3
/** Begins the name of a parameter. */
const STARTS_NAME = 4
const PERCENT = 5

const CLASS = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (isUnreserved(code)) CLASS[code] = USUAL
// Left out: the colon (template or second URL), the semicolon (session id), brackets and the number sign.
for (const character of "@!$'()*+,") CLASS[character.charCodeAt(0)] = USUAL
for (const character of '.uN') CLASS[character.charCodeAt(0)] = ODD_AT_START
for (const character of '/=') CLASS[character.charCodeAt(0)] = STARTS_PART
for (const character of '?&') CLASS[character.charCodeAt(0)] = STARTS_NAME
CLASS[37] = PERCENT

/**
 * From the path on: no character that needs escaping, no dot segment, no escape that normalisation would change, no
 * parameter or segment that might be a tracking code or an unfilled template.
 */
function isPlainFrom(text: string, from: number): boolean {
  let previous = USUAL
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const meaning = code < 128 ? (CLASS[code] as number) : ODD
    if (previous === STARTS_NAME && MAY_TRACK.has(pairOf(code, text.charCodeAt(i + 1)))) return false
    if (meaning !== USUAL) {
      if (meaning === ODD || (meaning === ODD_AT_START && previous === STARTS_PART)) return false
      if (meaning === PERCENT) {
        // %25 may be an escape of an escape, %5B and %7B a bracket round a name.
        if (!isNormalEscape(text, i)) return false
        const escaped = Number.parseInt(text.slice(i + 1, i + 3), 16)
        if (escaped < 128 && escaped !== 32) return false
        i += 2
      }
    }
    previous = meaning
  }
  return true
}

/** A key of two characters, whatever their case. */
const pairOf = (first: number, second: number): number => ((first | 32) << 8) | (second | 32)

/** How the names of tracking parameters begin; see loc-patterns.ts. */
const MAY_TRACK = new Set(
  'ut gc gb wb dc fb ms yc tt tw li ig mc mk _g _h ep ph js as se si s= cf'
    .split(' ')
    .map((pair) => pairOf(pair.charCodeAt(0), pair.charCodeAt(1))),
)
