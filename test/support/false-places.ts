/** Holds the places of findings against the bytes they speak of. */
import type { Example, Finding } from '#src/model/report.ts'
import { cutSnippet } from '#src/values/snippet.ts'

/**
 * Every example whose line, column, byte offset and snippet do not meet at what it is about, a sentence each.
 * @param read the document as it was served
 */
export function findFalsePlaces(findings: readonly Finding[], read: (url: string) => string): string[] {
  const documents = new Map<string, { lines: string[]; bytes: Buffer }>()
  const wrong: string[] = []
  for (const { rule, document, examples } of findings) {
    if (document === null || examples.every(({ line }) => line === null)) continue
    let served = documents.get(document)
    if (!served) {
      const text = read(document)
      served = { lines: text.split('\n'), bytes: Buffer.from(text) }
      documents.set(document, served)
    }
    for (const example of examples) {
      const fault = example.line === null ? null : faultOf(example, served)
      if (fault) wrong.push(`${rule} in ${document} at ${example.line}:${example.column}: ${fault}`)
    }
  }
  return wrong
}

function faultOf(
  { line, column, offset, snippet, value, loc }: Example,
  { lines, bytes }: { lines: string[]; bytes: Buffer },
): string | null {
  const text = lines[(line as number) - 1]
  if (text === undefined || column === null) return 'there is no such line, or no column'
  const from = [...text].slice(column - 1).join('')
  if (from === '') return 'the line ends before that column'
  if (offset === null || bytes.toString('utf8', offset, offset + Buffer.byteLength(from)) !== from) {
    return `byte ${offset} is somewhere else`
  }
  if (snippet !== cutSnippet(text, column)) return 'the snippet is of another place'
  const begins = [value, loc].filter((one) => one !== null).map((one) => one.replaceAll('&', '&amp;'))
  const isThere = begins.some((one) => from.startsWith(one)) || from.startsWith('<') || /^[\w:]+="/.test(from)
  return isThere ? null : `${from} is neither the value, nor an element or attribute`
}
