/** Which foreign hosts among the entries have declared a sitemap in their own robots.txt (cross submission). */
import type { Child, ForeignHost } from '../model/checked-document.ts'
import type { RobotsFacts } from '../model/facts.ts'
import type { Finding } from '../model/report.ts'
import { type Declared, OTHER_HOSTS, settleForeignHosts } from '../rules/foreign-hosts.ts'
import type { HostRobots } from './host-robots.ts'
import type { ReadDocument } from './read-document.ts'

/** Other hosts whose robots.txt is asked in one audit. */
const FOREIGN_HOSTS_LIMIT = 20

/**
 * Settles which foreign hosts have declared a sitemap in their own robots.txt (cross submission).
 * @returns the findings, and a note where more hosts were met than are asked
 */
export async function settleHosts(
  documents: readonly ReadDocument[],
  robots: HostRobots,
): Promise<{ findings: Finding[]; notes: string[] }> {
  const origins = new Set(
    documents
      .flatMap(({ check }) => check?.foreign ?? [])
      .flatMap(({ host, origin }) => (host === OTHER_HOSTS ? [] : [origin])),
  )
  const isOtherHostsNamed = documents.some(({ check }) => check?.foreign.some(({ host }) => host === OTHER_HOSTS))
  const isLimited = origins.size > FOREIGN_HOSTS_LIMIT || isOtherHostsNamed
  // All at once: one that hangs costs its own deadline and no other's.
  const chosen = [...origins].slice(0, FOREIGN_HOSTS_LIMIT)
  const asked = new Map(await Promise.all(chosen.map(async (origin) => [origin, await robots.of(origin)] as const)))
  const findings: Finding[] = []
  for (const { node, report, check } of documents) {
    if (check === null || check.foreign.length === 0) continue
    const names = new Set([node.url, report.finalUrl, ...node.ancestors])
    const groups = check.foreign.flatMap((group) => {
      const named = sitemapsNamedBy(asked.get(group.origin), group)
      if (named === 'unknown') return [{ group, declared: 'unknown' as const }]
      if (named.some((url) => names.has(url))) return [{ group, declared: 'declared' as const }]
      // The line may stand behind what came.
      if (asked.get(group.origin)?.cut !== undefined) return [{ group, declared: 'unknown' as const }]
      return splitByChild(group, check.children, new Set(named))
    })
    const verdicts = new Map<ForeignHost, Declared>(groups.map(({ group, declared }) => [group, declared]))
    const foreign = groups.map(({ group }) => group)
    findings.push(...settleForeignHosts(node.url, report, foreign, (group) => verdicts.get(group) ?? 'unknown'))
  }
  const note = `Entries name more than ${FOREIGN_HOSTS_LIMIT} other hosts: of the rest the robots.txt was not asked, and what they list is not judged.`
  return { findings, notes: isLimited ? [note] : [] }
}

/** The URLs that a host's own robots.txt names. */
function sitemapsNamedBy(facts: RobotsFacts | undefined, { relation }: ForeignHost): string[] | 'unknown' {
  if (facts?.outcome === 'absent') return []
  if (facts?.outcome !== 'read' || facts.robots === null) return 'unknown'
  // A www host that only redirects gives the other's robots.txt: it has declared nothing of its own.
  if (relation === 'www' && facts.exchange.hops.length > 0) return []
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
    { group: { ...part(own.filter(isNamed)), isNamedItself: true }, declared: 'declared' as const },
    { group: part(own.filter((child) => !isNamed(child))), declared: 'not-declared' as const },
  ].filter(({ group: { count } }) => count > 0)
}
