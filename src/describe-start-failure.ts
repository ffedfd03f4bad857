/** Why the service does not start, in one line for the operator. */
import { oneLine } from './one-line.ts'

export interface StartFailure {
  line: string
  /** Something the operator can put right; anything else is a bug, and its stack is wanted. */
  isExpected: boolean
}

interface Where {
  host: string
  port: number
  databaseUrl: string | null
}

/** Of the network, as they come from connecting; PostgreSQL's own have five characters. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'])

/** By which the data directory is made and locked. */
const FILE_CALLS = new Set(['mkdir', 'open', 'write', 'link', 'unlink'])

export function describeStartFailure(error: unknown, where: Where | null): StartFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const syscall = error instanceof Error && 'syscall' in error ? String(error.syscall) : ''
  // Without its full stop, which the sentence around it has.
  const message = oneLine(messageOf(error)).replace(/\.$/, '')
  if (code === 'CONFIG_INVALID' || code === 'DIRECTORY_IN_USE') return { line: `${message}.`, isExpected: true }
  if (where && syscall === 'listen') {
    const at = `PORT ${where.port} of HOST ${where.host}`
    if (code === 'EADDRINUSE') return { line: `${at} is in use by another process.`, isExpected: true }
    return { line: `${at} cannot be listened on (${code}).`, isExpected: true }
  }
  if (where && code === 'ENOTFOUND' && syscall === 'getaddrinfo' && messageOf(error).includes(where.host)) {
    return { line: `HOST ${where.host} has no address.`, isExpected: true }
  }
  if (where?.databaseUrl && (UNREACHABLE.has(code) || /^[0-9A-Z]{5}$/.test(code) || /timeout/i.test(message))) {
    return { line: `The database of DATABASE_URL cannot be used: ${message}.`, isExpected: true }
  }
  if (where?.databaseUrl === null && FILE_CALLS.has(syscall)) {
    return { line: `DATA_DIR cannot be used: ${message}.`, isExpected: true }
  }
  return { line: `The service cannot start: ${message}.`, isExpected: false }
}

/** Node tries several addresses and then has one error for all, without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((one) => messageOf(one)).join('; ')
  }
  return error instanceof Error ? error.message : String(error)
}
