/**
 * npm run bench:compare: one file read by the checker with all rules, and by the packages that read sitemaps without any.
 * Each has a process of its own; they take turns. The packages are installed beside this file, not by the project.
 *
 * npm run bench:compare -- [rounds] [limit, s]   (default: 5 rounds, and a package that needs longer than 60 s for one
 * reading is stopped)
 */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Reading, Task } from './compare/reader.ts'
import { type DocumentFile, writeDocument } from './files.ts'
import { FURNITURE, furniture, plainEntries } from './generate.ts'
import { heading, median, megabytes, milliseconds, wideRow } from './print.ts'

const FOLDER = fileURLToPath(new URL('./compare/', import.meta.url))
const READER = fileURLToPath(new URL('./compare/reader.ts', import.meta.url))
const TARGET = 10
/** As in bench.ts: V8 has then compiled what is run most. */
const WARM_UP_ROUNDS = 4

const [rounds = 5, limitS = 60] = process.argv.slice(2).map(Number)

interface Side {
  name: Task['side']
  how: string
}

const OURS: Side = { name: 'ours', how: 'all rules, fingerprints, candidates, report' }
const PACKAGES: Side[] = [
  { name: 'sitemap', how: 'XMLToSitemapItemStream over the file' },
  { name: 'fast-xml-parser', how: 'XMLParser() of the text; attributes left out, as it does unless told' },
  { name: 'fast-xml-parser with attributes', how: 'where hreflang and href of the alternates stand' },
  { name: 'sitemapper', how: 'fetch() over loopback; it has no way but HTTP' },
  { name: '@crawlee/utils', how: 'parseSitemap() of the URL over loopback' },
]

interface Process {
  side: Side
  /** null: it took longer than the limit. */
  read(task: Task): Promise<Reading | null>
  stop(): void
}

function start(side: Side): Process {
  const child = fork(READER, { execArgv: ['--max-semi-space-size=8', '--max-old-space-size=2048'], stdio: 'inherit' })
  return {
    side,
    async read(task) {
      child.send(task)
      const stop = new AbortController()
      const answered = once(child, 'message', { signal: stop.signal }).then(([reading]) => reading as Reading)
      const ended = once(child, 'exit', { signal: stop.signal }).then(
        (): Reading => ({ error: 'its process ended', ms: 0, cpuMs: 0, entries: 0 }),
      )
      const late = wait(limitS * 1_000, null, { signal: stop.signal })
      try {
        return await Promise.race([answered, ended, late])
      } finally {
        stop.abort()
        for (const one of [answered, ended, late]) one.catch(() => {})
      }
    },
    stop: () => child.kill('SIGKILL'),
  }
}

/** @returns why the packages are not there; null: they are */
function install(): string | null {
  if (existsSync(`${FOLDER}node_modules`)) return null
  console.log('Installing the packages to compare with (npm ci in test/bench/compare) ...')
  const { status, stderr, error } = spawnSync('npm', ['ci'], { cwd: FOLDER, encoding: 'utf8', timeout: 300_000 })
  return status === 0 ? null : (error?.message ?? /npm error (.*)/.exec(stderr)?.[1] ?? `npm ci ended with ${status}`)
}

/** Serves the files to those that have no other way to read. */
async function serve(): Promise<{ urlOf(document: DocumentFile): string; stop(): void }> {
  const server = createServer((request, response) => {
    const file = documents[Number(/^\/(\d+)\.xml$/.exec(request.url ?? '')?.[1] ?? -1)]?.file
    if (file === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/xml', 'content-length': statSync(file).size })
    createReadStream(file).pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (document) => `http://127.0.0.1:${port}/${documents.indexOf(document)}.xml`,
    stop: () => server.close(),
  }
}

async function compare(document: DocumentFile, urlOf: (document: DocumentFile) => string): Promise<void> {
  const task = { file: document.file, served: urlOf(document), url: document.url }
  const processes = [OURS, ...(reason === null ? PACKAGES : [])].map(start)
  const readings = new Map<Process, Reading[]>(processes.map((one) => [one, []]))
  const dropped = new Map<Process, string>()
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const one of processes) {
      if (dropped.has(one)) continue
      const reading = await one.read({ ...task, side: one.side.name })
      if (reading === null || reading.error !== undefined) {
        dropped.set(one, reading?.error ?? `over ${limitS} s`)
        one.stop()
      } else if (round >= 0) readings.get(one)?.push(reading)
    }
  }
  heading(
    `${document.name}, ${megabytes(document.bytes)}; median of ${rounds} after ${WARM_UP_ROUNDS}: time (processor)`,
  )
  const of = (one: Process, value: (reading: Reading) => number) => median((readings.get(one) ?? []).map(value))
  const [ours] = processes as [Process]
  for (const one of processes) {
    const ms = of(one, (reading) => reading.ms)
    const cpuMs = of(one, (reading) => reading.cpuMs)
    const problem = dropped.get(one)
    const count = readings.get(one)?.[0]?.entries ?? 0
    const factor = ms / of(ours, (reading) => reading.ms)
    const cpuFactor = cpuMs / of(ours, (reading) => reading.cpuMs)
    const isMissed = Math.min(factor, cpuFactor) < TARGET
    const beside =
      problem !== undefined
        ? one.side.how
        : one === ours
          ? `${count} entries: ${one.side.how}`
          : `we are ${factor.toFixed(1)} (${cpuFactor.toFixed(1)}) times faster; target ${TARGET}${isMissed ? '  MISSED' : ''}; ${count} entries: ${one.side.how}`
    wideRow(one.side.name, problem ?? `${milliseconds(ms)} (${milliseconds(cpuMs)})`, beside)
    one.stop()
  }
}

const reason = install()
if (reason !== null) console.log(`The packages could not be installed (${reason}): there is nothing to compare with.`)
const documents = [
  writeDocument('50,000 plain entries', 'https://plain.example/sitemap.xml', plainEntries(50_000)),
  writeDocument(
    `${FURNITURE.entries} entries, ${FURNITURE.alternates} alternates`,
    `https://${FURNITURE.host}/sitemap-1.xml`,
    furniture(),
  ),
]
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
console.log(`Version ${version} on Node ${process.version}; each in a process of its own, in turn.`)
const server = await serve()
for (const document of documents) await compare(document, server.urlOf)
server.stop()
