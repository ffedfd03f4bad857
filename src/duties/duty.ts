/** What a worker does besides running audits: things that fall due, and what follows from the end of an audit. */
import type { Logger } from 'pino'
import type { CheckDocument } from '../audit/check-document.ts'
import type { AuditIdentity, ClosableFetcher } from '../fetch/create-fetcher.ts'
import type { HostLimits } from '../fetch/host-limits.ts'
import type { FetchSettings } from '../fetch/settings.ts'
import type { Channels } from '../queue/channels.ts'
import type { Queue } from '../queue/queue.ts'
import type { Store } from '../store/store.ts'

/** What duties know of the settings. */
export interface DutyConfig {
  fetch: Readonly<FetchSettings>
  auditConcurrency: number
  maxQueue: number
  retentionDays: number
  webhookSecret: string | null
}

export interface DutyTools {
  config: DutyConfig
  store: Store
  queue: Queue
  channels: Channels
  /** For every fetcher that asks audited hosts: they hold over all audits and all processes. */
  limits: HostLimits
  createFetcher(identity: AuditIdentity): ClosableFetcher
  /** Default: the main thread. */
  check?: CheckDocument
  /** The values of an audit's request headers. @throws when what was sealed cannot be opened */
  openHeaders(sealed: string): Record<string, string>
  logger: Logger
}

/** Begins the duty; runs in every process that runs audits. @returns how to end it, before store and queue close */
export type Duty = (tools: DutyTools) => Promise<() => Promise<void>>
