/**
 * Before all tests: one empty embedded database as a file. Making one costs three seconds of a core, loading one a tenth
 * of it, and tests need hundreds (see quick-pglite.ts).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** vitest's global setup. @returns what removes it again */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'auditor-template-'))
  const file = join(directory, 'empty.tar')
  const pglite = await PGlite.create()
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
  process.env['PGLITE_TEMPLATE'] = file
  return () => rm(directory, { recursive: true, force: true })
}
