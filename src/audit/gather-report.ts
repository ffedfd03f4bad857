/** From the state of a running audit to its report, at any moment. */
import type { AuditOptions } from '../model/audit.ts'
import type { Fetcher } from '../model/exchange.ts'
import type { PlaceFacts, RobotsFacts } from '../model/facts.ts'
import type { Estimate, Finding, PageReport, Report } from '../model/report.ts'
import type { Judgement, RuleFailure } from '../rules/judge.ts'
import type { Concerned } from '../rules/suppress-causes.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { acrossNotes } from './bound-notes.ts'
import { failureNotes } from './failure-notes.ts'
import type { ReadDocument } from './read-document.ts'
import { samplingNotes } from './sampling-notes.ts'
import { isUnchecked, summarise } from './summarise.ts'
import type { AuditTools } from './tools.ts'

/** What an audit has gathered so far. */
export interface AuditState {
  origin: string
  robots: RobotsFacts
  places: PlaceFacts[]
  documents: ReadDocument[]
  pages: PageReport[]
  estimates: Estimate[]
  /** Findings that no document's own check made. */
  findings: Finding[]
  failures: RuleFailure[]
  notes: string[]
  checkMs: number
  /** By the clock that nobody puts back. */
  startedMs: number
  /** What others than the audit's own fetcher requested for it. */
  elsewhere: Readonly<Fetcher['totals']>
}

export function takeJudgement(state: AuditState, { findings, failures }: Judgement): void {
  state.findings.push(...findings)
  state.failures.push(...failures)
}

export function gatherReport(
  state: AuditState,
  options: Pick<AuditOptions, 'profile' | 'suppress'>,
  { fetcher, now }: Pick<AuditTools, 'fetcher' | 'now'>,
): Report {
  const { origin, robots, places, documents } = state
  const shown = shownDocuments(documents)
  const { totals } = fetcher
  const { elsewhere } = state
  const gathered = {
    origin,
    robots: {
      url: robots.url,
      outcome: robots.outcome,
      status: robots.exchange.status,
      sitemaps: (robots.robots?.sitemaps ?? []).map(({ line, value, urls }) => ({
        line,
        value: maskUserInfo(value),
        url: urls[0] ?? null,
      })),
    },
    discovery: places.map(({ url, via, outcome, status }) => ({ url, via, outcome, status })),
    documents: shown.map(({ report }) => report),
    listed: new Map(
      documents.map(({ node, check }) => [node.url, (check?.children ?? []).map(({ url, loc }) => url ?? loc)]),
    ),
    pages: state.pages,
    estimates: state.estimates,
    findings: [...shown.flatMap(({ findings }) => findings), ...state.findings],
    notes: [
      ...state.notes,
      ...samplingNotes(shown),
      ...shown.flatMap(({ note, check }) => [...(note === undefined ? [] : [note]), ...(check?.notes ?? [])]),
      ...acrossNotes(shown.flatMap(({ check }) => check?.fingerprints.count ?? 0)),
      ...failureNotes(failuresOf(state)),
    ],
    concerned: createConcerned(documents, places),
    timing: {
      totalMs: Math.round(performance.now() - state.startedMs),
      fetchMs: Math.round(totals.ms + elsewhere.ms),
      checkMs: Math.round(state.checkMs),
      requests: totals.requests + elsewhere.requests,
      bytes: totals.bytes + elsewhere.bytes,
    },
  }
  return summarise(gathered, { profile: options.profile, suppress: options.suppress, nowMs: now() })
}

/** The documents that the report names. */
export function shownDocuments(documents: readonly ReadDocument[]): ReadDocument[] {
  return documents.filter((document) => isShown(document, documents))
}

/**
 * A fallback that nobody named is a document of the site only when a sitemap was read there, or, where nothing was read
 * at all, when it could not be checked.
 */
function isShown({ node, report }: ReadDocument, documents: readonly ReadDocument[]): boolean {
  if (!node.via.startsWith('/') || report.outcome === 'read') return true
  return isUnchecked(report.outcome) && !documents.some((other) => other.report.outcome === 'read')
}

/** Who is concerned by a cause. Looked up for every finding of a cause, so each set is made once. */
function createConcerned(documents: readonly ReadDocument[], places: readonly PlaceFacts[]): Concerned {
  const named = new Set(places.filter(({ line }) => line !== null).map(({ url }) => url))
  const asked = new Set(places.filter(({ via }) => !via.startsWith('/')).map(({ url }) => url))
  const unnamed = new Set(places.map(({ url }) => url).filter((url) => !asked.has(url)))
  const children = new Map<string | null, Set<string>>()
  for (const { node } of documents) {
    const known = children.get(node.parent)
    if (known) known.add(node.url)
    else children.set(node.parent, new Set([node.url]))
  }
  return {
    of(cause, document) {
      switch (cause) {
        case 'robots-sitemap-dead':
        case 'robots-sitemap-private':
          return named
        case 'sitemap-not-checked':
          return unnamed
        default:
          return children.get(document) ?? new Set()
      }
    },
  }
}

/** The rules that threw, once each. */
export function failuresOf({ failures, documents }: Pick<AuditState, 'failures' | 'documents'>): RuleFailure[] {
  const all = [...failures, ...shownDocuments(documents).flatMap((document) => document.failures)]
  return [...new Map(all.map((failure) => [failure.rule, failure])).values()]
}
