/** The databases on which store and queue are tested: the embedded one, kept and not kept, and a real PostgreSQL. */
import '#test/support/quick-pglite.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LinkSettings } from '#src/store/open-link.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

export interface Backend {
  name: string
  /** Settings of a new, empty database. */
  create(): Promise<LinkSettings>
}

export interface Backends {
  all: Backend[]
  /** null where there is none; the reason was printed. */
  postgres: TestPostgres | null
  /** A new folder that goes with the rest. */
  createDirectory(): Promise<string>
  close(): Promise<void>
}

export async function openBackends(): Promise<Backends> {
  const postgres = await startPostgres()
  const directories: string[] = []
  const createDirectory = async () => {
    const directory = await mkdtemp(join(tmpdir(), 'auditor-test-'))
    directories.push(directory)
    return directory
  }
  return {
    all: [
      // The same as in a directory but for the files, so that the long run is often enough.
      ...(process.env['LONG']
        ? [{ name: 'PGlite in memory', create: async () => ({ databaseUrl: null, dataDir: 'memory' }) }]
        : []),
      { name: 'PGlite in a directory', create: async () => ({ databaseUrl: null, dataDir: await createDirectory() }) },
      ...(postgres
        ? [
            {
              name: 'PostgreSQL',
              create: async () => ({ databaseUrl: await postgres.createDatabase(), dataDir: 'memory' }),
            },
          ]
        : []),
    ],
    postgres,
    createDirectory,
    async close() {
      await postgres?.stop()
      for (const directory of directories) await rm(directory, { recursive: true, force: true })
    },
  }
}
