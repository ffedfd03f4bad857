/** Keeps what Node has compiled for the next start: a third of a start is reading 2,000 modules and compiling them. */
import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Beside the packages: whoever can write there can change what is run anyway. */
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/sitemap-auditor', import.meta.url))
const WRITABLE_BY_OTHERS = 0o022

/** Call before anything else is loaded. Where nothing can be kept, as in the image, nothing is. */
export function keepCompiled(folder: string = FOLDER): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isOurs(folder)) enableCompileCache(folder)
  } catch {
    // A folder that is read-only, or somebody else's.
  }
}

/** What is kept is run: it must not come from anybody else. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder)
  if (!found.isDirectory()) return false
  // On Windows there is neither an owner nor a mode to judge.
  if (process.getuid === undefined) return true
  return found.uid === process.getuid() && (found.mode & WRITABLE_BY_OTHERS) === 0
}
