/** Short ways to a fetcher over the site server, and to all that came of one exchange. */
import { type AuditIdentity, type ClosableFetcher, createFetcher } from '#src/fetch/create-fetcher.ts'
import { FETCH_DEFAULTS, type FetchSettings, parseConnectTo } from '#src/fetch/settings.ts'
import type { BodyEnding, Exchange, Fetcher, FetchOptions } from '#src/model/exchange.ts'
import type { SiteServer } from '../support/site.ts'

/** A fetcher that reaches the sites of the server, with short pauses. */
export function fetcherFor(
  server: SiteServer,
  settings: Partial<FetchSettings> = {},
  audit: AuditIdentity = {},
): ClosableFetcher {
  return createFetcher(
    {
      ...FETCH_DEFAULTS,
      connectTo: parseConnectTo(server.connectTo),
      extraCa: [server.ca],
      requestTimeoutMs: 5_000,
      retryDelayMs: 5,
      ...settings,
    },
    audit,
  )
}

export interface ReadExchange extends Exchange {
  text: string
  /** null where there was no body. */
  end: BodyEnding | null
}

/** Makes one exchange and reads its body whole. */
export async function read(fetcher: Fetcher, url: string, options: Partial<FetchOptions> = {}): Promise<ReadExchange> {
  const exchange = await fetcher.get(url, { as: 'sitemap', ...options })
  const chunks: Uint8Array[] = []
  if (exchange.body) for await (const chunk of exchange.body.chunks) chunks.push(chunk)
  return { ...exchange, text: Buffer.concat(chunks).toString('utf8'), end: exchange.body?.ending() ?? null }
}
