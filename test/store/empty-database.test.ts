import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabaseFile, readEmptyDatabase } from '#src/store/empty-database.ts'
import { startService } from '../support/service.ts'

/** Every row of every table of the system, and every setting. */
async function describe(pglite: PGlite): Promise<Record<string, unknown>> {
  const tables = await pglite.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace in ('pg_catalog'::regnamespace,
      'information_schema'::regnamespace, 'public'::regnamespace) order by relname`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables.rows) {
    const table = `${name.startsWith('pg_') ? 'pg_catalog' : 'information_schema'}.${name}`
    const { rows } = await pglite.query(
      `select count(*)::int as n, md5(string_agg(t::text, e'\\n' order by t::text)) as rows from ${table} t`,
    )
    found[name] = rows[0]
  }
  const settings = await pglite.query('select name, setting from pg_settings order by name')
  found['settings'] = settings.rows
  await pglite.close()
  return found
}

test('there is one for the PGlite that is installed, the same as it makes itself', async () => {
  await access(await emptyDatabaseFile())
  const loadDataDir = (await readEmptyDatabase()) as Blob
  // Not PGlite.create, which tests give another template.
  const kept = new PGlite({ loadDataDir })
  const made = new PGlite()
  const [one, other] = [await describe(kept), await describe(made)]
  expect(Object.keys(one).length).toBeGreaterThan(60)
  expect(one).toEqual(other)
})

test('a service begins with it, and opens it again', async () => {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'empty-database-')), 'data')
  const { PGLITE_TEMPLATE } = process.env
  // Services of tests begin with another one, which has the tables already.
  delete process.env['PGLITE_TEMPLATE']
  onTestFinished(async () => {
    if (PGLITE_TEMPLATE !== undefined) process.env['PGLITE_TEMPLATE'] = PGLITE_TEMPLATE
    await rm(join(dataDir, '..'), { recursive: true, force: true })
  })
  for (let start = 0; start < 2; start++) {
    const service = await startService(null, { DATA_DIR: dataDir })
    expect((await fetch(`${service.url}/audits`)).status).toBe(200)
    expect(await service.stop()).toBe(0)
  }
}, 60_000)
