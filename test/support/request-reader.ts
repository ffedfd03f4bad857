/** Reads HTTP/1.1 requests off a socket, one after the other. Just enough for tests: no chunked request bodies. */
import type { Duplex } from 'node:stream'
import type { SiteRequest } from './site.ts'

const HEAD_END = Buffer.from('\r\n\r\n')

/** Yields each request; ends with the connection. Never throws for a connection that breaks. */
export async function* readRequests(socket: Duplex): AsyncGenerator<SiteRequest> {
  let buffered: Buffer = Buffer.alloc(0)
  const chunks = socket.iterator({ destroyOnReturn: false })
  async function readMore(): Promise<boolean> {
    try {
      const next = await chunks.next()
      if (next.done) return false
      buffered = Buffer.concat([buffered, next.value as Buffer])
      return true
    } catch {
      return false
    }
  }

  while (true) {
    let end = buffered.indexOf(HEAD_END)
    while (end < 0) {
      if (!(await readMore())) return
      end = buffered.indexOf(HEAD_END)
    }
    const request = parseHead(buffered.toString('latin1', 0, end))
    const bodyEnd = end + HEAD_END.length + Number(request.headers['content-length'] ?? 0)
    while (buffered.length < bodyEnd) if (!(await readMore())) return
    request.body = buffered.toString('utf8', end + HEAD_END.length, bodyEnd)
    buffered = buffered.subarray(bodyEnd)
    yield request
  }
}

function parseHead(head: string): SiteRequest & { body: string } {
  const [requestLine = '', ...lines] = head.split('\r\n')
  const [method = '', path = ''] = requestLine.split(' ')
  const headers: SiteRequest['headers'] = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const former = headers[name]
    headers[name] = former === undefined ? value : [former, value].flat()
  }
  const { host = '' } = headers
  return { host: String(host), method, path, headers, body: '', secure: false }
}
