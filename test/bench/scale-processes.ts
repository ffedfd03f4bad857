/** What the scale benchmark asks of the operating system: processor time and memory of processes, by /proc. */
import { readdir, readFile } from 'node:fs/promises'

/** Of Linux, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100

interface Stat {
  parent: number
  /** Processor time, seconds; of ended children that it waited for as well. */
  seconds: number
}

async function statOf(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name in parentheses may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
  return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND }
}

/** Processor time of a process and all below it, seconds. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stats = new Map<number, Stat>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await statOf(Number(name))
    if (stat) stats.set(Number(name), stat)
  }
  const isBelow = (one: number): boolean => {
    for (let at: number | undefined = one; at; at = stats.get(at)?.parent) if (at === pid) return true
    return false
  }
  return [...stats].reduce((sum, [one, { seconds }]) => sum + (isBelow(one) ? seconds : 0), 0)
}

/** Resident memory of a process now, and the most it ever had, bytes. */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 }
}
