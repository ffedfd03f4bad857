/** All migrations, in the order of their names. A released one is never edited: what changes gets its own. */
import type { Migration } from 'kysely/migration'
import * as audits from './0001-audits.ts'
import * as scale from './0002-scale.ts'
import * as schedules from './0003-schedules.ts'
import * as batches from './0004-batches.ts'
import * as events from './0005-events.ts'
import * as parts from './0006-parts.ts'
import * as hosts from './0007-hosts.ts'
import * as history from './0008-history.ts'
import * as findingCounts from './0009-finding-counts.ts'
import * as hashRuns from './0010-hash-runs.ts'

export const MIGRATIONS: Record<string, Migration> = {
  '0001-audits': audits,
  '0002-scale': scale,
  '0004-batches': batches,
  '0005-events': events,
  '0006-parts': parts,
  '0007-hosts': hosts,
  '0008-history': history,
  '0009-finding-counts': findingCounts,
  '0010-hash-runs': hashRuns,
  '0003-schedules': schedules,
}
