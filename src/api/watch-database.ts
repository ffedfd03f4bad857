/**
 * A database that is stopped takes every statement and answers none: each request would wait as long as its client does,
 * and the next ones behind it. Here they are told within seconds, and while it is known to be silent at once.
 */
import { setTimeout as delay } from 'node:timers/promises'

export interface DatabaseWatch {
  /** The answer, or a rejection that isDatabaseAway knows. What was asked for may be done all the same, later. */
  ask<T>(question: () => Promise<T>): Promise<T>
}

export interface WatchSettings {
  /** Waited for so long, ms, before anything is thought of it. */
  patienceMs?: number
  /** After that the database has so long to say that it is there. */
  signMs?: number
  /** Told when it falls silent, and when it is back. */
  onChange?: (isSilent: boolean) => void
}

const PATIENCE_MS = 4_000
const SIGN_MS = 4_000
const LOOK_AGAIN_MS = 1_000

/** @param ping resolves when the database answers; one is under way at a time */
export function watchDatabase(ping: () => Promise<void>, settings: WatchSettings = {}): DatabaseWatch {
  const { patienceMs = PATIENCE_MS, signMs = SIGN_MS, onChange = () => {} } = settings
  const waiting = new Set<(error: Error) => void>()
  let isSilent = false
  let isLooking = false

  function fallSilent(): void {
    if (isSilent) return
    isSilent = true
    onChange(true)
    for (const giveUp of waiting) giveUp(silence())
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    const timer = setTimeout(fallSilent, signMs)
    try {
      for (;;) {
        try {
          await ping()
          break
        } catch {
          // It is away and says so: so does whatever is asked of it.
          if (!isSilent) break
          await delay(LOOK_AGAIN_MS)
        }
      }
    } finally {
      clearTimeout(timer)
      isLooking = false
    }
    if (!isSilent) return
    isSilent = false
    onChange(false)
  }

  return {
    async ask(question) {
      if (isSilent) throw silence()
      const { promise: given, reject: giveUp } = Promise.withResolvers<never>()
      waiting.add(giveUp)
      // It may be a long statement of a database that is well.
      const timer = setInterval(() => void look(), patienceMs)
      try {
        return await Promise.race([question(), given])
      } finally {
        clearInterval(timer)
        waiting.delete(giveUp)
      }
    },
  }
}

/**
 * The same functions, those of its members among them, with an end to their waiting.
 * @param open names of those that wait for something else than the database, or do not wait at all
 */
export function askThrough<T extends object>(watch: DatabaseWatch, part: T, open: readonly string[]): T {
  const members = Object.entries(part).map(([name, member]): [string, unknown] => {
    if (open.includes(name)) return [name, member]
    if (typeof member === 'function') {
      return [name, (...args: unknown[]) => watch.ask(async () => member.apply(part, args))]
    }
    return [name, typeof member === 'object' && member !== null ? askThrough(watch, member, open) : member]
  })
  return Object.fromEntries(members) as T
}

/** SQLSTATE: connection_failure. */
function silence(): Error {
  return Object.assign(new Error('the database does not answer'), { code: '08006' })
}
