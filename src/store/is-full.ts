/** Whether a statement failed because the database has no room, and not by what it says. */

/** SQLSTATE: no room on the disk or in memory, a limit of the server, files that cannot be read or written. */
const NO_ROOM = /^(?:53(?:000|100|200|400)|58030)$/

/** An operator has to make room; then the same statement works. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof Error && NO_ROOM.test(String((error as NodeJS.ErrnoException).code))
}
