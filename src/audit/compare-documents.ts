/** What the audit learns by holding the documents it read against each other and against other hosts' robots.txt. */
import type { ForeignHost } from '../model/document.ts'
import type { IndexFacts, RobotsFacts, SiteFacts } from '../model/facts.ts'
import type { DocumentReport, Finding } from '../model/report.ts'
import { type Declared, settleForeignHosts } from '../rules/foreign-hosts.ts'
import type { HostRobots } from './host-robots.ts'
import type { ReadDocument } from './read-document.ts'
import type { Walk } from './walk.ts'

/** Other hosts whose robots.txt is asked in one audit. */
const FOREIGN_HOSTS_LIMIT = 20

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

/** The documents that list pages, with what only several together can tell. */
export function siteDocuments({ documents }: Walk): SiteFacts['documents'] {
  return documents.flatMap(({ report, check }) =>
    check === null || report.kind === 'sitemapindex'
      ? []
      : [
          {
            url: report.url,
            sha256: report.sha256,
            fingerprints: check.fingerprints,
            purpose: purposeOf(report, check.isNews),
          },
        ],
  )
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

/**
 * Settles which foreign hosts have declared a sitemap in their own robots.txt (cross submission).
 * @returns the findings, and a note where more hosts were met than are asked
 */
export async function settleHosts(
  documents: readonly ReadDocument[],
  robots: HostRobots,
): Promise<{ findings: Finding[]; notes: string[] }> {
  const asked = new Map<string, RobotsFacts>()
  const unasked = new Set<string>()
  const findings: Finding[] = []
  for (const { node, report, check } of documents) {
    if (check === null || check.foreign.length === 0) continue
    for (const { origin } of check.foreign) {
      if (asked.has(origin)) continue
      if (asked.size < FOREIGN_HOSTS_LIMIT) asked.set(origin, await robots.of(origin))
      else unasked.add(origin)
    }
    const names = new Set([node.url, report.finalUrl, ...node.ancestors])
    const declared = ({ origin }: ForeignHost): Declared => {
      const facts = asked.get(origin)
      if (!facts) return 'unknown'
      if (facts.outcome === 'absent') return 'not-declared'
      if (facts.outcome !== 'read' || facts.robots === null) return 'unknown'
      const named = facts.robots.sitemaps.flatMap(({ urls }) => urls)
      return named.some((url) => names.has(url)) ? 'declared' : 'not-declared'
    }
    findings.push(...settleForeignHosts(node.url, report, check.foreign, declared))
  }
  const notes =
    unasked.size === 0
      ? []
      : [
          `Entries name more than ${FOREIGN_HOSTS_LIMIT} other hosts: the robots.txt of ${unasked.size} of them was not asked, and what they list is not judged.`,
        ]
  return { findings, notes }
}
