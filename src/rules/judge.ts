/** Runs the rules over what was read, and gathers their findings. */
import type {
  At,
  DocumentBodyFacts,
  DocumentContext,
  DocumentHead,
  Entry,
  Fault,
  Location,
  PlainEntry,
  PlainRun,
} from '../model/document.ts'
import type { ResponseFacts } from '../model/facts.ts'
import type { DocumentKind, Finding } from '../model/report.ts'
import { attachAlternateDesk } from './alternate-desk.ts'
import { createCollector } from './collect-findings.ts'
import type { DefinedRule, Extra, HookName, Hooks, Where } from './define-rule.ts'
import { partBits, traitBits } from './entry-traits.ts'
import { attachHintDesk } from './hint-desk.ts'
import { attachLastmodDesk } from './lastmod-desk.ts'
import { attachDesk } from './loc-desk.ts'

/** A rule that threw: our fault, told in the notes; the other rules went on. */
export interface RuleFailure {
  rule: string
  /** `start` where it could not even begin. */
  hook: HookName
  error: string
}

export interface Judgement {
  findings: Finding[]
  failures: RuleFailure[]
}

export interface DocumentJudge {
  start(head: DocumentHead): void
  /** @returns its traits: see traitBits */
  entry(entry: Entry): number
  /** The same, where no rule has a say about its loc and lastmod. @returns -1: nothing was done, call `entry` with the whole */
  plain(entry: PlainEntry): number
  /** The same of several entries, as far as no rule has a say about them. @returns how many, from the first on, were judged */
  plainRun(run: PlainRun): number
  fault(fault: Fault): void
  /** Call once, with how the document was delivered; null for an upload. */
  end(facts: DocumentBodyFacts, response: ResponseFacts | null): Judgement
}

type Started = { rule: DefinedRule; hooks: Hooks }

interface Bench {
  /** In the order of the rules. */
  started: readonly Started[]
  call<H extends HookName>(hook: H, facts: Parameters<NonNullable<Hooks[H]>>[0]): void
  fail(started: Started, hook: HookName, error: unknown): void
  failures: RuleFailure[]
}

function createBench(
  rules: readonly DefinedRule[],
  document: DocumentContext | undefined,
  lineOf: (at: At) => number,
  add: (rule: DefinedRule, message: string, where: Where, data: Record<string, string | number>, extra: Extra) => void,
): Bench {
  const started: Started[] = []
  const failures: RuleFailure[] = []
  for (const rule of rules) {
    const report = (message: string, where: Where, data: Record<string, string | number>, extra: Extra = {}) =>
      add(rule, message, where, data, extra)
    const one: Started = { rule, hooks: {} }
    started.push(one)
    try {
      one.hooks = rule.create({ report, document, lineOf })
    } catch (error) {
      failures.push(failureOf(one, 'start', error))
    }
  }
  const bench: Bench = {
    started,
    failures,
    fail(failed, hook, error) {
      failures.push(failureOf(failed, hook, error))
      failed.hooks = {}
    },
    call(hook, facts) {
      for (const one of started) {
        try {
          ;(one.hooks[hook] as ((facts: unknown) => void) | undefined)?.(facts)
        } catch (error) {
          bench.fail(one, hook, error)
        }
      }
    },
  }
  return bench
}

function failureOf({ rule }: Started, hook: HookName, error: unknown): RuleFailure {
  return { rule: rule.id, hook, error: error instanceof Error ? error.message : String(error) }
}

const CHILD = traitBits(['child'])
const FEED_ITEM = traitBits(['feedItem'])
const ALTERNATES = traitBits(['alternates'])
const ODD_ALTERNATES = traitBits(['oddAlternates'])
const ODD_LOC = traitBits(['oddLoc'])
const REPEATED_LOC = traitBits(['repeatedLoc'])
const ODD_LASTMOD = traitBits(['oddLastmod'])

/** One hook of one rule that entries are for. */
interface EntryCall {
  started: Started
  hook: 'entry' | 'loc' | 'repeat' | 'lastmod'
  /** Traits of the entries that it is for; 0: all. */
  only: number
}

function callsOf(started: Started): EntryCall[] {
  const { hooks } = started
  const calls: EntryCall[] = []
  if (hooks.entry) calls.push({ started, hook: 'entry', only: traitBits(hooks.only ?? []) })
  if (hooks.loc) calls.push({ started, hook: 'loc', only: ODD_LOC })
  if (hooks.repeat) calls.push({ started, hook: 'repeat', only: REPEATED_LOC })
  if (hooks.lastmod) calls.push({ started, hook: 'lastmod', only: ODD_LASTMOD })
  return calls
}

/** One hook of one rule that faults of one code are for. */
interface FaultCall {
  one: Started
  hooks: Hooks
  judge(fault: Fault): void
}

function faultCallsOf(one: Started, code: Fault['code']): FaultCall[] {
  const { hooks } = one
  const judges = [hooks.fault, hooks.faults?.[code]].filter((judge) => judge !== undefined)
  return judges.map((judge) => ({ one, hooks, judge: judge as (fault: Fault) => void }))
}

