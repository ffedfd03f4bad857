/** The real service as a process of its own, as users start it; for the demo and for tests from end to end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Audit } from '#src/model/audit.ts'
import type { SiteServer } from './site.ts'

const ROOT = new URL('../../', import.meta.url)
const MAIN = fileURLToPath(new URL('src/main.ts', ROOT))
/** What `npm start` gives to Node: how much memory it takes depends on it. */
const START_OPTIONS = readStartOptions()
const QUICK_PGLITE = new URL('quick-pglite.ts', import.meta.url).href
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
const OUTPUT_KEPT = 20_000
/** As the service says it, and as Node does where the service cannot. */
const UNCAUGHT = /a fault that nobody caught|UnhandledPromiseRejection|triggerUncaughtException|Unhandled 'error' event/

export interface RunningService {
  /** "http://127.0.0.1:PORT" */
  url: string
  process: ChildProcess
  /** The end of what it printed. */
  output(): string
  /**
   * SIGTERM, and SIGKILL when that does not help.
   * @returns the exit code, null when it had to be killed
   * @throws when it has had a fault that nobody caught: that is a bug, whatever the test was about
   */
  stop(): Promise<number | null>
}

function readStartOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { scripts: { start: string } }
  const [node, ...options] = scripts.start.split(' ')
  const main = options.pop()
  if (node !== 'node' || main !== 'src/main.ts' || !options.every((option) => option.startsWith('--')))
    throw new Error(`"${scripts.start}" in package.json is not "node --OPTION… src/main.ts".`)
  return options
}

/**
 * Starts `node src/main.ts` as `npm start` does, on a free port and waits until it is ready. Nothing of this process's settings leaks into it.
 * @param sites where its audits lead; null: nowhere but to the addresses themselves
 * @param settings further environment
 * @throws with the service's own output when it ends or does not get ready
 */
export async function startService(
  sites: Pick<SiteServer, 'connectTo' | 'caFile'> | null,
  settings: Record<string, string> = {},
): Promise<RunningService> {
  const { PATH, HOME, PGLITE_TEMPLATE, NODE_COMPILE_CACHE } = process.env
  const { PORT = String(await findFreePort()) } = settings
  const quick = PGLITE_TEMPLATE === undefined ? [] : ['--liftoff-only', '--import', QUICK_PGLITE]
  const child = spawn(process.execPath, [...START_OPTIONS, ...quick, MAIN], {
    env: {
      PATH,
      HOME,
      ...(PGLITE_TEMPLATE !== undefined && { PGLITE_TEMPLATE }),
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      DATA_DIR: 'memory',
      LOG_LEVEL: 'warn',
      ...(sites && { CONNECT_TO: sites.connectTo, NODE_EXTRA_CA_CERTS: sites.caFile }),
      ...settings,
      PORT,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let uncaught: string | undefined
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-OUTPUT_KEPT)
    if (uncaught === undefined && UNCAUGHT.test(printed)) uncaught = printed
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)

  const service: RunningService = {
    url: `http://127.0.0.1:${PORT}`,
    process: child,
    output: () => printed,
    async stop() {
      await end(child)
      if (uncaught !== undefined) throw new Error(`The service had a fault that nobody caught:\n${uncaught}`)
      return child.exitCode
    },
  }
  try {
    await waitUntilReady(service)
  } catch (error) {
    await end(child)
    throw error
  }
  return service
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

async function waitUntilReady({ url, process: child, output }: RunningService): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The service ended with ${child.exitCode ?? child.signalCode} before it was ready:\n${output()}`)
    }
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(`The service was not ready after ${READY_TIMEOUT_MS} ms:\n${output()}`)
}

/**
 * Each process takes its ports from a block of its own, below those that systems give to outgoing connections: one that
 * was only asked of the system may be given to somebody else before it is used, and a test would talk to his service.
 * Browsers and fetch refuse 10080.
 */
const PORT_BLOCKS = 200
const PORTS_A_BLOCK = 100
const FIRST_PORT = 12_000 + (process.pid % PORT_BLOCKS) * PORTS_A_BLOCK
let portsTaken = 0

/** A port that nothing listens on now. */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < PORTS_A_BLOCK; tried++) {
    const port = FIRST_PORT + (portsTaken++ % PORTS_A_BLOCK)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${FIRST_PORT} on is free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * POST /audit, waiting for the end.
 * @param body as the API takes it; the domain at least
 * @throws when the answer is not 200 with an audit
 */
export async function postAudit(
  { url }: Pick<RunningService, 'url'>,
  body: { domain: string; [option: string]: unknown },
): Promise<Audit> {
  const answer = await fetch(`${url}/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=300' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`POST /audit answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Audit
}
