/** Small file systems of their own, filled to the last byte. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  directory: string
  /** Leaves no byte. May be called again, when something has been freed. */
  fill(): void
  /** Gives back what `fill` took. */
  free(): void
  remove(): Promise<void>
}

/** @returns the reason where this machine lets us mount none */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | string> {
  const directory = await mkdtemp(join(tmpdir(), 'auditor-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], { stdio: 'pipe' })
  } catch (error) {
    await rm(directory, { recursive: true })
    return error instanceof Error ? error.message.trim() : String(error)
  }
  return {
    directory,
    fill: () => fillDisk(directory),
    free: () => rmSync(fillerOf(directory), { force: true }),
    async remove() {
      execFileSync('umount', ['--lazy', directory])
      await rm(directory, { recursive: true })
    },
  }
}

const fillerOf = (directory: string) => join(directory, 'filler')

export function fillDisk(directory: string): void {
  for (const size of [1_048_576, 4_096]) {
    try {
      for (;;) appendFileSync(fillerOf(directory), Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}
