/**
 * What the bundles of one audit share in one process: a fetcher, with its connections and with what it has learned of the
 * hosts. It stays for a moment when nobody reads, because the next bundle of the audit is likely to come.
 */
import type { CheckDocument } from '../audit/check-document.ts'
import type { ReadSettings } from '../audit/read-document.ts'
import type { EarlierDocuments } from '../audit/tools.ts'
import type { AuditIdentity, ClosableFetcher } from '../fetch/create-fetcher.ts'
import type { Bundle, PartCost } from '../store/parts.ts'

export interface ReadingDesk {
  settings(signal: AbortSignal): ReadSettings
  /** What was requested for the audit in this process and not told yet. */
  takeCost(): Omit<PartCost, 'ms'>
  leave(): void
}

type Job = Pick<Bundle, 'context' | 'options' | 'sealedHeaders'>

export interface ReadingRoom {
  /** @throws when the audit's headers cannot be opened */
  enter(auditId: string, job: Job): Promise<ReadingDesk>
  /** Ends the connections that nobody uses; the others end with their use. */
  close(): Promise<void>
}

export interface ReadingRoomSettings {
  /** Hard stop for one uncompressed document. */
  maxDocumentBytes: number
  createFetcher(identity: AuditIdentity): ClosableFetcher
  /** Who checks the documents. Default: this thread. */
  check?: CheckDocument
  /** @throws when what was sealed cannot be opened */
  openHeaders(sealed: string): Record<string, string>
  openEarlier(auditId: string): Promise<EarlierDocuments | null>
}

/** Further bundles of an audit find its fetcher for so long. */
const KEPT_MS = 5_000

interface Kept {
  fetcher: ClosableFetcher
  earlier: Promise<EarlierDocuments | null>
  told: { requests: number; bytes: number; ms: number; unmade: number }
  readers: number
  timer: NodeJS.Timeout | undefined
}

export function createReadingRoom(settings: ReadingRoomSettings): ReadingRoom {
  const { maxDocumentBytes, check } = settings
  const kept = new Map<string, Kept>()
  let isClosed = false

  function open(auditId: string, { context, options, sealedHeaders }: Job): Kept {
    const headers = sealedHeaders === null ? {} : settings.openHeaders(sealedHeaders)
    const fetcher = settings.createFetcher({ userAgent: options.userAgent, headers })
    fetcher.origin = context.origin
    const earlier = settings.openEarlier(auditId)
    return { fetcher, earlier, told: { requests: 0, bytes: 0, ms: 0, unmade: 0 }, readers: 0, timer: undefined }
  }

  async function drop(auditId: string, { fetcher, timer }: Kept): Promise<void> {
    clearTimeout(timer)
    kept.delete(auditId)
    await fetcher.close()
  }

  return {
    async enter(auditId, job) {
      const own = kept.get(auditId) ?? open(auditId, job)
      kept.set(auditId, own)
      clearTimeout(own.timer)
      own.readers++
      const { fetcher } = own
      const earlier = await own.earlier
      return {
        settings: (signal) => ({
          tools: { fetcher, ...(check && { check }), maxDocumentBytes, earlier },
          signal,
          origin: job.context.origin,
          isPrivateSite: job.context.isPrivateSite,
          seed: job.options.seed,
          candidates: job.options.pages,
          onChunk: () => {},
        }),
        takeCost() {
          const unmade = fetcher.unmade?.() ?? null
          const now = { ...fetcher.totals, unmade: unmade?.requests ?? 0 }
          const { told } = own
          own.told = now
          const totals = {
            requests: now.requests - told.requests,
            bytes: now.bytes - told.bytes,
            ms: now.ms - told.ms,
          }
          const missed = now.unmade - told.unmade
          return {
            totals,
            givenUp: fetcher.givenUpHosts(),
            ...(unmade !== null && missed > 0 && { unmade: { ...unmade, requests: missed } }),
          }
        },
        leave() {
          if (--own.readers > 0) return
          own.timer = setTimeout(() => void drop(auditId, own), isClosed ? 0 : KEPT_MS)
          own.timer.unref()
        },
      }
    },
    async close() {
      isClosed = true
      for (const [auditId, own] of kept) if (own.readers === 0) await drop(auditId, own)
    },
  }
}
