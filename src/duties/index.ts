/** Every duty, in the order in which they begin. */
import { readBundles } from './bundles.ts'
import type { Duty } from './duty.ts'
import { feedBatches } from './feed-batches.ts'
import { forgetEvents } from './forget-events.ts'
import { makeMissingJobs } from './missing-jobs.ts'
import { removeOldAudits } from './retention.ts'
import { keepSchedules } from './schedules.ts'
import { sendWebhooks } from './send-webhooks.ts'

export const DUTIES: readonly Duty[] = [
  readBundles,
  feedBatches,
  sendWebhooks,
  keepSchedules,
  makeMissingJobs,
  removeOldAudits,
  forgetEvents,
]
