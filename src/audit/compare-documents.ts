/** What the audit learns by holding the documents it read against each other. */
import type { IndexFacts, SiteFacts } from '../model/facts.ts'
import type { DocumentReport } from '../model/report.ts'
import { judgeIndexLastmod } from '../rules/index-lastmod.ts'
import type { HeavyShelf } from './heavy-shelf.ts'
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

/** The documents that list pages, with what only several together can tell. */
export async function siteDocuments(
  { documents }: Walk,
  shelf: HeavyShelf,
  areAlternatesCompared: readonly boolean[],
): Promise<SiteFacts['documents']> {
  const listing: SiteFacts['documents'] = []
  for (const [index, document] of documents.entries()) {
    const { report, check } = document
    if (check === null || report.kind === 'sitemapindex') continue
    const known = await shelf.load(document, 'known')
    const hashes = await shelf.load(document, 'hashes')
    if (known === null || hashes === null) continue
    listing.push({
      url: report.url,
      sha256: report.sha256,
      fingerprints: { ...known, locs: Array.from(hashes) },
      alternates: areAlternatesCompared[index] ? await shelf.load(document, 'alternates') : null,
      purpose: purposeOf(report, check.isNews),
    })
  }
  return listing
}

function purposeOf(
  { kind, entries, extensions }: DocumentReport,
  isNews: boolean,
): SiteFacts['documents'][0]['purpose'] {
  if (kind === 'rss' || kind === 'atom') return 'feed'
  if (isNews && extensions.news > 0) return 'news'
  if (entries === null || entries === 0) return 'pages'
  if (extensions.videos >= entries) return 'videos'
  return extensions.images >= entries ? 'images' : 'pages'
}
