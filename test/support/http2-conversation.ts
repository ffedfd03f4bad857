/** Answers on an HTTP/2 connection, for sites that speak nothing else. Less can go wrong there than in HTTP/1.1. */
import { performServerHandshake, type ServerHttp2Stream } from 'node:http2'
import { setTimeout as wait } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Answer, SiteRequest } from './site.ts'

const COMPRESS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const

export function converseOverHttp2(socket: TLSSocket, take: (request: SiteRequest) => Answer | null): void {
  const session = performServerHandshake(socket)
  session.on('error', () => {})
  session.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    const { ':authority': host = '', ':method': method = '', ':path': path = '' } = headers
    const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))
    const answer = take({ host, method, path, headers: plain, body: '', secure: true })
    if (!answer) return session.destroy()
    write(stream, answer).catch(() => stream.destroy())
  })
}

async function write(stream: ServerHttp2Stream, answer: Answer): Promise<void> {
  if (answer.hang) return
  if (answer.reset) return stream.close(2)
  if (answer.delayMs) await wait(answer.delayMs)
  const given = typeof answer.body === 'function' ? await gather(answer.body()) : Buffer.from(answer.body ?? '')
  const body = answer.coding ? COMPRESS[answer.coding](given) : given
  const fields: Record<string, string | string[]> = {}
  const add = (name: string, value: string) => {
    const key = name.toLowerCase()
    fields[key] = fields[key] === undefined ? value : [fields[key], value].flat()
  }
  for (const [name, value] of answer.headers ?? []) add(name, value)
  if (answer.redirect !== undefined) add('location', answer.redirect)
  if (answer.coding) add('content-encoding', answer.coding)
  stream.respond({ ':status': answer.status ?? (answer.redirect === undefined ? 200 : 301), ...fields })
  const size = answer.drip?.bytes ?? body.length
  for (let start = 0; start < body.length; start += size) {
    if (answer.drip && start > 0) await wait(answer.drip.everyMs)
    if (answer.cutAfter !== undefined && start + size > answer.cutAfter) {
      // By a reset, or cleanly where a length says that it is too early.
      const isClean = fields['content-length'] !== undefined
      stream.write(body.subarray(start, answer.cutAfter), () => stream.destroy(isClean ? undefined : new Error('Cut.')))
      return
    }
    stream.write(body.subarray(start, start + size))
  }
  stream.end()
}

async function gather(parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const gathered: Buffer[] = []
  for await (const part of parts) gathered.push(Buffer.from(part))
  return Buffer.concat(gathered)
}
