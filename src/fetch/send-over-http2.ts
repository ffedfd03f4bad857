/**
 * One request over HTTP/2, to hosts that refuse HTTP/1.1 in the TLS handshake (RFC 7301, 3.2). Over the same guarded
 * connector; one request, then the connection is closed: such hosts are rare, and a pool for them is not worth its code.
 */
import { type ClientHttp2Stream, connect } from 'node:http2'
import type { HeaderLines } from '../model/exchange.ts'
import type { Connector } from './connect.ts'
import { codedError } from './failure.ts'
import { openSocket } from './open-socket.ts'
import type { Request, Sent } from './send.ts'

/** Never rejects. */
export async function sendOverHttp2(connector: Connector, request: Request): Promise<Sent> {
  const { url, signal } = request
  let wasSent = false
  let close = () => {}
  try {
    const { socket, release } = await openSocket(connector, request, 'h2')
    close = () => {
      release()
      socket.destroy()
    }
    const session = connect(url.origin, { createConnection: () => socket, settings: { enablePush: false } })
    close = () => {
      release()
      session.destroy()
    }
    wasSent = true
    const head = await new Promise<Head>((resolve, reject) => {
      session.once('error', reject)
      // Without an error code what was begun is still answered (RFC 9113, 6.8).
      session.once('goaway', (code) => {
        if (code !== 0) reject(codedError('ERR_HTTP2_GOAWAY', `The server said goodbye (${code}).`))
      })
      session.once('close', () => reject(codedError('ECONNRESET', 'The session was closed.')))
      const pseudo = { ':authority': url.host, ':path': url.pathname + url.search }
      const stream = session.request({ ...request.headers, ...pseudo }, { endStream: true })
      stream.once('error', reject)
      stream.once('close', () => reject(codedError('ECONNRESET', 'The stream was closed.')))
      stream.once('response', (fields, _flags, raw: unknown) => {
        resolve({ stream, status: Number(fields[':status']), headers: toLines(raw) })
      })
    })
    // What breaks from here on breaks the body, which its reader is told.
    session.on('error', () => {})
    head.stream.on('error', () => {})
    const { status, headers } = head
    const body = bodyOf(head, signal, close)
    return { kind: 'answer', status, headers, body, stop: close, surplus: () => 0, faults: [] }
  } catch (error) {
    close()
    return { kind: 'failed', error: signal.aborted ? signal.reason : error, wasSent }
  }
}

interface Head {
  stream: ClientHttp2Stream
  status: number
  headers: HeaderLines
}

/** The end of a stream may come cleanly before the declared length is reached; Node does not mind. */
async function* bodyOf(
  { stream, status, headers }: Head,
  signal: AbortSignal,
  close: () => void,
): AsyncGenerator<Uint8Array> {
  const declared = status === 304 ? undefined : headers.find(([name]) => name === 'content-length')?.[1]
  let length = 0
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      length += chunk.length
      yield chunk
    }
    if (signal.aborted) throw signal.reason
    const isShort = declared !== undefined && length < Number(declared)
    if (isShort || stream.rstCode !== 0) throw codedError('ECONNRESET', 'The stream ended early.')
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    close()
  }
}

/** Names and values alternate; the pseudo header of the status is left out. */
function toLines(raw: unknown): HeaderLines {
  const flat: unknown[] = Array.isArray(raw) ? raw : []
  const lines: [string, string][] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = String(flat[index]).toLowerCase()
    if (!name.startsWith(':')) lines.push([name, String(flat[index + 1]).trim()])
  }
  return lines
}
