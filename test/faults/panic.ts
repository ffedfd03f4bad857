/**
 * Opens the embedded database of a directory as the service does, fills its disk, and writes until the database cannot
 * write its own log any more. Arguments: DATA_DIR, and the root of its file system.
 */
import { createLogger } from '#src/api/logger.ts'
import { endOnUncaughtFaults } from '#src/last-words.ts'
import { openLink } from '#src/store/open-link.ts'
import { fillDisk } from './fill-disk.ts'

const [, , dataDir = '', disk = ''] = process.argv
endOnUncaughtFaults(createLogger('info'))
const { link } = await openLink({ databaseUrl: null, dataDir }, () => {})
if (link.kind !== 'pglite') throw new Error('an embedded database was asked for')
fillDisk(disk)
const { pglite } = link
for (let n = 0; n < 20; n++) {
  // Each goes on in the next file of the log, and there is no room for one.
  await pglite.query('select pg_switch_wal()').catch(() => {})
  await pglite.query('update audits set priority = priority').catch(() => {})
}
// Behind it no statement is answered, not even one that asks for nothing.
await pglite.query('select 1').catch((error: Error) => console.error(error.name, error.message))
setTimeout(() => console.log('it lives'), 5_000)
