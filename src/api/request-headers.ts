/** The request headers that an audit may be given. */
import { createProblem } from './problems.ts'

/**
 * Headers that belong to one connection or frame the message: the client that sends decides them. RFC 9110, 7.6.1
 * (hop-by-hop), 7.2 (Host), 8.6 (Content-Length), 10.1.1 (Expect).
 */
const FORBIDDEN = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/
/** RFC 9110, 5.5: visible characters, blanks and tabs, no blank at the ends, obs-text. */
const VALUE = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/

/**
 * @param at where the options stand in the body: "" or "options."
 * @throws problem FIELD_INVALID naming the header
 */
export function checkRequestHeaders(headers: Record<string, string>, at = ''): void {
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const field = `${at}headers.${name}`
    const fail = (detail: string) => createProblem('FIELD_INVALID', detail, { field })
    const shown = JSON.stringify(name)
    const lower = name.toLowerCase()
    if (!TOKEN.test(name)) throw fail(`${shown} is no name of a header.`)
    if (FORBIDDEN.has(lower)) throw fail(`The header ${shown} belongs to the connection and cannot be set.`)
    if (seen.has(lower)) throw fail(`The header ${shown} is given twice.`)
    // The value is a secret as a rule: it is not shown.
    if (!VALUE.test(value)) throw fail(`The value of the header ${shown} has characters that a header cannot have.`)
    seen.add(lower)
  }
}
