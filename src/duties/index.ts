/** Every duty, in the order in which they begin. */
import type { Duty } from './duty.ts'
import { feedBatches } from './feed-batches.ts'
import { removeOldAudits } from './retention.ts'
import { keepSchedules } from './schedules.ts'
import { sendWebhooks } from './send-webhooks.ts'

export const DUTIES: readonly Duty[] = [feedBatches, sendWebhooks, keepSchedules, removeOldAudits]
