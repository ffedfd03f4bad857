/** The entries of a document, recorded once and replayed without the reader: what all the rules cost alone. */
import { type CheckOptions, createParts } from '#src/audit/check-document.ts'
import type { DocumentContext, DocumentHead, PlainEntry } from '#src/model/document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { createDocumentReader } from '#src/sitemap/document-reader.ts'
import { takeSurvey } from '#src/sitemap/line-counter.ts'
import { createLocator } from '#src/sitemap/locator.ts'
import { createPlainEntry } from '#src/sitemap/plain-entry.ts'
import { createSurveyor } from '#src/sitemap/text-survey.ts'

/** Numbers kept of one entry: its place, then place, beginning and end of its loc and of its lastmod. */
const WIDTH = 7

/** Only sound documents in ASCII, whose entries are plain and have a loc and a lastmod each, and nothing more. */
export function record(chunks: Iterable<Uint8Array>, context: DocumentContext, options: CheckOptions) {
  const numbers: number[] = []
  let head: DocumentHead | null = null
  const reader = createDocumentReader(
    {
      head(known) {
        head = known
      },
      entry({ number, at, loc, lastmod }) {
        if (loc === null || lastmod === null) throw new Error(`entry ${number} lacks a loc or lastmod`)
        numbers.push(at)
        for (const { elementAt, at, text } of [loc, lastmod]) numbers.push(elementAt, at, at + text.length)
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
  const survey = createSurveyor().survey(text, true)

  function each(take: (entry: PlainEntry) => void): number {
    const entry = createPlainEntry()
    entry.bytes = survey.units
    entry.words = survey.words
    entry.source = text
    for (let i = 0; i < places.length; i += WIDTH) {
      entry.number++
      entry.made = null
      entry.at = places[i] as number
      entry.locElementAt = places[i + 1] as number
      entry.locFrom = places[i + 2] as number
      entry.locTo = places[i + 3] as number
      entry.lastmodElementAt = places[i + 4] as number
      entry.lastmodFrom = places[i + 5] as number
      entry.lastmodTo = places[i + 6] as number
      take(entry)
    }
    return entry.number
  }

  return {
    /** Finds the entries and looks at none. */
    bare(): number {
      let sum = 0
      each(({ locFrom, locTo }) => {
        sum += locTo - locFrom
      })
      return sum
    },
    /** @returns how many entries were judged */
    judge(): number {
      const locator = createLocator()
      locator.begin(0, (_, start, end) => end - start)
      locator.append(text, true, text.length)
      takeSurvey(locator.lines, survey, 0, 1)
      const { handler, end } = createParts(context, options, locator)
      handler.head(head as unknown as DocumentHead)
      const count = each((entry) => {
        if (handler.plain?.(entry) !== true) throw new Error(`entry ${entry.number} is not plain to the rules`)
      })
      end(ending, tail)
      return count
    },
  }
}

export function endingOf(transferred: number): BodyEnding {
  return {
    transferred,
    state: 'complete',
    detail: null,
    declaredLength: transferred,
    coding: { tokens: [], unknown: [], false: null, undone: [], state: 'ok', offset: null },
  }
}
