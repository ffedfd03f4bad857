/** The entries of a document, recorded once and replayed without the reader: what all the rules cost alone. */
import { type CheckOptions, createParts } from '#src/audit/check-document.ts'
import { type DocumentContext, type DocumentHead, PLAIN_RUN_LIMIT, type PlainRun } from '#src/model/document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { createDocumentReader } from '#src/sitemap/document-reader.ts'
import { takeSurvey } from '#src/sitemap/line-counter.ts'
import { createLocator } from '#src/sitemap/locator.ts'
import { createPlainEntry } from '#src/sitemap/plain-entry.ts'
import { createPlainRun } from '#src/sitemap/plain-run.ts'
import { createSurveyor } from '#src/sitemap/text-survey.ts'

/** Numbers kept of one entry: its place, then place, beginning and end of its loc and of its lastmod. */
const WIDTH = 7

/** Only sound documents in ASCII, whose entries are plain, written alike, and have a loc and a lastmod each and nothing more. */
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

  const column = (at: number) =>
    Int32Array.from({ length: places.length / WIDTH }, (_, i) => places[i * WIDTH + at] ?? 0)
  const [locFrom, locTo, lastmodFrom, lastmodTo] = [column(2), column(3), column(5), column(6)]
  const lines = text.slice(locTo[0], locFrom[1]).split('\n').length - 1

  function each(take: (run: PlainRun) => void): number {
    const entry = createPlainEntry()
    entry.bytes = survey.units
    entry.words = survey.words
    entry.source = text
    const run = createPlainRun(entry)
    run.bytes = survey.units
    run.words = survey.words
    run.lines = lines
    run.hasLastmod = true
    run.entry = (index) => {
      const i = run.number - 1 + index
      entry.number = i + 1
      entry.made = null
      entry.at = places[i * WIDTH] as number
      entry.locElementAt = places[i * WIDTH + 1] as number
      entry.locFrom = locFrom[i] as number
      entry.locTo = locTo[i] as number
      entry.lastmodElementAt = places[i * WIDTH + 4] as number
      entry.lastmodFrom = lastmodFrom[i] as number
      entry.lastmodTo = lastmodTo[i] as number
      return entry
    }
    for (let i = 0; i < locFrom.length; i += PLAIN_RUN_LIMIT) {
      const end = Math.min(locFrom.length, i + PLAIN_RUN_LIMIT)
      run.number = i + 1
      run.count = end - i
      run.locFrom = locFrom.subarray(i, end)
      run.locTo = locTo.subarray(i, end)
      run.lastmodFrom = lastmodFrom.subarray(i, end)
      run.lastmodTo = lastmodTo.subarray(i, end)
      take(run)
    }
    return locFrom.length
  }

  return {
    /** Finds the entries and looks at none. */
    bare(): number {
      let sum = 0
      each(({ count, locFrom, locTo }) => {
        for (let i = 0; i < count; i++) sum += (locTo[i] as number) - (locFrom[i] as number)
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
      const count = each((run) => {
        if (handler.plainRun?.(run) !== run.count)
          throw new Error(`not all of ${run.number} and on are plain to the rules`)
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
