/**
 * A long night in short: forty sites, many of which misbehave, are audited without a pause at the real service with its
 * embedded database, started as the image starts it. Prints a line a minute, and at the end whether memory and handles are
 * where they were after five minutes and whether every audit ended. Stops by itself; ends with 1 where an audit did not.
 *
 * npm run bench:soak -- [minutes]   (default: 30)
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Audit } from '#src/model/audit.ts'
import { readAllocatorSettings } from '../support/image-environment.ts'
import { startService } from '../support/service.ts'
import { startSites } from '../support/site-server.ts'
import { megabytes, row } from './print.ts'
import { memoryOf } from './scale-processes.ts'
import { ALL_SITES, BOMB_HOST, createBombs, DOMAINS } from './soak-sites.ts'

const MINUTES = Number(process.argv[2] ?? 30)
/** The minute that the last one is compared with: all code is compiled, and the database has its pages. */
const SETTLED_MINUTE = 5
const SHARE = 0.1
const AT_ONCE = 8
const BOMB_BYTES = 20_000_000
const AUDIT_TIMEOUT_MS = 30_000
/** Audits that are kept; older ones are removed, so that it is the process that is measured and not its archive. */
const KEPT = 300
const LOOK_MS = 3_000
const REST_MS = 15_000

interface Look {
  memory: number
  handles: number
  resources: number
  heap: number
}

const folder = await mkdtemp(join(tmpdir(), 'auditor-soak-'))
const sites = await startSites(ALL_SITES)
const service = await startService(sites, {
  DATA_DIR: folder,
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  MAX_DOCUMENT_BYTES: String(BOMB_BYTES),
  REQUEST_TIMEOUT_MS: '3000',
  AUDIT_TIMEOUT_MS: String(AUDIT_TIMEOUT_MS),
  ...readAllocatorSettings(),
  // What it prints is shown at the end.
  NODE_OPTIONS: '--trace-warnings',
})
const pid = service.process.pid as number

const nextBomb = createBombs(BOMB_BYTES)
const endings = new Map<string, number>()
const faults = new Map<string, number>()
const ended: string[] = []
let asked = 0
let endedCount = 0
let refused = 0
let isOver = false

async function look(): Promise<Look> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  const numberOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  return {
    memory: (await memoryOf(pid)).now,
    handles: (await readdir(`/proc/${pid}/fd`)).length,
    resources: numberOf('nodejs_active_resources_total'),
    heap: numberOf('nodejs_heap_size_used_bytes'),
  }
}

/** One audit from the request to its end. */
async function audit(domain: string): Promise<void> {
  if (domain === BOMB_HOST) sites.serve(nextBomb())
  const answer = await fetch(`${service.url}/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=280' },
    body: JSON.stringify({ domain, children: 'all' }),
  })
  const text = await answer.text()
  if (answer.status === 503) {
    refused++
    await delay(1_000)
    return
  }
  asked++
  if (answer.status !== 200)
    throw new Error(`POST /audit of ${domain} answered ${answer.status}: ${text.slice(0, 200)}`)
  const { id, status } = JSON.parse(text) as Audit
  endedCount++
  endings.set(status, (endings.get(status) ?? 0) + 1)
  ended.push(id)
  const oldest = ended.length > KEPT ? ended.shift() : undefined
  if (oldest !== undefined) await fetch(`${service.url}/audits/${oldest}`, { method: 'DELETE' })
}

/** Domains in turn, so that all are at work for as long; a host has one audit at a time, and so has the bomb its own. */
const free = [...DOMAINS]
async function keepAuditing(): Promise<void> {
  while (!isOver) {
    const domain = free.shift()
    if (domain === undefined) return
    await audit(domain).catch((error: Error) => faults.set(error.message, (faults.get(error.message) ?? 0) + 1))
    free.push(domain)
  }
}

console.log(`\n  ${DOMAINS.length} sites for ${MINUTES} minutes, ${AT_ONCE} audits asked for at once\n`)
console.log('    minute      memory        heap   handles  resources   ended  refused')
const atRest = await look()
const auditing = Promise.all(Array.from({ length: AT_ONCE }, keepAuditing))
const minutes: Look[] = []
const from = performance.now()
for (let minute = 1; minute <= MINUTES; minute++) {
  const looks: Look[] = []
  const before = endedCount
  for (const until = from + minute * 60_000; performance.now() < until; await delay(LOOK_MS)) looks.push(await look())
  const now: Look = {
    memory: middle(looks.map(({ memory }) => memory)),
    handles: middle(looks.map(({ handles }) => handles)),
    resources: middle(looks.map(({ resources }) => resources)),
    // The least is what is held; the rest is what has not been collected.
    heap: Math.min(...looks.map(({ heap }) => heap)),
  }
  minutes.push(now)
  sites.requests.length = 0
  const cells = [megabytes(now.memory).padStart(12), megabytes(now.heap).padStart(12), String(now.handles).padStart(10)]
  cells.push(String(now.resources).padStart(11), String(endedCount - before).padStart(8), String(refused).padStart(9))
  console.log(`    ${String(minute).padStart(6)}${cells.join('')}`)
}
isOver = true
const isDrained = await Promise.race([auditing.then(() => true), delay(AUDIT_TIMEOUT_MS * 3, false, { ref: false })])
// Connections that are kept alive close by themselves.
await delay(REST_MS)
const atRestAfter = await look()

const settled = minutes[Math.min(SETTLED_MINUTE, minutes.length) - 1] as Look
const last = minutes.at(-1) as Look
const settledName = `minute ${Math.min(SETTLED_MINUTE, minutes.length)}`
const open = await countOpen()
console.log('')
for (const [status, count] of endings) row(status, String(count))
row('refused', String(refused), 'answered 503, and asked for again')
for (const [fault, count] of faults) row('fault', String(count), fault)
row('not ended', String(asked - endedCount + open), isDrained && open === 0 ? 'every audit ended' : 'MISSED')
compare('memory', last.memory, settled.memory, megabytes)
compare('heap', last.heap, settled.heap, megabytes)
compare('handles', last.handles, settled.handles, String)
compare('resources', last.resources, settled.resources, String)
row('handles at rest', String(atRestAfter.handles), `${atRest.handles} before the first audit`)
row('memory at rest', megabytes(atRestAfter.memory), `${megabytes((await memoryOf(pid)).peak)} at most`)
if (minutes.length <= SETTLED_MINUTE)
  console.log('\n    Too short to say more of memory: it settles within five minutes.')
const code = await service.stop()
row('stopped with', String(code))
if (service.output() !== '') console.log(service.output())
await sites.close()
await rm(folder, { recursive: true, force: true })
process.exit(isDrained && open === 0 && asked === endedCount && faults.size === 0 ? 0 : 1)

function compare(name: string, now: number, then: number, show: (figure: number) => string): void {
  const share = now / then - 1
  const target = `${share < 0 ? '' : '+'}${(share * 100).toFixed(0)} % of ${settledName} (${show(then)})`
  row(name, show(now), `${target}; target: within ${SHARE * 100} %${share > SHARE ? '  MISSED' : ''}`)
}

async function countOpen(): Promise<number> {
  let count = 0
  for (const status of ['queued', 'running']) {
    const answer = await fetch(`${service.url}/audits?status=${status}&limit=1000`)
    count += ((await answer.json()) as { items: unknown[] }).items.length
  }
  return count
}

function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
