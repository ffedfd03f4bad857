/** What a benchmark knows of the service it has started: processor time, delays, a profile. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultThreads } from '#src/threads/default-threads.ts'
import { type RunningService, startService } from '../support/service.ts'
import type { SiteServer } from '../support/site.ts'
import type { CpuProfile } from './attribute.ts'
import type { Inside } from './instrument.ts'
import { cpuSeconds } from './scale-processes.ts'

/** Numbers of check threads to be compared: CHECK_THREADS, separated by commas; else none, and what the service has here. */
export const THREADS = process.env['CHECK_THREADS']?.split(',') ?? ['0', String(Math.max(1, defaultThreads()))]

export const nameThreads = (threads: string): string =>
  threads === '0' ? 'no check thread' : `${threads} check thread(s)`

const INSTRUMENT = new URL('./instrument.ts', import.meta.url).href

export interface Watched<T> {
  result: T
  /** Wall and processor time of the service, ms. */
  ms: number
  cpuMs: number
  inside: Inside
  /** null unless it was asked for. */
  profile: CpuProfile | null
}

export interface WatchedService {
  service: RunningService
  watch<T>(work: () => Promise<T>): Promise<Watched<T>>
  stop(): Promise<void>
}

/** Starts the service as npm start does, with a database in a folder that goes with it. */
export async function startWatched(
  sites: Pick<SiteServer, 'connectTo' | 'caFile'>,
  { isProfiled = false, ...settings }: { isProfiled?: boolean; [setting: string]: string | boolean | undefined } = {},
): Promise<WatchedService> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-service-'))
  const file = join(folder, 'inside.json')
  const service = await startService(sites, {
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT: '0',
    NODE_OPTIONS: `--import=${INSTRUMENT}`,
    BENCH_INSIDE: file,
    BENCH_PROFILE: isProfiled ? '1' : '0',
    ...(settings as Record<string, string>),
  })
  const pid = service.process.pid as number
  return {
    service,
    async watch(work) {
      rmSync(file, { force: true })
      service.process.kill('SIGUSR2')
      await wait(100)
      const cpuBefore = await cpuSeconds(pid)
      const from = performance.now()
      const result = await work()
      const ms = performance.now() - from
      const cpuMs = ((await cpuSeconds(pid)) - cpuBefore) * 1_000
      service.process.kill('SIGUSR2')
      for (let tries = 0; !existsSync(file); tries++) {
        if (tries > 600) throw new Error(`The service said nothing of its inside:\n${service.output()}`)
        await wait(50)
      }
      return {
        result,
        ms,
        cpuMs,
        inside: JSON.parse(readFileSync(file, 'utf8')) as Inside,
        profile: isProfiled ? (JSON.parse(readFileSync(`${file}.cpuprofile`, 'utf8')) as CpuProfile) : null,
      }
    },
    async stop() {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
