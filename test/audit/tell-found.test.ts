/** What is told while an audit runs is what its report says in the end. */
import { describe, expect, test } from 'vitest'
import type { Found } from '#src/audit/tools.ts'
import type { AuditOptions } from '#src/model/audit.ts'
import type { DocumentReport, Finding } from '#src/model/report.ts'
import { TAKEN_FROM_OTHERS } from '#src/rules/suppress-causes.ts'
import { SITES } from '../sites/index.ts'
import { urlset } from '../sites/make.ts'
import { auditSite } from '../support/audit-site.ts'
import type { Site } from '../support/site.ts'

async function follow(sites: Site[], options: Partial<AuditOptions> = {}) {
  const documents: DocumentReport[] = []
  const findings: Finding[] = []
  const onFound = (found: Found) => {
    // As they are now: later changes must not be seen.
    documents.push(...structuredClone(found.documents))
    findings.push(...structuredClone(found.findings))
  }
  const { report } = await auditSite(sites, { options, tools: { onFound } })
  return { documents, findings, report }
}

describe.each(Object.keys(SITES))('of %s', (domain) => {
  test('nothing is told twice or in vain, and what is held back to the end is what others may take', async () => {
    const { documents, findings, report } = await follow(SITES[domain] ?? [], { pages: 20 })
    const inReport = new Map(report.findings.map((finding) => [finding.fingerprint, finding]))
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length)
    expect(findings.filter(({ fingerprint }) => !inReport.has(fingerprint))).toEqual([])
    for (const finding of findings) expect(finding).toEqual(inReport.get(finding.fingerprint))

    const told = new Set(findings.map(({ fingerprint }) => fingerprint))
    const untold = report.findings.filter(({ fingerprint }) => !told.has(fingerprint))
    // A fallback that nobody named is told when it is known that nothing else was there.
    const isNamed = ({ document }: Finding) => documents.some(({ url }) => url === document)
    expect(untold.filter((one) => !TAKEN_FROM_OTHERS.has(one.rule) && isNamed(one))).toEqual([])

    const urls = documents.map(({ url }) => url)
    expect(new Set(urls).size).toBe(urls.length)
    const shown = report.documents.map(({ url }) => url)
    expect(urls.filter((url) => !shown.includes(url))).toEqual([])
    const read = report.documents.filter(({ outcome }) => outcome === 'read').map(({ url }) => url)
    expect(read.filter((url) => !urls.includes(url))).toEqual([])
  })
})

const FAULTY: Site = {
  host: 'faulty.example',
  routes: {
    '/robots.txt': { body: 'Sitemap: https://faulty.example/a.xml\n' },
    '/a.xml': { body: urlset([{ loc: 'https://faulty.example/', changefreq: 'daily' }, { loc: '/relative' }]) },
  },
}

test('findings come as they count: under the profile, and marked where they are suppressed', async () => {
  const suppress = [{ rule: 'loc-relative', document: null, until: null, reason: 'known' }]
  const plain = await follow([FAULTY])
  const { findings } = await follow([FAULTY], { suppress })
  expect(plain.findings.map(({ rule, suppressed }) => [rule, suppressed])).toContainEqual(['loc-relative', null])
  expect(findings.map(({ rule, suppressed }) => [rule, suppressed])).toContainEqual(['loc-relative', 'known'])
  const xsd = await follow([FAULTY], { profile: 'xsd' })
  for (const finding of xsd.findings) {
    expect(finding.severity).toBe(
      xsd.report.findings.find(({ fingerprint }) => fingerprint === finding.fingerprint)?.severity,
    )
  }
  expect(xsd.findings.length).toBeGreaterThan(0)
})
