/** Documents for check threads to be tried on, and what is known of how they were read. */
import type { DocumentOptions, DocumentSource } from '#src/audit/check-document.ts'
import type { DocumentContext } from '#src/model/document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { cutBytes, endingOf } from '../support/check-bytes.ts'

export const URL_ = 'https://a.example/sitemap.xml'

export const CONTEXT: DocumentContext = {
  url: URL_,
  finalUrl: URL_,
  source: 'fetched',
  via: 'robots.txt:1',
  origin: 'https://a.example',
  isNamedByRobots: true,
  nowMs: Date.UTC(2026, 9, 1, 12),
  http: null,
  isPrivateSite: false,
}

export const OPTIONS: DocumentOptions = {
  maxBytes: 100_000_000,
  seed: 1,
  candidates: 20,
  node: { via: 'robots.txt:1', parent: null, depth: 0 },
  delivery: {
    isChild: false,
    exchange: {
      url: URL_,
      finalUrl: URL_,
      hops: [],
      status: 200,
      headers: [['content-type', 'text/html']],
      ending: { kind: 'answer' },
      notices: [],
      challenge: null,
      nowMs: Date.UTC(2026, 9, 1, 12),
    },
  },
}

export interface PlayedSource extends DocumentSource {
  /** Bytes that were asked for. */
  read(): number
  isCancelled(): boolean
}

/** Hands its bytes out by and by, as a body does. */
export function playSource(pieces: Iterable<Uint8Array>, ending: Partial<BodyEnding> = {}): PlayedSource {
  let transferred = 0
  let isCancelled = false
  let isThrough = false
  async function* chunks() {
    for (const piece of pieces) {
      if (isCancelled) return
      transferred += piece.length
      yield piece
      await new Promise(setImmediate)
    }
    isThrough = true
  }
  return {
    chunks: chunks(),
    ending: () => ({ ...endingOf(transferred), ...(isThrough && ending) }),
    cancel() {
      isCancelled = true
    },
    read: () => transferred,
    isCancelled: () => isCancelled,
  }
}

export const playBytes = (
  bytes: Uint8Array,
  sizes: readonly number[] = [65_536],
  ending: Partial<BodyEnding> = {},
): PlayedSource => playSource(cutBytes(bytes, sizes), ending)
