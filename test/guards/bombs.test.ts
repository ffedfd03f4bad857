/**
 * The service cannot be drowned: a process of its own audits sites that try to, one after the other. Each audit ends
 * within its budget, memory stays flat, and others are answered meanwhile. LONG=1: at the sizes of the field.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { XML as GOOD } from '../audit/audit-sitemap.ts'
import { robotsTxt } from '../sites/make.ts'
import { readAllocatorSettings } from '../support/image-environment.ts'
import { type RunningService, startService } from '../support/service.ts'
import type { Route, SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { at, bombs } from './bombs.ts'

const isLong = process.env['LONG'] === '1'
const SIZE = isLong ? 209_715_200 : 2_000_000
const AUDIT_TIMEOUT_MS = isLong ? 120_000 : 8_000
/** What one bomb may add to the process: blocks, windows, fingerprints and reports of a bounded size. */
const GROWTH_LIMIT_BYTES = 400_000_000
/** Eight are checked at once. */
const UPLOADS_TIMEOUT_MS = isLong ? 900_000 : 300_000
/** On a busy machine; a thread that is held for long would not answer at all in it. */
const PATIENCE_MS = 10_000

/** Long lists fill the room that V8 takes for its heap, and it gives little back: each has a process of its own. */
const LISTS = ['50,000 children, all of them asked for', 'ten thousand lines of robots.txt, rules and crawlers']

let directory: string
let server: SiteServer
let service: RunningService
let baseline = 0

const isProcFs = process.platform === 'linux'
if (!isProcFs) console.warn('The memory of another process is read from /proc, which only Linux has: it is not judged.')

function residentBytes(): number {
  if (!isProcFs) return 0
  const pid = service.process.pid
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(resident ?? 0) * 1_024
}

async function start(): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), 'auditor-bombs-'))
  server = await startSites([{ host: 'www.example.com', routes: { '/sitemap.xml': { body: GOOD } } }])
  service = await startService(server, {
    ...readAllocatorSettings(),
    // In memory the database would grow by every report that is kept, and that is no bomb's doing.
    DATA_DIR: directory,
    MAX_DOCUMENT_BYTES: String(SIZE),
    REQUEST_TIMEOUT_MS: isLong ? '60000' : '3000',
    AUDIT_TIMEOUT_MS: String(AUDIT_TIMEOUT_MS),
    FAN_OUT_MS: '86400000',
    RATE_LIMIT: '0',
  })
  await audit('www.example.com', {})
  baseline = residentBytes()
}

async function stop(): Promise<void> {
  await service?.stop()
  await server?.close()
  await rm(directory, { recursive: true, force: true })
}

async function audit(domain: string, options: object): Promise<Audit> {
  const answer = await fetch(`${service.url}/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: `wait=${AUDIT_TIMEOUT_MS / 1000 + 60}` },
    body: JSON.stringify({ domain, ...options }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Audit
}

/** Audits the site of a bomb, and a good one beside it, and looks at the process meanwhile. */
async function drown(make: () => Record<string, Route>): Promise<void> {
  server.serve({
    host: 'bomb.example',
    routes: { '/robots.txt': robotsTxt('User-agent: *', `Sitemap: ${at('/sitemap.xml')}`), ...make() },
  })
  let isEnded = false
  const bomb = audit('bomb.example', { children: 'all', pages: 20 }).finally(() => {
    isEnded = true
  })
  // Others meanwhile.
  let checks = 0
  let peak = 0
  const health = (async () => {
    do {
      const answer = await fetch(`${service.url}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
      expect(answer.status).toBe(200)
      checks++
      peak = Math.max(peak, residentBytes())
      await wait(50)
    } while (!isEnded)
  })()
  const [ended, good] = await Promise.all([bomb, audit('www.example.com', { pages: 0 }), health])
  expect(checks).toBeGreaterThan(0)
  expect(good).toMatchObject({ status: 'succeeded', report: { summary: { read: 1, entries: 2 } } })
  expect(ended).toMatchObject({ status: 'succeeded', error: null })
  const { verdict, findings, notes } = ended.report ?? {}
  // It is told, or nothing was wrong with what was read of it.
  expect([verdict !== 'pass', findings?.length, notes?.length]).not.toEqual([false, 0, 0])
  expect(peak - baseline).toBeLessThan(GROWTH_LIMIT_BYTES)
}

const all = Object.entries(bombs(SIZE))

describe('bombs', () => {
  beforeAll(start)
  afterAll(stop)

  test.each(all.filter(([name]) => !LISTS.includes(name)))(
    '%s',
    async (_name, make) => drown(make),
    AUDIT_TIMEOUT_MS + 90_000,
  )

  test(
    'uploads at once are held to a number, and the process answers meanwhile',
    async () => {
      const { '/sitemap.xml': bomb } = bombs(SIZE)['gzip 1:1000 in three layers']?.() ?? {}
      const { body } = bomb as { body: Buffer }
      const upload = () => fetch(`${service.url}/validate`, { method: 'POST', body: new Uint8Array(body) })
      const uploads = Promise.all(Array.from({ length: 20 }, upload))
      uploads.catch(() => {})
      const answer = await fetch(`${service.url}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
      expect(answer.status).toBe(200)
      const statuses = (await uploads).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8)
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      expect(residentBytes() - baseline).toBeLessThan(GROWTH_LIMIT_BYTES)
    },
    UPLOADS_TIMEOUT_MS,
  )
})

describe.each(all.filter(([name]) => LISTS.includes(name)))('a process of its own', (name, make) => {
  beforeAll(start)
  afterAll(stop)

  test(name, async () => drown(make), AUDIT_TIMEOUT_MS + 90_000)
})
