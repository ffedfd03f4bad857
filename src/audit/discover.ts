/** Where sitemaps are looked for: every Sitemap line, and the fallbacks always. */
import type { DiscoveryFacts, PlaceFacts, RobotsFacts } from '../model/facts.ts'
import type { RobotsTxt } from '../model/robots.ts'
import { isPrivateHost } from '../values/private-host.ts'
import type { ReadDocument, WalkNode } from './read-document.ts'
import type { Walk } from './walk.ts'

const FALLBACKS = ['/sitemap.xml', '/sitemap_index.xml']

/** An agent name that no robots.txt has a group for: it gets the rules for everyone. */
const EVERYONE = 'sitemap-auditor-for-everyone'

/**
 * The places in walking order: lines first, in their order, then the fallbacks. Sitemaps that the request names replace
 * both.
 * @param requested absolute http(s) URLs
 */
export function findPlaces(origin: string, robots: RobotsFacts, requested: readonly string[]): WalkNode[] {
  const root = { parent: null, depth: 0, ancestors: [] }
  if (requested.length > 0) {
    return requested.map((url) => ({ ...root, url: clean(url), via: 'request', line: null, isNamedByRobots: false }))
  }
  const lines = (robots.robots?.sitemaps ?? []).flatMap((line) =>
    line.urls.map((url) => ({ ...root, url: clean(url), via: `robots.txt:${line.line}`, line, isNamedByRobots: true })),
  )
  const fallbacks = FALLBACKS.map((path) => ({
    ...root,
    url: `${origin}${path}`,
    via: path,
    line: null,
    isNamedByRobots: false,
  }))
  return [...lines, ...fallbacks]
}

function clean(text: string): string {
  const url = new URL(text)
  url.hash = ''
  return url.href
}

/** What was found at each place, once the walk is over. */
export function placeFacts(
  nodes: readonly WalkNode[],
  { byUrl, documents }: Walk,
  robots: RobotsFacts,
): DiscoveryFacts['places'] {
  const listed = listedUrls(documents)
  return nodes.flatMap((node): PlaceFacts[] => {
    const document = byUrl.get(node.url)
    if (!document) return []
    const { report, exchange } = document
    return [
      {
        url: node.url,
        via: node.via,
        line: node.line,
        outcome: report.outcome,
        status: exchange.status,
        ending: exchange.ending,
        challenge: exchange.challenge,
        format: document.format,
        documentUrl: report.outcome === 'read' ? report.url : null,
        isListed: document.node.isNamedByRobots || listed.has(report.url) || listed.has(report.finalUrl),
        robots:
          robots.robots && new URL(node.url).host === new URL(robots.url).host
            ? verdicts(robots.robots, node.url)
            : null,
        isPrivate: isPrivateHost(new URL(node.url).hostname),
      },
    ]
  })
}

/** Every URL that an index under a Sitemap line lists, chosen or not. */
function listedUrls(documents: readonly ReadDocument[]): Set<string> {
  const listed = new Set<string>()
  for (const { node, check } of documents) {
    if (node.isNamedByRobots) for (const { url } of check?.children ?? []) if (url !== null) listed.add(url)
  }
  return listed
}

function verdicts(robots: RobotsTxt, url: string): NonNullable<PlaceFacts['robots']> {
  return {
    google: robots.judge(url, 'Googlebot'),
    everyone: robots.judge(url, EVERYONE),
    closedFor: robots.agents
      .filter((agent) => agent !== '*')
      .map((agent) => ({ agent, verdict: robots.judge(url, agent) }))
      .filter(({ verdict }) => !verdict.isAllowed),
  }
}
