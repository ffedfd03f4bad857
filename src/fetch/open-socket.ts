/** A connection for one request alone, outside of undici's pool: guarded like every other, ended by the request's signal. */
import type { Socket } from 'node:net'
import type { Connector, Target } from './connect.ts'
import type { Request } from './send.ts'

export interface OpenedSocket {
  socket: Socket
  /** Ends listening to the signal; the socket is the caller's. */
  release(): void
}

/**
 * Opens a socket for `request`; the signal destroys it from then on.
 * @throws what the connector gives, or the reason of the signal
 */
export async function openSocket(
  connector: Connector,
  { url, signal }: Pick<Request, 'url' | 'signal'>,
  alpn?: Target['alpn'],
): Promise<OpenedSocket> {
  if (signal.aborted) throw signal.reason
  let socket: Socket | null = null
  let giveUp: (reason: unknown) => void = () => {}
  const onAbort = () => {
    socket?.destroy(signal.reason)
    giveUp(signal.reason)
  }
  signal.addEventListener('abort', onAbort)
  const release = () => signal.removeEventListener('abort', onAbort)
  try {
    return await new Promise<OpenedSocket>((resolve, reject) => {
      giveUp = reject
      connector.connect({ ...targetOf(url), ...(alpn ? { alpn } : {}) }, (error, made) => {
        if (!made) return reject(error)
        if (signal.aborted) made.destroy()
        socket = made
        resolve({ socket: made, release })
      })
    })
  } catch (error) {
    release()
    throw error
  }
}

/** Where a URL leads to; the port is that of the scheme where none is told. */
export function targetOf({ protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>): Target {
  return { protocol, hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}
