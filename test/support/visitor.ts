/**
 * A process that fetches from hosts within the limits of all processes, as a worker does. It is told what to fetch by
 * messages, and answers each with how it went.
 */
import '#test/support/quick-pglite.ts'
import { once } from 'node:events'
import { createFetcher } from '#src/fetch/create-fetcher.ts'
import { createHostLimits } from '#src/fetch/host-limits.ts'
import { FETCH_DEFAULTS, parseConnectTo } from '#src/fetch/settings.ts'
import { openStore } from '#src/store/open-store.ts'

export interface VisitorSettings {
  databaseUrl: string
  connectTo: string
  ca: string
  hostConcurrency: number
}

export interface Visit {
  urls: string[]
  as: 'sitemap' | 'page'
  crawlDelayS?: number
}

export interface Visited {
  statuses: (number | null)[]
  ms: number
}

const say = (message: Visited | 'ready') => process.send?.(message)

const [settings] = (await once(process, 'message')) as [VisitorSettings]
const { hostConcurrency } = settings
const fail = (error: Error) => console.error(error.message)
// Databases are killed under it: that connections break is no news.
const store = await openStore({ databaseUrl: settings.databaseUrl, dataDir: 'memory' }, () => {})
const ledger = store.hosts.open(hostConcurrency)
const limits = createHostLimits({ concurrency: hostConcurrency, ledger, onError: fail })

process.on('message', async ({ urls, as, crawlDelayS }: Visit) => {
  const fetcher = createFetcher(
    {
      ...FETCH_DEFAULTS,
      hostConcurrency,
      connectTo: parseConnectTo(settings.connectTo),
      extraCa: [settings.ca],
      retryAfterLimitMs: 2_000,
    },
    { limits },
  )
  const before = performance.now()
  const statuses = await Promise.all(
    urls.map(async (url) => {
      if (crawlDelayS !== undefined) fetcher.setPace(new URL(url).hostname, { crawlDelayS })
      const { status, body } = await fetcher.get(url, { as })
      if (body) for await (const _ of body.chunks);
      return status
    }),
  )
  await fetcher.close()
  say({ statuses, ms: performance.now() - before })
})
process.on('disconnect', () => process.exit(0))
say('ready')
