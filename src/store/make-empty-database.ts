/** node src/store/make-empty-database.ts: after an update of PGlite. What it makes differs each time in an id and a time. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { constants, zstdCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { emptyDatabaseFile } from './empty-database.ts'

/** The archive holds three databases that are alike, further apart than zstd looks by itself. */
const WINDOW_LOG = 27

const file = await emptyDatabaseFile()
const folder = new URL('./', file)
await mkdir(folder, { recursive: true })
for (const name of await readdir(folder)) await rm(new URL(name, folder))
const pglite = await PGlite.create()
const archive = await pglite.dumpDataDir('none')
await pglite.close()
const packed = zstdCompressSync(Buffer.from(await archive.arrayBuffer()), {
  params: {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
})
await writeFile(file, packed)
