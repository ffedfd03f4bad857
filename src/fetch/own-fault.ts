/** Faults of this machine and not of the site: what it cannot even ask for says nothing of whoever would have answered. */
import { DNS_CODE } from './failure.ts'

export interface OwnFault {
  /** One phrase. */
  detail: string
  /** May soon be over: descriptors, buffers and memory come back, a way into a network seldom does. */
  isPassing: boolean
}

/** One of them is enough, whatever became of the attempts at other addresses. */
const LACKS: Readonly<Record<string, string>> = {
  EMFILE: 'this process has as many files and connections open as it may have',
  ENFILE: 'this machine has as many files and connections open as it may have',
  ENOBUFS: 'this machine has no room for further connections',
  ENOMEM: 'this machine has no memory left',
}

/**
 * No route, or no address of our own by that family. It has to be so for every address: a machine without IPv6 meets it at
 * each site that has both, and asks by IPv4. EHOSTUNREACH is none of them: the last router on the site's side says it.
 */
const NO_WAY: Readonly<Record<string, string>> = {
  ENETUNREACH: 'this machine has no way into the network of the address',
  ENETDOWN: 'the network of this machine is down',
  EADDRNOTAVAIL: 'this machine has no address to connect from',
}

/**
 * @param error as an attempt failed
 * @returns null where it may be the site's fault
 */
export function ownFaultOf(error: unknown): OwnFault | null {
  const codes = codesOf(error)
  const lacking = codes.find((code) => code in LACKS)
  if (lacking !== undefined) return { detail: LACKS[lacking] as string, isPassing: true }
  const [code] = codes
  if (code === undefined || !codes.every((each) => each in NO_WAY)) return null
  return { detail: NO_WAY[code] as string, isPassing: false }
}

/** Of every attempt that the error is made of; an empty one where it has none. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return ['']
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf)
  const { code, message } = error as NodeJS.ErrnoException
  // The resolver opens files and sockets, too; its code travels in the message.
  if (code === DNS_CODE) return [message]
  return code === undefined && error.cause !== undefined ? codesOf(error.cause) : [code ?? '']
}
