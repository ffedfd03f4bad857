/** One run over one site: domain -> discover -> walk -> check -> compare -> sample pages -> summarise -> report. */
import type { AuditOptions, AuditResult, Progress } from '../model/audit.ts'
import { RULES } from '../rules/index.ts'
import { judgeFacts } from '../rules/judge.ts'
import { parseDomain } from '../values/domain.ts'
import { isPrivateHost } from '../values/private-host.ts'
import { checkPages } from './check-pages.ts'
import { compareAgents } from './compare-agents.ts'
import { describeChildren, indexFacts, siteFacts } from './compare-documents.ts'
import { findPlaces, placeFacts, unjudgedNote } from './discover.ts'
import { createLocalReader, type ReaderSettings } from './document-reader.ts'
import { type AuditState, failuresOf, gatherReport, shownDocuments, takeJudgement } from './gather-report.ts'
import { createHostRobots } from './host-robots.ts'
import { keepHistory } from './keep-history.ts'
import { paceNotes } from './pace-notes.ts'
import { reuseNotes } from './reuse-document.ts'
import { settleHosts } from './settle-hosts.ts'
import { settleOrigin } from './settle-origin.ts'
import { isUnchecked } from './summarise.ts'
import { createFoundTeller } from './tell-found.ts'
import type { AuditTools } from './tools.ts'
import { cutNote, unreadChildren } from './unread-children.ts'
import { SKIPPED_SHOWN_LIMIT, walk } from './walk.ts'

/**
 * Runs one audit to its end. What the site does never rejects; a cancelled or overdue audit returns what it has, with
 * the rest marked as skipped.
 * @throws only for our own faults, and for options that the API should have refused
 */
export async function runAudit(options: AuditOptions, tools: AuditTools): Promise<AuditResult> {
  const startedMs = performance.now()
  const deadline = AbortSignal.timeout(tools.timeoutMs)
  const signal = AbortSignal.any([tools.signal, deadline])
  const domain = parseDomain(options.domain)
  if ('error' in domain) throw new Error(domain.error)

  const reading = { fetcher: tools.fetcher, signal, agent: tools.agent }
  const { origin, robots, notes } = await settleOrigin(domain, reading)
  const hostRobots = createHostRobots(reading)
  hostRobots.put(robots)
  const state: AuditState = {
    origin,
    robots,
    places: [],
    documents: [],
    pages: [],
    estimates: [],
    findings: [],
    failures: [],
    notes,
    checkMs: 0,
    startedMs,
    elsewhere: { requests: 0, bytes: 0, ms: 0 },
  }
  const progress: Progress = { stage: 'walk', documents: [0, 0], pages: [0, 0], entries: 0, bytes: 0 }
  const report = () => gatherReport(state, options, tools)
  const tellFound = createFoundTeller(state, options, tools)
  const tell = () => {
    tellFound()
    tools.onProgress({ ...progress }, report)
  }
  takeJudgement(state, judgeFacts(RULES, robots.url, 'robots', [robots]))

  const nodes = findPlaces(origin, robots, options.sitemaps)
  progress.documents = [0, nodes.length]
  tell()
  const readSettings: ReaderSettings = {
    tools,
    signal,
    origin,
    isPrivateSite: isPrivateHost(new URL(origin).hostname),
    seed: options.seed,
    candidates: options.pages,
    onChunk: tell,
  }
  const leftMs = tools.timeoutMs - (performance.now() - startedMs)
  const reader = (tools.createReader ?? createLocalReader)(readSettings, leftMs)
  state.elsewhere = reader.totals
  const walked = await walk(nodes, {
    reader,
    children: options.children,
    onDocument(document, done, known) {
      const { kind, entries, bytes } = document.report
      progress.documents = [done, known]
      progress.bytes += bytes?.uncompressed ?? 0
      if (kind !== 'sitemapindex') progress.entries += entries ?? 0
      state.documents.push(document)
      state.checkMs += document.check?.checkMs ?? 0
      tell()
    },
  })
  // From here on in walking order, not in the order of arrival.
  state.documents = walked.documents
  const { places, unjudged } = await placeFacts(nodes, walked, robots)
  state.places = places
  if (unjudged > 0) state.notes.push(unjudgedNote(unjudged))

  const indexes = indexFacts(walked)
  describeChildren(indexes)
  for (const facts of indexes) takeJudgement(state, judgeFacts(RULES, facts.url, 'index', [facts]))
  const hosts = await settleHosts(walked.documents, hostRobots)
  state.findings.push(...hosts.findings)
  state.notes.push(...hosts.notes)
  const site = await siteFacts(walked, reader.shelf)
  state.notes.push(...site.notes)
  takeJudgement(state, judgeFacts(RULES, null, 'site', [site.facts]))
  const discovery = {
    robots,
    places: state.places,
    read: walked.documents.filter(({ report: { outcome } }) => outcome === 'read').length,
    unchecked: state.places.filter(({ outcome }) => isUnchecked(outcome)).length,
  }
  takeJudgement(state, judgeFacts(RULES, null, 'discovery', [discovery]))

  progress.stage = 'pages'
  await checkPages(state, walked.documents, {
    shelf: reader.shelf,
    tools,
    signal,
    robots: hostRobots,
    respectRobots: options.respectRobots,
    pages: options.pages,
    seed: options.seed,
    onPage(done, known) {
      progress.pages = [done, known]
      tell()
    },
  })
  if (options.compareUserAgents) {
    // Last, because a host that minds may refuse us from then on.
    const comparison = await compareAgents(shownDocuments(state.documents), readSettings)
    takeJudgement(state, comparison)
    state.notes.push(...comparison.notes)
  }
  state.notes.push(...paceNotes(robots, options.pages, tools, reader))
  if (tools.signal.aborted) state.notes.push('The audit was cancelled: what had not begun was skipped.')
  else if (deadline.aborted) {
    const seconds = Math.round(tools.timeoutMs / 1000)
    state.notes.push(`The audit reached its limit of ${seconds} s: what had not begun was skipped.`)
  }
  if (walked.leftOut > 0) {
    const left = walked.leftOut.toLocaleString('en-US')
    const shown = SKIPPED_SHOWN_LIMIT.toLocaleString('en-US')
    state.notes.push(
      `Of the documents that had not begun the first ${shown} are shown; ${left} more stand only in the lists that name them.`,
    )
  }
  state.notes.push(...reader.notes())
  state.notes.push(...reuseNotes(shownDocuments(state.documents)))
  const { unread, isCut } = unreadChildren(walked)
  if (isCut) state.notes.push(cutNote(unread))
  const history = await keepHistory(walked, reader.shelf, robots, isCut)
  progress.stage = 'done'
  tell()
  const failures = failuresOf(state)
  return { report: report(), unread, history, ...(failures.length > 0 && { failures }) }
}
