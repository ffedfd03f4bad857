/**
 * What comes next in the stream of an audit: what it tells while it runs, or, when that is no longer kept, its report in
 * the same form. Knows where a follower stands and nothing of what it was sent, so a follower may come back anywhere.
 */
import type { EventLook, EventStore } from '../store/events.ts'
import type { Store } from '../store/store.ts'
import { hasEnded } from './audit-status.ts'
import { toSafeJson } from './safe-json.ts'
import { formatEvent } from './sse.ts'

/** Where a follower stands: behind an event of the audit, behind a piece of its report, or before its end. */
export interface Position {
  in: 'events' | 'documents' | 'findings' | 'end'
  after: number
}

export const BEGINNING: Position = { in: 'events', after: 0 }
const REPORT: Position = { in: 'documents', after: -1 }
const END: Position = { in: 'end', after: 0 }

/** The id of the last event. */
const END_ID = 'done'

export interface Step {
  /** To be sent; may be empty. */
  text: string
  /** Where the follower stands then; null: the stream is over. */
  next: Position | null
  /** There is nothing more before the next notice. */
  isCaughtUp: boolean
  /** As text, of a running audit: is sent when it differs from the one before. */
  progress: string
}

/** Events or pieces that are read, and sent, at once: what one follower holds in memory. */
const BATCH = 50

/** @returns undefined for what is no id of an event */
export function parsePosition(id: string): Position | undefined {
  if (id === END_ID) return END
  const [, list, number] = /^([df]?)(\d{1,9})$/.exec(id) ?? []
  if (list === undefined) return undefined
  return { in: list === 'd' ? 'documents' : list === 'f' ? 'findings' : 'events', after: Number(number) }
}

export function createSteps(store: Pick<Store, 'events'>) {
  const read = shareReads(store)

  /** @param progress the last one sent */
  return async function step(auditId: string, position: Position, progress: string): Promise<Step> {
    switch (position.in) {
      case 'events':
        return stepThroughEvents(auditId, position, progress)
      case 'documents':
      case 'findings':
        return stepThroughReport(auditId, position.in, position.after)
      case 'end':
        return tellEnd(auditId)
    }
  }

  async function stepThroughEvents(auditId: string, { after }: Position, progress: string): Promise<Step> {
    const look = await read(auditId, after, BATCH)
    if (!look) return over('')
    // A number that was never given out: of another database, or from before its backup.
    if (after > look.lastSeq) return goOn(restart(), BEGINNING)
    const last = look.events.at(-1)?.seq ?? after
    const now = toSafeJson(look.progress)
    const text = [
      ...look.events.map(({ seq, type, body }) => formatEvent({ id: String(seq), type, data: body })),
      ...(now === progress ? [] : [formatEvent({ id: null, type: 'progress', data: now })]),
    ].join('')
    const next: Position = { in: 'events', after: last }
    if (look.events.length === BATCH) return { text, next, isCaughtUp: false, progress: now }
    if (!hasEnded(look)) return { text, next, isCaughtUp: true, progress: now }
    if (await store.events.areKept(auditId)) return goOn(text, END)
    // What the follower was told cannot be gone on with.
    return goOn(last > 0 ? text + restart() : text, REPORT)
  }

  async function stepThroughReport(auditId: string, list: 'documents' | 'findings', after: number): Promise<Step> {
    const rows = await store.events.readReport(auditId, list, after, BATCH)
    const type = list === 'documents' ? 'document' : 'finding'
    const text = rows
      .map(({ ordinal, body }) => formatEvent({ id: `${type[0]}${ordinal}`, type, data: toSafeJson(body) }))
      .join('')
    const last = rows.at(-1)
    if (last && rows.length === BATCH) return goOn(text, { in: list, after: last.ordinal })
    return goOn(text, list === 'documents' ? { in: 'findings', after: -1 } : END)
  }

  async function tellEnd(auditId: string): Promise<Step> {
    const end = await store.events.readEnd(auditId)
    if (!end) return over('')
    // Nobody is sent here before: the follower made its position up.
    if (!hasEnded(end)) return goOn(restart(), BEGINNING)
    return over(formatEvent({ id: END_ID, type: 'done', data: toSafeJson(end) }))
  }
}

/** What was sent before no longer counts. Its number is from before every event. */
function restart(): string {
  return formatEvent({ id: '0', type: 'restart', data: '{}' })
}

function goOn(text: string, next: Position): Step {
  return { text, next, isCaughtUp: false, progress: '' }
}

function over(text: string): Step {
  return { text, next: null, isCaughtUp: true, progress: '' }
}

/** All followers of one audit are woken by the same notice, and most of them stand at the same place. */
function shareReads(store: Pick<Store, 'events'>): EventStore['read'] {
  const reads = new Map<string, Promise<EventLook | undefined>>()
  return (auditId, after, limit) => {
    const key = `${auditId} ${after}`
    const known = reads.get(key)
    if (known) return known
    const reading = store.events.read(auditId, after, limit).finally(() => reads.delete(key))
    reads.set(key, reading)
    return reading
  }
}
