/** Runs the rules over what was read, and gathers their findings. */
import type { At, DocumentBodyFacts, DocumentContext, DocumentHead, Entry, Fault, Location } from '../model/document.ts'
import type { ResponseFacts } from '../model/facts.ts'
import type { Finding } from '../model/report.ts'
import { createCollector } from './collect-findings.ts'
import type { DefinedRule, Extra, Hooks, Where } from './define-rule.ts'

/** A rule that threw: our fault, told in the notes; the other rules went on. */
export interface RuleFailure {
  rule: string
  hook: keyof Hooks
  error: string
}

export interface Judgement {
  findings: Finding[]
  failures: RuleFailure[]
}

export interface DocumentJudge {
  start(head: DocumentHead): void
  entry(entry: Entry): void
  fault(fault: Fault): void
  /** Call once, with how the document was delivered; null for an upload. */
  end(facts: DocumentBodyFacts, response: ResponseFacts | null): Judgement
}

type Started = { rule: DefinedRule; hooks: Hooks }

interface Bench {
  call<H extends keyof Hooks>(hook: H, facts: Parameters<NonNullable<Hooks[H]>>[0]): void
  /** The rules that have this hook, for hot loops. */
  with<H extends keyof Hooks>(hook: H): Started[]
  fail(started: Started, hook: keyof Hooks, error: unknown): void
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
    started.push({ rule, hooks: rule.create({ report, document, lineOf }) })
  }
  const bench: Bench = {
    failures,
    with: (hook) => started.filter(({ hooks }) => hooks[hook] !== undefined),
    fail(failed, hook, error) {
      failures.push({ rule: failed.rule.id, hook, error: error instanceof Error ? error.message : String(error) })
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

/** Judges one document as it is read. `locate` and `lineOf` are the reader's. */
export function judgeDocument(
  rules: readonly DefinedRule[],
  document: DocumentContext,
  locate: (at: At) => Location,
  lineOf: (at: At) => number = (at) => locate(at).line,
): DocumentJudge {
  const collector = createCollector(document.url, locate)
  const bench = createBench(rules, document, lineOf, collector.add)
  const perEntry = bench.with('entry')
  const perFault = bench.with('fault')
  return {
    start: (head) => bench.call('start', head),
    entry(entry) {
      collector.enter(entry.number, entry.loc === null ? null : entry.loc.text, true)
      for (let i = 0; i < perEntry.length; i++) {
        const one = perEntry[i] as Started
        try {
          one.hooks.entry?.(entry)
        } catch (error) {
          bench.fail(one, 'entry', error)
        }
      }
      collector.leave()
    },
    fault(fault) {
      collector.enter(fault.entry, null, false)
      for (const one of perFault) {
        try {
          one.hooks.fault?.(fault)
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

/** Judges facts that are whole when they come: robots.txt, discovery, an index with its children, pages. */
export function judgeFacts<H extends 'robots' | 'discovery' | 'index' | 'page' | 'pages' | 'response' | 'site'>(
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
