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
    const at = lastAtOfAuthority(text, slashes + 2)
    if (at < 0) continue
    masked += `${text.slice(kept, slashes + 2)}***`
    kept = at
    slashes = at - 1
  }
  return masked + text.slice(kept)
}

/** The @ that ends the user info of an authority that begins here; -1 where there is none. */
function lastAtOfAuthority(text: string, from: number): number {
  let at = -1
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 64) at = i
    // White space and " # / < > ? \ end it.
    else if (code <= 32 || '"#/<>?\\'.includes(text.charAt(i))) break
  }
  return at
}
