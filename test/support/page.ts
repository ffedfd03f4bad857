/** One sampled page as the audit hands it to the rules, from a few words. */
import type { Challenge, Ending, HeaderLines, Notice } from '#src/model/exchange.ts'
import type { CanonicalTarget, PageJudgement, ProbeFacts } from '#src/model/facts.ts'
import type { Hop, PageReport } from '#src/model/report.ts'
import type { RobotsVerdict } from '#src/model/robots.ts'
import { isIndexable, readPage } from '#src/page/read-page.ts'

export interface PageWords {
  /** Default https://www.example.com/a. */
  url?: string
  /** Default 200; null where nothing answered. */
  status?: number | null
  /** Default: an HTML Content-Type. */
  headers?: HeaderLines
  /** Default: an empty page with its own canonical. */
  body?: string | Uint8Array
  isCut?: boolean
  hops?: Hop[]
  finalUrl?: string
  ending?: Ending
  notices?: Notice[]
  challenge?: Challenge
  /** What robots.txt says for Googlebot and for our own name. Default: allowed. */
  robots?: RobotsVerdict
  ownRobots?: RobotsVerdict
  /** Default: by status, as the audit settles it. */
  outcome?: PageReport['outcome']
  /** Where the sitemap lists it. */
  entry?: number
  line?: number
  /** The lastmod and alternates of its entry. */
  lastmod?: string
  alternates?: { hreflang: string; href: string }[]
  /** What its host answers to a path that cannot exist: an HTML page, with this status and final URL. */
  probe?: { body: string; status?: number; finalUrl?: string }
  /** What its canonicals lead to. */
  targets?: { url: string; status: number; hops?: Hop[]; finalUrl?: string; challenge?: Challenge }[]
}

const PROBE = 'https://www.example.com/3f786850e387550fdab8'
export const NOW_MS = Date.UTC(2026, 9, 1)
const ALLOWED: RobotsVerdict = { isAllowed: true, rule: null }

export function pageOf(words: PageWords = {}): PageJudgement {
  const { url = 'https://www.example.com/a', hops = [], robots = ALLOWED, ownRobots = ALLOWED, entry = 1 } = words
  const headers = words.headers ?? [['content-type', 'text/html; charset=utf-8']]
  const finalUrl = words.finalUrl ?? url
  const ending = words.ending ?? { kind: 'answer' }
  const status = words.status === undefined ? (ending.kind === 'answer' ? 200 : null) : words.status
  const isFetched = words.outcome !== 'disallowed' && words.outcome !== 'skipped'
  const body = words.body ?? `<!doctype html><title>t</title><link rel="canonical" href="${finalUrl}"><p>text`
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const isRead = isFetched && ending.kind === 'answer' && status === 200 && !words.challenge
  const facts = isRead ? readPage({ bytes, isCut: words.isCut ?? false, url: finalUrl, headers, nowMs: NOW_MS }) : null
  return {
    candidate: {
      entry,
      loc: url,
      url: new URL(url).href,
      lastmod: words.lastmod ?? null,
      alternates: words.alternates ?? [],
      location: { line: words.line ?? entry + 2, column: 10, offset: 100 * entry, snippet: `<loc>${url}</loc>` },
    },
    document: 'https://www.example.com/sitemap.xml',
    report: {
      url,
      document: 'https://www.example.com/sitemap.xml',
      entry,
      outcome: words.outcome ?? outcomeOf(ending, status, words.challenge !== undefined),
      status: isFetched ? status : null,
      hops,
      finalUrl: ending.kind === 'answer' ? finalUrl : null,
      replacement: null,
      indexable: facts ? isIndexable(facts, status) : null,
      noindex: facts?.noindex ?? [],
      canonical: (facts?.canonicals ?? []).map(({ source, href, resolved }) => ({ source, href, resolved })),
      lastmod: { sitemap: null, page: null, pageSource: null },
      ms: 1,
    },
    exchange: isFetched
      ? {
          url,
          finalUrl,
          hops,
          status,
          headers,
          ending,
          notices: words.notices ?? [],
          challenge: words.challenge ?? null,
          nowMs: NOW_MS,
        }
      : null,
    facts,
    robots: { google: robots, own: ownRobots, url: new URL('/robots.txt', url).href },
    probe: words.probe ? probeOf(words.probe) : null,
    canonicalTargets: (words.targets ?? []).map(targetOf),
  }
}

function probeOf({ body, status = 200, finalUrl = PROBE }: NonNullable<PageWords['probe']>): ProbeFacts {
  const headers: HeaderLines = [['content-type', 'text/html']]
  const { title, likeness } = readPage({
    bytes: Buffer.from(body),
    isCut: false,
    url: finalUrl,
    headers,
    nowMs: NOW_MS,
  })
  return { url: PROBE, status, finalUrl, title, likeness }
}

function targetOf(target: NonNullable<PageWords['targets']>[number]): CanonicalTarget {
  const { url, status, hops = [], finalUrl = url, challenge = null } = target
  const ending: Ending = { kind: 'answer' }
  return { url, exchange: { url, finalUrl, hops, status, headers: [], ending, notices: [], challenge, nowMs: NOW_MS } }
}

function outcomeOf(ending: Ending, status: number | null, isChallenge: boolean): PageReport['outcome'] {
  if (ending.kind === 'refused') return 'refused'
  if (ending.kind !== 'answer' || status === null) return 'unreachable'
  if (isChallenge || [401, 403, 407, 429, 451].includes(status)) return 'blocked'
  if (status >= 500) return 'server-error'
  return status >= 400 ? 'absent' : 'read'
}
