import { readFileSync } from 'node:fs'

/**
 * How the image sets the C library's memory, for what is measured in a process that runs long: Node itself cannot set it,
 * and without it what a burst took is kept.
 */
export function readAllocatorSettings(): Record<string, string> {
  const [, line] = /^ENV (MALLOC_.*)$/m.exec(readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')) ?? []
  if (line === undefined) throw new Error('the Dockerfile sets no MALLOC_ variables')
  return Object.fromEntries(line.split(' ').map((setting) => setting.split('=') as [string, string]))
}
