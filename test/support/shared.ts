/** The reference material that lies beside the project on its makers' machines, and nowhere else. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Shared {
  /** Absolute path, whether or not it is there. */
  path: string
  isThere: boolean
  /** Why tests that read it are skipped; null when it is there. */
  reason: string | null
}

const told = new Set<string>()

/**
 * Looks for a file or folder of `../shared`. Use as
 * `const cases = shared('conformance/robots.json')` and `it.skipIf(!cases.isThere)(...)`: when the file is absent,
 * the reason is printed once for each test file that asks.
 * @param name path inside the folder; "" for the folder itself
 */
export function shared(name: string): Shared {
  const path = fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url))
  if (existsSync(path)) return { path, isThere: true, reason: null }
  const reason = `../shared/${name} is not beside the project: the tests that read it are skipped.`
  if (!told.has(name)) {
    told.add(name)
    console.warn(reason)
  }
  return { path, isThere: false, reason }
}
