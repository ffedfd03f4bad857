/** One request over undici: no redirects, no retries, the body as it comes off the wire. */
import type { Agent, Dispatcher } from 'undici'
import type { HeaderLines } from '../model/exchange.ts'
import { createByteQueue } from './byte-queue.ts'

export interface Request {
  url: URL
  headers: Record<string, string>
  /** Ends the attempt, before or in the body; its reason is the error that comes out. */
  signal: AbortSignal
}

export type Sent =
  | {
      kind: 'answer'
      status: number
      headers: HeaderLines
      /** After chunking, before Content-Encoding; throws where the transfer breaks. Must be read or returned. */
      body: AsyncIterable<Uint8Array>
      /** Ends the transfer at once, also while a chunk is waited for. */
      stop(): void
      /** Bytes behind the end of the body that came along with it; known once the body has ended. */
      surplus(): number
      /** Faults of the head that were read over, and of chunks once they are read; only the lenient reader has any. */
      faults: string[]
    }
  | { kind: 'failed'; error: unknown; wasSent: boolean }

/**
 * Never rejects.
 * @param parsing the bytes that undici is parsing at the moment; its parser runs within its reads
 */
export function send(agent: Agent, request: Request, parsing: () => Uint8Array | null): Promise<Sent> {
  const { url, signal } = request
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null
    let wasSent = false
    let last: { data: Uint8Array; read: Uint8Array | null } | null = null
    let surplus = 0
    const stop = () => controller?.abort(new Error('The reader has gone away.'))
    const queue = createByteQueue(() => controller?.resume(), stop)
    const settle = () => signal.removeEventListener('abort', onAbort)
    const onAbort = () => {
      queue.fail(signal.reason)
      controller?.abort(signal.reason)
      resolve({ kind: 'failed', error: signal.reason, wasSent })
    }
    if (signal.aborted) return resolve({ kind: 'failed', error: signal.reason, wasSent })
    signal.addEventListener('abort', onAbort)

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(given) {
        controller = given
        wasSent = true
        if (signal.aborted) given.abort(signal.reason)
      },
      onResponseStart(given, status) {
        if (status < 200) return
        const headers = toLines(given.rawHeaders)
        resolve({ kind: 'answer', status, headers, body: queue.chunks, stop, surplus: () => surplus, faults: [] })
      },
      onResponseData(given, chunk) {
        if (chunk.length > 0) last = { data: chunk, read: parsing() }
        // undici flushes its parser with no bytes whenever it is resumed: pausing on those would never end.
        if (chunk.length > 0 && !queue.push(chunk)) given.pause()
      },
      onResponseEnd() {
        settle()
        surplus = last === null ? 0 : countSurplus(last, parsing())
        queue.end()
      },
      onResponseError(_controller, error) {
        settle()
        queue.fail(error)
        resolve({ kind: 'failed', error, wasSent })
      },
    }
    try {
      agent.dispatch(
        { origin: url.origin, path: url.pathname + url.search, method: 'GET', headers: request.headers },
        handler,
      )
    } catch (error) {
      settle()
      resolve({ kind: 'failed', error, wasSent })
    }
  })
}

/**
 * undici parses no further than the end of a body, and hands data out as parts of what it read. Where the body ends by
 * its length, all that lies behind the last part in this read, or in a read that gave no part, is more than was declared.
 * Line ends are left out (RFC 9112, 2.2 has clients ignore them).
 */
function countSurplus(last: { data: Uint8Array; read: Uint8Array | null }, read: Uint8Array | null): number {
  if (read === null) return 0
  const { data } = last
  const start = last.read === read ? data.byteOffset + data.length - read.byteOffset : 0
  if (last.read === read && (data.buffer !== read.buffer || start < 0 || start > read.length)) return 0
  const rest = read.subarray(start)
  return rest.every((byte) => byte === 10 || byte === 13) ? 0 : rest.length
}

/** Names and values alternate on the wire's order; each byte is one Latin-1 character. */
function toLines(raw: Dispatcher.DispatchController['rawHeaders']): HeaderLines {
  const flat = Array.isArray(raw) ? raw : []
  const lines: [string, string][] = []
  for (let index = 0; index + 1 < flat.length; index += 2)
    lines.push([latin1(flat[index]).toLowerCase(), latin1(flat[index + 1]).trim()])
  return lines
}

function latin1(text: Buffer | string | undefined): string {
  return typeof text === 'string' ? text : (text?.toString('latin1') ?? '')
}
