/** Foreign text that is shown: it must not move a cursor, end a line or turn the direction of what stands beside it. */

/** C0, DEL, C1, the line ends of Unicode, the marks of direction (UAX #9) and the byte order mark. */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Such characters as escapes (`\u001b`); what is no character at all becomes U+FFFD. */
export function printable(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** At most so many characters, a sign of omission included; never half a character. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const end = (text.charCodeAt(length - 2) & 0xfc00) === 0xd800 ? length - 2 : length - 1
  return `${text.slice(0, end)}…`
}
