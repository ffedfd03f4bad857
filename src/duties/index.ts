/** Every duty, in the order in which they begin. */
import type { Duty } from './duty.ts'
import { removeOldAudits } from './retention.ts'
import { keepSchedules } from './schedules.ts'

export const DUTIES: readonly Duty[] = [keepSchedules, removeOldAudits]
