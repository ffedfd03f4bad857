/** Text for the operator's terminal: on one line, without control characters, whatever it came from. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
