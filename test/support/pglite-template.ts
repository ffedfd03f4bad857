/**
 * Before all tests: one embedded database with its tables and queues, as a file. Making one costs four seconds of a core,
 * loading one a tenth of it, and tests need hundreds (see quick-pglite.ts).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openChannels } from '#src/queue/channels.ts'
import { openQueue } from '#src/queue/open-queue.ts'
import { openStore } from '#src/store/open-store.ts'

/** vitest's global setup. @returns what removes it again */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'auditor-template-'))
  const file = join(directory, 'empty.tar')
  const onError = (error: Error) => console.error(error)
  const store = await openStore({ databaseUrl: null, dataDir: 'memory' }, onError)
  const { link } = store
  if (link.kind !== 'pglite') throw new Error('the template is made of an embedded database')
  const queue = await openQueue({ link, concurrency: 1, auditTimeoutMs: 60_000, onError })
  await openChannels(queue, { bundleTimeoutMs: 60_000 })
  await queue.stop(0)
  const dump = await link.pglite.dumpDataDir('none')
  await store.close()
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
  process.env['PGLITE_TEMPLATE'] = file
  // Every process of the tests loads much the same modules.
  process.env['NODE_COMPILE_CACHE'] ??= join(directory, 'code')
  // The last process may be writing what it has compiled.
  return () => rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
