/**
 * How audits spread over processes: one large audit on one worker and on two, ten thousand small ones, and one of 2,166
 * documents and ten million entries. Everything runs on this machine, on a database of its own, and ends by itself: about
 * ten minutes on two cores that have nothing else to do.
 *
 * npm run bench:scale -- [speed] [queue] [large]   (default: all three)
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Audit } from '#src/model/audit.ts'
import { readAllocatorSettings } from '../support/image-environment.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type RunningService, startService } from '../support/service.ts'
import { megabytes, row } from './print.ts'
import { cpuSeconds, memoryOf } from './scale-processes.ts'

const SITE = fileURLToPath(new URL('./scale-site.ts', import.meta.url))
const HOST = 'large.example'

const SPEED = { documents: 400, entries: 10_000, delayMs: 20 }
/** The site is our own, and the audit is parted from the start; in each process one thread checks, the main one. */
const SPEED_SETTINGS = { HOST_CONCURRENCY: '8', FAN_OUT_MS: '0', CHECK_THREADS: '0' }
const QUEUED = 10_000
const LARGE = { documents: 2_166, entries: 4_617, delayMs: 0 }

interface Site {
  pid: number
  connectTo: string
  stop(): void
}

async function startSite({ documents, entries, delayMs }: typeof SPEED): Promise<Site> {
  const child = spawn(process.execPath, [SITE, String(documents), String(entries), String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { pid: child.pid as number, connectTo: `::127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') }
}

interface Cluster {
  api: RunningService
  workers: RunningService[]
  stop(): Promise<void>
}

async function startCluster(databaseUrl: string, site: Site, workers: number, more = {}): Promise<Cluster> {
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key for the benchmark alone, of many characters',
    CONNECT_TO: site.connectTo,
    RATE_LIMIT: '0',
    MAX_QUEUE: '1000000',
    LOG_LEVEL: 'error',
    // Workers beyond one machine are containers.
    ...readAllocatorSettings(),
    ...more,
  }
  const api = await startService(null, { ...settings, ROLE: 'api' })
  const started: RunningService[] = []
  for (let n = 0; n < workers; n++) started.push(await startService(null, { ...settings, ROLE: 'worker' }))
  return {
    api,
    workers: started,
    async stop() {
      for (const service of [...started, api]) await service.stop()
    },
  }
}

async function ask({ api }: Cluster, body: object): Promise<string> {
  const answer = await fetch(`${api.url}/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 202) throw new Error(`POST /audit answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as Audit).id
}

async function untilEnded({ api }: Cluster, id: string, limitS: number): Promise<Audit> {
  for (const deadline = Date.now() + limitS * 1000; ; ) {
    // The list has no reports: to send what there is of a large one twice a second would be measured as well.
    const running = await fetch(`${api.url}/audits?status=running&limit=100`)
    const queued = await fetch(`${api.url}/audits?status=queued&limit=1000`)
    const lists = (await Promise.all([running.json(), queued.json()])) as { items: { id: string }[] }[]
    if (!lists.some(({ items }) => items.some((one) => one.id === id))) {
      const audit = (await (await fetch(`${api.url}/audits/${id}`)).json()) as Audit
      if (audit.status === 'succeeded') return audit
      if (audit.status !== 'queued' && audit.status !== 'running')
        throw new Error(`the audit ${audit.status}: ${audit.error?.detail ?? ''}`)
    }
    if (Date.now() > deadline) throw new Error(`the audit had not ended after ${limitS} s`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const pidsOf = (services: readonly RunningService[]) => services.map(({ process: { pid } }) => pid as number)

/** Processor seconds by what used them. The database is what is left of the processes below this one. */
async function measureCpu(site: Site, { api, workers }: Cluster) {
  const [own, siteS, apiS] = [await cpuSeconds(process.pid), await cpuSeconds(site.pid), 0]
  const workerS: number[] = []
  for (const pid of pidsOf(workers)) workerS.push(await cpuSeconds(pid))
  const [apiPid] = pidsOf([api])
  const apiUsed = apiPid === undefined ? apiS : await cpuSeconds(apiPid)
  const usage = process.cpuUsage()
  const bench = (usage.user + usage.system) / 1e6
  const database = own - siteS - apiUsed - workerS.reduce((sum, one) => sum + one, 0) - bench
  return { site: siteS, database, api: apiUsed, workers: workerS }
}

async function benchSpeed(postgres: TestPostgres): Promise<void> {
  console.log(
    `\n  One audit of ${SPEED.documents} documents of ${SPEED.entries} entries, ${SPEED.delayMs} ms an answer`,
  )
  const site = await startSite(SPEED)
  const seconds: number[] = []
  const busiest: number[] = []
  for (const workers of [1, 2]) {
    const cluster = await startCluster(await postgres.createDatabase(), site, workers, SPEED_SETTINGS)
    // Warm: the code of all processes is compiled, and the database has its pages.
    await untilEnded(cluster, await ask(cluster, { domain: HOST, children: 'all', pages: 0 }), 300)
    const before = await measureCpu(site, cluster)
    const audit = await untilEnded(cluster, await ask(cluster, { domain: HOST, children: 'all', pages: 0 }), 300)
    const after = await measureCpu(site, cluster)
    const took = (Date.parse(audit.finishedAt as string) - Date.parse(audit.startedAt as string)) / 1000
    seconds.push(took)
    const used = {
      site: after.site - before.site,
      database: after.database - before.database,
      workers: after.workers.map((now, index) => now - (before.workers[index] as number)),
    }
    busiest.push(Math.max(...used.workers))
    const all = used.site + used.database + used.workers.reduce((sum, one) => sum + one, 0)
    row(
      `${workers} worker${workers === 1 ? '' : 's'}`,
      `${took.toFixed(1)} s`,
      `${audit.report?.summary.read} documents read`,
    )
    row('  workers', `${used.workers.map((one) => one.toFixed(1)).join(' + ')} s`, 'of processor time')
    row('  site', `${used.site.toFixed(1)} s`)
    row('  database', `${used.database.toFixed(1)} s`)
    row('  of all', `${(((used.site + used.database) / all) * 100).toFixed(0)} %`, 'target: under 20 %')
    await cluster.stop()
  }
  const [one = 0, two = 1] = seconds
  row('gain', `${(one / two).toFixed(2)} times`, 'target: 1.6 on two cores')
  // What it comes to where nothing else wants the processor: time tells the truth on a quiet machine alone.
  const [alone = 0, half = 1] = busiest
  row('  by processor', `${(alone / half).toFixed(2)} times`, 'one worker against the busier of two')
  site.stop()
}

async function benchQueue(postgres: TestPostgres): Promise<void> {
  console.log(`\n  ${QUEUED.toLocaleString('en-US')} audits of a tiny site each`)
  const site = await startSite({ documents: 0, entries: 0, delayMs: 0 })
  const cluster = await startCluster(await postgres.createDatabase(), site, 2, { AUDIT_CONCURRENCY: '8' })
  const pids = pidsOf([cluster.api, ...cluster.workers])
  const atStart = await Promise.all(pids.map(memoryOf))
  const enqueuedFrom = performance.now()
  let next = 0
  const ids: string[] = []
  const post = async () => {
    for (let n = next++; n < QUEUED; n = next++) ids.push(await ask(cluster, { domain: `tiny-${n}.example`, pages: 0 }))
  }
  await Promise.all(Array.from({ length: 16 }, post))
  const enqueueS = (performance.now() - enqueuedFrom) / 1000
  row('enqueue', `${Math.round(QUEUED / enqueueS)} /s`, `all in ${enqueueS.toFixed(0)} s, while workers begin`)
  // The last ones to be sent are the last ones to end, or nearly.
  for (const id of ids.slice(-20)) await untilEnded(cluster, id, 1_800)
  const drainS = (performance.now() - enqueuedFrom) / 1000
  row('drain', `${Math.round(QUEUED / drainS)} /s`, `all in ${drainS.toFixed(0)} s, two workers`)
  const atEnd = await Promise.all(pids.map(memoryOf))
  for (const [index, name] of ['api', 'worker', 'worker'].entries()) {
    row(
      `memory, ${name}`,
      `+${megabytes((atEnd[index]?.peak ?? 0) - (atStart[index]?.now ?? 0))}`,
      'at most, over its start',
    )
  }
  await cluster.stop()
  site.stop()
}

async function benchLarge(postgres: TestPostgres): Promise<void> {
  const total = LARGE.documents * LARGE.entries
  console.log(`\n  One audit of ${LARGE.documents} documents and ${total.toLocaleString('en-US')} entries, two workers`)
  const site = await startSite(LARGE)
  const cluster = await startCluster(await postgres.createDatabase(), site, 2)
  const pids = pidsOf(cluster.workers)
  const atStart = await Promise.all(pids.map(memoryOf))
  const audit = await untilEnded(cluster, await ask(cluster, { domain: HOST, children: 'all', pages: 0 }), 900)
  const atEnd = await Promise.all(pids.map(memoryOf))
  const { summary, timing } = audit.report as NonNullable<Audit['report']>
  row('time', `${(timing.totalMs / 1000).toFixed(0)} s`, `${summary.read} documents, ${summary.entries} entries`)
  for (const [index] of pids.entries()) {
    row(
      'memory, worker',
      `+${megabytes((atEnd[index]?.peak ?? 0) - (atStart[index]?.now ?? 0))}`,
      'target: under 400 MB',
    )
  }
  await cluster.stop()
  site.stop()
}

const PARTS = { speed: benchSpeed, queue: benchQueue, large: benchLarge }
const wanted = process.argv.slice(2)
const postgres = await startPostgres()
if (!postgres) process.exit(1)
try {
  for (const [name, bench] of Object.entries(PARTS)) {
    if (wanted.length === 0 || wanted.includes(name)) await bench(postgres)
  }
} finally {
  await postgres.stop()
}
process.exit(0)
