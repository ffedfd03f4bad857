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
import { type DefinedRule, defineRule, type Report, type RuleData } from './define-rule.ts'
import { findNestedUrl, trimOddSpace } from './loc-patterns.ts'

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
  line: number
  firstLine: number
  firstEntry: number
}

export interface LocDesk {
  /** Where the document was listed, and where it was read; empty where its address is not known. */
  readonly bases: readonly Base[]
  /** The locs of the entry that are not plainly right. Damaged and empty ones are left out. */
  odd(entry: Entry): readonly Loc[]
  /** The locs of the entry that came before, in these words or in others that mean the same. */
  repeats(entry: Entry, lineOf: (at: At) => number): readonly Repeat[]
  /** More distinct locs than are kept: repeats are a lower bound. */
  readonly isCapped: boolean
}

const desks = new WeakMap<DocumentContext, { desk: LocDesk; users: Set<string> }>()

/**
 * The desk of one run over a document. A user that comes a second time begins a new run: what was seen in the first is
 * not held against the second.
 */
export function attachDesk(document: DocumentContext, user: string): LocDesk {
  let shared = desks.get(document)
  if (shared === undefined || shared.users.has(user)) {
    shared = { desk: createDesk(document), users: new Set() }
    desks.set(document, shared)
  }
  shared.users.add(user)
  return shared.desk
}

/** A rule that judges one loc at a time: those that are not plainly right. */
export function defineLocRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (loc: Loc, report: Report<M>, document: DocumentContext, kind: DocumentKind) => void,
): DefinedRule {
  return defineRule(data, ({ report, document }) => {
    if (document === undefined) return {}
    const desk = attachDesk(document, data.id)
    let kind: DocumentKind = 'unknown'
    return {
      start(head) {
        kind = head.kind
      },
      entry(entry) {
        const odd = desk.odd(entry)
        for (let i = 0; i < odd.length; i++) judge(odd[i] as Loc, report, document, kind)
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
  let judged: { entry: Entry | null; number: number; odd: readonly Loc[] } = { entry: null, number: 0, odd: NONE }
  let repeated: { entry: Entry | null; number: number; repeats: readonly Repeat[] } = {
    entry: null,
    number: 0,
    repeats: NONE,
  }

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
    const isPrivate = url.kind === 'http' && nested === null && !isPrivateSite && isPrivateHost(url.host)
    const place = url.kind === 'http' && nested === null && !isPrivate ? placeOf(url) : null
    return { value, text, url, nested, isPrivate, place }
  }

  function placeOf(url: HttpUrl): Loc['place'] {
    const nearest = relationOf(url, bases)
    if (nearest === null) return null
    const isInScope = bases.some((base) => bareHost(url.host) === base.host && isBelow(url, base))
    return { url, ...nearest, isInScope }
  }

  function findRepeat(value: Value, entry: Entry, lineOf: (at: At) => number): Repeat | null {
    const { text } = value
    const fingerprint = hash53(text)
    const line = lineOf(value.at)
    const first = table.get(fingerprint)
    if (first > 0) return repeatOf('duplicate', first)
    const own = line * ENTRY_RANGE + Math.min(entry.number, ENTRY_RANGE - 1)
    let equivalent = -first
    const key = isPlain(text) ? text : keyOf(text)
    if (key !== text) {
      const keyFingerprint = hash53(key)
      equivalent ||= Math.abs(table.get(keyFingerprint))
      // Below zero: listed in other words only.
      if (equivalent === 0) table.set(keyFingerprint, -own)
    }
    table.set(fingerprint, own)
    return equivalent === 0 ? null : repeatOf('equivalent', equivalent)

    function repeatOf(kind: Repeat['kind'], stored: number): Repeat {
      return { value, kind, line, firstLine: Math.floor(stored / ENTRY_RANGE), firstEntry: stored % ENTRY_RANGE }
    }
  }

  return {
    bases,
    odd(entry) {
      if (judged.entry === entry && judged.number === entry.number) return judged.odd
      let odd: readonly Loc[] = NONE
      for (const value of locsOf(entry)) if (!isPlain(value.text)) odd = [...odd, look(value)]
      judged = { entry, number: entry.number, odd }
      return judged.odd
    },
    repeats(entry, lineOf) {
      if (repeated.entry === entry && repeated.number === entry.number) return repeated.repeats
      let repeats: readonly Repeat[] = NONE
      for (const value of locsOf(entry)) {
        const repeat = findRepeat(value, entry, lineOf)
        if (repeat !== null) repeats = [...repeats, repeat]
      }
      repeated = { entry, number: entry.number, repeats }
      return repeated.repeats
    },
    get isCapped() {
      return table.isCapped
    },
  }
}

/** Locs that say something and can be judged. */
function locsOf({ loc, extraLocs }: Entry): readonly Value[] {
  const isSound = ({ text, isDamaged }: Value) => text !== '' && !isDamaged
  if (extraLocs.length > 0) return (loc === null ? extraLocs : [loc, ...extraLocs]).filter(isSound)
  return loc !== null && isSound(loc) ? [loc] : NONE
}

const PLAIN = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (isUnreserved(code)) PLAIN[code] = 1
// Left out: the colon (template or second URL), the semicolon (session id), brackets and the number sign.
for (const character of "/?@!$&'()*+,=") PLAIN[character.charCodeAt(0)] = 1

/**
 * From the path on: no character that needs escaping, no dot segment, no escape that normalisation would change, no
 * parameter or segment that might be a tracking code or an unfilled template.
 */
function isPlainFrom(text: string, from: number): boolean {
  let previous = 0
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 37) {
      // %25 may be an escape of an escape, %5B and %7B a bracket round a name.
      if (!isNormalEscape(text, i)) return false
      const escaped = Number.parseInt(text.slice(i + 1, i + 3), 16)
      if (escaped < 128 && escaped !== 32) return false
      i += 2
    } else if (code > 127 || PLAIN[code] === 0) return false
    else if (previous === 47 || previous === 61) {
      // Behind / or =: a dot, or what undefined and NaN begin with.
      if (code === 46 || code === 117 || code === 78) return false
    } else if ((previous === 63 || previous === 38) && MAY_TRACK.has(pairOf(code, text.charCodeAt(i + 1)))) return false
    previous = code
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
