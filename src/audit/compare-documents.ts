/** What the audit learns by holding the documents it read against each other. */
import { setImmediate } from 'node:timers/promises'
import type { DocumentAlternates } from '../model/checked-document.ts'
import type { IndexFacts, SiteDocument, SiteFacts } from '../model/facts.ts'
import type { DocumentReport } from '../model/report.ts'
import { createAlternateComparison } from '../rules/compare-alternates.ts'
import { judgeIndexLastmod } from '../rules/index-lastmod.ts'
import { budgetAlternates } from './alternate-budget.ts'
import { compareLocs } from './compare-locs.ts'
import type { HeavyShelf } from './heavy-shelf.ts'
import type { ReadDocument } from './read-document.ts'
import type { Walk } from './walk.ts'

/** Each index that was read, with what was read of its children. */
export function indexFacts({ documents, byUrl }: Walk): IndexFacts[] {
  return documents.flatMap(({ node, report, exchange, check }) => {
    if (check === null || report.kind !== 'sitemapindex') return []
    return {
      url: node.url,
      finalUrl: report.finalUrl,
      nowMs: exchange.nowMs,
      ancestors: node.ancestors,
      depth: node.depth,
      children: check.children.map((child) => {
        const read = child.url === null ? undefined : byUrl.get(child.url)
        return {
          child,
          report: read?.report ?? null,
          newest: read?.check?.newest ?? null,
          datedEntries: read?.report.lastmod?.valid ?? 0,
        }
      }),
    }
  })
}

/** Writes into each child's report what its index says of it. */
export function describeChildren(indexes: readonly IndexFacts[]): void {
  for (const { children } of indexes) {
    for (const facts of children) {
      const { child, newest, report } = facts
      // A child that is listed twice, or in two indexes, is described by the first.
      if (report === null || report.index !== null || report.outcome !== 'read') continue
      report.index = { lastmod: child.lastmod, newest: newest?.value ?? null, verdict: judgeIndexLastmod(facts) }
    }
  }
}

/** What only several documents together can tell. @returns it, and what was left out, in sentences */
export async function siteFacts(
  { documents }: Pick<Walk, 'documents'>,
  shelf: HeavyShelf,
): Promise<{ facts: SiteFacts; notes: string[] }> {
  const listing = documents.filter(({ report, check }) => check !== null && report.kind !== 'sitemapindex')
  const { shared, untold } = await compareLocs(
    listing.map((document) => ({
      url: document.report.url,
      sha256: document.report.sha256,
      purpose: purposeOf(document.report, document.check?.isNews ?? false),
      count: document.check?.fingerprints.count ?? 0,
      hashes: async (range) => (await shelf.loadHashes(document, range)) ?? [],
      known: async () => (await shelf.load(document, 'known')) ?? { smallest: [] },
    })),
  )
  const { alternates, notes } = await compareAllAlternates(listing, (document) => shelf.load(document, 'alternates'))
  if (untold > 0) {
    const pairs = untold.toLocaleString('en-US')
    notes.push(`Of more pairs of documents that list the same locs, ${pairs} or fewer, nothing is told.`)
  }
  return { facts: { shared, alternates }, notes }
}

async function compareAllAlternates(
  documents: readonly ReadDocument[],
  load: (document: ReadDocument) => Promise<DocumentAlternates | null>,
): Promise<Pick<SiteFacts, 'alternates'> & { notes: string[] }> {
  const { isCompared, notes } = budgetAlternates(documents.map(({ check }) => check?.alternates ?? null))
  const seen = new Set<string>()
  const chosen = documents.filter(({ report: { sha256 } }, index) => {
    // Two copies of one file say everything twice: the first is enough.
    if (!isCompared[index] || (sha256 !== null && seen.has(sha256))) return false
    if (sha256 !== null) seen.add(sha256)
    return true
  })
  const comparison = createAlternateComparison()
  const each = async (take: (alternates: DocumentAlternates, document: ReadDocument) => void) => {
    for (const document of chosen) {
      const alternates = await load(document)
      if (alternates !== null) take(alternates, document)
      // Others live on this thread.
      await setImmediate()
    }
  }
  const compared: SiteFacts['alternates'] = []
  await each(comparison.takeEntries)
  await each(comparison.takeLinks)
  await each((alternates, { report: { url } }) => {
    compared.push({ ...comparison.compare(alternates), url, links: alternates.links })
  })
  return { alternates: compared, notes }
}

function purposeOf({ kind, entries, extensions }: DocumentReport, isNews: boolean): SiteDocument['purpose'] {
  if (kind === 'rss' || kind === 'atom') return 'feed'
  if (isNews && extensions.news > 0) return 'news'
  if (entries === null || entries === 0) return 'pages'
  if (extensions.videos >= entries) return 'videos'
  return extensions.images >= entries ? 'images' : 'pages'
}
