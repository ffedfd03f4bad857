/**
 * What the bundles of one audit share in one process: a fetcher, with its connections and with what it has learned of the
 * hosts. It stays for a moment when nobody reads, because the next bundle of the audit is likely to come.
 */
import type { ReadSettings } from '../audit/read-document.ts'
import { type ClosableFetcher, createFetcher } from '../fetch/create-fetcher.ts'
import type { HostLimits } from '../fetch/host-limits.ts'
import type { FetchSettings } from '../fetch/settings.ts'
import type { Bundle, PartCost } from '../store/parts.ts'

export interface ReadingDesk {
  settings(signal: AbortSignal): ReadSettings
  /** What was requested for the audit in this process and not told yet. */
  takeCost(): Omit<PartCost, 'ms'>
  leave(): void
}

export interface ReadingRoom {
  enter(auditId: string, job: Pick<Bundle, 'context' | 'options' | 'sealedHeaders'>): ReadingDesk
  /** Ends all connections. */
  close(): Promise<void>
}

export interface ReadingRoomSettings {
  fetch: Readonly<FetchSettings>
  limits: HostLimits
  /** @throws when what was sealed cannot be opened */
  openHeaders(sealed: string): Record<string, string>
}

/** Further bundles of an audit find its fetcher for so long. */
const KEPT_MS = 5_000

interface Kept {
  fetcher: ClosableFetcher
  told: { requests: number; bytes: number; ms: number }
  readers: number
  timer: NodeJS.Timeout | undefined
}

export function createReadingRoom({ fetch, limits, openHeaders }: ReadingRoomSettings): ReadingRoom {
  const kept = new Map<string, Kept>()

  function open({ context, options, sealedHeaders }: Pick<Bundle, 'context' | 'options' | 'sealedHeaders'>): Kept {
    const headers = sealedHeaders === null ? {} : openHeaders(sealedHeaders)
    const fetcher = createFetcher(fetch, { userAgent: options.userAgent, headers, limits })
    fetcher.origin = context.origin
    return { fetcher, told: { requests: 0, bytes: 0, ms: 0 }, readers: 0, timer: undefined }
  }

  return {
    enter(auditId, job) {
      const own = kept.get(auditId) ?? open(job)
      kept.set(auditId, own)
      clearTimeout(own.timer)
      own.readers++
      const { fetcher } = own
      return {
        settings: (signal) => ({
          tools: { fetcher, maxDocumentBytes: fetch.maxDocumentBytes },
          signal,
          origin: job.context.origin,
          isPrivateSite: job.context.isPrivateSite,
          seed: job.options.seed,
          candidates: job.options.pages,
          onChunk: () => {},
        }),
        takeCost() {
          const now = { ...fetcher.totals }
          const { told } = own
          own.told = now
          return {
            totals: {
              requests: now.requests - told.requests,
              bytes: now.bytes - told.bytes,
              ms: now.ms - told.ms,
            },
            givenUp: fetcher.givenUpHosts(),
          }
        },
        leave() {
          if (--own.readers > 0) return
          own.timer = setTimeout(() => {
            kept.delete(auditId)
            void fetcher.close()
          }, KEPT_MS)
          own.timer.unref()
        },
      }
    },
    async close() {
      for (const { fetcher, timer } of kept.values()) {
        clearTimeout(timer)
        await fetcher.close()
      }
      kept.clear()
    },
  }
}
