/**
 * Every site from end to end: played on loopback, audited by the real service over HTTP. The rows say what the
 * measurement demands; the files in expected/ hold the whole report.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import type { Finding, Structure, Verdict } from '#src/model/report.ts'
import { expectReport } from '#test/support/expected-report.ts'
import { findFalsePlaces } from '#test/support/false-places.ts'
import { postAudit, type RunningService, startService } from '#test/support/service.ts'
import type { SiteServer } from '#test/support/site.ts'
import { startSites } from '#test/support/site-server.ts'
import { ask } from './ask.ts'
import { SITES } from './index.ts'

let sites: SiteServer
let service: RunningService

beforeAll(async () => {
  sites = await startSites(Object.values(SITES).flat())
  service = await startService(sites)
})
afterAll(async () => {
  await service?.stop()
  await sites?.close()
})

interface Demand {
  verdict: Verdict
  form: Structure['form']
  partition?: Structure['partition']
  /** Rule -> occurrences in the whole report; 0: it must not be there. */
  findings: Record<string, number>
}

const DEMANDS: Record<string, Demand> = {
  'news-daily.example': {
    verdict: 'fail',
    form: 'robots-list',
    findings: {
      'robots-sitemap-dead': 2,
      'sitemap-unlisted': 1,
      'loc-fragment': 3,
      'loc-other-host': 2,
      'lastmod-identical': 0,
      'lastmod-generated': 0,
      'lastmod-implausible': 0,
      'lastmod-future': 0,
      'response-not-found': 0,
    },
  },
  'fruit.example': {
    verdict: 'fail',
    form: 'nested-index',
    // Three of the four indexes are read.
    findings: { 'index-nested': 3, 'loc-other-host-declared': 2, 'index-child-other-host': 0, 'loc-other-host': 0 },
  },
  'search.example': {
    verdict: 'warn',
    form: 'index',
    findings: { 'namespace-legacy': 1, 'namespace-variant': 0, 'hints-ignored': 42 + 24 + 150 },
  },
  'edge.example': {
    verdict: 'fail',
    form: 'single',
    findings: {
      'namespace-variant': 1,
      'namespace-extension-variant': 10_263,
      'lastmod-identical': 933,
      'element-unexpected': 0,
      'element-misplaced': 0,
      'loc-missing': 0,
      'document-empty': 0,
    },
  },
  'blog.example': {
    verdict: 'fail',
    form: 'index',
    findings: {
      'index-lastmod-stale': 1,
      'index-lastmod-ahead': 0,
      'index-lastmod-zone': 0,
      'page-redirected': 1,
      'page-noindex': 1,
      'page-noindex-agent': 1,
      'page-canonical-other': 1,
      'page-canonical-outside-head': 1,
      'page-canonical-missing': 0,
      'page-disallowed': 1,
      'page-not-found': 1,
    },
  },
  'gov.example': {
    verdict: 'warn',
    form: 'index',
    partition: 'sequence',
    findings: {
      'loc-out-of-scope': 75_000,
      'entries-near-limit': 0,
      'document-near-limit': 0,
      'hints-ignored': 75_000,
    },
  },
  'quiet-1.example': { verdict: 'fail', form: 'none', findings: { 'sitemap-not-found': 1 } },
  'quiet-2.example': { verdict: 'fail', form: 'none', findings: { 'sitemap-not-found': 1 } },
  'quiet-3.example': { verdict: 'fail', form: 'none', findings: { 'sitemap-not-found': 1 } },
  'quiet-4.example': {
    verdict: 'fail',
    form: 'none',
    findings: { 'sitemap-not-found': 1, 'robots-missing': 1, 'response-html': 0 },
  },
  'guard-1.example': {
    verdict: 'unchecked',
    form: 'none',
    // The fallbacks that refuse us are told by sitemap-not-checked alone.
    findings: { 'sitemap-not-checked': 1, 'robots-blocked': 1, 'response-blocked': 0, 'sitemap-not-found': 0 },
  },
  'guard-2.example': {
    verdict: 'unchecked',
    form: 'none',
    findings: { 'response-blocked': 1, 'sitemap-not-checked': 1, 'sitemap-not-found': 0 },
  },
}

function reportOf({ status, error, report }: Audit) {
  expect(error).toBeNull()
  expect(status).toBe('succeeded')
  if (!report) throw new Error('A succeeded audit has no report.')
  return report
}

function occurrencesOf(findings: Finding[], rule: string): number {
  return findings.filter((finding) => finding.rule === rule).reduce((sum, { occurrences }) => sum + occurrences, 0)
}

describe('the audit of', () => {
  it.each(Object.keys(SITES))('%s says what the site is like', { timeout: 120_000 }, async (domain) => {
    const audit = await postAudit(service, { domain })
    const { verdict, structure, findings } = reportOf(audit)
    const demand = DEMANDS[domain]
    if (!demand) throw new Error(`Nothing is demanded of ${domain}.`)
    const counts = Object.keys(demand.findings).map((rule) => [rule, occurrencesOf(findings, rule)])
    expect({ verdict, form: structure.form, findings: Object.fromEntries(counts) }).toEqual({
      verdict: demand.verdict,
      form: demand.form,
      findings: demand.findings,
    })
    if (demand.partition) expect(structure.partition).toBe(demand.partition)
    expect(findFalsePlaces(findings, (url) => ask(url).body)).toEqual([])
    expectReport(domain.replace(/\.example$/, ''), audit)
  })
})
