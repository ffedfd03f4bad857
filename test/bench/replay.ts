/** The entries of a document, recorded once and replayed without the reader: what all the rules cost alone. */
import { type CheckOptions, createParts } from '#src/audit/check-document.ts'
import type { DocumentContext, DocumentHead, Entry, Value } from '#src/model/document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { createDocumentReader } from '#src/sitemap/document-reader.ts'
import { createLocator } from '#src/sitemap/locator.ts'

/** Numbers kept of one entry: its place, then place and length of its loc and of its lastmod. */
const WIDTH = 7

/**
 * Only sound documents in ASCII, whose entries have a loc and a lastmod and nothing more: these are made anew from the
 * text each time, as a reader makes them, so that no entry comes from cold memory.
 */
export function record(chunks: Iterable<Uint8Array>, context: DocumentContext, options: CheckOptions) {
  const numbers: number[] = []
  const parts: { head: DocumentHead | null; shape: Entry | null } = { head: null, shape: null }
  const reader = createDocumentReader(
    {
      head(known) {
        parts.head = known
      },
      entry(entry) {
        const { at, loc, lastmod } = entry
        if (loc === null || lastmod === null) throw new Error(`entry ${entry.number} lacks a loc or lastmod`)
        parts.shape ??= entry
        for (const number of [at, ...placesOf(loc), ...placesOf(lastmod)]) numbers.push(number)
      },
      fault({ code }) {
        throw new Error(`only sound documents are replayed: ${code}`)
      },
    },
    { maxBytes: options.maxBytes },
  )
  let text = ''
  for (const chunk of chunks) {
    reader.write(chunk)
    text += Buffer.from(chunk).toString('latin1')
  }
  // In one piece from here on.
  text = Buffer.from(text, 'latin1').toString('latin1')
  const ending = endingOf(text.length)
  const tail = reader.end(ending)
  const places = Float64Array.from(numbers)
  const { head, shape } = parts
  if (head === null || shape === null) throw new Error('there is nothing to replay')

  function each(take: (entry: Entry) => void): number {
    let number = 0
    for (let i = 0; i < places.length; i += WIDTH) {
      const at = places[i] as number
      take({ ...(shape as Entry), number: ++number, at, loc: valueAt(i + 1), lastmod: valueAt(i + 4) })
    }
    return number
  }

  function valueAt(i: number): Value {
    const at = places[i] as number
    return {
      text: text.slice(at, at + (places[i + 2] as number)),
      at,
      elementAt: places[i + 1] as number,
      isDamaged: false,
    }
  }

  return {
    /** Makes the entries and looks at none. */
    bare(): number {
      let sum = 0
      each((entry) => {
        sum += entry.loc?.text.length ?? 0
      })
      return sum
    },
    /** @returns how many entries were judged */
    judge(): number {
      const locator = createLocator()
      locator.begin(0, (_, start, end) => end - start)
      locator.append(text, true, text.length)
      const { handler, end } = createParts(context, options, locator)
      handler.head(head)
      const count = each(handler.entry)
      end(ending, tail)
      return count
    },
  }
}

const placesOf = ({ at, elementAt, text }: Value): [number, number, number] => [at, elementAt, text.length]

export function endingOf(transferred: number): BodyEnding {
  return {
    transferred,
    state: 'complete',
    detail: null,
    declaredLength: transferred,
    coding: { tokens: [], unknown: [], false: null, undone: [], state: 'ok', offset: null },
  }
}
