/** Opens the database that the settings name: PostgreSQL by its URL, or PGlite in a directory that nobody else holds. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { lockDirectory } from './directory-lock.ts'
import { createGate } from './gate.ts'
import { guardPglite } from './guard-pglite.ts'
import type { Link } from './link.ts'
import { createPgliteDialect } from './pglite-dialect.ts'
import { preparePglite } from './prepare-pglite.ts'
import type { Schema } from './schema.ts'

/** Statements at once from this process. Further ones wait; the queue and the listener have connections of their own. */
const POOL_SIZE = 10

/** PGlite's own way makes a string of every byte: a third of the time of a large audit went there. */
const QUICK_BYTES = {
  serializers: {
    [types.BYTEA]: (bytes: Uint8Array) =>
      `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`,
  },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
}

/**
 * PGlite's own is 128 MB of pages, which it fills with zeros at the start: memory that a service at rest would hold for
 * nothing. What is not among these pages comes from the system's own cache of the same file.
 */
const PAGES_IN_MEMORY = '32MB'

export interface LinkSettings {
  /** PostgreSQL; null: embedded. */
  databaseUrl: string | null
  /** Where the embedded database lives; `memory` keeps nothing. */
  dataDir: string
}

export interface OpenLink {
  link: Link
  db: Kysely<Schema>
  close(): Promise<void>
}

/**
 * @param onError told of connections that break while nobody uses them
 * @throws DirectoryInUseError when another process has the directory
 */
export async function openLink(settings: LinkSettings, onError: (error: Error) => void): Promise<OpenLink> {
  if (settings.databaseUrl !== null) return openPostgres(settings.databaseUrl, onError)
  return openEmbedded(settings.dataDir)
}

function openPostgres(url: string, onError: (error: Error) => void): OpenLink {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: 30_000,
    application_name: 'sitemap-auditor',
  })
  pool.on('error', onError)
  // The pool listens to idle connections alone: one that breaks between two statements of a transaction would end the
  // process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { link: { kind: 'postgres', url }, db, close: () => db.destroy() }
}

async function openEmbedded(dataDir: string): Promise<OpenLink> {
  const isKept = dataDir !== 'memory'
  if (isKept) await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = isKept ? await lockDirectory(dataDir) : async () => {}
  try {
    const pglite = await PGlite.create({
      ...QUICK_BYTES,
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${PAGES_IN_MEMORY}`],
      ...(isKept && { dataDir: join(dataDir, 'pglite') }),
    })
    guardPglite(preparePglite(pglite))
    const gate = createGate()
    const db = new Kysely<Schema>({ dialect: createPgliteDialect(pglite, gate) })
    return {
      link: { kind: 'pglite', pglite, gate },
      db,
      async close() {
        // Kysely closes what it has opened, and has opened nothing before its first statement.
        await db.destroy()
        if (!pglite.closed) await pglite.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
