/**
 * One process a directory. Two on one PGlite directory destroy it and PGlite does not notice. The lock is a file that
 * names its holder: a holder that is no longer alive (its PID is gone, or belongs to a process that started at another
 * time) is succeeded. The PID of another machine or container says nothing here: such a holder is alive as long as it
 * keeps touching the file.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, unlinkSync } from 'node:fs'
import { link, open, readFile, rm, stat, unlink, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const TOUCH_MS = 2_000
/** A foreign holder that has not touched its lock for as long is dead. */
const FOREIGN_PATIENCE_MS = 10_000

interface Holder {
  pid: number
  /** When the process started, as its machine tells it; null where it tells nothing. */
  start: string | null
  /** The machine and the PID namespace in which the PID means something. */
  place: string
  nonce: string
}

/** The directory belongs to a living process. The message is one line for the operator. */
export class DirectoryInUseError extends Error {
  readonly code = 'DIRECTORY_IN_USE'
}

/**
 * @returns the way to unlock
 * @throws DirectoryInUseError
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'lock')
  const own = describeSelf()
  const holder = await take(path, own)
  if (holder) {
    throw new DirectoryInUseError(
      `DATA_DIR ${directory} is in use by process ${holder.pid}${holder.place === own.place ? '' : ' of another machine or container'}; one process at a time can use the embedded database (set DATABASE_URL to share one).`,
    )
  }
  const touching = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, TOUCH_MS)
  touching.unref()
  // A process that leaves by process.exit has no time for promises.
  const atExit = () => {
    try {
      if (parse(readFileSync(path, 'utf8'))?.nonce === own.nonce) unlinkSync(path)
    } catch {}
  }
  process.once('exit', atExit)
  return async () => {
    clearInterval(touching)
    process.off('exit', atExit)
    atExit()
  }
}

/** @returns the living holder where there is one; undefined when the lock is ours now */
async function take(path: string, own: Holder): Promise<Holder | undefined> {
  // Written beside and linked into place: whoever sees the lock sees all of it.
  const draft = `${path}.${own.nonce}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(JSON.stringify(own)).finally(() => file.close())
  try {
    for (;;) {
      const isOurs = await link(draft, path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (isOurs) return undefined
      const holder = await readHolder(path)
      if (holder === 'gone') continue
      if (holder !== 'unreadable' && (await isAlive(holder, own, path))) return holder
      // Only one successor at a time may clear a dead lock away, else the second one clears the first one's new lock.
      const guard = `${path}.takeover`
      if (await take(guard, { ...own, nonce: randomUUID() })) {
        await delay(20)
        continue
      }
      try {
        const again = await readHolder(path)
        if (again === 'unreadable' || (again !== 'gone' && holder !== 'unreadable' && again.nonce === holder.nonce)) {
          await unlink(path)
        }
      } finally {
        await rm(guard, { force: true })
      }
    }
  } finally {
    await rm(draft, { force: true })
  }
}

async function readHolder(path: string): Promise<Holder | 'gone' | 'unreadable'> {
  try {
    return parse(await readFile(path, 'utf8')) ?? 'unreadable'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
    throw error
  }
}

function parse(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text)
    if (Number.isSafeInteger(value.pid) && value.pid > 0 && typeof value.nonce === 'string') return value
  } catch {}
  return undefined
}

async function isAlive(holder: Holder, own: Holder, path: string): Promise<boolean> {
  if (holder.place !== own.place) return isTouched(path)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const start = startOf(holder.pid)
  return start === null || holder.start === null || start === holder.start
}

/** Watches rather than compares clocks, which may differ between machines. */
async function isTouched(path: string): Promise<boolean> {
  const touched = async () => (await stat(path).catch(() => null))?.mtimeMs
  const before = await touched()
  for (let waited = 0; waited < FOREIGN_PATIENCE_MS; waited += 500) {
    await delay(500)
    if ((await touched()) !== before) return true
  }
  return false
}

function describeSelf(): Holder {
  let namespace = ''
  try {
    namespace = readlinkSync('/proc/self/ns/pid')
  } catch {}
  return {
    pid: process.pid,
    start: startOf(process.pid),
    place: `${hostname()} ${namespace}`.trim(),
    nonce: randomUUID(),
  }
}

/** Boot and clock tick at which the process started (proc(5), field 22 of stat); null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command in field 2 is in parentheses and may hold blanks and parentheses itself.
    const ticks = line.slice(line.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? null : `${boot} ${ticks}`
  } catch {
    return null
  }
}
