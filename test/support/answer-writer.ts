/** Writes an Answer on a socket, byte for byte as described, so that it can be wrong in every way. */
import type { Duplex } from 'node:stream'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createBrotliCompress, createDeflate, createGzip } from 'node:zlib'
import type { Answer, BodyPart } from './site.ts'

const REASONS: Record<number, string> = { 200: 'OK', 301: 'Moved Permanently', 302: 'Found', 404: 'Not Found' }
const MEDIA_TYPES: Record<string, string> = {
  xml: 'application/xml',
  txt: 'text/plain; charset=utf-8',
  gz: 'application/gzip',
  json: 'application/json',
}

/** Writes the whole answer. True: the connection may serve another request. Rejects when `signal` is aborted. */
export async function writeAnswer(
  socket: Duplex,
  request: { method: string; path: string },
  answer: Answer,
  signal: AbortSignal,
): Promise<boolean> {
  if (answer.delayMs) await wait(answer.delayMs, undefined, { signal })
  if (answer.raw !== undefined) {
    await write(socket, toBytes(answer.raw), signal)
    return false
  }

  const status = answer.status ?? (answer.redirect === undefined ? 200 : 301)
  const body = encode(answer)
  const isStream = !(body instanceof Uint8Array)
  const isBodiless = status === 204 || status === 304 || status < 200
  const isChunked = answer.chunked ?? (isStream && !answer.bareHeaders && answer.contentLength === undefined)

  const headers = [...(answer.headers ?? [])]
  const has = (name: string) => headers.some(([given]) => given.toLowerCase() === name)
  if (!answer.bareHeaders) {
    if (!has('date')) headers.push(['Date', new Date().toUTCString()])
    if (!has('content-type') && !isBodiless) headers.push(['Content-Type', guessMediaType(request.path, answer)])
  }
  if (answer.redirect !== undefined) headers.push(['Location', answer.redirect])
  if (answer.coding) headers.push(['Content-Encoding', answer.coding])
  if (answer.contentLength !== undefined) headers.push(['Content-Length', String(answer.contentLength)])
  else if (isChunked) headers.push(['Transfer-Encoding', 'chunked'])
  else if (!isBodiless && !isStream && !answer.bareHeaders && !has('content-length'))
    headers.push(['Content-Length', String(body.length)])
  const isFramed = isBodiless || isChunked || has('content-length')
  const keepsAlive = isFramed && answer.contentLength === undefined && answer.cutAfter === undefined
  if (!keepsAlive && !answer.bareHeaders && !has('connection')) headers.push(['Connection', 'close'])

  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = Buffer.from(`HTTP/1.1 ${status} ${REASONS[status] ?? 'Status'}\r\n${lines}\r\n`, 'latin1')
  // One write for head and body where both are at hand: fewer packets, quicker tests.
  if (!isStream && !answer.drip && !isChunked && answer.cutAfter === undefined) {
    await write(socket, request.method === 'HEAD' || isBodiless ? head : Buffer.concat([head, body]), signal)
    return keepsAlive
  }
  await write(socket, head, signal)
  if (request.method === 'HEAD' || isBodiless) return keepsAlive

  let left = answer.cutAfter ?? Number.POSITIVE_INFINITY
  let isFirst = true
  for await (const part of pieces(body, answer.drip?.bytes)) {
    if (answer.drip && !isFirst) await wait(answer.drip.everyMs, undefined, { signal })
    isFirst = false
    const bytes = part.length > left ? part.subarray(0, left) : part
    left -= bytes.length
    if (bytes.length > 0) await write(socket, isChunked ? frame(bytes) : bytes, signal)
    if (left <= 0) return false
  }
  if (isChunked) await write(socket, Buffer.from('0\r\n\r\n'), signal)
  return keepsAlive
}

/** The body after Content-Encoding: bytes, or a stream where it is made part by part. */
function encode(answer: Answer): Uint8Array | AsyncIterable<Uint8Array> {
  const body = answer.body ?? ''
  const parts = typeof body === 'function' ? body() : null
  if (!answer.coding) return parts ? toByteStream(parts) : toBytes(body as BodyPart)
  const compress =
    answer.coding === 'gzip' ? createGzip() : answer.coding === 'br' ? createBrotliCompress() : createDeflate()
  return Readable.from(toByteStream(parts ?? [body as BodyPart])).pipe(compress)
}

async function* toByteStream(parts: Iterable<BodyPart> | AsyncIterable<BodyPart>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield toBytes(part)
}

async function* pieces(body: Uint8Array | AsyncIterable<Uint8Array>, size: number | undefined) {
  for await (const part of body instanceof Uint8Array ? [body] : body) {
    if (!size) yield part
    else for (let start = 0; start < part.length; start += size) yield part.subarray(start, start + size)
  }
}

function frame(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

function toBytes(part: BodyPart): Uint8Array {
  return typeof part === 'string' ? Buffer.from(part, 'utf8') : part
}

function guessMediaType(path: string, answer: Answer): string {
  if (answer.redirect !== undefined || (answer.status ?? 200) >= 400) return 'text/html; charset=utf-8'
  const ending = /\.([a-z]{2,4})$/.exec(path.split('?')[0] ?? '')?.[1]
  return (ending && MEDIA_TYPES[ending]) ?? 'text/html; charset=utf-8'
}

function write(socket: Duplex, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted || socket.destroyed) return reject(new Error('The connection is closed.'))
    const onAbort = () => reject(new Error('The connection was closed.'))
    signal.addEventListener('abort', onAbort, { once: true })
    socket.write(bytes, (error) => {
      signal.removeEventListener('abort', onAbort)
      if (error) reject(error)
      else resolve()
    })
  })
}
