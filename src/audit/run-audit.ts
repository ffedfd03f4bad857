/** One run over one site: domain -> discover -> walk -> check -> compare -> sample pages -> summarise -> report. */
import pLimit from 'p-limit'
import type { AuditOptions, Progress } from '../model/audit.ts'
import type { PageJudgement, PlaceFacts, RobotsFacts } from '../model/facts.ts'
import type { Finding, PageReport, Report } from '../model/report.ts'
import { RULES } from '../rules/index.ts'
import { type Judgement, judgeFacts, type RuleFailure } from '../rules/judge.ts'
import { parseDomain } from '../values/domain.ts'
import { isPrivateHost } from '../values/private-host.ts'
import { checkPage } from './check-page.ts'
import { indexFacts, settleHosts, siteDocuments } from './compare-documents.ts'
import { findPlaces, placeFacts } from './discover.ts'
import { createHostRobots } from './host-robots.ts'
import type { ReadDocument } from './read-document.ts'
import { samplePages } from './sample.ts'
import { settleOrigin } from './settle-origin.ts'
import { type Gathered, isUnchecked, summarise } from './summarise.ts'
import type { AuditTools } from './tools.ts'
import { type Walk, walk } from './walk.ts'

/**
 * Runs one audit to its end. What the site does never rejects; a cancelled or overdue audit returns what it has, with
 * the rest marked as skipped.
 * @throws only for our own faults, and for options that the API should have refused
 */
