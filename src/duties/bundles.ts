/** Takes part in reading the documents of large audits, whoever runs them. */

import { openEarlier } from '../jobs/open-earlier.ts'
import { readBundle } from '../jobs/read-bundle.ts'
import { createReadingRoom } from '../jobs/reading-room.ts'
import type { Duty } from './duty.ts'

export const readBundles: Duty = async (tools) => {
  const { config, store, channels, limits, createFetcher, check, openHeaders, logger } = tools
  const room = createReadingRoom({
    maxDocumentBytes: config.fetch.maxDocumentBytes,
    createFetcher: (identity) => createFetcher({ ...identity, limits }),
    ...(check && { check }),
    openHeaders,
    openEarlier: (auditId) => openEarlier(store, auditId, logger),
  })
  // Places of their own: the audits that wait for these documents hold none of them.
  await channels.bundles.work(config.fetch.hostConcurrency, (job) => readBundle(job, { store, room, logger }))
  return () => room.close()
}
