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

/** The same fetcher; its totals are told after each exchange and when it is closed. */
export function measureFetcher(fetcher: ClosableFetcher, measures: FetchMeasures): ClosableFetcher {
  let told = { ...fetcher.totals }
  function tellTotals(): void {
    const now = { ...fetcher.totals }
    measures.totals({ requests: now.requests - told.requests, bytes: now.bytes - told.bytes, ms: now.ms - told.ms })
    told = now
  }
  return {
    ...fetcher,
    async get(url, options) {
      const exchange = await fetcher.get(url, options)
      measures.exchange(options.as, outcomeOf(exchange))
      tellTotals()
      return exchange
    },
    async close() {
      tellTotals()
      await fetcher.close()
    },
  }
}
