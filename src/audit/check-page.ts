/** Fetches one listed URL exactly as listed, and reads what the answer says of itself. */
import { outcomeOf } from '../fetch/classify.ts'
import type { Exchange } from '../model/exchange.ts'
import type { PageJudgement, RobotsFacts } from '../model/facts.ts'
import type { PageCanonical, PageFacts } from '../model/page.ts'
import type { CanonicalStatement, PageReport } from '../model/report.ts'
import { PAGE_READ_LIMIT_BYTES } from '../model/standards.ts'
import { isIndexable, readPage } from '../page/read-page.ts'
import { isAstray } from '../rules/page-redirect.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { factsOf, nowOf } from './exchange-facts.ts'
import type { CanonicalFollower } from './follow-canonicals.ts'
import type { HostRobots } from './host-robots.ts'
import type { HostProbes } from './probe-host.ts'
import { readBody } from './read-body.ts'
import type { Pick } from './sample.ts'
import type { AuditTools } from './tools.ts'

/** The crawler whose access to pages is judged. */
const GOOGLE_AGENT = 'Googlebot'

export interface PageSettings {
  tools: AuditTools
  signal: AbortSignal
  robots: HostRobots
  respectRobots: boolean
  probes: HostProbes
  canonicals: CanonicalFollower
  /** Told of hosts whose pages are left alone because their robots.txt could not be read. */
  onClosedHost(robots: RobotsFacts): void
}

export async function checkPage({ candidate, document }: Pick, settings: PageSettings): Promise<PageJudgement> {
  const { tools, signal } = settings
  const base: PageReport = {
    url: candidate.loc,
    document,
    entry: candidate.entry,
    outcome: 'skipped',
    status: null,
    hops: [],
    finalUrl: null,
    replacement: null,
    indexable: null,
    noindex: [],
    canonical: [],
    lastmod: { sitemap: candidate.lastmod, page: null, pageSource: null },
    ms: 0,
  }
  const judgement = (report: Partial<PageReport>, rest: Partial<PageJudgement> = {}): PageJudgement => ({
    candidate,
    document,
    report: { ...base, ...report },
    exchange: null,
    facts: null,
    robots: null,
    probe: null,
    canonicalTargets: [],
    ...rest,
  })
  if (signal.aborted) return judgement({})

  const hostRobots = await settings.robots.of(new URL(candidate.url).origin)
  const robots = verdictsOf(hostRobots, candidate.url, tools.agent)
  if (settings.respectRobots) {
    if (robots && !(robots.google.isAllowed && robots.own.isAllowed))
      return judgement({ outcome: 'disallowed' }, { robots })
    // RFC 9309, 2.3.1.4: a robots.txt that fails on the server's side closes the whole host.
    if (hostRobots.outcome === 'server-error') {
      settings.onClosedHost(hostRobots)
      return judgement({}, { robots })
    }
  }

  const ask = async () => {
    const exchange = await tools.fetcher.get(candidate.url, { as: 'page', signal, maxBytes: PAGE_READ_LIMIT_BYTES })
    return { exchange, read: await pageFacts(exchange) }
  }
  const askProbe = () => settings.probes.of(new URL(candidate.url).origin)
  // Beside the page, so that an audit of few pages is one round trip shorter: a request too many only where no page of
  // the host turns out to be HTML. A host that gave no answer so far is not asked twice at once.
  const isAnswering = hostRobots.exchange.ending.kind === 'answer'
  const [{ exchange, read }, early] = await Promise.all([ask(), isAnswering ? askProbe() : null])
  const probe = read?.isHtml ? (early ?? (await askProbe())) : null
  const isRedirected = exchange.ending.kind === 'answer' && exchange.hops.length > 0
  // What a home page or a login that stands for everything says of itself is not said of this page.
  const isLost = isRedirected && isAstray(candidate.url, exchange.finalUrl, probe)
  const facts = isLost ? null : read
  const exchangeFacts = factsOf(exchange)
  const canonicalTargets = facts ? await settings.canonicals.follow(facts, exchange.finalUrl) : []
  return judgement(
    {
      outcome: pageOutcome(exchange),
      status: exchange.status,
      hops: exchange.hops,
      finalUrl: exchange.ending.kind === 'answer' ? exchange.finalUrl : null,
      replacement: isRedirected && !isLost && exchange.status === 200 ? exchange.finalUrl : null,
      indexable: facts ? isIndexable(facts, exchange.status) : null,
      noindex: facts?.noindex ?? [],
      canonical: (facts?.canonicals ?? []).map(shownCanonical),
      lastmod: {
        sitemap: candidate.lastmod,
        page: facts?.dates.modified ?? null,
        pageSource: facts?.dates.source ?? null,
      },
      ms: Math.round(exchange.ms),
    },
    { exchange: exchangeFacts, facts, robots, probe, canonicalTargets },
  )
}

/** Only a 200 says something of the page; what a refusal or an error page says of itself is not the page's. */
async function pageFacts(exchange: Exchange): Promise<PageFacts | null> {
  if (exchange.ending.kind !== 'answer' || exchange.status !== 200 || exchange.challenge !== null) {
    exchange.body?.cancel()
    return null
  }
  const { bytes, isCut } = await readBody(exchange, PAGE_READ_LIMIT_BYTES)
  return readPage({ bytes, isCut, url: exchange.finalUrl, headers: exchange.headers, nowMs: nowOf(exchange) })
}

function pageOutcome(exchange: Exchange): PageReport['outcome'] {
  switch (exchange.ending.kind) {
    case 'redirect-loop':
    case 'redirect-limit':
    case 'redirect-broken':
      return 'unreachable'
    default:
      return outcomeOf(exchange)
  }
}

function verdictsOf(host: RobotsFacts, url: string, agent: string): PageJudgement['robots'] {
  if (host.robots === null) return null
  return { google: host.robots.judge(url, GOOGLE_AGENT), own: host.robots.judge(url, agent), url: host.url }
}

/** As the report shows it: masked where it, or the base that it is read against, holds user info. */
function shownCanonical({ source, href, resolved }: PageCanonical): CanonicalStatement {
  return { source, href: maskUserInfo(href), resolved: resolved === null ? null : maskUserInfo(resolved) }
}
