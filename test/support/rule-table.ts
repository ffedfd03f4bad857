/**
 * Tables of documents and the findings that they must give. Every row is read whole, byte by byte and in chunks of
 * seven by the real reader, and every message of the rules under test must be reached by some row.
 */
import { describe, expect, it } from 'vitest'
import { type DocumentCheck, startCheck } from '#src/audit/check-document.ts'
import type { DocumentContext, DocumentTail } from '#src/model/document.ts'
import type { BodyEnding, HeaderLines } from '#src/model/exchange.ts'
import type { ExchangeFacts, ResponseFacts } from '#src/model/facts.ts'
import type { Finding } from '#src/model/report.ts'
import type { DefinedRule } from '#src/rules/define-rule.ts'
import { judgeDocument, judgeFacts } from '#src/rules/judge.ts'

/** What a finding must be. Line and column are those of its first example; left out, it must have none. */
export interface ExpectedFinding {
  rule: string
  line?: number
  column?: number
  /** Compared only when given, as are the following but `occurrences`. */
  offset?: number
  /** Default 1. */
  occurrences?: number
  message?: string
  value?: string | null
  expected?: string | null
  entry?: number | null
  /** Line and column of every example. */
  places?: [line: number, column: number][]
}

export interface Delivery extends Partial<Omit<ExchangeFacts, 'headers'>> {
  headers?: HeaderLines
  isChild?: boolean
  secondRead?: ResponseFacts['secondRead']
  emptyAnswer?: ResponseFacts['emptyAnswer']
  outcome?: ResponseFacts['outcome']
}

export interface RuleRow {
  name: string
  /** Strings are UTF-8. A function makes a large document anew, in pieces that are written as they come. null: no body. */
  document: string | Uint8Array | (() => Iterable<Uint8Array>) | null
  /** Default https://www.example.com/sitemap.xml. */
  url?: string
  /** How it was served; left out, the document is an upload. */
  http?: Delivery
  /** How the body ended, where it is not just complete. */
  ending?: Partial<Omit<BodyEnding, 'coding'>> & { coding?: Partial<BodyEnding['coding']> }
  context?: Partial<DocumentContext>
  /** Our own limit for the document. */
  maxBytes?: number
  /** Instead of a document: what the reader would say of one that is too large to be read in every row. */
  tail?: Partial<DocumentTail>
  findings: ExpectedFinding[]
}

const NOW_MS = Date.UTC(2026, 9, 1, 12)
export const SITEMAP_URL = 'https://www.example.com/sitemap.xml'

/** @param rules those under test; no others run */
export function testRules(subject: string, rules: readonly DefinedRule[], rows: readonly RuleRow[]): void {
  describe(subject, () => {
    const reached = new Set<string>()
    testEach(
      rules.map((rule) => watch(rule, reached)),
      rows,
    )
    it('has a row for every message of every rule', () => {
      const all = rules.flatMap(({ id, messages }) => Object.keys(messages).map((message) => `${id} ${message}`))
      expect(all.filter((message) => !reached.has(message))).toEqual([])
    })
  })
}

/** The same without asking for every message: what documents give under all the rules together. */
export function testDocuments(subject: string, rules: readonly DefinedRule[], rows: readonly RuleRow[]): void {
  describe(subject, () => testEach(rules, rows))
}

function testEach(rules: readonly DefinedRule[], rows: readonly RuleRow[]): void {
  for (const row of rows) {
    it(row.name, () => {
      for (const cut of cutsOf(row)) {
        const { findings, failures } = check(row, cut, rules)
        expect(failures).toEqual([])
        expect(simplify(findings, row.findings), cut).toEqual(row.findings.map(complete).sort(byRuleAndPlace))
        for (const { message } of findings) expect(message).toMatch(/^[\s\S]+[^.]\.$/)
      }
    })
  }
}

type Cut = 'whole' | 'byte by byte' | 'in chunks of seven' | 'as made'

function cutsOf({ document }: RuleRow): Cut[] {
  if (document === null || typeof document === 'function') return ['as made']
  return ['whole', 'byte by byte', 'in chunks of seven']
}

function watch(rule: DefinedRule, reached: Set<string>): DefinedRule {
  return {
    ...rule,
    create: (context) =>
      rule.create({
        ...context,
        report: (message, where, data, extra) => {
          reached.add(`${rule.id} ${message}`)
          context.report(message, where, data, extra)
        },
      }),
  }
}

/** Reads and judges the document of a row. */
function check(row: RuleRow, cut: Cut, rules: readonly DefinedRule[]): Pick<DocumentCheck, 'findings' | 'failures'> {
  const url = row.url ?? SITEMAP_URL
  const context: DocumentContext = {
    url,
    finalUrl: row.http?.finalUrl ?? url,
    source: row.http ? 'fetched' : 'upload',
    via: row.http ? 'robots.txt:1' : 'upload',
    origin: row.http ? 'https://www.example.com' : null,
    isNamedByRobots: row.http !== undefined,
    nowMs: NOW_MS,
    http: row.http
      ? { status: row.http.status ?? 200, headers: row.http.headers ?? [], hops: row.http.hops ?? [] }
      : null,
    isPrivateSite: false,
    ...row.context,
  }
  if (row.tail) return judgeTail(row, context, rules)
  if (row.document === null) return judgeFacts(rules, url, 'response', [responseOf(row, context, null, null)])
  const running = startCheck(context, {
    maxBytes: row.maxBytes ?? 209_715_200,
    seed: 1,
    candidates: 0,
    node: { via: context.via, parent: null, depth: 0 },
    delivery: row.http ? (ending, tail) => responseOf(row, context, ending, tail) : null,
    rules,
  })
  let transferred = 0
  for (const piece of piecesOf(row.document, cut)) {
    transferred += piece.length
    running.write(piece)
    if (running.isFull) break
  }
  return running.end(endingOf(row, transferred, running.isFull))
}

