/** Whether a statement failed because the database is not there just now, and not by what it says. */

/** What a socket says of a server that is gone, or of a name that leads nowhere. */
const OF_SOCKETS: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** SQLSTATE: connection exceptions, a server that stops or starts, too many connections. */
const OF_THE_SERVER = /^(?:08...|57P0[1-3]|53300)$/
/** What pg says without a code of a connection that broke, or that was not to be had in time. */
const OF_THE_DRIVER = /^(?:Connection terminated\b|timeout exceeded when trying to connect|Client .* is not queryable)/

/** @param error of anything that asks the database; a client that leaves has a code without a system call */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined) return OF_THE_DRIVER.test(error.message)
  return OF_THE_SERVER.test(code) || (syscall !== undefined && OF_SOCKETS.has(code))
}