/** Judges one document as it is read. `locate` and `lineOf` are the reader's. */
export function judgeDocument(
  rules: readonly DefinedRule[],
  document: DocumentContext,
  locate: (at: At) => Location,
  lineOf: (at: At) => number = (at) => locate(at).line,
): DocumentJudge {
  const collector = createCollector(document.url, locate)
  const bench = createBench(rules, document, lineOf, collector.add)
  const callsByCode = new Map<Fault['code'], FaultCall[]>()
  const faultCallsFor = (code: Fault['code']): FaultCall[] => {
    const known = callsByCode.get(code)
    if (known !== undefined) return known
    const calls = bench.started.flatMap((one) => faultCallsOf(one, code))
    callsByCode.set(code, calls)
    return calls
  }
  const locs = attachDesk(document, 'judge')
  const lastmods = attachLastmodDesk(document, 'judge')
  const hints = attachHintDesk(document, 'judge')
  const alternates = attachAlternateDesk(document, 'judge')
  const calls = bench.started.flatMap(callsOf)
  /** The calls that entries with these traits need; most have none that needs any. */
  const callsByTraits = new Map<number, EntryCall[]>()
  let kind: DocumentKind = 'unknown'
  let kindBits = 0
  let lastBits = -1
  let needed: EntryCall[] = []

  /** Reads an entry, once for all rules. @returns its traits */
  function read(entry: Entry): number {
    locs.read(entry, lineOf)
    lastmods.read(entry, kind)
    let bits = kindBits | partBits(entry) | hints.read(entry)
    if ((bits & ALTERNATES) !== 0) {
      alternates.read(entry, lineOf)
      if (entry.links?.isPlain !== true) bits |= ODD_ALTERNATES
    }
    if (locs.hasOdd) bits |= ODD_LOC
    if (locs.repeats.length > 0) bits |= REPEATED_LOC
    return entry.lastmod === null || lastmods.isPlain ? bits : bits | ODD_LASTMOD
  }

  function callsFor(bits: number): EntryCall[] {
    let chosen = callsByTraits.get(bits)
    if (chosen === undefined) {
      chosen = calls.filter(({ only }) => only === 0 || (only & bits) !== 0)
      callsByTraits.set(bits, chosen)
    }
    return chosen
  }

  function isAnyCalled(bits: number): boolean {
    if (bits !== lastBits) {
      needed = callsFor(bits)
      lastBits = bits
    }
    return needed.length > 0
  }

  function callAll(entry: Entry): void {
    collector.enter(entry.number, entry.loc === null ? null : entry.loc.text, true)
    for (const call of needed) {
      try {
        callOne(call, entry)
      } catch (error) {
        bench.fail(call.started, call.hook, error)
      }
    }
    collector.leave()
  }

  function callOne({ started: { hooks }, hook }: EntryCall, entry: Entry): void {
    switch (hook) {
      case 'entry':
        hooks.entry?.(entry)
        return
      case 'loc':
        for (const loc of locs.odd) hooks.loc?.(loc)
        return
      case 'repeat':
        for (const repeat of locs.repeats) hooks.repeat?.(repeat)
        return
      case 'lastmod':
        if (lastmods.odd !== null) hooks.lastmod?.(lastmods.odd)
    }
  }

  return {
    start(head) {
      kind = head.kind
      kindBits = kind === 'sitemapindex' ? CHILD : kind === 'rss' || kind === 'atom' ? FEED_ITEM : 0
      alternates.begin(head)
      bench.call('start', head)
    },
    entry(entry) {
      const bits = read(entry)
      if (isAnyCalled(bits)) callAll(entry)
      return bits
    },
    plain(entry) {
      if (!lastmods.isUsual(entry) || !locs.readPlain(entry, lineOf)) return -1
      lastmods.readPlain(entry)
      const bits = kindBits | hints.readPlain(entry)
      if (isAnyCalled(bits)) callAll(entry.whole())
      return bits
    },
    plainRun(run) {
      if (kindBits !== 0 || isAnyCalled(0)) return 0
      const plain = hints.lookAtRun(run, lastmods.lookAtRun(run, locs.lookAtRun(run)))
      const count = plain === 0 ? 0 : locs.readRun(run, plain, lineOf)
      if (count === 0) return 0
      lastmods.readRun(run, count)
      hints.readRun(run, count)
      return count
    },
    fault(fault) {
      collector.enter(fault.entry, null, false)
      for (const { one, hooks, judge } of faultCallsFor(fault.code)) {
        // It has failed meanwhile.
        if (one.hooks !== hooks) continue
        try {
          judge(fault)
        } catch (error) {
          bench.fail(one, 'fault', error)
        }
      }
      collector.leave()
    },
    end(facts, response) {
      bench.call('end', facts)
      if (response) bench.call('response', response)
      return { findings: collector.finish(facts.tail.entries), failures: bench.failures }
    },
  }
}

type FactsHook = 'robots' | 'discovery' | 'index' | 'page' | 'pages' | 'response' | 'site' | 'history'

/** Judges facts that are whole when they come: robots.txt, discovery, an index with its children, pages. */
export function judgeFacts<H extends FactsHook>(
  rules: readonly DefinedRule[],
  document: string | null,
  hook: H,
  facts: Parameters<NonNullable<Hooks[H]>>[0][],
): Judgement {
  const outside = () => {
    throw new Error('a place of the reader was asked for outside its document')
  }
  const collector = createCollector(document, outside)
  const bench = createBench(rules, undefined, outside, collector.add)
  for (const one of facts) bench.call(hook, one)
  return { findings: collector.finish(0), failures: bench.failures }
}
