/** What the audit learns by holding the documents it read against each other and against other hosts' robots.txt. */
import type { Child, ForeignHost } from '../model/document.ts'
import type { IndexFacts, RobotsFacts, SiteFacts } from '../model/facts.ts'
import type { DocumentReport, Finding } from '../model/report.ts'
import { type Declared, settleForeignHosts } from '../rules/foreign-hosts.ts'
import { judgeIndexLastmod } from '../rules/index-lastmod.ts'
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
    const groups = check.foreign.flatMap((group) => {
      const named = sitemapsNamedBy(asked.get(group.origin))
      if (named === 'unknown') return [{ group, declared: 'unknown' as const }]
      if (named.some((url) => names.has(url))) return [{ group, declared: 'declared' as const }]
      return splitByChild(group, check.children, new Set(named))
    })
    const verdicts = new Map<ForeignHost, Declared>(groups.map(({ group, declared }) => [group, declared]))
    const foreign = groups.map(({ group }) => group)
    findings.push(...settleForeignHosts(node.url, report, foreign, (group) => verdicts.get(group) ?? 'unknown'))
  }
  const notes =
    unasked.size === 0
      ? []
      : [
          `Entries name more than ${FOREIGN_HOSTS_LIMIT} other hosts: the robots.txt of ${unasked.size} of them was not asked, and what they list is not judged.`,
        ]
  return { findings, notes }
}

/** The URLs that a host's own robots.txt names. */
function sitemapsNamedBy(facts: RobotsFacts | undefined): string[] | 'unknown' {
  if (facts?.outcome === 'absent') return []
  if (facts?.outcome !== 'read' || facts.robots === null) return 'unknown'
  return facts.robots.sitemaps.flatMap(({ urls }) => urls)
}

/** A host that does not name the index may still name single children of it. */
function splitByChild(
  group: ForeignHost,
  children: readonly Child[],
  named: ReadonlySet<string>,
): { group: ForeignHost; declared: Declared }[] {
  if (group.of !== 'child') return [{ group, declared: 'not-declared' }]
  const own = children.filter(({ url }) => url !== null && new URL(url).hostname === group.host)
  const isNamed = ({ url }: Child) => url !== null && named.has(url)
  const part = (some: Child[]): ForeignHost => ({
    ...group,
    count: some.length,
    examples: some.slice(0, 10).map(({ entry, loc, location }) => ({ entry, loc, location })),
  })
  return [
    { group: part(own.filter(isNamed)), declared: 'declared' as const },
    { group: part(own.filter((child) => !isNamed(child))), declared: 'not-declared' as const },
  ].filter(({ group: { count } }) => count > 0)
}
