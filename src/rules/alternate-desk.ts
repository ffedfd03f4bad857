/** Reads the alternates of each entry once for all of their rules; what is plainly right costs a look-up and a hash. */
import type { DocumentAlternates } from '../model/checked-document.ts'
import type { Alternate, At, DocumentHead, Entry, LinkForm, PlainEntry, PlainRun, Value } from '../model/document.ts'
import { type LanguageTag, readLanguageTag } from '../values/language-tag.ts'
import { type ListedUrl, readListedUrl } from '../values/listed-url.ts'
import { createUrlFingerprints, urlFingerprint } from '../values/url-fingerprint.ts'
import { isApp, isNear, relOf, resolveHref } from './alternate-attributes.ts'
import { createLinkKeeper, type LinkKeeper } from './alternate-links.ts'
import { hasAlternates } from './entry-traits.ts'
import { createFormJudge } from './judge-forms.ts'
import { createDispatcher, createShare, type Dispatcher } from './share.ts'

/** An alternate that a rule may have something to say about. */
export interface OddAlternate {
  alternate: Alternate
  rel: 'right' | 'missing' | 'other'
  /** null where the attribute is missing, or could not be read whole. */
  tag: LanguageTag | null
  /** White space cut off. */
  href: string
  /** null where the attribute is missing, or could not be read whole. */
  url: ListedUrl | null
}

export interface Conflict {
  alternate: Alternate
  /** Lower-case. */
  code: string
}

/** The alternates of one entry, taken together. */
export interface AlternateSet {
  entry: Entry
  odd: readonly OddAlternate[]
  /** Alternates whose code was used in this entry for another target. */
  conflicts: readonly Conflict[]
  /** Whether they name the entry: `near`, when they name it in other words alone. Null: it can't be said. */
  self: 'named' | 'missing' | { near: Alternate } | null
  /** The target of x-default, where no other code has it. */
  fallback: { alternate: Alternate; target: number } | null
  /** The smallest fingerprint of the other targets: sets that have one in common mostly have the same. */
  signature: number
}

export interface AlternateDesk {
  begin(head: Pick<DocumentHead, 'kind' | 'declaresAlternates'>): void
  /** Reads the entry unless it was the last one read; null where there is nothing to judge. */
  read(entry: Entry, lineOf: (at: At) => number): AlternateSet | null
  /** A plain entry has none. */
  readPlain(entry: PlainEntry): void
  /** The same of the first entries of a run. */
  readRun(run: PlainRun, count: number): void
  readonly judges: Dispatcher<AlternateSet>
  /** What could not be kept. */
  readonly kept: Pick<LinkKeeper, 'halvings' | 'leavesEntriesOut'>
  /** What is left to be settled with other documents. */
  finish(): DocumentAlternates | null
}

/** The desk of one run over a document. */
export const attachAlternateDesk = createShare(createDesk)

/** One code as it is written, and what this run knows of it. */
interface Code {
  text: string
  tag: LanguageTag
  /** Nothing to say of it. */
  isPlain: boolean
  use: Use
}

/** Where a code was used last; shared by all ways to write it. */
interface Use {
  key: string
  index: number
  entry: number
  target: number
}

/** Ways to write codes that are remembered. */
const CODES_LIMIT = 5_000
/** Right ones are shorter. */
const CODE_LENGTH = 12
const SEATS_LIMIT = 1_000
/** The reader keeps no more of one entry; see sitemap/locator.ts. What lies behind may name anything. */
const ENTRY_LENGTH_LIMIT = 1_000_000
/** Plain entries remembered of a document that does not declare alternates: most of those have none at all. */
const UNEXPECTED_LIMIT = 500
/** Shared until something is put in them. */
const NO_ODD: OddAlternate[] = []
const NO_CONFLICTS: Conflict[] = []
/** What decoders put in the place of bytes that are no text. */
const DAMAGED = '\ufffd'

