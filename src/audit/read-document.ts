/** Fetches one document and checks it while it comes in. */

import { outcomeOf } from '../fetch/classify.ts'
import type { DocumentContext } from '../model/document.ts'
import type { Condition, Exchange } from '../model/exchange.ts'
import type { ExchangeFacts, ResponseFacts } from '../model/facts.ts'
import type { DocumentReport, Finding, Outcome } from '../model/report.ts'
import type { SitemapLine } from '../model/robots.ts'
import type { DefinedRule } from '../rules/define-rule.ts'
import { RULES } from '../rules/index.ts'
import { judgeFacts, type RuleFailure } from '../rules/judge.ts'
import { CheckLostError, checkDocument, type DocumentCheck } from './check-document.ts'
import { countAlternates } from './count-alternates.ts'
import { factsOf } from './exchange-facts.ts'
import type { HeavyPart } from './heavy-part.ts'
import { reportUnread } from './report-document.ts'
import { circumstancesOf, isDoubtful, isReusable, isUnchanged, nameCondition, reuseDocument } from './reuse-document.ts'
import type { AuditTools } from './tools.ts'

/** A document to read: where it hangs in the walk. */
export interface WalkNode {
  url: string
  via: string
  parent: string | null
  depth: number
  /** URLs of the indexes above, outermost first. */
  ancestors: string[]
  /** The robots.txt line that names it; null for fallbacks, requests and children. */
  line: SitemapLine | null
  /** Named by a Sitemap line, by itself or through its index. */
  isNamedByRobots: boolean
}

export interface ReadDocument {
  node: WalkNode
  report: DocumentReport
  exchange: ExchangeFacts
  findings: Finding[]
  failures: RuleFailure[]
  /** null where no body was read. */
  check: LightCheck | null
  /** What only comparisons and the page sample ask for; null where no body was read, or where it is kept elsewhere. */
  heavy: HeavyPart | null
  /** What it is, where it is no sitemap: "HTML", "JSON", ... */
  format: string | null
  /** Why nothing is said of what was answered, where that is our own fault: a sentence. */
  note?: string
  /** When the reused document was read, Unix ms. Absent where it was read in this audit. */
  readMs?: number
}

/** What the check of a document's bytes found besides what is shown of it, without the heavy part. */
export interface LightCheck
  extends Pick<DocumentCheck, 'children' | 'foreign' | 'newest' | 'notes' | 'isNews' | 'checkMs'> {
  /** Of its heavy part: how many fingerprints, and whether some are missing. */
  fingerprints: { count: number; isCapped: boolean }
  /** How much its heavy part has of alternates; null where it has none. */
  alternates: { sources: number; links: number; isCapped: boolean } | null
}

export interface ReadSettings {
  tools: Pick<AuditTools, 'fetcher' | 'check' | 'maxDocumentBytes' | 'earlier'>
  signal: AbortSignal
  origin: string
  isPrivateSite: boolean
  seed: number
  /** Seeded page candidates kept of one document. */
  candidates: number
  /** Instead of all. */
  rules?: readonly DefinedRule[]
  /** The name to ask under, instead of our own. */
  userAgent?: string
  onChunk(progress: { bytes: number; entries: number }): void
}

/** @param accept called once the final URL is known: false gives the answer up, it is another document's already */
export async function readDocument(
  node: WalkNode,
  settings: ReadSettings,
  accept: (finalUrl: string) => Promise<boolean>,
): Promise<ReadDocument | 'read-elsewhere'> {
  const { earlier } = settings.tools
  if (!earlier) return readTwiceIfEmpty(node, settings, accept)
  const circumstances = circumstancesOf(node, settings)
  const condition = await earlier.find(node.url, circumstances)
  const read =
    condition === null
      ? await readTwiceIfEmpty(node, settings, accept)
      : await readUnlessUnchanged(node, settings, accept, condition)
  if (read !== 'read-elsewhere' && read.readMs === undefined && isReusable(read)) {
    await earlier.keep(read, circumstances)
  }
  return read
}

async function readUnlessUnchanged(
  node: WalkNode,
  settings: ReadSettings,
  accept: (finalUrl: string) => Promise<boolean>,
  condition: Condition,
): Promise<ReadDocument | 'read-elsewhere'> {
  const first = await readOnce(node, settings, accept, condition)
  if (first === 'read-elsewhere') return first
  if (isUnchanged(first)) {
    const known = await settings.tools.earlier?.load(node.url)
    const reused = known ? reuseDocument(known, first) : null
    if (reused === null) return readTwiceIfEmpty(node, settings, async () => true)
    await settings.tools.earlier?.confirm(node.url)
    return reused
  }
  if (!isDoubtful(first)) return first
  const second = await readTwiceIfEmpty(node, settings, async () => true)
  const bytes = second === 'read-elsewhere' ? 0 : (second.report.bytes?.uncompressed ?? 0)
  if (second === 'read-elsewhere' || first.report.bytes?.uncompressed !== 0 || bytes === 0) return second
  const emptyAnswer = { condition: nameCondition(condition), bytes }
  const facts = responseFacts(node, settings, second.exchange, second.report.outcome)
  const { findings } = judgeFacts(RULES, node.url, 'response', [{ ...facts, emptyAnswer }])
  return {
    ...second,
    findings: [...second.findings, ...findings.filter((f) => f.rule === 'response-conditional-empty')],
  }
}

