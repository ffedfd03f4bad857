/** Whole sites on loopback sockets: virtual hosts over http and https, each able to misbehave (see site.ts). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { createSecureContext, createServer as createTlsServer, type SecureContext, type TLSSocket } from 'node:tls'
import { writeAnswer } from './answer-writer.ts'
import { createAuthority } from './certificates.ts'
import { converseOverHttp2 } from './http2-conversation.ts'
import { readRequests } from './request-reader.ts'
import type { Answer, Site, SiteRequest, SiteServer } from './site.ts'

/** First byte of a TLS record that holds a handshake (RFC 8446, 5.1). */
const TLS_HANDSHAKE = 0x16

const NOT_FOUND: Answer = {
  status: 404,
  body: '<!doctype html><html lang="en"><head><title>Not found</title></head><body><h1>Not found</h1></body></html>',
}

/**
 * Starts a server that plays the sites. Its `connectTo` leads port 443 of every host to the TLS listener, port 80 to the
 * plain one, and every other port to a listener that speaks whatever the client begins with. A host that is not played
 * is cut off without an answer.
 */
export async function startSites(sites: Site[]): Promise<SiteServer> {
  const authority = await createAuthority()
  const played = new Map<string, Site>()
  const requests: SiteRequest[] = []
  const counts = new Map<string, number>()
  const sockets = new Set<Socket>()

  function serve(site: Site): void {
    played.set(site.host.toLowerCase(), site)
  }
  for (const site of sites) serve(site)

  /** By name and port, else by name. `host` is a Host header or a TLS server name. */
  function findSite(host: string): Site | undefined {
    const lower = host.toLowerCase()
    const name = lower.replace(/:\d+$/, '').replace(/\.$/, '')
    return (
      played.get(lower) ?? played.get(name) ?? [...played.values()].find((site) => site.host.startsWith(`${name}:`))
    )
  }

  async function makeContext(servername: string): Promise<SecureContext> {
    const site = findSite(servername)
    if (!site || site.schemes === 'http') throw new Error(`No https site is played for ${servername}.`)
    return createSecureContext(await authority.certificateFor(servername.toLowerCase(), site.certificate))
  }

  const tlsServer = createTlsServer({
    ...(await authority.certificateFor('127.0.0.1')),
    SNICallback: (servername, done) => {
      makeContext(servername).then(
        (context) => done(null, context),
        (error) => done(error),
      )
    },
    ALPNCallback: ({ servername, protocols }) => {
      const wanted = findSite(servername)?.http2Only ? 'h2' : 'http/1.1'
      return protocols.includes(wanted) ? wanted : undefined
    },
  })
  tlsServer.on('tlsClientError', (_error, socket) => socket.destroy())

  /** The raw socket under each TLS socket, by both ports: a TLS socket cannot send a TCP reset itself. */
  const rawSockets = new Map<string, Socket>()
  const idOf = (socket: Socket) => `${socket.localPort} ${socket.remotePort}`

  /** Keeps the request and finds its answer; null where no site is played for it. */
  function takeRequest(request: SiteRequest, secure: boolean): Answer | null {
    request.secure = secure
    const site = findSite(request.host)
    const isPlayed = site && (secure ? site.schemes !== 'http' : site.schemes !== 'https')
    if (!isPlayed) return null
    requests.push(request)
    return findAnswer(site, request)
  }

  async function converse(socket: Duplex, raw: Socket, secure: boolean): Promise<void> {
    const closed = new AbortController()
    socket.on('error', () => {})
    socket.on('close', () => closed.abort())
    try {
      for await (const request of readRequests(socket)) {
        const answer = takeRequest(request, secure)
        if (!answer) return void raw.destroy()
        if (answer.hang) return
        if (answer.reset) return void raw.resetAndDestroy()
        if (!(await writeAnswer(socket, request, answer, closed.signal))) return void socket.end()
      }
      socket.end()
    } catch {
      raw.destroy()
    }
  }

  function findAnswer(site: Site, request: SiteRequest): Answer {
    const id = `${site.host} ${request.path}`
    const nth = (counts.get(id) ?? 0) + 1
    counts.set(id, nth)
    const route = site.routes[request.path] ?? site.routes['*'] ?? NOT_FOUND
    return typeof route === 'function' ? route(request, nth) : route
  }

  tlsServer.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') return converseOverHttp2(socket, (request) => takeRequest(request, true))
    converse(socket, rawSockets.get(idOf(socket)) ?? socket, true)
  })

  function onConnection(raw: Socket): void {
    sockets.add(raw)
    raw.on('close', () => sockets.delete(raw))
    raw.on('error', () => raw.destroy())
    raw.setNoDelay(true)
    raw.once('data', (chunk: Buffer) => {
      raw.pause()
      raw.unshift(chunk)
      if (chunk[0] !== TLS_HANDSHAKE) return void converse(raw, raw, false)
      const id = idOf(raw)
      rawSockets.set(id, raw)
      raw.on('close', () => rawSockets.delete(id))
      tlsServer.emit('connection', raw)
    })
  }

  const plain = createServer(onConnection)
  const secure = createServer(onConnection)
  const [plainPort, securePort] = await Promise.all([listen(plain), listen(secure)])

  const folder = await mkdtemp(join(tmpdir(), 'sites-'))
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)

  return {
    connectTo: `:443:127.0.0.1:${securePort},:80:127.0.0.1:${plainPort},::127.0.0.1:${plainPort}`,
    caFile,
    ca: authority.ca,
    requests,
    serve,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([close(plain), close(secure), rm(folder, { recursive: true, force: true })])
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