function judgeTail(row: RuleRow, context: DocumentContext, rules: readonly DefinedRule[]) {
  const tail: DocumentTail = {
    kind: 'urlset',
    format: null,
    title: null,
    bytes: 1_000,
    sha256: '',
    gzipLayers: 0,
    charset: 'UTF-8',
    declaredCharset: null,
    invalidSequences: 0,
    isComplete: true,
    isRootClosed: true,
    entries: 10,
    extensions: { images: 0, videos: 0, news: 0, alternates: 0 },
    namespaces: {},
    bytesByKind: { core: row.tail?.bytes ?? 1_000, alternates: 0, images: 0, videos: 0, news: 0, other: 0 },
    ...row.tail,
  }
  const head = { kind: tail.kind, root: null, rootAt: null, namespace: null, isNews: false }
  const nowhere = () => ({ line: 1, column: 1, offset: 0, snippet: null })
  return judgeDocument(rules, context, nowhere).end({ head, tail, ending: endingOf(row, tail.bytes, false) }, null)
}

function* piecesOf(document: NonNullable<RuleRow['document']>, cut: Cut): Iterable<Uint8Array> {
  if (typeof document === 'function') {
    yield* document()
    return
  }
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document
  const size = cut === 'whole' ? Math.max(1, bytes.length) : cut === 'byte by byte' ? 1 : 7
  // Each piece is a copy, as a socket may reuse its buffer.
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size)
}

function endingOf({ ending }: RuleRow, transferred: number, isFull: boolean): BodyEnding {
  return {
    transferred,
    state: isFull ? 'budget' : 'complete',
    detail: null,
    declaredLength: null,
    ...ending,
    coding: { tokens: [], unknown: [], false: null, undone: [], state: 'ok', offset: null, ...ending?.coding },
  }
}

function responseOf(
  { http = {}, url = SITEMAP_URL }: RuleRow,
  context: DocumentContext,
  ending: BodyEnding | null,
  tail: DocumentTail | null,
): ResponseFacts {
  const isSitemap = tail !== null && tail.kind !== 'html' && tail.kind !== 'unknown'
  return {
    exchange: {
      url,
      finalUrl: http.finalUrl ?? url,
      hops: http.hops ?? [],
      status: http.status === undefined ? 200 : http.status,
      headers: http.headers ?? [],
      ending: http.ending ?? { kind: 'answer' },
      notices: http.notices ?? [],
      challenge: http.challenge ?? null,
      retryAfterS: http.retryAfterS ?? null,
      nowMs: NOW_MS,
    },
    outcome: http.outcome ?? (isSitemap ? 'read' : 'not-a-sitemap'),
    context,
    ending,
    tail,
    isChild: http.isChild ?? false,
    secondRead: http.secondRead ?? null,
    ...(http.emptyAnswer && { emptyAnswer: http.emptyAnswer }),
  }
}

function complete(expected: ExpectedFinding) {
  const { rule, line = null, column = null, occurrences = 1, ...rest } = expected
  return { rule, line, column, occurrences, ...rest }
}

/** The findings, with the fields that the expectations of their rule name. */
function simplify(findings: readonly Finding[], expected: readonly ExpectedFinding[]) {
  const left = [...expected].sort((a, b) => byRuleAndPlace(complete(a), complete(b)))
  return findings
    .map((finding) => ({
      finding,
      line: finding.examples[0]?.line ?? null,
      column: finding.examples[0]?.column ?? null,
    }))
    .sort((a, b) => byRuleAndPlace({ ...a, rule: a.finding.rule }, { ...b, rule: b.finding.rule }))
    .map(({ finding, line, column }) => {
      const wanted = left.findIndex(({ rule }) => rule === finding.rule)
      const [fields = {}] = wanted < 0 ? [] : left.splice(wanted, 1)
      const example = finding.examples[0]
      const all = {
        offset: example?.offset ?? null,
        message: finding.message,
        value: example?.value ?? null,
        expected: example?.expected ?? null,
        entry: example?.entry ?? null,
        places: finding.examples.map((one) => [one.line, one.column]),
      }
      const asked = Object.fromEntries(Object.entries(all).filter(([key]) => key in fields))
      return { rule: finding.rule, line, column, occurrences: finding.occurrences, ...asked }
    })
}

type Placed = { rule: string; line: number | null; column: number | null }

function byRuleAndPlace(a: Placed, b: Placed): number {
  if (a.rule !== b.rule) return a.rule < b.rule ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
