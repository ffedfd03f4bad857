/** The database itself, as the job queue needs it beside the store: one link, two users. */
import type { PGlite } from '@electric-sql/pglite'
import type { Gate } from './gate.ts'

export type Link =
  | {
      kind: 'pglite'
      pglite: PGlite
      /** PGlite has one session: whoever sends it a statement or a transaction passes here first. */
      gate: Gate
    }
  | { kind: 'postgres'; url: string }
