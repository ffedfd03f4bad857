/**
 * A thousand clients that wait for a thousand audits at once, at the real service with its embedded database: all of
 * them shall be answered and every audit ended, and GET /healthz shall answer meanwhile. Ends by itself, in some minutes;
 * ends with 1 where a client was refused or an audit is missing.
 *
 * npm run bench:load -- [clients]   (default: 1000)
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { startService } from '../support/service.ts'
import { megabytes, row } from './print.ts'
import { memoryOf } from './scale-processes.ts'

const CLIENTS = Number(process.argv[2] ?? 1_000)
const WAIT_S = 600
const HEALTH_TARGET_MS = 100
const END_LIMIT_MS = 900_000

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const spawnQuietly = (name: string, ...more: string[]) =>
  spawn(process.execPath, [script(name), ...more], { stdio: ['ignore', 'pipe', 'inherit'] })

const folder = await mkdtemp(join(tmpdir(), 'auditor-load-'))
const site = spawnQuietly('load-site.ts')
const [port] = (await once(createInterface(site.stdout), 'line')) as [string]
const service = await startService(null, {
  DATA_DIR: folder,
  CONNECT_TO: `::127.0.0.1:${port}`,
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
})
const pid = service.process.pid as number
const memoryAtStart = await memoryOf(pid)

const healthMs: number[] = []
let isFailing = 0
const watch = spawnQuietly('watch-health.ts', service.url)
createInterface(watch.stdout).on('line', (line) => {
  if (line === 'failed') isFailing++
  else healthMs.push(Number(line))
})

const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 60_000 } })
const answers = new Map<string, number>()
const waitedMs: number[] = []

async function post(n: number): Promise<void> {
  const from = performance.now()
  const answer = await request(`${service.url}/audit`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', prefer: `wait=${WAIT_S}` },
    body: JSON.stringify({ domain: `bakery-${n}.example` }),
  })
    .then(async ({ statusCode, body }) => {
      const { status = '', code = '' } = (await body.json()) as { status?: string; code?: string }
      return statusCode === 200 || statusCode === 202 ? `${statusCode} ${status}` : `${statusCode} ${code}`
    })
    .catch((error: Error) => `no answer: ${error.message}`)
  waitedMs.push(performance.now() - from)
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
}

async function countBy(status: string): Promise<number> {
  let count = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await fetch(`${service.url}/audits?status=${status}&limit=1000${cursor && `&cursor=${cursor}`}`)
    const { items, next } = (await page.json()) as { items: unknown[]; next: string | null }
    count += items.length
    cursor = next
  }
  return count
}

console.log(`\n  ${CLIENTS.toLocaleString('en-US')} clients wait for an audit each, of a small site\n`)
const from = performance.now()
await Promise.all(Array.from({ length: CLIENTS }, (_, n) => post(n)))
const answeredS = (performance.now() - from) / 1000
while ((await countBy('queued')) + (await countBy('running')) > 0 && performance.now() - from < END_LIMIT_MS) {
  await new Promise((resolve) => setTimeout(resolve, 500))
}
const endedS = (performance.now() - from) / 1000
const succeeded = await countBy('succeeded')
watch.kill('SIGKILL')
const memory = await memoryOf(pid)

for (const [answer, count] of [...answers].sort()) row(answer, String(count))
row('succeeded', String(succeeded), `target: ${CLIENTS}`)
row('answered', `${answeredS.toFixed(1)} s`, 'the last client')
row('ended', `${endedS.toFixed(1)} s`, `${(CLIENTS / endedS).toFixed(1)} audits a second`)
row('waited, p50', `${(quantile(waitedMs, 0.5) / 1000).toFixed(1)} s`)
row('waited, p99', `${(quantile(waitedMs, 0.99) / 1000).toFixed(1)} s`)
row('healthz, p50', `${quantile(healthMs, 0.5).toFixed(0)} ms`, `${healthMs.length} asked, ${isFailing} failed`)
const p99 = quantile(healthMs, 0.99)
row('healthz, p99', `${p99.toFixed(0)} ms`, `target: ${HEALTH_TARGET_MS} ms${p99 > HEALTH_TARGET_MS ? '  MISSED' : ''}`)
row('healthz, most', `${Math.max(...healthMs).toFixed(0)} ms`)
row('memory, before', megabytes(memoryAtStart.now))
row('memory, at most', megabytes(memory.peak))
row('memory, after', megabytes(memory.now))

const isWhole = [...answers.keys()].every((answer) => /^20[02] /.test(answer)) && succeeded === CLIENTS
await service.stop()
site.kill('SIGKILL')
await agent.close()
await rm(folder, { recursive: true, force: true })
process.exitCode = isWhole ? 0 : 1

/** Of at least one figure. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
