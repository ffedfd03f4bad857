/**
 * One service through a bad night: clients leave in the middle of everything, its clock is put forward and back, and at
 * the end it has a bug.
 * SIGTERM in the middle of audits stands in test/restart.test.ts, SIGKILL in test/cluster.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCallerCounter } from '#src/api/count-callers.ts'
import type { Audit } from '#src/model/audit.ts'
import { makeSite } from '../cluster/cluster.ts'
import { type RunningService, startService } from '../support/service.ts'
import type { SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'

const isLong = Boolean(process.env['LONG'])
const PRELOADED = ['shift-clock.ts', 'reject-unheard.ts'].map((name) => new URL(name, import.meta.url).href)

let sites: SiteServer
let service: RunningService
let port: number
let pid: number
/** Every line of the log. */
let log = ''

beforeAll(async () => {
  sites = await startSites([])
  service = await startService(sites, {
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    AUDIT_CONCURRENCY: '3',
    NODE_OPTIONS: PRELOADED.map((url) => `--import=${url}`).join(' '),
    // The queue gives a job two minutes more.
    AUDIT_TIMEOUT_MS: '600000',
  })
  port = Number(new URL(service.url).port)
  pid = service.process.pid as number
  service.process.stdout?.on('data', (chunk) => {
    log += chunk
  })
})
afterAll(async () => {
  service?.process.kill('SIGKILL')
  await sites?.close()
})

const openOf = () => readdirSync(`/proc/${pid}/fd`).length

