/** Whether documents are other ones for a browser than for this auditor: told as a difference, and as nothing more. */
import type { AnswerFacts, ResponseFacts } from '../model/facts.ts'
import type { Finding } from '../model/report.ts'
import { judgeFacts, type RuleFailure } from '../rules/judge.ts'
import { agentCauseOf, responseAgentRules } from '../rules/response-agent.ts'
import { type ReadDocument, type ReadSettings, readAgain, responseFacts } from './read-document.ts'

/** A plain browser's. It is fixed, so that two audits compare the same, and no search engine's. */
export const BROWSER_USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Documents that are asked for again in one audit. */
const DOCUMENTS_LIMIT = 10

export interface AgentComparison {
  findings: Finding[]
  failures: RuleFailure[]
  notes: string[]
}

type Compared = 'same' | 'different' | 'unstable' | 'unknown'

/**
 * Asks for each document under a browser's name. Where the answer is another one, both are asked for once more, and it
 * is told only when each stays what it was: bytes that are made anew for every request differ by themselves.
 * @param documents in walking order; those that refused us come first
 */
export async function compareAgents(
  documents: readonly ReadDocument[],
  settings: ReadSettings,
): Promise<AgentComparison> {
  const comparable = documents.filter(isTelling)
  const chosen = [
    ...comparable.filter(({ report }) => report.outcome === 'blocked'),
    ...comparable.filter(({ report }) => report.outcome !== 'blocked'),
  ].slice(0, DOCUMENTS_LIMIT)

  const counts: Record<Compared, number> = { same: 0, different: 0, unstable: 0, unknown: 0 }
  const causes = new Map<string, ResponseFacts[]>()
  for (const document of chosen) {
    const { compared, other } = await compareOne(document, settings)
    counts[compared]++
    if (other === null) continue
    const facts = {
      ...responseFacts(document.node, settings, document.exchange, document.report.outcome),
      otherAgent: { own: answerOf(document), other },
    }
    const cause = agentCauseOf(facts)
    causes.set(cause, [...(causes.get(cause) ?? []), facts])
  }
  const judged = [...causes.values()].map((facts) => {
    const [first] = facts
    return judgeFacts(responseAgentRules, facts.length === 1 ? (first?.context.url ?? null) : null, 'response', facts)
  })
  return {
    findings: judged.flatMap(({ findings }) => findings),
    failures: judged.flatMap(({ failures }) => failures),
    notes: chosen.length === 0 ? [] : [noteOf(counts, chosen.length)],
  }
}

async function compareOne(
  first: ReadDocument,
  settings: ReadSettings,
): Promise<{ compared: Compared; other: AnswerFacts | null }> {
  const quiet = { ...settings, candidates: 0, rules: [], onChunk: () => {} }
  const readOwn = () => readAgain(first.node, quiet)
  const readOther = () => readAgain(first.node, { ...quiet, userAgent: BROWSER_USER_AGENT })
  const second = await readOther()
  const [own, other] = [answerOf(first), answerOf(second)]
  if (!isTelling(second)) return { compared: 'unknown', other: null }
  if (isSame(own, other)) return { compared: 'same', other: null }
  const [third, fourth] = [await readOwn(), await readOther()]
  const [ownAgain, otherAgain] = [answerOf(third), answerOf(fourth)]
  if (!isTelling(third) || !isTelling(fourth)) return { compared: 'unknown', other: null }
  if (isSame(own, ownAgain) && isSame(other, otherAgain)) return { compared: 'different', other }
  // Bytes that are never the same twice may still be the same in all that counts.
  if (!isAlike(own, ownAgain) || !isAlike(other, otherAgain)) return { compared: 'unstable', other: null }
  return isAlike(own, other) ? { compared: 'same', other: null } : { compared: 'different', other }
}

/** A limit of requests, and what we did not finish ourselves, say nothing of a name. */
function isTelling({ report: { outcome }, exchange: { status, challenge } }: ReadDocument): boolean {
  if (outcome === 'skipped' || outcome === 'refused') return false
  return challenge !== null || !(status === 429 || (status === 503 && outcome === 'blocked'))
}

function isAlike(a: AnswerFacts, b: AnswerFacts): boolean {
  const isCounted = a.entries !== null && b.entries !== null
  return (
    a.outcome === b.outcome && a.status === b.status && a.kind === b.kind && (!isCounted || a.entries === b.entries)
  )
}

function isSame(a: AnswerFacts, b: AnswerFacts): boolean {
  const isHashed = a.sha256 !== null && b.sha256 !== null
  return isAlike(a, b) && (!isHashed || a.sha256 === b.sha256)
}

function answerOf({ report, exchange, format }: ReadDocument): AnswerFacts {
  const { outcome, kind, complete } = report
  const { status, challenge, ending } = exchange
  const answer = {
    outcome,
    status,
    kind,
    entries: complete ? report.entries : null,
    sha256: complete ? report.sha256 : null,
  }
  if (ending.kind !== 'answer')
    return { ...answer, phrase: 'detail' in ending ? `no answer: ${ending.detail}` : 'none' }
  const shown = `status ${status}`
  if (challenge) return { ...answer, phrase: `${shown} with a challenge of ${challenge.vendor}` }
  if (outcome === 'not-a-sitemap') return { ...answer, phrase: `${shown} with ${format ?? 'no sitemap'}` }
  if (outcome !== 'read') return { ...answer, phrase: shown }
  const count = `${report.entries?.toLocaleString('en-US')} ${report.entries === 1 ? 'entry' : 'entries'}`
  return { ...answer, phrase: `${shown} with ${complete ? '' : 'at least '}${count} (${kind})` }
}

function noteOf({ different, unstable, unknown }: Record<Compared, number>, count: number): string {
  const asked = `${count} ${count === 1 ? 'document was' : 'documents were'} asked for again under the name of a browser`
  const parts = [
    different === 0
      ? 'none was another one'
      : `${different} ${different === 1 ? 'was another one' : 'were other ones'}`,
  ]
  if (unstable > 0) parts.push(`${unstable} changed from one read to the next`)
  if (unknown > 0) parts.push(`${unknown} could not be compared`)
  return `${asked}: ${parts.join(', ')}.`
}
