/** Faults of this machine and not of the site: what it cannot even ask for says nothing of whoever would have answered. */
import { DNS_CODE } from './failure.ts'

const OWN_FAULTS: Readonly<Record<string, string>> = {
  EMFILE: 'this process has as many files and connections open as it may have',
  ENFILE: 'this machine has as many files and connections open as it may have',
  ENOBUFS: 'this machine has no room for further connections',
  ENOMEM: 'this machine has no memory left',
}

/**
 * @param error as an attempt failed
 * @returns one phrase; null where it may be the site's fault
 */
export function ownFaultOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, message } = error as NodeJS.ErrnoException
  // The resolver opens files and sockets, too; its code travels in the message.
  const told = OWN_FAULTS[(code === DNS_CODE ? message : code) ?? '']
  if (told !== undefined) return told
  const [inner] = error instanceof AggregateError ? error.errors : [error.cause]
  return inner === undefined ? null : ownFaultOf(inner)
}
