/** URLs that a request may name. */

/**
 * An absolute http(s) URL without user information. Stricter than WHATWG: "http:host" and blanks round it are not
 * what anybody means.
 */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
