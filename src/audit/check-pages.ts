/** Fetches the sampled pages and judges them, each alone and those of one sitemap together. */
import pLimit from 'p-limit'
import type { RobotsFacts } from '../model/facts.ts'
import { RULES } from '../rules/index.ts'
import { judgeFacts } from '../rules/judge.ts'
import { checkPage, type PageSettings } from './check-page.ts'
import { type AuditState, takeJudgement } from './gather-report.ts'
import type { ReadDocument } from './read-document.ts'
import { samplePages } from './sample.ts'

export interface PagesSettings extends Omit<PageSettings, 'onClosedHost'> {
  /** How many at most. */
  pages: number
  onPage(done: number, known: number): void
}

/** Adds pages, findings and notes to the state. */
export async function checkPages(
  state: AuditState,
  documents: readonly ReadDocument[],
  settings: PagesSettings,
): Promise<void> {
  const sampled = samplePages(documents, settings.pages)
  const closed = new Map<string, RobotsFacts>()
  const limit = pLimit(settings.tools.documentConcurrency)
  let done = 0
  settings.onPage(done, sampled.length)
  const judged = await Promise.all(
    sampled.map((one) =>
      limit(async () => {
        const page = await checkPage(one, { ...settings, onClosedHost: (facts) => void closed.set(facts.url, facts) })
        settings.onPage(++done, sampled.length)
        return page
      }),
    ),
  )
  state.pages = judged.map(({ report }) => report)
  for (const { url, exchange } of closed.values()) {
    const answer = `${url} answers ${exchange.status}`
    state.notes.push(`${answer}: crawlers then take the host for closed, and its pages were not fetched.`)
  }
  for (const document of new Set(judged.map((page) => page.document))) {
    const pages = judged.filter((page) => page.document === document)
    takeJudgement(state, judgeFacts(RULES, document, 'page', pages))
    takeJudgement(state, judgeFacts(RULES, document, 'pages', [{ document, pages }]))
  }
}
