/** Small sitemaps for tests. */

export const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Lines of text, joined by line feeds. */
export const lines = (...all: string[]): string => all.join('\n')

/** One entry with a plain loc. */
export const entry = (path = '', more = ''): string => `<url><loc>https://www.example.com/${path}</loc>${more}</url>`

/** A urlset, each argument on a line of its own from line 2 on; line 1 is its open tag. */
export const urlset = (...inner: string[]): string => lines(`<urlset xmlns="${NAMESPACE}">`, ...inner, '</urlset>')

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Bytes of strings (UTF-8) and byte arrays, joined. */
export function join(...parts: (string | Uint8Array | number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytesOf(part) : Uint8Array.from(part))))
}

/** A urlset of so many entries with short locs, made piece by piece. */
export function* manyEntries(count: number, before = ''): Iterable<Uint8Array> {
  yield bytesOf(`<urlset xmlns="${NAMESPACE}">${before}`)
  for (let from = 0; from < count; from += 1_000) {
    let piece = ''
    for (let i = from; i < Math.min(count, from + 1_000); i++) piece += entry(String(i))
    yield bytesOf(piece)
  }
  yield bytesOf('</urlset>')
}

/** `chunks`, made `total` bytes long by line breaks behind them. */
export function* padded(chunks: Iterable<Uint8Array>, total: number): Iterable<Uint8Array> {
  let left = total
  for (const chunk of chunks) {
    left -= chunk.length
    yield chunk
  }
  if (left < 0) throw new Error('the document is longer already')
  const piece = new Uint8Array(1_048_576).fill(0x0a)
  for (; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece
}
