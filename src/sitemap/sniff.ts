/** What a document is, by its first bytes and its first text; never by its name or media type. HTML is asked first. */

/** Text that a decision may need. */
export const SNIFF_LENGTH = 4_096

/** Magic bytes of what is no text. `isArchive`: people meant gzip. */
const MAGIC: readonly { format: string; bytes: readonly number[]; offset?: number; isArchive?: true }[] = [
  { format: 'zip', bytes: [0x50, 0x4b, 0x03, 0x04], isArchive: true },
  { format: 'zip', bytes: [0x50, 0x4b, 0x05, 0x06], isArchive: true },
  { format: 'bzip2', bytes: [0x42, 0x5a, 0x68], isArchive: true },
  { format: 'xz', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], isArchive: true },
  { format: 'zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd], isArchive: true },
  { format: '7z', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], isArchive: true },
  { format: 'rar', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], isArchive: true },
  { format: 'tar', bytes: [0x75, 0x73, 0x74, 0x61, 0x72], offset: 257, isArchive: true },
  { format: 'gzip', bytes: [0x1f, 0x8b], isArchive: true },
  { format: 'PDF', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { format: 'an image', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { format: 'an image', bytes: [0xff, 0xd8, 0xff] },
  { format: 'an image', bytes: [0x47, 0x49, 0x46, 0x38] },
  { format: 'an image', bytes: [0x57, 0x45, 0x42, 0x50], offset: 8 },
  { format: 'an icon', bytes: [0x00, 0x00, 0x01, 0x00] },
]

export function sniffBytes(head: Uint8Array): { format: string; isArchive: boolean } | null {
  for (const { format, bytes, offset = 0, isArchive } of MAGIC) {
    if (bytes.every((byte, i) => head[offset + i] === byte)) return { format, isArchive: isArchive === true }
  }
  return null
}

export type Sniffed =
  | {
      kind: 'xml'
      /** Index from which an XML reader can go on. */
      start: number
      /** What stands before it and may not stand there. */
      leading: { what: 'white-space' | 'text'; length: number; text: string } | null
      /** Index of the XML declaration, where something stands before it. */
      declaration: number | null
    }
  | { kind: 'html' }
  | { kind: 'text' }
  | { kind: 'empty' }
  | { kind: 'unknown'; format: string }

const BEFORE_HTML = /^(?:\s|<!--[\s\S]*?-->|<\?xml\s[^>]*\?>)*/
const HTML = /^<(?:!doctype\s+html|html|head|body)[\s>/]/i
const DECLARATION = /<\?xml[\s?]/
const ELEMENT = /<[\p{L}_]/u
/** A root that somebody put text before. */
const ROOT = /<(?:\?xml[\s?]|(?:[\w-]{1,40}:)?(?:urlset|sitemapindex|rss|feed|RDF)[\s>])/
const ROBOTS = /^[ \t]*(?:user-agent|disallow|allow|sitemap|crawl-delay)[ \t]*:/im
const ABSOLUTE = /^https?:\/\/\S/i
/** `example.com/a`, `/a/b`, `www.example.com`: a list of addresses, though not absolute ones. */
const BARE_ADDRESS = /^(?:\/\/?\S*|(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2,20}(?:[:/?#]\S*)?)$/u

/** @param text at least SNIFF_LENGTH units, or the whole document; without BOM */
export function sniffText(text: string): Sniffed {
  const head = text.slice(0, 16 * SNIFF_LENGTH)
  const content = head.trimStart()
  if (content === '') return text.trim() === '' ? { kind: 'empty' } : { kind: 'unknown', format: 'plain text' }
  const body = head.slice(BEFORE_HTML.exec(head)?.[0].length ?? 0)
  if (HTML.test(body)) return { kind: 'html' }
  if (content.startsWith('<')) return sniffXml(head)

  const first =
    content
      .slice(0, 2_200)
      .split(/[\r\n]/, 1)[0]
      ?.trim() ?? ''
  if (ABSOLUTE.test(first)) return { kind: 'text' }
  const root = ROOT.exec(head)
  if (root) return withLeading(head, root.index, root[0].startsWith('<?'))
  if (/<(?:!doctype\s+html|html)[\s>]/i.test(head)) return { kind: 'html' }
  if (/^[{[]/.test(content)) return { kind: 'unknown', format: 'JSON' }
  if (ROBOTS.test(head)) return { kind: 'unknown', format: 'robots.txt' }
  if (isList(content)) return { kind: 'text' }
  return { kind: 'unknown', format: head.includes('\0') ? 'binary data' : 'plain text' }
}

function sniffXml(head: string): Sniffed {
  const declaration = DECLARATION.exec(head)?.index ?? -1
  const element = ELEMENT.exec(head)?.index ?? head.length
  if (declaration > 0 && declaration < element) return withLeading(head, declaration, true)
  return { kind: 'xml', start: 0, leading: null, declaration: null }
}

function withLeading(head: string, start: number, isDeclaration: boolean): Sniffed {
  const before = head.slice(0, start)
  const text = before.trim()
  const what = text === '' ? 'white-space' : 'text'
  return {
    kind: 'xml',
    start,
    leading: { what, length: before.length, text: text.slice(0, 100) },
    declaration: isDeclaration ? start : null,
  }
}

/** Lines of which some are absolute URLs, or the first of which is an address of another form. */
function isList(content: string): boolean {
  const lines = content.split(/\r\n?|\n/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  if (filled.some((line) => ABSOLUTE.test(line))) return true
  return filled.length > 0 && filled.slice(0, 20).every((line) => line.length < 2_200 && BARE_ADDRESS.test(line))
}
