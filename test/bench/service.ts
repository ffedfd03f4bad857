/**
 * npm run bench:service: what the service costs around the checking. The overhead of an audit of three files, how soon
 * `npm start` is ready and what it takes at rest, and whether it answers while eight large documents are checked.
 *
 * npm run bench:service -- [overhead] [start] [delay] [profile]   (default: the first three; profile: where an audit of
 * three files spends its time)
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort, postAudit, type RunningService } from '../support/service.ts'
import { attribute } from './attribute.ts'
import { nameThreads, startWatched, THREADS } from './inside.ts'
import { playSite } from './play-site.ts'
import { heading, median, megabytes, milliseconds, quantile, wideRow as row } from './print.ts'
import { cpuSeconds, memoryOf } from './scale-processes.ts'
import { LARGE_HOSTS, SMALL_HOST } from './service-site.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ROUNDS = 41
const WARM_UP_ROUNDS = 20
const OVERHEAD_TARGET_MS = 60
const DELAY_MS = 50
const CHAIN_TARGET = 1.3
const STARTS = 3
const REST_MS = 10_000
const LOOP_TARGET_MS = 50

const missed = (isMissed: boolean) => (isMissed ? '  MISSED' : '')

/** One audit after the other, as a client waits for them. @returns ms of each */
async function auditInTurn(service: RunningService, body: object, count: number): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const from = performance.now()
    const { report } = await postAudit(service, { domain: SMALL_HOST, ...body })
    took.push(performance.now() - from)
    if (report?.verdict !== 'pass')
      throw new Error(`the verdict is ${report?.verdict}: ${JSON.stringify(report?.findings)}`)
  }
  return took
}

/** Requests of one audit by the round trip they began in, when each takes `delayMs`. */
function stepsOf(requests: [ms: number, path: string][], delayMs: number): string[][] {
  const steps: string[][] = []
  let from = Number.NEGATIVE_INFINITY
  for (const [ms, path] of requests.toSorted(([a], [b]) => a - b)) {
    // What came before the answer to the first request of a step can be no consequence of it.
    if (ms - from >= delayMs) {
      steps.push([])
      from = ms
    }
    steps.at(-1)?.push(/^\/[\da-f]{20}$/.test(path) ? 'a path that cannot be' : path)
  }
  return steps
}

async function benchOverhead(): Promise<void> {
  heading(`POST /audit of three files (robots.txt, a sitemap, the page it lists), embedded, over TLS on loopback`)
  for (const delayMs of [0, DELAY_MS]) {
    const site = await playSite('small', delayMs)
    const watched = await startWatched(site)
    try {
      await auditInTurn(watched.service, {}, WARM_UP_ROUNDS)
      await site.timeline()
      await auditInTurn(watched.service, {}, 1)
      const steps = stepsOf(await site.timeline(), Math.max(delayMs, 1) * 0.9)
      const { result: took, cpuMs } = await watched.watch(() => auditInTurn(watched.service, {}, ROUNDS))
      const ms = median(took)
      const chainMs = steps.length * delayMs
      const target =
        delayMs === 0
          ? `at most ${OVERHEAD_TARGET_MS} ms${missed(ms > OVERHEAD_TARGET_MS)}`
          : `${(ms / chainMs).toFixed(2)} x the chain of ${steps.length} round trips (${chainMs} ms); at most ${CHAIN_TARGET}${missed(ms / chainMs > CHAIN_TARGET)}`
      row(`${delayMs} ms an answer: median of ${ROUNDS}`, milliseconds(ms), target)
      row('  p95', milliseconds(quantile(took, 0.95)))
      row('  processor time of the service, an audit', milliseconds(cpuMs / ROUNDS))
      if (delayMs > 0) for (const [n, paths] of steps.entries()) row(`  round trip ${n + 1}`, '', paths.join(', '))
    } finally {
      await watched.stop()
      site.stop()
    }
  }
}

/** `npm start` in a group of its own, so that npm's children end with it. */
async function startByNpm(dataDir: string): Promise<{ readyMs: number; cpuS: number; rest: number; restCpu: number }> {
  const port = await findFreePort()
  const from = performance.now()
  const { PATH, HOME } = process.env
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      await answer?.body?.cancel()
      if (answer?.ok) break
      if (child.exitCode !== null || performance.now() - from > 120_000)
        throw new Error(`npm start failed:\n${printed}`)
      await wait(10)
    }
    const readyMs = performance.now() - from
    const cpuS = await cpuSeconds(child.pid as number)
    const pid = Number(/"pid":(\d+)/.exec(printed)?.[1])
    await wait(REST_MS)
    const before = await cpuSeconds(pid)
    await wait(REST_MS)
    const restCpu = ((await cpuSeconds(pid)) - before) / (REST_MS / 1_000)
    const { now } = await memoryOf(pid)
    return { readyMs, cpuS, rest: now, restCpu }
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-(child.pid as number), 'SIGTERM')
    await ended
    // npm ends before the service may have closed its database.
    await wait(2_000)
  }
}

