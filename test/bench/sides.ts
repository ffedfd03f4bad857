/** What the benchmark compares: the same bytes, read with all rules and by the bare parser. */
import { createReadStream } from 'node:fs'
import { SaxesParser } from 'saxes'
import { type CheckOptions, checkDocument } from '#src/audit/check-document.ts'
import type { DocumentContext } from '#src/model/document.ts'
import { endingOf } from './replay.ts'

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
export type SideName = keyof typeof SIDES

/** Bytes handed over at once, on both sides. */
const CHUNK_BYTES = 65_536

export const OPTIONS = {
  maxBytes: 209_715_200,
  seed: 1,
  candidates: 20,
  node: { via: 'robots.txt:1', parent: null, depth: 0 },
  delivery: null,
} satisfies CheckOptions

export const SIDES = {
  /** As an audit does it: every rule, candidates for the sample, fingerprints, the report. @returns entries */
  async 'all rules'(chunks: Chunks, url: string): Promise<number | null> {
    let transferred = 0
    const { report } = await checkDocument(
      {
        chunks: counted(chunks, (length) => {
          transferred += length
        }),
        ending: () => endingOf(transferred),
        cancel: () => {},
      },
      contextOf(url),
      OPTIONS,
    )
    return report.entries
  },
  /** UTF-8 to text, text to saxes with namespaces, and no handler at all: less than any reader can do. */
  async 'bare saxes'(chunks: Chunks): Promise<null> {
    const decoder = new TextDecoder()
    const parser = new SaxesParser({ xmlns: true })
    for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }))
    parser.write(decoder.decode()).close()
    return null
  },
}

/** A document in memory, cut as it would come from a socket. */
export function* cut(document: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < document.length; start += CHUNK_BYTES) yield document.subarray(start, start + CHUNK_BYTES)
}

/** A file that is never in memory whole. */
export function stream(path: string): Chunks {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES })
}

async function* counted(chunks: Chunks, count: (length: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length)
    yield chunk
  }
}

export function contextOf(url: string): DocumentContext {
  return {
    url,
    finalUrl: url,
    source: 'fetched',
    via: 'robots.txt:1',
    origin: new URL(url).origin,
    isNamedByRobots: true,
    nowMs: Date.parse('2026-10-02T00:00:00Z'),
    http: null,
    isPrivateSite: false,
  }
}
