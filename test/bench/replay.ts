/** The entries of a document, recorded once and replayed without the reader: what all the rules cost alone. */
import { type CheckOptions, createParts } from '#src/audit/check-document.ts'
import type { DocumentContext, DocumentHead, DocumentTail, Entry } from '#src/model/document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { createDocumentReader } from '#src/sitemap/document-reader.ts'
import { createLocator } from '#src/sitemap/locator.ts'

/** @returns a function that judges all entries anew and returns how many there are */
export function record(
  chunks: Iterable<Uint8Array>,
  context: DocumentContext,
  options: CheckOptions,
  ending: BodyEnding,
): () => number {
  const entries: Entry[] = []
  let head: DocumentHead | null = null
  const reader = createDocumentReader(
    {
      head: (known) => {
        head = known
      },
      entry: (entry) => entries.push(entry),
      fault: () => {
        throw new Error('only sound documents are replayed')
      },
    },
    { maxBytes: options.maxBytes },
  )
  const decoder = new TextDecoder()
  let text = ''
  for (const chunk of chunks) {
    reader.write(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  const tail: DocumentTail = reader.end(ending)
  return () => {
    const locator = createLocator()
    locator.begin(0, (_, start, end) => end - start)
    locator.append(text, true, text.length)
    const { handler, end } = createParts(context, options, locator)
    handler.head(head as unknown as DocumentHead)
    for (const entry of entries) handler.entry(entry)
    end(ending, tail)
    return entries.length
  }
}
