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
      /** Faults of the answer's head that were read over; only the lenient reader has any. */
      faults: string[]
    }
  | { kind: 'failed'; error: unknown; wasSent: boolean }

/** Never rejects. */
export function send(agent: Agent, request: Request): Promise<Sent> {
  const { url, signal } = request
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null
    let wasSent = false
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
        resolve({ kind: 'answer', status, headers: toLines(given.rawHeaders), body: queue.chunks, stop, faults: [] })
      },
      onResponseData(given, chunk) {
        // undici flushes its parser with no bytes whenever it is resumed: pausing on those would never end.
        if (chunk.length > 0 && !queue.push(chunk)) given.pause()
      },
      onResponseEnd() {
        settle()
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
