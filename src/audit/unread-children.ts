/** The children that the indexes list and that nobody asked for: they were not chosen, or stand too deep. */
import type { DocumentReport } from '../model/report.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { reportUnread } from './report-document.ts'
import type { Walk } from './walk.ts'

/** Kept of one audit. Indexes below indexes can list 50,000 each without end, and nobody reads such a list. Ours. */
const UNREAD_LIMIT = 200_000

/**
 * In walking order of the indexes, in each in the order of its entries. A URL that stands in two entries is listed with
 * both, like `children.listed` counts it; what was attempted, under whatever entry or index, is not listed again.
 * @returns the list, and whether it was cut at the limit
 */
export function unreadChildren(
  { documents, wasAttempted }: Pick<Walk, 'documents' | 'wasAttempted'>,
  limit = UNREAD_LIMIT,
): { unread: DocumentReport[]; isCut: boolean } {
  const unread: DocumentReport[] = []
  for (const { node, report, check } of documents) {
    if (check === null || report.kind !== 'sitemapindex') continue
    const seen = new Set<string>()
    for (const child of check.children) {
      // A loc that is no URL was never asked for, and is shown as it is listed.
      const url = child.url ?? maskUserInfo(child.loc)
      const listing = `${child.entry} ${url}`
      if ((child.url !== null && wasAttempted(child.url)) || seen.has(listing)) continue
      if (unread.length === limit) return { unread, isCut: true }
      seen.add(listing)
      const place = { via: `${node.url}#${child.entry}`, parent: node.url, depth: node.depth + 1 }
      unread.push(reportUnread({ url, finalUrl: url }, place, 'skipped', null))
    }
  }
  return { unread, isCut: false }
}

/** What the report says where the list was cut. */
export function cutNote({ length }: readonly DocumentReport[]): string {
  return `More than ${length.toLocaleString('en-US')} children of indexes were not read: the list of them ends there.`
}
