/** An audit: one run over one site, from the request to its end. */
import type { DocumentReport, Profile, Report } from './report.ts'

export type AuditStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

export interface Suppression {
  rule: string
  document: string | null
  until: string | null
  reason: string
}

export interface GateOptions {
  failOn: 'error' | 'new-error' | 'warning' | 'never'
  maxEntryDrop: number
  unchecked: 'fail' | 'pass'
}

export const GATE_DEFAULTS: GateOptions = { failOn: 'error', maxEntryDrop: 0.2, unchecked: 'fail' }

export interface AuditOptions {
  /** As given. */
  domain: string
  sitemaps: string[]
  children: number | 'all'
  pages: number
  seed: number
  respectRobots: boolean
  compareUserAgents: boolean
  userAgent: string | null
  /** Values are shown as `***` wherever options are shown or stored. */
  headers: Record<string, string>
  profile: Profile | null
  baseline: string | null
  suppress: Suppression[]
  gate: GateOptions | null
  webhook: string | null
}

export const AUDIT_DEFAULTS: Omit<AuditOptions, 'domain'> = {
  sitemaps: [],
  children: 3,
  pages: 20,
  seed: 1,
  respectRobots: true,
  compareUserAgents: false,
  userAgent: null,
  headers: {},
  profile: null,
  baseline: 'previous',
  suppress: [],
  gate: null,
  webhook: null,
}

/** What is kept of an audit besides its report, so that later ones can be compared with it. */
export interface AuditHistory {
  /** URLs listed by each document that was read, packed by audit/loc-sample.ts. */
  samples: { url: string; sample: string }[]
  /** Listed URLs that led to a document which is told under another address. */
  aliases: string[]
  /** Every child that an index lists is among the documents, the unread ones or the aliases. */
  isListWhole: boolean
  /** robots.txt came to its end, and was no page: what it does not name it does not name. */
  isRobotsWhole: boolean
}

/** What running an audit brings. */
export interface AuditResult {
  report: Report
  /** Children that an index lists and that were not attempted, in listing order: no part of the report. */
  unread: DocumentReport[]
  /** Absent: nothing is kept, and later audits can compare little with this one. */
  history?: AuditHistory
  /** Rules that threw, once each; the notes of the report tell the same. Absent: none did. */
  failures?: readonly { rule: string; hook: string; error: string }[]
}

/** RFC 9457, with a stable `code`. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  /** The field or parameter at fault, where one is. */
  field?: string
  /** Every field at fault, where there may be many. */
  errors?: { field: string; detail: string }[]
  /** Of a service that is not ready: what answers and what does not. */
  database?: 'up' | 'down'
  queue?: 'up' | 'down'
}

export interface Progress {
  stage: 'discover' | 'walk' | 'pages' | 'done'
  documents: [done: number, known: number]
  pages: [done: number, known: number]
  entries: number
  bytes: number
}

export interface Audit {
  id: string
  domain: string
  options: AuditOptions
  status: AuditStatus
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  progress: Progress
  report: Report | null
  error: Problem | null
  gate: { passed: boolean; reasons: string[] } | null
}
