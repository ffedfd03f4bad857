/** A listener where nobody should come: it tells a secret to whoever does, and counts them. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export const SECRET = 'CANARY-SECRET'

export interface Canary {
  port: number
  /** Connections so far. */
  met: number
  close(): Promise<void>
}

/** All that a sitemap, a page and a robots.txt could give away. */
const ANSWER = [
  'HTTP/1.1 200 OK',
  'Content-Type: text/html',
  `X-Canary: ${SECRET}`,
  'Connection: close',
  '',
  `<!doctype html><html><head><title>${SECRET}</title></head><body>${SECRET}</body></html>`,
].join('\r\n')

/** Speaks HTTP to whoever comes. */
export function answerAsCanary(socket: Socket): void {
  socket.on('error', () => {})
  socket.once('data', () => socket.end(ANSWER))
}

/** On every address of this machine; it keeps nothing alive. */
export async function startCanary(): Promise<Canary> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    canary.met++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    answerAsCanary(socket)
  })
  const canary: Canary = {
    port: 0,
    met: 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0)
  await once(server, 'listening')
  canary.port = (server.address() as AddressInfo).port
  return canary
}
