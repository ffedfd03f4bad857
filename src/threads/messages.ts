/** What the main thread and a check thread tell each other. A document has a number, which is never used twice. */
import type { DocumentOptions } from '../audit/check-document.ts'
import type { Child } from '../model/checked-document.ts'
import type { DocumentContext } from '../model/document.ts'
import type { BodyEnding } from '../model/exchange.ts'
import type { PackedCheck } from './packed-check.ts'

/** Rules cannot be sent: the thread has all of them. It is told of a signal by `cancel`. */
export type SentOptions = Omit<DocumentOptions, 'rules' | 'signal'>

export type ToThread = { id: number } & (
  | { kind: 'begin'; context: DocumentContext; options: SentOptions; windowBytes: number }
  /** Moved, not copied. */
  | { kind: 'chunk'; chunk: Uint8Array }
  /** No more chunks will come: they are over, or, where it `answersStop`, `stop` was said. */
  | { kind: 'end'; ending: BodyEnding; answersStop: boolean }
  | { kind: 'cancel' }
  /** The children were taken. */
  | { kind: 'more' }
)

export interface Progress {
  bytes: number
  entries: number
}

export type FromThread =
  /** It can take documents. */
  | { kind: 'ready' }
  /** So many chunks more were worked off. */
  | { kind: 'taken'; id: number; chunks: number; progress: Progress }
  /** No more chunks are wanted, `chunks` were begun in all; `end` is waited for. */
  | { kind: 'stop'; id: number; chunks: number }
  /** The next ones of many children; `more` is waited for, so that the main thread has time for others in between. */
  | { kind: 'children'; id: number; children: Child[] }
  | { kind: 'done'; id: number; packed: PackedCheck }
  /** The check itself threw: a bug. */
  | { kind: 'failed'; id: number; error: string }
