/** The service with check threads: the same reports as without, and what a thread that breaks down leaves of an audit. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CheckLostError } from '#src/audit/check-document.ts'
import { validateDocument } from '#src/audit/validate-document.ts'
import { at, HOST, index, named } from '../audit/audit-sitemap.ts'
import { auditSite } from '../support/audit-site.ts'
import { manyEntries } from '../support/documents.ts'
import { postAudit, type RunningService, startService } from '../support/service.ts'
import type { Site, SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MANY = Buffer.concat([...manyEntries(60_000)])
const BROKEN = MANY.subarray(0, -500_000)
const SITE: Site = {
  host: HOST,
  routes: {
    '/robots.txt': named('/index.xml'),
    '/index.xml': index('/many.xml', '/broken.xml', '/packed.xml.gz', '/coded.xml', '/false.xml', '/cut.xml'),
    '/many.xml': { body: MANY },
    '/broken.xml': { body: BROKEN },
    '/packed.xml.gz': { body: gzipSync(MANY) },
    '/coded.xml': { body: MANY, coding: 'gzip', chunked: true },
    '/false.xml': {
      body: MANY,
      headers: [
        ['Content-Encoding', 'gzip'],
        ['Content-Type', 'application/xml'],
      ],
    },
    '/cut.xml': { body: MANY, cutAfter: 2_000_000 },
  },
}

let sites: SiteServer
const services: RunningService[] = []
beforeAll(async () => {
  sites = await startSites([SITE])
  for (const CHECK_THREADS of ['0', '1']) services.push(await startService(sites, { CHECK_THREADS, RATE_LIMIT: '0' }))
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await sites?.close()
})

async function countThreads({ url }: RunningService): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^sitemap_auditor_check_threads (\d+)$/m.exec(text)?.[1])
}

test('an audit says the same with and without check threads', async () => {
  const reports = []
  for (const [threads, service] of services.entries()) {
    const { report } = await postAudit(service, { domain: HOST, children: 'all', pages: 0 })
    reports.push({ ...report, timing: null })
    expect(await countThreads(service)).toBe(threads)
  }
  expect(reports[0]?.documents).toHaveLength(7)
  expect(reports[1]).toEqual(reports[0])
})

test('an upload is told the same with and without check threads', async () => {
  const answers = []
  for (const [threads, service] of services.entries()) {
    const answer = await fetch(`${service.url}/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: MANY,
    })
    expect(answer.status).toBe(200)
    answers.push(await answer.json())
    expect(await countThreads(service)).toBe(threads)
  }
  expect(answers[1]).toEqual(answers[0])
})

const lose = async () => {
  throw new CheckLostError('out of memory')
}

test('a document whose check breaks down is skipped, said to be our fault, and nothing is found in it', async () => {
  const { report } = await auditSite([SITE], { tools: { check: lose } })
  expect(report.documents).toMatchObject([{ url: at('/index.xml'), outcome: 'skipped', sha256: null, entries: null }])
  expect(report.notes).toContain(`${at('/index.xml')} is not judged: its check broke down, which is our own fault.`)
  expect(report.verdict).toBe('unchecked')
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('an upload whose check breaks down gets no judgement at all', async () => {
  const upload = { chunks: (async function* () {})(), url: null, profile: null }
  await expect(validateDocument(upload, 1_000, 0, lose)).rejects.toThrow(CheckLostError)
})