async function readTwiceIfEmpty(
  node: WalkNode,
  settings: ReadSettings,
  accept: (finalUrl: string) => Promise<boolean>,
): Promise<ReadDocument | 'read-elsewhere'> {
  const first = await readOnce(node, settings, accept)
  if (first === 'read-elsewhere' || first.check === null || !isEmptyChild(first)) return first
  // Some servers answer with an empty list at random: nothing is judged empty before it was so twice.
  const second = await readOnce(node, settings, async () => true)
  if (second === 'read-elsewhere' || second.check === null) return first
  if (second.report.sha256 === first.report.sha256) return first
  const detail = `the first read had ${first.report.entries} entries, the second ${second.report.entries}`
  const unstable = judgeFacts(RULES, node.url, 'response', [
    { ...responseFacts(node, settings, second.exchange, second.report.outcome), secondRead: { differs: true, detail } },
  ])
  return {
    ...second,
    findings: [...second.findings, ...unstable.findings.filter((f) => f.rule === 'response-unstable')],
  }
}

function isEmptyChild({ node, report, check }: ReadDocument): boolean {
  return node.parent !== null && report.outcome === 'read' && report.complete && report.entries === 0 && !check?.isNews
}

/** The same document once more, as `settings` want it; nothing is claimed or judged empty by it. */
export async function readAgain(node: WalkNode, settings: ReadSettings): Promise<ReadDocument> {
  const read = await readOnce(node, settings, async () => true)
  // Only `accept` gives a document up.
  if (read === 'read-elsewhere') throw new Error('a second read cannot be elsewhere')
  return read
}

async function readOnce(
  node: WalkNode,
  settings: ReadSettings,
  accept: (finalUrl: string) => Promise<boolean>,
  condition: Condition | null = null,
): Promise<ReadDocument | 'read-elsewhere'> {
  const { tools, signal, rules = RULES, userAgent } = settings
  const exchange = await tools.fetcher.get(node.url, {
    as: 'sitemap',
    signal,
    maxBytes: tools.maxDocumentBytes,
    ...(userAgent !== undefined && { userAgent }),
    ...(condition !== null && { condition }),
  })
  const outcome = documentOutcome(exchange)
  if (exchange.ending.kind === 'answer' && !(await accept(exchange.finalUrl))) {
    exchange.body?.cancel()
    return 'read-elsewhere'
  }
  const facts = factsOf(exchange)
  const place = { via: node.via, parent: node.parent, depth: node.depth }
  if (outcome !== 'read' || exchange.body === null) {
    exchange.body?.cancel()
    const response = responseFacts(node, settings, facts, outcome)
    // Of what was never asked nothing can be said; there may be tens of thousands of them when an audit ends.
    const isUnasked = exchange.ending.kind === 'cancelled' && exchange.hops.length + exchange.notices.length === 0
    const judgement = isUnasked ? NOTHING_SAID : judgeFacts(rules, node.url, 'response', [response])
    const { findings, failures } = judgement
    const report = reportUnread(response.context, place, outcome, response)
    return { node, report, exchange: facts, findings, failures, check: null, heavy: null, format: null }
  }

  const context = contextOf(node, settings, facts)
  const checking = (tools.check ?? checkDocument)(
    exchange.body,
    context,
    {
      maxBytes: tools.maxDocumentBytes,
      rules,
      seed: settings.seed,
      candidates: settings.candidates,
      node: place,
      signal,
      delivery: { exchange: facts, isChild: node.parent !== null },
    },
    settings.onChunk,
  )
  const check = await checking.catch((error: unknown) => {
    if (error instanceof CheckLostError) return null
    throw error
  })
  if (check === null) {
    const report = reportUnread(context, place, 'skipped', responseFacts(node, settings, facts, 'skipped'))
    const note = `${node.url} is not judged: its check broke down, which is our own fault.`
    return { node, report, exchange: facts, ...NOTHING_SAID, check, heavy: null, format: null, note }
  }
  const { report, findings, failures, fingerprints, alternates, candidates, format, ...light } = check
  return {
    node,
    report,
    exchange: facts,
    findings,
    failures,
    check: {
      ...light,
      fingerprints: { count: fingerprints.locs.length, isCapped: fingerprints.isCapped },
      alternates: alternates && { ...countAlternates(alternates), isCapped: alternates.isCapped },
    },
    heavy: { fingerprints, alternates, candidates },
    format,
  }
}

const NOTHING_SAID = { findings: [], failures: [] }

function documentOutcome(exchange: Exchange): Outcome {
  switch (exchange.ending.kind) {
    case 'redirect-loop':
    case 'redirect-limit':
    case 'redirect-broken':
      return 'unreachable'
    default:
      return outcomeOf(exchange)
  }
}

function contextOf(
  node: WalkNode,
  settings: Pick<ReadSettings, 'origin' | 'isPrivateSite'>,
  exchange: ExchangeFacts,
): DocumentContext {
  return {
    url: node.url,
    finalUrl: exchange.finalUrl,
    source: 'fetched',
    via: node.via,
    origin: settings.origin,
    isNamedByRobots: node.isNamedByRobots,
    nowMs: exchange.nowMs,
    http: exchange.status === null ? null : { status: exchange.status, headers: exchange.headers, hops: exchange.hops },
    isPrivateSite: settings.isPrivateSite,
  }
}

/** @param settings of the audit that read it */
export function responseFacts(
  node: WalkNode,
  settings: Pick<ReadSettings, 'origin' | 'isPrivateSite'>,
  exchange: ExchangeFacts,
  outcome: Outcome,
): ResponseFacts {
  return {
    exchange,
    outcome,
    context: contextOf(node, settings, exchange),
    ending: null,
    tail: null,
    isChild: node.parent !== null,
    secondRead: null,
  }
}
