/** Takes part in reading the documents of large audits, whoever runs them. */
import type { Duty } from './duty.ts'
import { openEarlier } from './open-earlier.ts'
import { readBundle } from './read-bundle.ts'
import { createReadingRoom } from './reading-room.ts'

export const readBundles: Duty = async ({ config, store, channels, limits, createFetcher, openHeaders, logger }) => {
  const room = createReadingRoom({
    maxDocumentBytes: config.fetch.maxDocumentBytes,
    createFetcher: (identity) => createFetcher({ ...identity, limits }),
    openHeaders,
    openEarlier: (auditId) => openEarlier(store, auditId, logger),
  })
  // Places of their own: the audits that wait for these documents hold none of them.
  await channels.bundles.work(config.fetch.hostConcurrency, (job) => readBundle(job, { store, room, logger }))
  return () => room.close()
}
