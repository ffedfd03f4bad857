/** Starts the sites of service-site.ts beside a benchmark. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Sites, Started, Timeline } from './service-site.ts'

const SITE = fileURLToPath(new URL('./service-site.ts', import.meta.url))

export interface PlayedSite extends Started {
  /** What was requested since the last call. */
  timeline(): Promise<Timeline['requests']>
  stop(): void
}

/** @param numbers of the kind of site: the delay of small, children and entries of whole */
export async function playSite(kind: Sites, ...numbers: number[]): Promise<PlayedSite> {
  const child = fork(SITE, [kind, ...numbers.map(String)])
  const [started] = (await once(child, 'message')) as [Started]
  return {
    ...started,
    async timeline() {
      const answered = once(child, 'message')
      child.send('timeline')
      const [{ requests }] = (await answered) as [Timeline]
      return requests
    },
    // It removes its certificates when it is let go.
    stop: () => child.disconnect(),
  }
}
