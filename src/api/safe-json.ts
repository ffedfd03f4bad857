/** JSON that may be looked at in a terminal, where `curl` shows it. */

/**
 * What JSON leaves as it is although terminals obey it or turn their lines by it: DEL, C1, the line ends of Unicode, and
 * the marks of direction that embed and isolate (UAX #9).
 */
const RAW_CONTROL = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

/** The same value, in one line without control characters. */
export function toSafeJson(value: unknown): string {
  return escapeRawControls(JSON.stringify(value))
}

/** @param json in which all such characters stand inside strings, as they do in any JSON */
export function escapeRawControls(json: string): string {
  return json.replace(RAW_CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
