/**
 * Loaded into the service by --import where a benchmark looks inside: SIGUSR2 begins, SIGUSR2 again ends and writes
 * BENCH_INSIDE, a JSON file with the delays of the event loop and, where BENCH_PROFILE is 1, a profile beside it.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Inside {
  /** Delays of the event loop, ms. A timer of 1 ms that is never late shows as about 1. */
  delay: { p50: number; p99: number; max: number }
  /** Resident at most while it was watched, bytes. */
  peak: number
}

const file = process.env['BENCH_INSIDE']
const PROFILE_INTERVAL_US = 1_000
const MEMORY_INTERVAL_MS = 500

if (file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  const session = process.env['BENCH_PROFILE'] === '1' ? new Session() : null
  session?.connect()
  let peak = 0
  let timer: NodeJS.Timeout | undefined

  const begin = async () => {
    await session?.post('Profiler.enable')
    await session?.post('Profiler.setSamplingInterval', { interval: PROFILE_INTERVAL_US })
    await session?.post('Profiler.start')
    peak = 0
    timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, MEMORY_INTERVAL_MS)
    delays.enable()
    delays.reset()
  }
  const end = async () => {
    delays.disable()
    clearInterval(timer)
    const of = (share: number) => delays.percentile(share) / 1e6
    const inside: Inside = { delay: { p50: of(50), p99: of(99), max: delays.max / 1e6 }, peak }
    if (session) writeFileSync(`${file}.cpuprofile`, JSON.stringify((await session.post('Profiler.stop')).profile))
    // Whole or not there.
    writeFileSync(`${file}.part`, JSON.stringify(inside))
    renameSync(`${file}.part`, file)
  }
  let isOn = false
  process.on('SIGUSR2', () => {
    isOn = !isOn
    void (isOn ? begin() : end())
  })
}
