/**
 * npm run bench:whole: one audit of a whole site in one process, as the service does it: an index of gzipped children over
 * TLS, all of them read, with all rules. Entries a second, and where the time of the main thread goes.
 *
 * npm run bench:whole -- [children] [entries] [pages]   (default: 200 children of 50,000 entries, no pages)
 * CHECK_THREADS=0,2 npm run bench:whole: with none and with two check threads. Default: none, and what the service has.
 * FAN_OUT_MS=86400000 npm run bench:whole: without parting it into bundles, whose results are kept in the database.
 */
import { postAudit } from '../support/service.ts'
import { attribute } from './attribute.ts'
import { nameThreads, startWatched, THREADS } from './inside.ts'
import { playSite } from './play-site.ts'
import { heading, megabytes, milliseconds, wideRow as row } from './print.ts'
import { WHOLE_HOST } from './service-site.ts'

const TARGET = 1_000_000
const FUNCTIONS = 25

const [children = 200, entries = 50_000, pages = 0] = process.argv.slice(2).map(Number)
const BODY = { domain: WHOLE_HOST, children: 'all', pages }

const { FAN_OUT_MS } = process.env
const FAN_OUT = FAN_OUT_MS === undefined ? {} : { FAN_OUT_MS }

const perSecond = (count: number, ms: number) => Math.round((count * 1_000) / ms).toLocaleString('en-US')

/** @returns after printing what was measured */
async function run(isProfiled: boolean, site: Awaited<ReturnType<typeof playSite>>, threads: string): Promise<void> {
  const watched = await startWatched(site, {
    isProfiled,
    CHECK_THREADS: threads,
    AUDIT_TIMEOUT_MS: '3600000',
    ...FAN_OUT,
  })
  try {
    const { result, ms, cpuMs, inside, profile } = await watched.watch(() => postAudit(watched.service, BODY))
    const { summary, timing, notes } = result.report as NonNullable<typeof result.report>
    if (!profile) {
      heading(`With ${nameThreads(threads)}`)
      const isMissed = (summary.entries * 1_000) / cpuMs < TARGET
      row(
        'entries',
        summary.entries.toLocaleString('en-US'),
        `of ${summary.read} documents, verdict ${result.report?.verdict}`,
      )
      row(
        'time',
        milliseconds(ms),
        `${milliseconds(timing.totalMs)} by its own clock; processor ${milliseconds(cpuMs)}`,
      )
      row('entries a second', perSecond(summary.entries, ms))
      row(
        '  of processor time',
        perSecond(summary.entries, cpuMs),
        `target ${TARGET.toLocaleString('en-US')}${isMissed ? '  MISSED' : ''}`,
      )
      row('event loop delay, p99, most', `${milliseconds(inside.delay.p99)}, ${milliseconds(inside.delay.max)}`)
      row('memory at most', megabytes(inside.peak))
      for (const note of notes) console.log(`    note: ${note}`)
      return
    }
    const { busyMs, idleMs, parts, functions } = attribute(profile)
    heading(`Once more under the profiler, with ${nameThreads(threads)}: the main thread`)
    row(
      'busy, idle',
      `${milliseconds(busyMs)}, ${milliseconds(idleMs)}`,
      `processor of all threads ${milliseconds(cpuMs)}`,
    )
    const share = (of: number) => `${((of / busyMs) * 100).toFixed(1).padStart(5)} %`
    for (const [part, of] of parts) row(`  ${part}`, milliseconds(of), share(of))
    for (const [name, of] of functions.slice(0, FUNCTIONS)) console.log(`      ${share(of)}  ${name}`)
  } finally {
    await watched.stop()
  }
}

heading(
  `One audit: an index of ${children} gzipped children of ${entries.toLocaleString('en-US')} entries, one process`,
)
const site = await playSite('whole', children, entries)
for (const isProfiled of [false, true]) for (const threads of THREADS) await run(isProfiled, site, threads)
site.stop()