async function benchStart(): Promise<void> {
  heading(`npm start to ready, median of ${STARTS}: wall time (processor time, npm's own too)`)
  const firsts: Awaited<ReturnType<typeof startByNpm>>[] = []
  const seconds: typeof firsts = []
  for (let n = 0; n < STARTS; n++) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
    try {
      firsts.push(await startByNpm(join(folder, 'data')))
      seconds.push(await startByNpm(join(folder, 'data')))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  for (const [name, starts] of [
    ['first, the database is made', firsts],
    ['second', seconds],
  ] as const) {
    const cpu = median(starts.map(({ cpuS }) => cpuS))
    row(name, milliseconds(median(starts.map(({ readyMs }) => readyMs))), `(${cpu.toFixed(1)} s)`)
  }
  const of = (value: (start: (typeof seconds)[number]) => number) => median(seconds.map(value))
  row(
    'memory at rest, second start',
    megabytes(of(({ rest }) => rest)),
    `resident, ${(2 * REST_MS) / 1_000} s after ready`,
  )
  row('processor at rest', `${(of(({ restCpu }) => restCpu) * 100).toFixed(1)} %`, 'of one core')
}

/** Asks for /healthz every 20 ms until told to stop. @returns ms of each answer */
function watchHealth(url: string): { stop(): Promise<number[]> } {
  const took: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const from = performance.now()
      const answer = await fetch(`${url}/healthz`)
      await answer.text()
      took.push(performance.now() - from)
      await wait(20)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return took
    },
  }
}

async function benchDelay(): Promise<void> {
  for (const threads of THREADS) await benchDelayWith(threads)
}

async function benchDelayWith(threads: string): Promise<void> {
  heading(`Eight documents of 49,950,000 bytes checked at once, one each of eight sites, with ${nameThreads(threads)}`)
  const site = await playSite('large')
  const watched = await startWatched(site, { AUDIT_CONCURRENCY: '8', FAN_OUT_MS: '86400000', CHECK_THREADS: threads })
  const auditAll = (hosts: string[]) =>
    Promise.all(hosts.map((domain) => postAudit(watched.service, { domain, pages: 0 })))
  try {
    const rest = await watched.watch(() => wait(2_000))
    // Compiled, as in a service that runs for an hour.
    await auditAll(LARGE_HOSTS.slice(0, 2))
    const { result, ms, cpuMs, inside } = await watched.watch(async () => {
      const health = watchHealth(watched.service.url)
      const audits = await auditAll(LARGE_HOSTS)
      return { audits, health: await health.stop() }
    })
    const entries = result.audits.reduce((sum, { report }) => sum + (report?.summary.entries ?? 0), 0)
    row('all eight', milliseconds(ms), `${entries} entries; processor ${milliseconds(cpuMs)}`)
    const { p50, p99, max } = inside.delay
    row('event loop delay, p99', milliseconds(p99), `target: under ${LOOP_TARGET_MS} ms${missed(p99 > LOOP_TARGET_MS)}`)
    row('  median, most', `${milliseconds(p50)}, ${milliseconds(max)}`)
    row('  at rest: p99, most', `${milliseconds(rest.inside.delay.p99)}, ${milliseconds(rest.inside.delay.max)}`)
    row('GET /healthz, p99', milliseconds(quantile(result.health, 0.99)), `of ${result.health.length} answers`)
    row('  median, most', `${milliseconds(median(result.health))}, ${milliseconds(Math.max(...result.health))}`)
    row('memory at most', megabytes(inside.peak), `at rest ${megabytes(rest.inside.peak)}`)
  } finally {
    await watched.stop()
    site.stop()
  }
}

async function profileOverhead(): Promise<void> {
  heading(`Where ${ROUNDS * 5} audits of three files spend the time of the main thread`)
  const site = await playSite('small', 0)
  const watched = await startWatched(site, { isProfiled: true })
  try {
    await auditInTurn(watched.service, {}, WARM_UP_ROUNDS * 2)
    const { profile, ms } = await watched.watch(() => auditInTurn(watched.service, {}, ROUNDS * 5))
    if (!profile) return
    const { busyMs, idleMs, parts, functions } = attribute(profile)
    row(
      'an audit',
      milliseconds(ms / ROUNDS / 5),
      `busy ${milliseconds(busyMs / ROUNDS / 5)}, idle ${milliseconds(idleMs / ROUNDS / 5)}`,
    )
    for (const [part, of] of parts)
      row(`  ${part}`, milliseconds(of / ROUNDS / 5), `${((of / busyMs) * 100).toFixed(0)} %`)
    for (const [name, of] of functions.slice(0, 25))
      console.log(`      ${((of / busyMs) * 100).toFixed(1).padStart(5)} %  ${name}`)
  } finally {
    await watched.stop()
    site.stop()
  }
}

const BENCHES = { overhead: benchOverhead, start: benchStart, delay: benchDelay, profile: profileOverhead }
const wanted = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length === 0 ? name !== 'profile' : wanted.includes(name)) await bench()
}
