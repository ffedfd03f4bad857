/** The key that seals request headers: the setting, or one made once beside the embedded database. */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Only the holder of the directory's lock may ask.
 * @returns null where there is none: with PostgreSQL all processes must know the same one, so it has to be set
 */
export async function readSecretKey(settings: {
  secretKey: string | null
  databaseUrl: string | null
  dataDir: string
}): Promise<string | null> {
  if (settings.secretKey !== null) return settings.secretKey
  if (settings.databaseUrl !== null) return null
  const made = randomBytes(32).toString('base64url')
  if (settings.dataDir === 'memory') return made
  const path = join(settings.dataDir, 'secret.key')
  try {
    await writeFile(path, `${made}\n`, { flag: 'wx', mode: 0o600 })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const kept = (await readFile(path, 'utf8')).trim()
    if (kept === '') throw new Error(`${path} is empty; remove it to have a new key made`)
    return kept
  }
}
