/** The 24 sites as one batch, asked of the real service over HTTP: the table of the measurement, as JSON and as CSV. */
import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Batch } from '#src/model/batch.ts'
import { type RunningService, startService } from '#test/support/service.ts'
import type { SiteRequest, SiteServer } from '#test/support/site.ts'
import { startSites } from '#test/support/site-server.ts'
import { SITES } from './index.ts'
import { MEASURED } from './measured.ts'

const SECRET = 'a secret of the test'
const HOOK = 'hooks.example'

let sites: SiteServer
let service: RunningService
let batch: Batch

beforeAll(async () => {
  sites = await startSites([...Object.values(SITES).flat(), { host: HOOK, routes: { '/done': { status: 204 } } }])
  service = await startService(sites, { WEBHOOK_SECRET: SECRET })
  const answer = await fetch(`${service.url}/batches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domains: Object.keys(SITES), options: { webhook: `https://${HOOK}/done` } }),
  })
  expect(answer.status).toBe(202)
  const url = `${service.url}${answer.headers.get('location')}`
  do {
    await delay(250)
    batch = (await (await fetch(url)).json()) as Batch
  } while (batch.status === 'running')
}, 300_000)
afterAll(async () => {
  await service?.stop()
  await sites?.close()
})

describe('a batch of the 24 sites', () => {
  it('gives the totals of the measurement', () => {
    expect(batch).toMatchObject({ status: 'succeeded', progress: [24, 24], duplicates: 0 })
    expect(batch.totals).toMatchObject({
      ...{ read: 18, absent: 4, blocked: 2, unreachable: 0, skipped: 0 },
      form: { 'robots-list': 2, 'nested-index': 1, single: 5, index: 10 },
      partition: { none: 7, sequence: 4, type: 5, language: 1, date: 1 },
      ...{ outOfScope: 10, hints: 9, oneLastmod: 7, noLastmod: 6, nearLimit: 2 },
    })
    expect(batch.totals.findings).toMatchObject({
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
  })

  it('shows the largest shares of the limits first', () => {
    expect(batch.audits.map(({ domain }) => domain).slice(0, 3)).toEqual([
      'rooms.example',
      'furniture.example',
      'gov.example',
    ])
    expect(batch.audits).toHaveLength(24)
    expect(batch.audits[0]).toMatchObject({ verdict: 'pass', limits: { entries: 1 } })
    expect(batch.audits[1]?.limits.bytes).toBeCloseTo(0.953, 3)
  })

  it('names the sites of each trait in the CSV', async () => {
    const text = await (await fetch(`${service.url}/batches/${batch.id}.csv`)).text()
    const [names = [], ...rows] = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    expect(rows.map(([domain]) => domain)).toEqual(Object.keys(SITES))
    const sitesWith = (column: string, value: string) =>
      rows
        .filter((row) => row[names.indexOf(column)] === value)
        .map(([domain = '']) => domain.replace(/\.example$/, ''))
        .sort()
    expect({
      read: sitesWith('state', 'read'),
      absent: sitesWith('state', 'absent'),
      blocked: sitesWith('state', 'blocked'),
      unreachable: sitesWith('state', 'unreachable'),
      outOfScope: sitesWith('out_of_scope', 'true'),
      hints: sitesWith('hints', 'true'),
      oneLastmod: sitesWith('one_lastmod', 'true'),
      noLastmod: sitesWith('no_lastmod', 'true'),
      nearLimit: sitesWith('near_limit', 'true'),
    }).toEqual(MEASURED)
  })

  it('tells the webhook of each audit, once, signed', async () => {
    const told = (): SiteRequest[] => sites.requests.filter(({ host }) => host === HOOK)
    for (const deadline = Date.now() + 20_000; told().length < 24 && Date.now() < deadline; ) await delay(100)
    const messages = told().map(({ body, headers }) => {
      const [, t = '', hex = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
      expect(createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex')).toBe(hex)
      return JSON.parse(body)
    })
    expect(messages.map(({ event }) => event)).toEqual(Array(24).fill('audit.succeeded'))
    expect(messages.map(({ audit }) => audit.domain).sort()).toEqual(Object.keys(SITES).sort())
    for (const { audit } of messages) {
      expect(audit.report).toHaveProperty('findings')
      expect(audit.report).not.toHaveProperty('documents')
      expect(audit.report).not.toHaveProperty('pages')
    }
  })
})
