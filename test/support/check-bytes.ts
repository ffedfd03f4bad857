/** Checks one document under all rules, cut into pieces as asked. */
import { type DocumentCheck, startCheck } from '#src/audit/check-document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'

export interface ByteOptions {
  url?: string
  nowMs?: number
}

/** As an upload that will have the address. */
export function checkBytes(
  pieces: Iterable<Uint8Array>,
  { url = 'https://www.example.com/sitemap.xml', nowMs = Date.UTC(2026, 9, 1, 12) }: ByteOptions = {},
): DocumentCheck {
  const running = startCheck(
    {
      url,
      finalUrl: url,
      source: 'upload',
      via: 'upload',
      origin: null,
      isNamedByRobots: false,
      nowMs,
      http: null,
      isPrivateSite: false,
    },
    {
      maxBytes: 10_000_000,
      seed: 1,
      candidates: 3,
      node: { via: 'upload', parent: null, depth: 0 },
      delivery: null,
    },
  )
  let transferred = 0
  for (const piece of pieces) {
    transferred += piece.length
    running.write(piece)
    if (running.isFull) break
  }
  return running.end(endingOf(transferred))
}

/** A body that came whole. */
export const endingOf = (transferred: number): BodyEnding => ({
  transferred,
  state: 'complete',
  detail: null,
  declaredLength: null,
  coding: { tokens: [], unknown: [], false: null, undone: [], state: 'ok', offset: null },
})

/** The bytes in pieces of these sizes, over and over; each a copy, as a socket may reuse its buffer. */
export function* cutBytes(bytes: Uint8Array, sizes: readonly number[]): Iterable<Uint8Array> {
  for (let from = 0, i = 0; from < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length] ?? 1)
    yield bytes.slice(from, from + size)
    from += size
  }
}
