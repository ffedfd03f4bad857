/** Three processes on one PostgreSQL ask one site, which counts. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startPostgres } from '#test/support/postgres.ts'
import type { SiteServer } from '#test/support/site.ts'
import { startSites } from '#test/support/site-server.ts'
import type { Visit, Visited, VisitorSettings } from '#test/support/visitor.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const VISITOR = fileURLToPath(new URL('../support/visitor.ts', import.meta.url))
const HOST_CONCURRENCY = 4
const ANSWER_MS = 20

const postgres = await startPostgres()
afterAll(() => postgres?.stop())

describe.skipIf(postgres === null)('three processes on one PostgreSQL', () => {
  let server: SiteServer
  let databaseUrl: string
  const visitors: ChildProcess[] = []
  let running = 0
  let most = 0
  let limitedAt = 0
  const times: [path: string, at: number][] = []

  async function* slowly(ms: number): AsyncGenerator<string> {
    running++
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, ms))
    yield 'x'
    running--
  }

  beforeAll(async () => {
    databaseUrl = (await postgres?.createDatabase()) ?? ''
    server = await startSites([
      {
        host: 'a.example',
        schemes: 'http',
        routes: {
          '/busy': (_, nth) => {
            if (nth > 1) return { body: 'x' }
            limitedAt = performance.now()
            return { status: 429, headers: [['Retry-After', '1']] }
          },
          '/hang': { hang: true },
          '*': ({ path }) => {
            times.push([path, performance.now()])
            return { body: () => slowly(ANSWER_MS) }
          },
        },
      },
    ])
  })
  afterAll(() => server.close())
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) {
      visitor.kill('SIGKILL')
      if (visitor.exitCode === null && visitor.signalCode === null) await once(visitor, 'exit')
    }
    running = 0
  })

  async function startVisitor(): Promise<ChildProcess> {
    const visitor = fork(VISITOR, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    visitors.push(visitor)
    const { connectTo, ca } = server
    const settings: VisitorSettings = { databaseUrl, connectTo, ca, hostConcurrency: HOST_CONCURRENCY }
    visitor.send(settings)
    expect((await once(visitor, 'message'))[0]).toBe('ready')
    return visitor
  }
  const startVisitors = (count: number) => Promise.all(Array.from({ length: count }, startVisitor))

  async function visit(
    visitor: ChildProcess | undefined,
    paths: string[],
    more: Partial<Visit> = {},
  ): Promise<Visited> {
    const urls = paths.map((path) => `http://a.example${path}`)
    visitor?.send({ urls, as: 'sitemap', ...more } satisfies Visit)
    return (await once(visitor as ChildProcess, 'message'))[0]
  }
  const paths = (name: string, count: number) => Array.from({ length: count }, (_, index) => `/${name}-${index}`)
  const ok = (count: number) => Array.from({ length: count }, () => 200)

  test('never ask more of a host at once than one would, and are hardly slower', async () => {
    const all = await startVisitors(3)
    await visit(all[0], paths('warm', 8))
    most = 0
    const alone = await visit(all[0], paths('alone', 300))
    expect(alone.statuses).toEqual(ok(300))
    expect(most).toBe(HOST_CONCURRENCY)
    most = 0
    const before = performance.now()
    const shared = await Promise.all(all.map((visitor, index) => visit(visitor, paths(`shared-${index}`, 100))))
    const ms = performance.now() - before
    for (const { statuses } of shared) expect(statuses).toEqual(ok(100))
    expect(most).toBe(HOST_CONCURRENCY)
    console.log(
      `300 requests of ${ANSWER_MS} ms, ${HOST_CONCURRENCY} at once: ${Math.round(alone.ms)} ms by one process,`,
      `${Math.round(ms)} ms by three (ratio ${(ms / alone.ms).toFixed(2)})`,
    )
  })

  test('take turns where there are more of them than places', async () => {
    const all = await startVisitors(6)
    most = 0
    const visited = await Promise.all(all.map((visitor, index) => visit(visitor, paths(`turn-${index}`, 100))))
    for (const { statuses } of visited) expect(statuses).toEqual(ok(100))
    expect(most).toBe(HOST_CONCURRENCY)
    const times = visited.map(({ ms }) => Math.round(ms))
    const ideal = (600 * ANSWER_MS) / HOST_CONCURRENCY
    console.log(
      `600 requests by six processes: ${times.join(', ')} ms; without a pause between them it were ${ideal} ms`,
    )
  })

  test('go on within the same limits when the database was away', async () => {
    const all = await startVisitors(3)
    most = 0
    const visiting = all.map((visitor, index) => visit(visitor, paths(`away-${index}`, 150)))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await postgres?.kill()
    // Longer than any share lasts: for a moment nobody may ask anything.
    await new Promise((resolve) => setTimeout(resolve, 7_000))
    await postgres?.restart()
    for (const { statuses } of await Promise.all(visiting)) expect(statuses).toEqual(ok(150))
    expect(most).toBe(HOST_CONCURRENCY)
  })

  test('all keep the Retry-After that one of them was told', async () => {
    const [first, ...others] = await startVisitors(3)
    await Promise.all(others.map((visitor) => visit(visitor, ['/before'])))
    times.length = 0
    const steady = others.map((visitor, index) => visit(visitor, paths(`kept-${index}`, 150)))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await visit(first, ['/busy'])).statuses).toEqual([200])
    await Promise.all(steady)
    // What was on its way when it was told may still arrive.
    expect(times.filter(([, at]) => at > limitedAt + 200 && at < limitedAt + 950)).toEqual([])
    expect(times.filter(([, at]) => at > limitedAt + 950).length).toBeGreaterThan(0)
  })

  test('are as far apart as a crawl delay, all together', async () => {
    const all = await startVisitors(3)
    times.length = 0
    const page = { as: 'page', crawlDelayS: 0.3 } as const
    await Promise.all(all.map((visitor, index) => visit(visitor, paths(`page-${index}`, 3), page)))
    const gaps = times.slice(1).map(([, at], index) => at - (times[index]?.[1] ?? 0))
    expect(gaps).toHaveLength(8)
    for (const gap of gaps) expect(gap).toBeGreaterThan(200)
  })

  test('have the places of a killed one within seconds', async () => {
    const [first, second] = await startVisitors(2)
    first?.send({ urls: Array.from({ length: 4 }, () => 'http://a.example/hang'), as: 'sitemap' } satisfies Visit)
    const hanging = () => server.requests.filter(({ path }) => path === '/hang')
    // Those of the test before were killed too.
    await vi.waitFor(() => expect(hanging()).toHaveLength(4), { timeout: 20_000 })
    const waiting = visit(second, ['/after'])
    const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 1_000))])
    expect(early).toBeUndefined()
    first?.kill('SIGKILL')
    const before = performance.now()
    expect((await waiting).statuses).toEqual([200])
    expect(performance.now() - before).toBeLessThan(10_000)
  })
})