function createDesk(): AlternateDesk {
  const urls = createUrlFingerprints()
  const keeper = createLinkKeeper()
  const codes = new Map<string, Code>()
  const uses = new Map<string, Use>()
  /** By the alternate's place in its entry: entries mostly list the same codes in the same order. */
  const seats: Code[] = []
  const faulty: Use = { key: '', index: 0, entry: 0, target: 0 }
  const judges = createDispatcher<AlternateSet>()
  const { add: addLink, wantsText } = keeper

  const forms = createFormJudge(codeOf)

  let isJudged = false
  let isExpected = false
  let lastNumber = 0
  let last: AlternateSet | null = null

  // The entry under reading.
  let number = 0
  let loc = ''
  let own = 0
  let isKept = false
  let hasSelf = false
  /** The targets under other codes than x-default. */
  const targets: number[] = []
  let signature = 0
  /** A link could not be read: it may name anything. */
  let isVague = false
  let odd: OddAlternate[] = NO_ODD
  let conflicts: Conflict[] = NO_CONFLICTS
  /** Index of x-default; -1: there is none, or another code has its target. */
  let fallback = -1
  let fallbackTarget = 0
  let lineOf: (at: At) => number = () => 0

  function codeOf(text: string, seat: number): Code {
    const seated = seats[seat]
    if (seated !== undefined && seated.text === text) return seated
    let code = codes.get(text)
    if (code === undefined) {
      const tag = readLanguageTag(text)
      const isPlain = tag.fault === null && !tag.isOddCase && tag.key !== 'uk'
      code = { text, tag, isPlain, use: tag.fault === null ? useOf(tag.key) : faulty }
      // A longer text would keep the document's text in memory.
      if (text.length > CODE_LENGTH || codes.size >= CODES_LIMIT) return code
      codes.set(text, code)
    }
    if (seat < SEATS_LIMIT) seats[seat] = code
    return code
  }

  function useOf(key: string): Use {
    let use = uses.get(key)
    if (use === undefined) {
      use = { key, index: keeper.codeIndex(key), entry: 0, target: 0 }
      if (uses.size < CODES_LIMIT) uses.set(key, use)
    }
    return use
  }

  function readEntry(entry: Entry): AlternateSet | null {
    begin(entry)
    const { links } = entry
    if (links !== undefined && forms.read(links)) {
      links.isPlain = true
      takeFormed(entry, links.forms.length)
    } else readEach(entry)
    if (isKept && isVague) keeper.withdraw()
    const isEmpty = targets.length === 0 && fallback < 0
    if (isEmpty && odd.length === 0) return null
    if (fallback >= 0 && targets.includes(fallbackTarget)) fallback = -1
    const self = isEmpty ? null : selfOf(entry)
    // What the entry is called is in doubt: others may well name it otherwise.
    if (isKept && !isVague && typeof self === 'object' && self !== null) keeper.quiet()
    const named = fallback < 0 ? null : { alternate: entry.alternates[fallback] as Alternate, target: fallbackTarget }
    return { entry, odd, conflicts, self, fallback: named, signature }
  }

  function readEach(entry: Entry) {
    const { alternates } = entry
    for (let i = 0; i < alternates.length; i++) {
      const alternate = alternates[i] as Alternate
      const { rel, hreflang, href } = alternate
      if (rel === 'alternate' && hreflang !== null && href !== null) {
        const code = codeOf(hreflang, i)
        if (code.isPlain) {
          const target = urls.ofNormal(href, i)
          if (target !== 0) {
            take(entry, i, alternate.media !== null, code.use, code.tag.isDefault, target)
            continue
          }
        }
      }
      lookAt(entry, i)
    }
  }

  /** Links that the judge of forms has read. */
  function takeFormed(entry: Entry, count: number) {
    for (let i = 0; i < count; i++) {
      const { use, tag } = forms.codes[i] as Code
      take(entry, i, false, use, tag.isDefault, forms.targets[i] as number)
    }
  }

  function begin(entry: Entry) {
    number = entry.number
    hasSelf = false
    targets.length = 0
    signature = Number.MAX_SAFE_INTEGER
    odd = NO_ODD
    conflicts = NO_CONFLICTS
    isVague = lastAt(entry) - entry.at > ENTRY_LENGTH_LIMIT
    fallback = -1
    own = 0
    const { loc: value, extraLocs } = entry
    if (value !== null && !value.isDamaged && value.text !== '' && extraLocs.length === 0) {
      loc = value.text
      own = urls.ofNormal(loc, 0) || urlFingerprint(loc)
    }
    isKept = own !== 0 && !isVague && keeper.begin(own, number, lineOf(entry.at))
  }

  /** @param use that of a code with a fault, where it has one: such a link answers others, and is not judged itself */
  function take(entry: Entry, index: number, hasMedia: boolean, use: Use, isDefault: boolean, target: number) {
    const isClear = use === faulty || hasMedia || noteCode(entry, index, use, target)
    if (isDefault) {
      fallback = index
      fallbackTarget = target
    } else {
      targets.push(target)
      if (target < signature) signature = target
    }
    if (target === own) hasSelf = true
    if (isKept) keep(entry, index, isClear ? use : faulty, isDefault, target)
  }

  function keep(entry: Entry, index: number, use: Use, isDefault: boolean, target: number) {
    addLink(target, use.index)
    if (use === faulty || isDefault || target === own || !wantsText(target)) return
    const { at, href } = linkAt(entry, index)
    keeper.keepText(target, lineOf(at), loc, href)
  }

  /** False where the entry has the code for another target already. */
  function noteCode(entry: Entry, index: number, use: Use, target: number): boolean {
    if (use.entry === number && use.target !== target) {
      if (conflicts === NO_CONFLICTS) conflicts = []
      conflicts.push({ alternate: entry.alternates[index] as Alternate, code: use.key })
      return false
    }
    use.entry = number
    use.target = target
    return true
  }

  /** The slow way, for whatever is not written as usual. */
  function lookAt(entry: Entry, index: number) {
    const alternate = entry.alternates[index] as Alternate
    const { hreflang, media } = alternate
    const rel = relOf(alternate.rel)
    // Another relation, and no code: not meant for us.
    if (rel === 'other' && hreflang === null) return
    const href = alternate.href?.trim() ?? ''
    // Pages for phones (media) and links into apps have no hreflang.
    if (isApp(href) || (hreflang === null && media !== null && rel === 'right')) return
    const url = alternate.href === null || href.includes(DAMAGED) ? null : readListedUrl(href)
    const code = hreflang === null || hreflang.includes(DAMAGED) ? null : codeOf(hreflang, index)
    const isHrefRight = alternate.href !== null && (url === null || url.kind === 'http')
    const isCodeRight = hreflang !== null && (code === null || code.isPlain)
    if (rel !== 'right' || !isHrefRight || !isCodeRight) {
      if (odd === NO_ODD) odd = []
      odd.push({ alternate, rel, tag: code?.tag ?? null, href, url })
    }
    if (url?.kind === 'relative') return takeRelative(entry, index, href)
    if (url?.kind !== 'http') {
      isVague = true
      return
    }
    const isSound = rel === 'right' && code !== null && code.tag.fault === null
    const use = isSound ? code.use : faulty
    take(entry, index, media !== null, use, isSound && code.tag.isDefault, urlFingerprint(href))
  }

  /** What is missing of the URL is told; that the link seems to lead nowhere does not make another finding. */
  function takeRelative(entry: Entry, index: number, href: string) {
    const resolved = own === 0 ? null : resolveHref(href, loc)
    if (resolved === null) isVague = true
    else take(entry, index, false, faulty, false, urlFingerprint(resolved))
  }

  function selfOf(entry: Entry): AlternateSet['self'] {
    if (hasSelf) return 'named'
    if (own === 0 || isVague) return null
    const near = entry.alternates.find(({ href, hreflang }) => href !== null && hreflang !== null && isNear(loc, href))
    return near === undefined ? 'missing' : { near }
  }

  function notePlain({ text }: Value) {
    keeper.plain(urls.ofNormal(text, 0) || urlFingerprint(text))
  }

  return {
    judges,
    kept: keeper,
    begin({ kind, declaresAlternates }) {
      isJudged = kind === 'urlset'
      isExpected = declaresAlternates === true
    },
    read(entry, toLine) {
      if (entry.number === lastNumber) return last
      lastNumber = entry.number
      last = null
      if (!isJudged) return null
      lineOf = toLine
      if (hasAlternates(entry)) {
        isExpected = true
        last = readEntry(entry)
        return last
      }
      if (!isExpected && entry.number > UNEXPECTED_LIMIT) return null
      if (keeper.wantsPlain && entry.loc !== null && !entry.loc.isDamaged && entry.loc.text !== '') notePlain(entry.loc)
      return last
    },
    readPlain(entry) {
      lastNumber = entry.number
      last = null
      if (!isJudged || (!isExpected && entry.number > UNEXPECTED_LIMIT)) return
      if (keeper.wantsPlain) notePlain(entry.whole().loc as Value)
    },
    readRun(run, count) {
      lastNumber = run.number + count - 1
      last = null
      if (!isJudged) return
      const most = isExpected ? count : Math.min(count, UNEXPECTED_LIMIT - run.number + 1)
      for (let i = 0; i < most && keeper.wantsPlain; i++) notePlain(run.entry(i).whole().loc as Value)
    },
    finish: keeper.finish,
  }
}

/** Without making the others. */
function linkAt(entry: Entry, index: number): { at: At; href: string } {
  const { links } = entry
  if (links === undefined) return entry.alternates[index] as Alternate & { href: string }
  return { at: links.ats[index] as At, href: (links.forms[index] as LinkForm).folder + links.endings[index] }
}

function lastAt(entry: Entry): At {
  const last = entry.links === undefined ? entry.alternates.at(-1)?.at : entry.links.ats.at(-1)
  return last as At
}
