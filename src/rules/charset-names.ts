/** Names of charsets, compared as readers compare them. */

/** The usual name of a charset label in lower case; labels that no decoder knows stay as they are. */
export function normaliseCharset(label: string): string {
  const name = label.trim().toLowerCase()
  if (name === 'us-ascii' || name === 'ascii') return 'us-ascii'
  // A UTF-16 label says nothing about the byte order; the decoder's default would.
  if (name === 'utf-16') return 'utf-16'
  try {
    return new TextDecoder(name).encoding
  } catch {
    return name
  }
}

/** Whether a text in `b` may be announced as `a`: the same charset, or ASCII and UTF-8, or UTF-16 without its order. */
export function sameCharset(a: string, b: string): boolean {
  const [x, y] = [familyOf(a), familyOf(b)]
  return x === y || (x === 'utf-16' && y.startsWith('utf-16')) || (y === 'utf-16' && x.startsWith('utf-16'))
}

function familyOf(label: string): string {
  const name = normaliseCharset(label)
  return name === 'us-ascii' ? 'utf-8' : name
}
