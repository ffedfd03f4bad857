/**
 * What PostgreSQL can hold of foreign text. A U+0000 is legal in a JavaScript string and in no text column, and what is
 * not well-formed UTF-16 has no UTF-8. Columns that are searched hold this form; whole pieces of a report are stored as
 * `json`, whose text keeps both as escapes, and come back as they were.
 */
export function toStorable<T extends string | null>(text: T): T {
  if (text === null) return text
  return text.toWellFormed().replaceAll('\0', '\ufffd') as T
}

/** The same bytes as drivers take them for a `bytea`. */
export function toBytea({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