export async function runAudit(options: AuditOptions, tools: AuditTools): Promise<Report> {
  const startedMs = tools.now()
  const deadline = AbortSignal.timeout(tools.timeoutMs)
  const signal = AbortSignal.any([tools.signal, deadline])
  const { fetcher } = tools
  const domain = parseDomain(options.domain)
  if ('error' in domain) throw new Error(domain.error)

  const progress: Progress = { stage: 'discover', documents: [0, 0], pages: [0, 0], entries: 0, bytes: 0 }
  const state = {
    findings: [] as Finding[],
    failures: [] as RuleFailure[],
    notes: [] as string[],
    documents: [] as ReadDocument[],
    places: [] as PlaceFacts[],
    pages: [] as PageReport[],
    checkMs: 0,
  }
  const take = ({ findings, failures }: Judgement) => {
    state.findings.push(...findings)
    state.failures.push(...failures)
  }

  const settled = await settleOrigin(domain, fetcher, signal)
  const { origin, robots } = settled
  state.notes.push(...settled.notes)
  const hostRobots = createHostRobots(fetcher, signal)
  hostRobots.put(robots)
  take(judgeFacts(RULES, robots.url, 'robots', [robots]))

  const report = (): Report =>
    summarise(gather(), { profile: options.profile, suppress: options.suppress, nowMs: tools.now() })
  const tell = () => tools.onProgress({ ...progress }, report)

  const nodes = findPlaces(origin, robots, options.sitemaps)
  progress.stage = 'walk'
  progress.documents = [0, nodes.length]
  tell()
  const walked: Walk = await walk(nodes, {
    tools,
    signal,
    origin,
    isPrivateSite: isPrivateHost(new URL(origin).hostname),
    seed: options.seed,
    candidates: options.pages,
    children: options.children,
    onChunk: () => tell(),
    onDocument(document, done, known) {
      progress.documents = [done, known]
      progress.bytes += document.report.bytes?.uncompressed ?? 0
      if (document.report.kind !== 'sitemapindex') progress.entries += document.report.entries ?? 0
      state.documents.push(document)
      state.checkMs += document.check?.checkMs ?? 0
      tell()
    },
  })
  state.documents = walked.documents
  state.places = placeFacts(nodes, walked, robots)

  const indexes = indexFacts(walked)
  for (const facts of indexes) take(judgeFacts(RULES, facts.url, 'index', [facts]))
  const hosts = await settleHosts(walked.documents, hostRobots)
  state.findings.push(...hosts.findings)
  state.notes.push(...hosts.notes)
  take(
    judgeFacts(RULES, null, 'site', [
      {
        documents: siteDocuments(walked),
      },
    ]),
  )
  take(
    judgeFacts(RULES, null, 'discovery', [
      {
        robots,
        places: state.places,
        read: walked.documents.filter(({ report: { outcome } }) => outcome === 'read').length,
        unchecked: state.places.filter(({ outcome }) => isUnchecked(outcome)).length,
      },
    ]),
  )

  await samplePagesOf(walked)
  if (tools.signal.aborted) state.notes.push('The audit was cancelled: what had not begun was skipped.')
  else if (deadline.aborted)
    state.notes.push(
      `The audit reached its limit of ${Math.round(tools.timeoutMs / 1000)} s: what had not begun was skipped.`,
    )
  progress.stage = 'done'
  const final = report()
  tell()
  return final

  async function samplePagesOf({ documents }: Walk): Promise<void> {
    const sampled = samplePages(documents, options.pages)
    progress.stage = 'pages'
    progress.pages = [0, sampled.length]
    tell()
    const closed = new Map<string, RobotsFacts>()
    const limit = pLimit(tools.documentConcurrency)
    const judged: PageJudgement[] = await Promise.all(
      sampled.map((one) =>
        limit(async () => {
          const page = await checkPage(one, {
            tools,
            signal,
            robots: hostRobots,
            respectRobots: options.respectRobots,
            onClosedHost: (facts) => void closed.set(facts.url, facts),
          })
          progress.pages[0]++
          tell()
          return page
        }),
      ),
    )
    state.pages = judged.map((page) => page.report)
    for (const { url, exchange } of closed.values())
      state.notes.push(
        `${url} answers ${exchange.status}: crawlers then take the host for closed, and its pages were not fetched.`,
      )
    for (const document of new Set(judged.map((page) => page.document))) {
      const own = judged.filter((page) => page.document === document)
      take(judgeFacts(RULES, document, 'page', own))
      take(judgeFacts(RULES, document, 'pages', [{ document, pages: own }]))
    }
  }

  function gather(): Gathered {
    const { documents, places } = state
    const shown = documents.filter((document) => isShown(document, documents))
    const { totals } = fetcher
    return {
      origin,
      robots: {
        url: robots.url,
        outcome: robots.outcome,
        status: robots.exchange.status,
        sitemaps: (robots.robots?.sitemaps ?? []).map(({ line, value, urls }) => ({
          line,
          value,
          url: urls[0] ?? null,
        })),
      },
      discovery: places.map(({ url, via, outcome, status }) => ({ url, via, outcome, status })),
      documents: shown.map((document) => document.report),
      listed: new Map(
        documents.map(({ node, check }) => [node.url, (check?.children ?? []).map((child) => child.url ?? child.loc)]),
      ),
      pages: state.pages,
      findings: [...shown.flatMap((document) => document.findings), ...state.findings],
      notes: [...state.notes, ...failureNotes([...state.failures, ...shown.flatMap((document) => document.failures)])],
      concerned: { of: (cause, document) => concernedBy(cause, document, documents, places) },
      timing: {
        totalMs: Math.round(tools.now() - startedMs),
        fetchMs: Math.round(totals.ms),
        checkMs: Math.round(state.checkMs),
        requests: totals.requests,
        bytes: totals.bytes,
      },
    }
  }
}

/**
 * A fallback that nobody named is a document of the site only when a sitemap was read there, or, where nothing was read
 * at all, when it could not be checked.
 */
function isShown({ node, report }: ReadDocument, documents: readonly ReadDocument[]): boolean {
  if (!node.via.startsWith('/') || report.outcome === 'read') return true
  return isUnchecked(report.outcome) && !documents.some((other) => other.report.outcome === 'read')
}

/** The documents that a cause, found in `document`, speaks of. */
function concernedBy(
  cause: string,
  document: string | null,
  documents: readonly ReadDocument[],
  places: readonly PlaceFacts[],
): Set<string> {
  switch (cause) {
    case 'robots-sitemap-dead':
    case 'robots-sitemap-private':
      return new Set(places.filter(({ line }) => line !== null).map(({ url }) => url))
    case 'sitemap-not-checked':
      return new Set(places.filter(({ via }) => via.startsWith('/')).map(({ url }) => url))
    default:
      return new Set(documents.filter(({ node }) => node.parent === document).map(({ node }) => node.url))
  }
}

/** A rule that threw is told, once each. */
function failureNotes(failures: readonly RuleFailure[]): string[] {
  const byRule = new Map(failures.map((failure) => [failure.rule, failure]))
  return [...byRule.values()].map(
    ({ rule, error }) => `The rule ${rule} failed (our fault) and was left out: ${error}.`,
  )
}
