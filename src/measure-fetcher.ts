/** Counts what a fetcher does, for the numbers that operators watch. */
import { outcomeOf } from './fetch/classify.ts'
import type { ClosableFetcher } from './fetch/create-fetcher.ts'
import type { Fetcher, FetchOptions } from './model/exchange.ts'
import type { Outcome } from './model/report.ts'

export interface FetchMeasures {
  exchange(as: FetchOptions['as'], outcome: Outcome): void
  /** What has been added since the last call. */
  totals(added: Fetcher['totals']): void
}

/**
 * Its totals are told after each exchange and when it is closed.
 * @returns the same object: a fetcher has state that its user sets
 */
export function measureFetcher(fetcher: ClosableFetcher, measures: FetchMeasures): ClosableFetcher {
  const { get, close } = fetcher
  let told = { ...fetcher.totals }
  function tellTotals(): void {
    const now = { ...fetcher.totals }
    measures.totals({ requests: now.requests - told.requests, bytes: now.bytes - told.bytes, ms: now.ms - told.ms })
    told = now
  }
  return Object.assign(fetcher, {
    async get(url: string, options: FetchOptions) {
      const exchange = await get(url, options)
      measures.exchange(options.as, outcomeOf(exchange))
      tellTotals()
      return exchange
    },
    async close() {
      tellTotals()
      await close()
    },
  })
}
