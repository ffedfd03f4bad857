/** Takes part in reading the documents of large audits, whoever runs them. */
import type { Duty } from './duty.ts'
import { readBundle } from './read-bundle.ts'
import { createReadingRoom } from './reading-room.ts'

export const readBundles: Duty = async ({ config, store, channels, limits, openHeaders, logger }) => {
  const room = createReadingRoom({ fetch: config.fetch, limits, openHeaders })
  // Places of their own: the audits that wait for these documents hold none of them.
  await channels.bundles.work(config.fetch.hostConcurrency, (job) => readBundle(job, { store, room, logger }))
  return () => room.close()
}
