import { describe, expect, it } from 'vitest'
import { startCheck } from '#src/audit/check-document.ts'
import type { DocumentContext } from '#src/model/document.ts'
import type { HeaderLines } from '#src/model/exchange.ts'
import type { ResponseFacts, RobotsFacts } from '#src/model/facts.ts'
import type { Hop } from '#src/model/report.ts'
import { readRobots } from '#src/robots/read-robots.ts'
import { EXAMPLES } from '#src/rules/examples.ts'
import { RULES } from '#src/rules/index.ts'
import { judgeFacts } from '#src/rules/judge.ts'
import { endingOf } from '../support/check-bytes.ts'
import { bytesOf } from '../support/documents.ts'
import { type PageWords, pageOf } from '../support/page.ts'

const ORIGIN = 'https://www.example.com'
const SITEMAP = `${ORIGIN}/sitemap.xml`
const NOW_MS = Date.UTC(2026, 9, 1, 12)
const BUDGET_BYTES = 1_000_000

describe('the examples of the catalogue', () => {
  const ids = new Set(RULES.map(({ id }) => id))

  it('are all of rules that there are', () => {
    expect(Object.keys(EXAMPLES).filter((id) => !ids.has(id))).toEqual([])
  })

  it('are there for more than half of the rules', () => {
    expect(Object.keys(EXAMPLES).length).toBeGreaterThan(ids.size / 2)
  })

  it.each(Object.entries(EXAMPLES))(
    'of %s break it where they are wrong, and nothing that counts where they are right',
    (id, { wrong, right }) => {
      const broken = check(id, wrong).map(({ rule }) => rule)
      expect(broken).toContain(id)
      const rest = check(id, right)
      expect(rest.map(({ rule }) => rule)).not.toContain(id)
      // Such as the host of another site, which both have.
      const errors = rest.filter(({ severity, rule }) => severity === 'error' && !broken.includes(rule))
      expect(errors.map(({ message }) => message)).toEqual([])
    },
  )
})

/** What an example leaves out is put round it, by what it begins with. */
function check(id: string, example: string) {
  const answer = example.startsWith('HTTP/') ? readAnswer(example) : null
  if (id.startsWith('robots-')) return checkRobots(example, answer?.status ?? 200)
  if (id.startsWith('page-')) return checkPage(answer, example)
  return answer ? checkAnswer(answer) : checkDocument(wrap(example)).findings
}

interface Answer {
  status: number
  headers: HeaderLines
  /** null: the example shows the head alone. */
  body: string | null
  /** A redirect, which ends at a good answer. */
  hops: Hop[]
  target: string | null
}

function readAnswer(example: string): Answer {
  const [head = '', ...rest] = example.split('\n\n')
  const [first = '', ...lines] = head.trimEnd().split('\n')
  const headers = lines.map((line): HeaderLines[0] => {
    const [name = '', value = ''] = line.split(': ')
    return [name.toLowerCase(), value]
  })
  const status = Number(first.split(' ')[1])
  const target = headers.find(([name]) => name === 'location')?.[1] ?? null
  return {
    status: target === null ? status : 200,
    headers: target === null ? headers : [],
    body: rest.length === 0 ? null : rest.join('\n\n'),
    hops: target === null ? [] : [{ status, url: '' }],
    target,
  }
}

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" ' +
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" ' +
  'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" ' +
  'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'

function wrap(example: string): string {
  if (/^<url[ >]/.test(example)) return `<urlset ${NAMESPACES}>\n${example}\n</urlset>\n`
  if (/^<sitemap>/.test(example)) return `<sitemapindex ${NAMESPACES}>\n${example}\n</sitemapindex>\n`
  if (/^<(xhtml|image|video|news):/.test(example)) return wrap(`<url>\n<loc>${ORIGIN}/en</loc>\n${example}\n</url>`)
  return example
}

type Delivery = (ending: ResponseFacts['ending'], tail: ResponseFacts['tail']) => ResponseFacts

function checkDocument(text: string, delivery: Delivery | null = null, http: DocumentContext['http'] = null) {
  const url = text.startsWith('https://') ? `${ORIGIN}/sitemap.txt` : SITEMAP
  const running = startCheck(
    {
      url,
      finalUrl: url,
      source: delivery ? 'fetched' : 'upload',
      via: 'upload',
      origin: delivery ? ORIGIN : null,
      isNamedByRobots: false,
      nowMs: NOW_MS,
      http,
      isPrivateSite: false,
    },
    {
      maxBytes: BUDGET_BYTES,
      seed: 1,
      candidates: 0,
      node: { via: 'upload', parent: null, depth: 0 },
      delivery,
    },
  )
  const bytes = bytesOf(text)
  running.write(bytes)
  return running.end(endingOf(bytes.length))
}

function checkPage(answer: Answer | null, body: string) {
  const { status = 200, hops = [], target = null } = answer ?? {}
  const words: PageWords = {
    status,
    hops: hops.map((hop) => ({ ...hop, url: `${ORIGIN}/a` })),
    ...(answer === null ? { body } : {}),
    ...(target === null ? {} : { finalUrl: target }),
  }
  return judgeFacts(RULES, SITEMAP, 'page', [pageOf(words)]).findings
}

const answered = (url: string, status: number, headers: HeaderLines) => ({
  url,
  finalUrl: url,
  hops: [],
  status,
  headers,
  ending: { kind: 'answer' as const },
  notices: [],
  challenge: null,
  retryAfterS: null,
  nowMs: NOW_MS,
})

function checkRobots(body: string, status: number) {
  const url = `${ORIGIN}/robots.txt`
  const facts: RobotsFacts = {
    url,
    origin: ORIGIN,
    exchange: answered(url, status, []),
    outcome: outcomeOf(status),
    robots: status === 200 ? readRobots(Buffer.from(body), url) : null,
    httpsFailure: null,
    isPrivateSite: false,
  }
  return judgeFacts(RULES, url, 'robots', [facts]).findings
}

function outcomeOf(status: number) {
  if (status === 200) return 'read'
  return status >= 500 ? 'server-error' : status === 404 ? 'absent' : 'blocked'
}

/** With a good sitemap behind it where only the head of a 200 is shown. */
function checkAnswer({ status, headers, body, hops: told, target }: Answer) {
  const finalUrl = target ?? SITEMAP
  const hops = told.map((hop) => ({ ...hop, url: SITEMAP }))
  const facts: Delivery = (ending, tail) => ({
    exchange: { ...answered(SITEMAP, status, headers), hops, finalUrl },
    outcome: tail?.kind === 'html' || tail?.kind === 'unknown' ? 'not-a-sitemap' : outcomeOf(status),
    context: {
      url: SITEMAP,
      finalUrl,
      source: 'fetched',
      via: 'robots.txt:1',
      origin: ORIGIN,
      isNamedByRobots: true,
      nowMs: NOW_MS,
      http: { status, headers, hops },
      isPrivateSite: false,
    },
    ending,
    tail,
    isChild: true,
    secondRead: null,
  })
  if (status !== 200) return judgeFacts(RULES, SITEMAP, 'response', [facts(null, null)]).findings
  const document = body ?? wrap(`<url><loc>${ORIGIN}/a</loc></url><!-- Bäckerei -->`)
  return checkDocument(document, facts, { status, headers, hops }).findings
}
