/** The text of an HTML answer: which charset, as https://html.spec.whatwg.org/#determining-the-character-encoding asks. */

/** Bytes in which a meta charset is looked for. */
const PRESCAN_BYTES = 1_024

/**
 * Decodes by BOM, Content-Type, meta charset, else UTF-8; bytes that are no text become U+FFFD. The BOM is not part of
 * the text.
 * @param contentType the Content-Type header, null without one
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const label = labelByBom(bytes) ?? labelOfType(contentType) ?? labelByMeta(bytes)
  return decoderFor(label ?? 'utf-8').decode(bytes)
}

/** A decoder that never throws: what nobody knows is read as UTF-8. */
function decoderFor(label: string) {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}

function labelByBom(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

function labelOfType(contentType: string | null): string | null {
  const label = /;\s*charset\s*=\s*"?([\w:.+-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null
  return label !== null && isKnown(label) ? label : null
}

function labelByMeta(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES))
    .toString('latin1')
    .replace(/<!--(?:[^-]|-(?!->))*-->/g, '')
  for (const [tag] of start.matchAll(/<meta[\s/][^>]{0,500}/gi)) {
    const label = /charset\s*=\s*["']?\s*([\w:.+-]{1,40})/i.exec(tag)?.[1]
    if (label === undefined || !isKnown(label)) continue
    // A tag that could be read byte by byte is not in UTF-16, whatever it claims.
    return /^utf-?16/i.test(label) ? 'utf-8' : label
  }
  return null
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== 'replacement'
  } catch {
    return false
  }
}
