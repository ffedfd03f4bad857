/** Fetches the sampled pages and judges them, each alone and those of one sitemap together. */
import pLimit from 'p-limit'
import type { PageJudgement, RobotsFacts } from '../model/facts.ts'
import { RULES } from '../rules/index.ts'
import { judgeFacts } from '../rules/judge.ts'
import { isHonestLastmod } from '../rules/page-lastmod.ts'
import { isAnswered } from '../rules/page-places.ts'
import { checkPage, type PageSettings } from './check-page.ts'
import { describeEstimate, estimateShares } from './estimate.ts'
import { createCanonicalFollower } from './follow-canonicals.ts'
import { createCandidateGatherer } from './gather-candidates.ts'
import { type AuditState, takeJudgement } from './gather-report.ts'
import type { HeavyShelf } from './heavy-shelf.ts'
import { createHostProbes } from './probe-host.ts'
import type { ReadDocument } from './read-document.ts'
import { isFaultyPage, type Pick, sampleGathered } from './sample.ts'

export interface PagesSettings extends Omit<PageSettings, 'onClosedHost' | 'probes' | 'canonicals'> {
  shelf: HeavyShelf
  seed: number
  /** How many at most. */
  pages: number
  onPage(done: number, known: number): void
}

/** Adds pages, estimates, findings and notes to the state. */
export async function checkPages(
  state: AuditState,
  documents: readonly ReadDocument[],
  settings: PagesSettings,
): Promise<void> {
  const listing = documents.filter(({ check, report }) => check !== null && report.kind !== 'sitemapindex')
  const gatherer = createCandidateGatherer(settings.pages)
  for (const document of settings.pages === 0 ? [] : listing) {
    const candidates = await settings.shelf.load(document, 'candidates')
    if (candidates !== null) gatherer.add(document.node.url, candidates)
  }
  const sampler = sampleGathered(gatherer.finish(), settings.pages)
  const closed = new Map<string, RobotsFacts>()
  const { tools, signal, robots, respectRobots, seed } = settings
  const onePage: PageSettings = {
    ...settings,
    probes: createHostProbes(tools, signal, seed),
    canonicals: createCanonicalFollower(tools, signal, robots, respectRobots),
    onClosedHost: (facts) => void closed.set(facts.url, facts),
  }
  const limit = pLimit(tools.documentConcurrency)
  const judged: { pick: Pick; page: PageJudgement }[] = []
  let done = 0
  for (let picks = sampler.begin(); picks.length > 0; ) {
    const known = done + picks.length
    settings.onPage(done, known)
    const pages = await Promise.all(
      picks.map((pick) =>
        limit(async () => {
          const page = await checkPage(pick, onePage)
          settings.onPage(++done, known)
          return { pick, page }
        }),
      ),
    )
    judged.push(...pages)
    picks = sampler.grow(
      judged.map(({ pick, page }) => ({ candidate: pick.candidate, isFaulty: isFaultyPage(page.report) })),
    )
  }

  state.pages = judged.map(({ page }) => page.report)
  const listed = listing.reduce((sum, { report }) => sum + (report.entries ?? 0), 0)
  const seeded = judged.filter(({ pick }) => pick.isSeeded).map(({ page }) => page.report)
  state.estimates = estimateShares(seeded, listed)
  state.notes.push(...state.estimates.map(describeEstimate))
  if (judged.length > 0 && seeded.length === 0) {
    state.notes.push(
      `The first, middle and last pages of the sitemaps took all ${settings.pages} pages: nothing is estimated.`,
    )
  }
  const honest = judged.map(({ page }) => isHonestLastmod(page)).filter((one) => one !== null)
  if (honest.length > 0) {
    const count = honest.filter(Boolean).length
    state.notes.push(`Of ${honest.length} pages that date themselves, the lastmod of ${count} agrees with the page.`)
  }
  for (const { url, exchange } of closed.values()) {
    const answer = `${url} answers ${exchange.status}`
    state.notes.push(`${answer}: crawlers then take the host for closed, and its pages were not fetched.`)
  }
  for (const document of new Set(judged.map(({ page }) => page.document))) {
    const pages = withSample(judged.map(({ page }) => page).filter((page) => page.document === document))
    takeJudgement(state, judgeFacts(RULES, document, 'page', pages))
    takeJudgement(state, judgeFacts(RULES, document, 'pages', [{ document, pages }]))
  }
}

/** @param pages all of one sitemap */
function withSample(pages: readonly PageJudgement[]): PageJudgement[] {
  const asked = pages.filter(({ report }) => report.outcome !== 'skipped').length
  const sample = { asked, answered: pages.filter(hasAnswer).length }
  return pages.map((page) => ({ ...page, sample }))
}

/** A redirect that comes to no end is an answer of the site, too. */
function hasAnswer(page: PageJudgement): boolean {
  return isAnswered(page) || (page.exchange?.ending.kind.startsWith('redirect-') ?? false)
}
