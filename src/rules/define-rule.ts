/** A rule: data first, behaviour second; pure, synchronous, no I/O. State lives in the closure of `create`. */
import type { At, DocumentBodyFacts, DocumentContext, DocumentHead, Entry, Fault, Place } from '../model/document.ts'
import type {
  DiscoveryFacts,
  HistoryFacts,
  IndexFacts,
  PageJudgement,
  PagesFacts,
  ResponseFacts,
  RobotsFacts,
  SiteFacts,
} from '../model/facts.ts'
import type { Rule, Severity } from '../model/report.ts'
import type { Trait } from './entry-traits.ts'
import type { Loc, Repeat } from './judged-loc.ts'
import type { Lastmod } from './lastmod-desk.ts'

type Placeholders<S extends string> = S extends `${string}{${infer P}}${infer Rest}` ? P | Placeholders<Rest> : never
type Data<S extends string> = { [P in Placeholders<S>]: string | number }

/** What a report may carry beside its message and place. */
export interface Extra {
  /** Filled in by the engine inside the `entry` hook. */
  entry?: number | null
  /** Likewise. */
  loc?: string | null
  /** Where there is no place any more, but its line is known. */
  line?: number
  /** Filled in by the engine when the place is a Value. */
  value?: string | null
  expected?: string | null
  /** Host, tag or code that this finding is about: reports with other subjects are findings of their own. */
  subject?: string
  /** How many occurrences this report stands for. Default 1. */
  occurrences?: number
  /**
   * These occurrences add to the count of a finding that has been reported, and give no example: their places are gone.
   * The finding's pattern is then unknown.
   */
  isMore?: boolean
  /** Of how many candidates. Default inside the `entry` hook: the entries of the document. */
  of?: number
  /** Instead of the rule's own. */
  fix?: string
  /** Instead of the document under judgement. */
  document?: string | null
}

/** Where: a place, or anything that has one (a Value, an Entry, a Fault, a SitemapLine as Location). */
export type Where = Place | { at: Place; text?: unknown }

export type Report<M extends Record<string, string>> = <K extends keyof M & string>(
  message: K,
  where: Where,
  data: Data<M[K]>,
  extra?: Extra,
) => void

/**
 * A rule implements the hooks of what it judges. Those of one document: start, then those of entries and faults in
 * order, then end. Most entries are plainly right, and every hook that is called for each of them costs: a rule takes
 * loc, repeat or lastmod where it can, or says in `only` which entries concern it.
 */
/** The faults of a code; some codes share one form. */
export type FaultOf<Code extends Fault['code'], Each = Fault> = Each extends { code: unknown }
  ? Code extends Each['code']
    ? Each
    : never
  : never

export interface Hooks {
  start?(head: DocumentHead): void
  /** Which entries the hook `entry` is called for: those with one of these traits. Default: all. */
  only?: readonly Trait[]
  entry?(entry: Entry): void
  /** Each loc that is not plainly right. Damaged and empty ones are left out. */
  loc?(loc: Loc): void
  /** Each loc that was listed before, in these words or in others that mean the same. */
  repeat?(repeat: Repeat): void
  /** Each lastmod that is not plainly right. Damaged ones are left out. */
  lastmod?(lastmod: Lastmod): void
  /** By the code of the fault: those that a rule does not name cost it nothing. */
  faults?: { [Code in Fault['code']]?: (fault: FaultOf<Code>) => void }
  /** Every fault, for a rule that asks whether there was one. */
  fault?(fault: Fault): void
  end?(facts: DocumentBodyFacts): void
  response?(facts: ResponseFacts): void
  robots?(facts: RobotsFacts): void
  discovery?(facts: DiscoveryFacts): void
  index?(facts: IndexFacts): void
  page?(facts: PageJudgement): void
  pages?(facts: PagesFacts): void
  site?(facts: SiteFacts): void
  history?(facts: HistoryFacts): void
}

export type HookName = Exclude<keyof Hooks, 'only' | 'faults'>

export interface RuleContext<M extends Record<string, string>> {
  report: Report<M>
  /** The document under judgement; undefined in the hooks robots, discovery, index, page and pages. */
  document: DocumentContext | undefined
  /**
   * The line of a place in the entry under judgement: cheap, for rules that must remember the lines of all entries.
   * Throws outside the hooks start, entry and fault.
   */
  lineOf(at: At): number
}

export interface RuleData<M extends Record<string, string>> extends Rule {
  /** Sentences with {placeholders}; each ends in a full stop. */
  messages: M
}

export interface DefinedRule extends Rule {
  messages: Record<string, string>
  create(context: RuleContext<Record<string, string>>): Hooks
}

/**
 * Declares a rule. A message id or placeholder that does not exist does not compile.
 * @param data what people read of it (GET /rules)
 * @param create called anew for each document, robots.txt, index or set of pages
 */
export function defineRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  create: (context: RuleContext<M>) => Hooks,
): DefinedRule {
  return { ...data, create: create as unknown as DefinedRule['create'] }
}

/** The part of a rule that is served. */
export function describeRule(rule: DefinedRule): Rule {
  const { id, severity, title, why, fix, breaks, basis, source, searchConsole } = rule
  return { id, severity, title, why, fix, breaks, basis, source, searchConsole }
}

export type { Severity }
