/** Server-sent events as text (HTML Standard, 9.2.6). */

export interface SentEvent {
  /** Where to go on behind it; null: the one before still holds. */
  id: string | null
  type: string
  /** JSON in one line. */
  data: string
}

export function formatEvent({ id, type, data }: SentEvent): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`
}

/** @param text one line */
export function formatComment(text: string): string {
  return `: ${text}\n\n`
}