async function ask(domain: string, pages = 5): Promise<string> {
  const answer = await fetch(`${service.url}/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ domain, pages }),
  })
  expect(answer.status).toBe(202)
  return ((await answer.json()) as Audit).id
}

async function find(id: string): Promise<Audit> {
  return (await (await fetch(`${service.url}/audits/${id}`)).json()) as Audit
}

/** Sends it, and leaves after so long without having read anything, or having read what came. */
async function sendAndLeave(text: string, { afterMs = 150, isReading = false } = {}): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1').on('error', () => {})
  if (!isReading) socket.pause()
  else socket.resume()
  socket.write(text)
  await delay(afterMs)
  socket.resetAndDestroy()
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`

test.runIf(process.platform === 'linux')(
  'clients that leave in the middle leave nothing behind, and their audits go on',
  async () => {
    const hosts = Array.from({ length: 5 }, (_, index) => `left-${index}.example`)
    for (const host of hosts) sites.serve(makeSite(host, { entries: 5, delayMs: 100 }))
    // What stays open by itself, to the database's listeners and the like, is open by then.
    const first = await ask('left-0.example')
    await expect.poll(async () => (await find(first)).status, { timeout: 20_000 }).toBe('succeeded')
    const before = openOf()

    const bodies = hosts.map((domain) => JSON.stringify({ domain, pages: 5 }))
    const waiting = bodies.map((body) =>
      sendAndLeave(
        head('POST /audit', 'Prefer: wait=60', 'Content-Type: application/json', `Content-Length: ${body.length}`) +
          body,
      ),
    )
    await delay(50)
    const upload = '<urlset><url><loc>https://a.example/</loc></url>'
    const events = head(`GET /audits/${first}/events`)
    const live = head(`GET /audits/${await ask('left-1.example')}/events`)
    // Far more than sockets hold, of which the client takes nothing.
    const reports = head(`GET /audits/${first}/report.html`).repeat(150)
    const leaving = Array.from({ length: 4 }, () => [
      sendAndLeave(head('POST /validate', 'Content-Length: 100000') + upload),
      sendAndLeave(`${head('POST /validate', 'Transfer-Encoding: chunked')}${upload.length.toString(16)}\r\n${upload}`),
      sendAndLeave(events, { isReading: true }),
      sendAndLeave(live, { isReading: true }),
      sendAndLeave('POST /audit HTTP/1.1\r\nContent-Le'),
      sendAndLeave(`${head('POST /audit', 'Content-Type: application/json', 'Content-Length: 100')}{"domain":`),
    ])
    await Promise.all([...waiting, ...leaving.flat(), sendAndLeave(reports, { afterMs: 500 })])

    const open = async () => {
      const list = (await (await fetch(`${service.url}/audits?limit=100`)).json()) as { items: Audit[] }
      return list.items.filter(({ status }) => status !== 'succeeded').map(({ domain, status }) => [domain, status])
    }
    await expect.poll(open, { timeout: 30_000 }).toEqual([])
    // Each of the waiting ones has its audit, also those whose client has left.
    const { items } = (await (await fetch(`${service.url}/audits?limit=100`)).json()) as { items: Audit[] }
    expect(new Set(items.map(({ domain }) => domain))).toEqual(new Set(hosts))
    expect(items).toHaveLength(hosts.length + 2)
    const streams = async () =>
      /^sitemap_auditor_event_streams (\d+)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1]
    await expect.poll(streams).toBe('0')
    // Kept-alive connections to the sites and of this client end within seconds.
    await expect.poll(openOf, { timeout: 20_000 }).toBeLessThan(before + 4)
    expect(log).not.toMatch(/"level":[56]0/)
  },
  90_000,
)

test('a clock that is put forward and back by hours ends no audit early, keeps none back and runs none twice', async () => {
  let jumps = 0
  async function jump() {
    service.process.kill('SIGUSR2')
    jumps++
    await expect.poll(() => log, { timeout: 5_000 }).toContain(`clock ${jumps}\n`)
  }
  const seconds = isLong ? 70 : 3
  const hosts = Array.from({ length: 9 }, (_, index) => `clock-${index}.example`)
  // The first ones run for as long, the others wait for them.
  for (const [index, host] of hosts.entries()) {
    sites.serve(makeSite(host, { entries: 8, delayMs: index < 3 ? (seconds * 1000) / 4 : 20 }))
  }
  const ids: string[] = []
  const askAll = async (from: number, to: number) => {
    for (const host of hosts.slice(from, to)) ids.push(await ask(host, 8))
  }
  await askAll(0, 5)
  await expect.poll(() => sites.requests.filter(({ host }) => host.startsWith('clock')).length).toBeGreaterThan(2)
  await jump()
  await askAll(5, 7)
  expect(Date.parse((await find(ids[6] as string)).createdAt) - Date.now()).toBeGreaterThan(10_000_000)
  await delay(isLong ? 65_000 : 500)
  await jump()
  await askAll(7, 9)
  expect(Date.parse((await find(ids[8] as string)).createdAt) - Date.now()).toBeLessThan(-10_000_000)

  const statuses = async () => Promise.all(ids.map(async (id) => (await find(id)).status))
  await expect.poll(statuses, { timeout: (seconds * 2 + 30) * 1000, interval: 200 }).toEqual(ids.map(() => 'succeeded'))
  for (const id of ids) {
    const { report } = await find(id)
    expect(report).toMatchObject({ verdict: 'pass', summary: { pages: 8, unchecked: 0 } })
    expect(report?.timing.totalMs).toBeGreaterThan(0)
    expect(report?.timing.totalMs).toBeLessThan(seconds * 3_000 + 20_000)
  }
  const begun = sites.requests.filter(({ host, path }) => host.startsWith('clock') && path === '/robots.txt')
  expect(begun.map(({ host }) => host).sort()).toEqual(hosts)
  await jump()

  const processorMs = () => {
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
    return (user + system) * 10
  }
  if (process.platform !== 'linux') return
  const before = processorMs()
  await delay(1_000)
  expect(processorMs() - before).toBeLessThan(500)
  expect(log).not.toMatch(/"level":[56]0/)
}, 300_000)

test('a rejection that nobody handles ends the process with one clear line, and fails the test it belongs to', async () => {
  const before = log.length
  const exited = once(service.process, 'exit')
  service.process.kill('SIGHUP')
  expect(await exited).toEqual([1, null])
  const lines = log.slice(before).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 60,
      origin: 'unhandledRejection',
      msg: 'a fault that nobody caught: this process ends',
      err: { message: 'nobody waits for this' },
    },
  ])
  await expect(service.stop()).rejects.toThrow(/a fault that nobody caught/)
})

test('no setting lets tests pass over errors that nobody handled', () => {
  const setUp = ['vitest.config.ts', 'package.json'].map((name) =>
    readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'),
  )
  expect(setUp.join()).not.toMatch(/dangerouslyIgnoreUnhandledErrors|onUnhandledError|unhandled-rejections/)
})

test('the limit of requests goes by a clock that nobody puts back, and forgets whom it has not seen for longest', () => {
  let nowMs = 0
  const counter = createCallerCounter(2, () => nowMs)
  const count = (caller: string) => {
    const told: unknown[] = []
    counter.incr(caller, (_error, result) => void told.push(result), 1_000, 5)
    return told[0]
  }
  expect([count('a'), count('a'), count('b')]).toEqual([
    { current: 1, ttl: 1_000 },
    { current: 2, ttl: 1_000 },
    { current: 1, ttl: 1_000 },
  ])
  nowMs = 400
  expect(count('a')).toEqual({ current: 3, ttl: 600 })
  count('c')
  expect(count('b')).toEqual({ current: 1, ttl: 1_000 })
  nowMs = 1_000
  expect(count('a')).toEqual({ current: 1, ttl: 1_000 })
})
