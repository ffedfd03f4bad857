/**
 * An embedded database that nobody has used, as PGlite makes it: made once by make-empty-database.ts and kept packed,
 * because making it is half of the first start. A test holds it to what PGlite makes.
 */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'

const unpack = promisify(zstdDecompress)

/** Of the PGlite that is installed: another one may have other tables of its own. */
export async function emptyDatabaseFile(): Promise<URL> {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  return new URL(`template/pglite-${version}.tar.zst`, import.meta.url)
}

/** @returns a tar archive for `loadDataDir`; undefined where there is none for this PGlite: it then makes one itself */
export async function readEmptyDatabase(): Promise<Blob | undefined> {
  try {
    const packed = await readFile(await emptyDatabaseFile())
    return new Blob([new Uint8Array(await unpack(packed))])
  } catch {
    return undefined
  }
}
