/** Credentials in URLs, wherever text of the audited site is shown. */

/**
 * Puts `***` for the user info of every URL in the text: `https://user:secret@host/` is shown as `https://***@host/`.
 * Text without an @ is returned as it is.
 */
export function maskUserInfo(text: string): string {
  if (!text.includes('@') || !text.includes('//')) return text
  let masked = ''
  let kept = 0
  for (let slashes = text.indexOf('//'); slashes >= 0; slashes = text.indexOf('//', slashes + 2)) {
    const start = slashes + 2
    if (start < kept) continue
    const end = endOfAuthority(text, start)
    const at = text.lastIndexOf('@', end - 1)
    if (at < start) continue
    masked += `${text.slice(kept, start)}***`
    kept = at
  }
  return masked + text.slice(kept)
}

function endOfAuthority(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    // / ? # \ < > " ' and white space
    if (
      code <= 32 ||
      code === 47 ||
      code === 63 ||
      code === 35 ||
      code === 92 ||
      code === 60 ||
      code === 62 ||
      code === 34
    )
      return i
  }
  return text.length
}
