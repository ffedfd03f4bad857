import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { PageJudgement } from '#src/model/facts.ts'
import type { Finding } from '#src/model/report.ts'
import { isIndexable, readPage } from '#src/page/read-page.ts'
import { readRobots } from '#src/robots/read-robots.ts'
import { judgeFacts } from '#src/rules/judge.ts'
import { pageRules } from '#src/rules/page.ts'
import { pageOf } from '#test/support/page.ts'
import { shared } from '#test/support/shared.ts'

interface Expectation {
  noindex?: boolean
  noindexFor?: string[]
  channel?: 'meta' | 'header'
  robotsBlocked?: boolean
  canonical?: 'absent' | 'not-applicable'
  issue?: 'invalid-url' | 'relative' | 'points-to-root' | 'http-error' | 'redirect' | null
  mismatch?: boolean
  target?: string
  findings?: number
  status?: number
  final?: string
  hops?: number
}

interface Case {
  id: string
  url: string
  expect: Expectation
  chain?: [url: string, status: number, location: string][]
  response: { status: number; headers: [string, string][]; html: string }
  robotsTxt?: string
}

const file = shared('conformance/pages.json')
const cases = file.isThere ? (JSON.parse(readFileSync(file.path, 'utf8')) as { pages: Case[] }).pages : []

/** The recorded answer as the audit would hand it on. */
function judgementOf({ url, chain = [], response, robotsTxt }: Case): PageJudgement {
  const robots =
    robotsTxt === undefined ? undefined : readRobots(Buffer.from(robotsTxt), new URL('/robots.txt', url).href)
  return pageOf({
    url,
    status: response.status,
    headers: response.headers.map(([name, value]) => [name.toLowerCase(), value]),
    body: response.html,
    hops: chain.map(([from, status]) => ({ url: from, status })),
    finalUrl: chain.at(-1)?.[2] ?? url,
    ...(robots ? { robots: robots.judge(url, 'Googlebot') } : {}),
  })
}

function findingsOf(page: PageJudgement): Finding[] {
  const { findings, failures } = judgeFacts(pageRules, 'https://example.com/sitemap.xml', 'page', [page])
  expect(failures).toEqual([])
  return findings
}

describe.runIf(file.isThere)('The recorded pages of Lighthouse, sitemapr and seonaut', () => {
  it('are all there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(31)
  })

  it.each(cases.map((one) => [one.id, one] as const))('%s is judged as recorded', (_, one) => {
    const page = judgementOf(one)
    const findings = findingsOf(page)
    const rules = findings.map(({ rule }) => rule)
    const { expect: wanted } = one
    const facts =
      page.facts ??
      readPage({ bytes: Buffer.from(one.response.html), isCut: false, url: one.url, headers: [], nowMs: Date.now() })
    const forAll = facts.noindex.filter(({ agent }) => agent === '*')

    if (wanted.noindex !== undefined) {
      expect(forAll.length > 0).toBe(wanted.noindex)
      expect(isIndexable(facts, 200)).toBe(!wanted.noindex)
      expect(rules.some((rule) => rule === 'page-noindex' || rule === 'page-expired')).toBe(wanted.noindex)
    }
    if (wanted.channel !== undefined) expect(forAll.map(({ source }) => source)).toContain(wanted.channel)
    if (wanted.findings !== undefined) expect(forAll.length).toBe(wanted.findings)
    if (wanted.noindexFor !== undefined) {
      expect(facts.noindex.map(({ agent }) => agent)).toEqual(wanted.noindexFor)
      expect(rules).toContain('page-noindex-agent')
    }
    if (wanted.robotsBlocked !== undefined) expect(rules.includes('page-disallowed')).toBe(wanted.robotsBlocked)
    if (wanted.canonical !== undefined) expect(facts.canonicals).toEqual([])
    if (wanted.canonical === 'absent') {
      expect(rules.some((rule) => rule === 'page-canonical-missing' || rule === 'page-canonical-outside-head')).toBe(
        true,
      )
    }
    if (wanted.canonical === 'not-applicable') expect(rules).toEqual([])
    if (wanted.mismatch !== undefined) expect(rules.includes('page-canonical-other')).toBe(wanted.mismatch)
    if (wanted.target !== undefined) expect(facts.canonicals[0]?.resolved).toBe(wanted.target)
    if (wanted.status !== undefined) expect(page.report.status).toBe(wanted.status)
    if (wanted.hops !== undefined) expect(page.report.hops.length).toBe(wanted.hops)
    switch (wanted.issue) {
      case 'invalid-url':
        expect(rules).toEqual(['page-canonical-invalid'])
        break
      case 'relative':
        expect(rules).toContain('page-canonical-relative')
        break
      case 'points-to-root':
        expect(findings.find(({ rule }) => rule === 'page-canonical-other')?.message).toContain('the home page')
        break
      case 'http-error':
        expect(rules).toEqual(['page-not-found'])
        break
      case 'redirect':
        // The recorded pages have no canonical, which is told of the page that the redirect leads to.
        expect(rules.filter((rule) => rule !== 'page-canonical-missing')).toEqual(['page-redirected'])
        expect(findings.find(({ rule }) => rule === 'page-redirected')?.examples[0]?.expected).toBe(wanted.final)
        break
      case null:
        expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([])
        break
    }
  })
})
