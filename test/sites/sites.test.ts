/**
 * Every site from end to end: played on loopback, audited by the real service over HTTP. The rows say what the
 * measurement demands; the files in expected/ hold the whole report.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import type { Finding, Report, Structure, Verdict } from '#src/model/report.ts'
import { expectReport } from '#test/support/expected-report.ts'
import { findFalsePlaces } from '#test/support/false-places.ts'
import { postAudit, type RunningService, startService } from '#test/support/service.ts'
import type { SiteServer } from '#test/support/site.ts'
import { startSites } from '#test/support/site-server.ts'
import { ask } from './ask.ts'
import { batchTable } from './batch-table.ts'
import { SITES } from './index.ts'
import { MEASURED } from './measured.ts'

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
      'page-soft-404': 1,
      'page-lastmod-older': 1,
      'page-lastmod-newer': 0,
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
  'furniture.example': {
    verdict: 'warn',
    form: 'index',
    partition: 'sequence',
    findings: {
      'document-near-limit': 1,
      'lastmod-identical': 4_617 + 40,
      'index-child-empty': 1,
      'loc-out-of-scope': 4_617 + 40,
      'document-empty': 0,
      'index-lastmod-identical': 0,
      'alternate-return-missing': 0,
      'alternate-self-missing': 0,
      'hints-ignored': 0,
    },
  },
  'mail.example': {
    verdict: 'warn',
    form: 'single',
    findings: {
      'alternate-region-unsupported': 165,
      'alternate-return-missing': 0,
      'alternate-self-missing': 0,
      'alternate-language-invalid': 0,
      'hints-ignored': 166,
      'lastmod-absent': 1,
    },
  },
  'press.example': {
    verdict: 'fail',
    form: 'index',
    partition: 'type',
    findings: {
      'video-description-missing': 62,
      'image-entry-repeated': 521,
      'loc-duplicate': 0,
      'loc-duplicate-across': 0,
      'loc-out-of-scope': 62 + 693 + 52,
      'lastmod-identical': 0,
    },
  },
  'times.example': {
    verdict: 'fail',
    form: 'single',
    findings: {
      'news-language-invalid': 13,
      'news-too-old': 0,
      'lastmod-identical': 0,
      'lastmod-generated': 0,
      'loc-out-of-scope': 745,
    },
  },
  'broadcast.example': {
    verdict: 'fail',
    form: 'index',
    partition: 'sequence',
    findings: {
      'loc-scheme-mismatch': 204,
      'page-redirected': 0,
      'lastmod-implausible': 0,
      'loc-out-of-scope': 120 + 120,
    },
  },
  'rooms.example': {
    verdict: 'pass',
    form: 'index',
    partition: 'sequence',
    findings: {
      'entries-near-limit': 1,
      'entries-too-many': 0,
      'document-near-limit': 0,
      'lastmod-absent': 2,
      'hints-ignored': 50_000 + 11_804,
    },
  },
  'store.example': {
    verdict: 'warn',
    form: 'index',
    partition: 'type',
    findings: { 'index-child-empty': 1, 'document-empty': 0, 'lastmod-identical': 57, 'hints-ignored': 418 + 57 },
  },
  'beds.example': {
    verdict: 'warn',
    form: 'index',
    partition: 'language',
    findings: {
      'lastmod-identical': 3 * 3_032,
      'loc-out-of-scope': 3 * 3_032,
      'index-lastmod-identical': 0,
      'gzip-named-plain': 0,
      'response-media-type': 0,
    },
  },
  'mail-order.example': {
    verdict: 'pass',
    form: 'single',
    // One finding for both hints in all entries.
    findings: { 'hints-ignored': 641, 'lastmod-absent': 1, 'loc-out-of-scope': 641 },
  },
  'docs.example': {
    verdict: 'warn',
    form: 'index',
    partition: 'date',
    findings: { 'lastmod-identical': 240, 'response-coding-false': 0, 'gzip-layers': 0 },
  },
  'ministry.example': { verdict: 'pass', form: 'single', findings: { 'lastmod-absent': 1, 'hints-ignored': 313 } },
  'radio.example': {
    verdict: 'pass',
    form: 'robots-list',
    findings: { 'lastmod-absent': 4, 'hints-ignored': 96 + 31 + 148 + 22 },
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

/** Rules of which a site has one finding, however often it fires. */
const ONE_FINDING: Record<string, string[]> = {
  'broadcast.example': ['loc-scheme-mismatch', 'site-host-redirected'],
  'edge.example': ['namespace-extension-variant'],
  'mail.example': ['alternate-region-unsupported'],
  'mail-order.example': ['hints-ignored'],
  'press.example': ['video-description-missing', 'image-entry-repeated'],
  'times.example': ['news-language-invalid'],
}

