/**
 * When a document that a server calls unchanged need not be read again, and what of its earlier read still holds.
 *
 * What is judged by the clock would be out of date: a document with news or videos, or with a finding that time heals, is
 * read in full. Of all others nothing new comes with time: a lastmod that lay in the past is in no later audit's future.
 */
import { createHash } from 'node:crypto'
import type { Condition } from '../model/exchange.ts'
import type { ExchangeFacts } from '../model/facts.ts'
import { describeRule } from '../rules/define-rule.ts'
import { RULES } from '../rules/index.ts'
import type { ReadDocument, ReadSettings, WalkNode } from './read-document.ts'
import { loadDocument, type StoredDocument } from './stored-document.ts'

/** A server that calls everything unchanged is found out after so long. */
export const REUSE_LIMIT_DAYS = 7

/** To be raised when documents are judged otherwise by rules whose texts stay as they are. */
const JUDGEMENT = 1

/** Findings that may not be there any more although the document is the same. */
const PASSING: ReadonlySet<string> = new Set(['lastmod-future', 'lastmod-generated', 'response-unstable'])
/** About the request, not the document: made anew each time. */
const CONDITIONAL_EMPTY = 'response-conditional-empty'

/** What a document's judgement hangs on besides its bytes and headers, in a form of fixed length. */
export function circumstancesOf(
  { parent, isNamedByRobots }: WalkNode,
  { origin, isPrivateSite, tools: { maxDocumentBytes } }: ReadSettings,
): string {
  rulesKey ??= hash(RULES.map(describeRule))
  return hash([JUDGEMENT, rulesKey, origin, isPrivateSite, maxDocumentBytes, parent === null, isNamedByRobots])
}

let rulesKey: string | undefined

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}

/** Whether the document may stand for itself in the next audit, where the server calls it unchanged. */
export function isReusable({ report, exchange, findings, failures, check, heavy }: ReadDocument): boolean {
  if (report.outcome !== 'read' || !report.complete || check === null || heavy === null) return false
  if (exchange.status !== 200 || conditionOf(exchange) === null) return false
  if (hasTelling(exchange) || exchange.challenge !== null || failures.length > 0) return false
  // Nothing is judged empty that was not read empty.
  if (report.entries === null || report.entries === 0) return false
  if (check.isNews || report.extensions.news > 0 || report.extensions.videos > 0) return false
  return !findings.some(({ rule }) => PASSING.has(rule))
}

/** Something on the way that rules speak of; a request that was repeated until it was answered is none of it. */
function hasTelling({ notices }: ExchangeFacts): boolean {
  return notices.some(({ kind }) => kind !== 'retried')
}

/** null where the answer had nothing to ask by. */
export function conditionOf({ finalUrl, headers }: Pick<ExchangeFacts, 'finalUrl' | 'headers'>): Condition | null {
  const header = (name: string) => headers.find(([key]) => key === name)?.[1] || null
  const [etag, lastModified] = [header('etag'), header('last-modified')]
  return etag === null && lastModified === null ? null : { finalUrl, etag, lastModified }
}

export function nameCondition({ etag, lastModified }: Condition): string {
  const names = [...(etag === null ? [] : ['If-None-Match']), ...(lastModified === null ? [] : ['If-Modified-Since'])]
  return names.join(' and ')
}

/** The server says that the document is the one whose condition was sent. */
export function isUnchanged({ exchange: { status, ending } }: ReadDocument): boolean {
  return status === 304 && ending.kind === 'answer'
}

/** No answer to judge by, because the condition may have caused it: servers that know none answer with all sorts. */
export function isDoubtful({ report: { outcome, bytes }, exchange: { status } }: ReadDocument): boolean {
  if (outcome === 'read' || outcome === 'not-a-sitemap') return bytes?.uncompressed === 0
  if (outcome === 'absent') return status !== 404 && status !== 410
  return outcome === 'server-error'
}

/**
 * The earlier document at its place in this audit.
 * @param answer the 304
 * @returns null where the way to it was another: then it is to be read
 */
export function reuseDocument(stored: StoredDocument, answer: ReadDocument): ReadDocument | null {
  const known = loadDocument(stored)
  const { node, exchange } = answer
  const isSameWay = JSON.stringify(known.exchange.hops) === JSON.stringify(exchange.hops)
  if (known.check === null || !isSameWay || hasTelling(exchange)) return null
  const { via, parent, depth } = node
  return {
    ...known,
    node,
    report: { ...known.report, via, parent, depth, reused: true },
    exchange: { ...known.exchange, nowMs: exchange.nowMs },
    findings: known.findings.filter(({ rule }) => rule !== CONDITIONAL_EMPTY),
    check: { ...known.check, checkMs: 0 },
    readMs: known.exchange.nowMs,
  }
}

/** What the report says of the documents that were not read again. */
export function reuseNotes(documents: readonly ReadDocument[]): string[] {
  const times = documents.flatMap(({ readMs }) => readMs ?? []).sort((a, b) => a - b)
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return []
  const when = first === last ? `on ${timeOf(first)}` : `from ${timeOf(first)} to ${timeOf(last)}`
  const [were, their] =
    times.length === 1
      ? ['1 document was not modified since it was', 'its report was']
      : [`${times.length} documents were not modified since they were`, 'their reports were']
  return [
    `By what the server says, ${were} read ${when}: ${their} reused. That it says so of a document that has changed cannot be seen before it is read again, after ${REUSE_LIMIT_DAYS} days at the latest.`,
  ]
}

/** To the second. */
function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
