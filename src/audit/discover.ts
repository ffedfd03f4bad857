/** Where sitemaps are looked for: every Sitemap line, and the fallbacks always. */
import type { DiscoveryFacts, PlaceFacts, RobotsFacts } from '../model/facts.ts'
import type { RobotsTxt } from '../model/robots.ts'
import { isPrivateHost } from '../values/private-host.ts'
import { createBreath } from './breath.ts'
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

/**
 * Bytes of rules that places are held against in one audit, for each crawler named anew: a robots.txt may name 10,000
 * sitemaps and 1,000 crawlers, each with rules of its own. A usual one stays far below it.
 */
const VERDICTS_BUDGET = 300_000_000

/** What was found at each place, once the walk is over. `unjudged`: places that were not held against robots.txt. */
export async function placeFacts(
  nodes: readonly WalkNode[],
  { byUrl, documents }: Walk,
  { robots, url: robotsUrl }: Pick<RobotsFacts, 'robots' | 'url'>,
): Promise<{ places: DiscoveryFacts['places']; unjudged: number }> {
  const listed = listedUrls(documents)
  const judged = new Map<string, PlaceFacts['robots']>()
  const cost = robots === null ? 0 : robots.bytes * (1 + robots.agents.length)
  let left = VERDICTS_BUDGET
  let unjudged = 0
  function judge(url: string): PlaceFacts['robots'] {
    if (robots === null || new URL(url).host !== new URL(robotsUrl).host) return null
    const known = judged.get(url)
    if (known !== undefined) return known
    if (left < cost && judged.size > 0) {
      unjudged++
      return null
    }
    left -= cost
    const found = verdicts(robots, url)
    judged.set(url, found)
    return found
  }
  const breath = createBreath()
  const places: PlaceFacts[] = []
  for (const node of nodes) {
    const document = byUrl.get(node.url)
    if (!document) continue
    await breath()
    const { report, exchange } = document
    places.push({
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
      robots: judge(node.url),
      isPrivate: isPrivateHost(new URL(node.url).hostname),
    })
  }
  return { places, unjudged }
}

/** Said where robots.txt has too many rules for the places it names. */
export function unjudgedNote(unjudged: number): string {
  return `robots.txt names more sitemaps and crawlers than are held against its rules: of ${unjudged.toLocaleString('en-US')} sitemaps it was not judged whether it closes them.`
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
