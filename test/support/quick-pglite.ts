/**
 * Lets every new embedded database of this process begin as a copy of the template. It is loaded before the tests, and
 * into the services that they start; the demo's test starts one without it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

const { PGLITE_TEMPLATE: template } = process.env

if (template !== undefined) {
  const create = PGlite.create.bind(PGlite) as (options?: object) => Promise<PGlite>
  const quick = (options: { dataDir?: string } = {}) =>
    options.dataDir === undefined || !existsSync(options.dataDir)
      ? create({ ...options, loadDataDir: new Blob([readFileSync(template)]) })
      : create(options)
  Object.assign(PGlite, { create: quick })
}
