/** What the HTTP API needs from the rest of the service. main wires it; nothing here knows Fastify. */
import type { Logger } from 'pino'
import type { ValidatedDocument } from '../audit/validate-document.ts'
import type { Audit } from '../model/audit.ts'
import type { DocumentReport, Finding, Profile, Rule } from '../model/report.ts'
import type { Channels } from '../queue/channels.ts'
import type { Queue } from '../queue/queue.ts'
import type { Store } from '../store/store.ts'
import type { LoopLoad } from './loop-load.ts'
import type { ApiMeasures } from './measures.ts'

export type Role = 'read' | 'run' | 'admin'

export type ApiKey = {
  /** Shown in logs; null for a bare key. */
  name: string | null
  role: Role
} & (
  | { key: string }
  /** Of the key, in hexadecimal digits of lower case: what was given out is known to nobody here. */
  | { sha256: string }
)

export interface ApiConfig {
  version: string
  homepage: string
  /** Empty: nobody is asked for a key. */
  apiKeys: readonly ApiKey[]
  /** Bytes of an upload as sent. */
  maxDocumentBytes: number
  /** Requests a minute for one key or address; 0: none. */
  rateLimit: number
  /** How late the event loop may be before expensive requests are refused, ms; 0: any. */
  shedDelayMs: number
  /** Waiting audits beyond which new ones are refused. */
  maxQueue: number
  /** Webhooks can be signed. */
  hasWebhookSecret: boolean
  /** What the text of a webhook's URL alone forbids, as one phrase; null where nothing does. */
  refusalOfWebhook(url: URL): string | null
  /**
   * False for a host that is private by its address or name (localhost, below it, a single label) and that neither
   * ALLOW_NETWORKS nor CONNECT_TO allows.
   * @param host ASCII, lower-case, IPv6 in brackets, without port
   * @param port as it would be connected to; null where https, then http would be tried
   */
  isDomainAllowed(host: string, port: number | null): boolean
  /** Encrypts request headers until the audit runs; null when there is no key to do it with. */
  sealHeaders(headers: Record<string, string>): string | null
  /** The way back. @throws when they were sealed with another key */
  openHeaders(sealed: string): Record<string, string>
}

export interface Upload {
  /** The body as sent. Ends early by throwing when it is over the limit or the client leaves. */
  chunks: AsyncIterable<Uint8Array>
  /** The address it will have; null where it was not said. */
  url: string | null
  profile: Profile | null
}

export interface Validation {
  document: DocumentReport
  findings: Finding[]
  /** What was compared in part, and what failed, in sentences. */
  notes: string[]
  gate?: NonNullable<Audit['gate']>
}

export interface AppDependencies {
  store: Store
  queue: Queue
  channels: Channels
  config: ApiConfig
  rules: readonly Rule[]
  /** Checks one upload; hands on what its chunks throw. */
  validate(upload: Upload): Promise<ValidatedDocument>
  /** Clients that may follow audits at once. Default: 200. */
  streamLimit?: number
  /** Uploads that are checked at once: they share one thread with everything else. Default: 8. */
  uploadLimit?: number
  /** Whether the process is late. Default: its own event loop. */
  load?: LoopLoad
  /** null or left out: nobody counts. */
  measures?: ApiMeasures
  /** null: no logs. */
  logger: Logger | null
  /** Unix ms. */
  now(): number
}
