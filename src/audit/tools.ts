/** What an audit is given to work with; everything that touches the world comes in here. */
import type { Progress } from '../model/audit.ts'
import type { Condition, Fetcher } from '../model/exchange.ts'
import type { DocumentReport, Finding, Report } from '../model/report.ts'
import type { CheckDocument } from './check-document.ts'
import type { CreateReader } from './document-reader.ts'
import type { ReadDocument } from './read-document.ts'
import type { StoredDocument } from './stored-document.ts'

/** Documents as they were read, and findings as they were found: each is told once. */
export interface Found {
  documents: readonly DocumentReport[]
  findings: readonly Finding[]
}

/**
 * The documents of the last good audit of the same schedule, by the URL that was asked for. `circumstances` is what their
 * judgement hung on besides their bytes: under others there are none. Whoever makes this lets nothing of it reject:
 * without it the documents are read.
 */
export interface EarlierDocuments {
  find(url: string, circumstances: string): Promise<Condition | null>
  load(url: string): Promise<StoredDocument | null>
  /** Keeps a document that was read, in the place of an earlier one. */
  keep(document: ReadDocument, circumstances: string): Promise<void>
  /** An earlier one is still the document. */
  confirm(url: string): Promise<void>
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
  /** Who checks their bytes. Default: this thread. */
  check?: CheckDocument
  /** Who reads the documents. Default: this process, see document-reader.ts. */
  createReader?: CreateReader
  /** What an earlier audit of the same schedule read. Absent or null: no request has a condition, and nothing is kept. */
  earlier?: EarlierDocuments | null
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
