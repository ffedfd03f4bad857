/** What an audit is given to work with; everything that touches the world comes in here. */
import type { Progress } from '../model/audit.ts'
import type { Fetcher } from '../model/exchange.ts'
import type { DocumentReport, Finding, Report } from '../model/report.ts'
import type { CreateReader } from './document-reader.ts'

/** Documents as they were read, and findings as they were found: each is told once. */
export interface Found {
  documents: readonly DocumentReport[]
  findings: readonly Finding[]
}

export interface AuditTools {
  /** Made for this audit alone. */
  fetcher: Fetcher
  /** Cancels: what was not begun is skipped, and the partial report is returned. */
  signal: AbortSignal
  /** Unix ms. */
  now(): number
  /** Wall clock for the whole audit; what is not begun by then is skipped, and the notes say so. */
  timeoutMs: number
  /** Hard stop for one uncompressed document. */
  maxDocumentBytes: number
  /** Who reads the documents. Default: this process, see document-reader.ts. */
  createReader?: CreateReader
  /** Documents read at once. */
  documentConcurrency: number
  /** Our own name for robots.txt: the product token of the User-Agent. */
  agent: string
  /** `partial` makes the report so far; it costs, so call it no oftener than it is wanted. */
  onProgress(progress: Progress, partial: () => Report): void
  /**
   * Called before `onProgress`. What the report may yet leave out is not told, so the report has more in the end; it may
   * also have a finding less, where a cause was found last.
   */
  onFound?(found: Found): void
}