/** Audited once, for all who ask. */
const audits = new Map<string, Promise<Audit>>()

function auditOf(domain: string): Promise<Audit> {
  const audit = audits.get(domain) ?? postAudit(service, { domain })
  audits.set(domain, audit)
  return audit
}

describe('the audit of', () => {
  it.each(Object.keys(SITES))('%s says what the site is like', { timeout: 120_000 }, async (domain) => {
    const audit = await auditOf(domain)
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
    for (const rule of ONE_FINDING[domain] ?? []) {
      expect(findings.filter((finding) => finding.rule === rule)).toHaveLength(1)
    }
    expect(findFalsePlaces(findings, (url) => ask(url).body)).toEqual([])
    expectReport(domain.replace(/\.example$/, ''), audit)
  })

  it('furniture.example says how full its first child is, what fills it and how it may be split', async () => {
    const { findings, documents, notes } = reportOf(await auditOf('furniture.example'))
    const { message = '' } = findings.find(({ rule }) => rule === 'document-near-limit') ?? {}
    expect(message).toContain('49,950,000 bytes')
    expect(message).toContain('95.3 %')
    expect(message).toContain('9.2 %')
    expect(message).toContain('10,819 bytes an entry')
    expect(message).toMatch(/hreflang \d+ %/)
    expect(message).toMatch(/1 file by entries and 2 files by bytes/)
    expect(documents[0]?.children).toEqual({ listed: 2_166, chosen: [1, 1_083, 2_166] })
    expect(notes).toContainEqual(expect.stringMatching(/lists 2,166 children, of which 3 were chosen/))
    expect(documents[1]).toMatchObject({
      entries: 4_617,
      bytes: { uncompressed: 49_950_000 },
      extensions: { images: 22_797, videos: 1_585, alternates: 319_635 },
    })
  })

  it('broadcast.example names the child whose pages all redirect from http to https', async () => {
    const { findings } = reportOf(await auditOf('broadcast.example'))
    for (const rule of ['loc-scheme-mismatch', 'site-host-redirected']) {
      expect(findings.find((finding) => finding.rule === rule)).toMatchObject({
        document: 'https://broadcast.example/sitemaps/archive-45.xml',
        severity: 'error',
      })
    }
    expect(findings.find(({ rule }) => rule === 'site-host-redirected')?.message).toContain(
      'from http://broadcast.example to https://broadcast.example',
    )
  })
})

describe('all 24 audits together', () => {
  it('give the table of the measurement', { timeout: 300_000 }, async () => {
    const reports = new Map<string, Report>()
    for (const domain of Object.keys(SITES)) reports.set(domain, reportOf(await auditOf(domain)))
    const { totals, sites, limits } = batchTable(reports)
    expect(sites).toEqual(MEASURED)
    expect(totals).toMatchObject({
      read: 18,
      absent: 4,
      blocked: 2,
      unreachable: 0,
      form: { 'robots-list': 2, 'nested-index': 1, single: 5, index: 10 },
      partition: { none: 7, sequence: 4, type: 5, language: 1, date: 1 },
      outOfScope: 10,
      hints: 9,
      oneLastmod: 7,
      noLastmod: 6,
      nearLimit: 2,
    })
    expect(totals.findings).toMatchObject({
      'sitemap-not-found': 4,
      'sitemap-not-checked': 2,
      'loc-out-of-scope': 10,
      'hints-ignored': 9,
      'lastmod-identical': 7,
      'index-child-empty': 2,
      'loc-scheme-mismatch': 1,
      'video-description-missing': 1,
      'namespace-legacy': 1,
    })
    expect(limits).toMatchObject({
      furniture: { bytes: expect.closeTo(0.953, 3) },
      rooms: { entries: 1 },
      gov: { entries: 0.5 },
    })
  })
})
