/** Asks the described sites without sockets: what they serve is what a report can be held against. */
import { gunzipSync } from 'node:zlib'
import type { Answer, Site } from '../support/site.ts'
import { SITES } from './index.ts'

const hosts = new Map<string, Site>(Object.values(SITES).flatMap((sites) => sites.map((site) => [site.host, site])))

export interface Asked {
  status: number
  /** As text, unpacked where it is gzip. */
  body: string
  /** As served, before any transport coding. */
  bytes: Buffer
  answer: Answer
}

/** The answer to GET of a URL; 404 where no such site or path is described. */
export function ask(url: string): Asked {
  const { protocol, host, pathname, search } = new URL(url)
  const path = pathname + search
  const route = hosts.get(host)?.routes[path] ?? hosts.get(host)?.routes['*'] ?? { status: 404 }
  const request = { host, method: 'GET', path, headers: {}, body: '', secure: protocol === 'https:' }
  const answer = typeof route === 'function' ? route(request, 1) : route
  const bytes = bytesOf(answer.body ?? '')
  const body = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
  return { status: answer.status ?? (answer.redirect ? 301 : 200), body: body.toString(), bytes, answer }
}

function bytesOf(body: NonNullable<Answer['body']>): Buffer {
  if (typeof body !== 'function') return Buffer.from(body as Uint8Array)
  const parts = body()
  if (!(Symbol.iterator in parts)) throw new Error('A body that is made in its own time cannot be asked for here.')
  return Buffer.concat(Array.from(parts, (part) => Buffer.from(part as Uint8Array)))
}
