/** What a running audit has found and not yet told: each document and finding once, in pieces that a statement can take. */
import { createHash } from 'node:crypto'
import type { Found } from '../audit/tools.ts'
import type { DocumentReport, Finding, Report } from '../model/report.ts'
import type { NewEvent } from '../store/events.ts'

/** Events of one statement: so many at most, and no further one beyond these bytes. */
const BATCH_EVENTS = 500
const BATCH_BYTES = 1_000_000
/** Corrections of one event. */
const CORRECTIONS = 500

/** What the report says otherwise than it was told. */
export interface Corrections {
  /** Fingerprints of findings that are not in the report: their cause was found later. */
  withdrawn: string[]
  /** Findings of the report that differ from what was told, as far as they count. */
  changed: Pick<Finding, 'fingerprint' | 'severity' | 'occurrences' | 'share' | 'suppressed'>[]
}

export interface EventGatherer {
  /** Kept by reference until they are taken: costs no more memory than the audit does anyway. */
  add(found: Found): void
  /** @returns the next events to be stored, oldest first; empty when there are none */
  take(): NewEvent[]
  /** Whether the next `take` has something. */
  hasMore(): boolean
  /** What was taken could not be stored. */
  giveBack(events: readonly NewEvent[]): void
  /** Adds what the report has and was not told, and what was told and the report has otherwise. */
  settle(report: Report): void
}

export function createEventGatherer(): EventGatherer {
  const waiting: (() => NewEvent)[] = []
  const documents = new Set<string>()
  const findings = new Map<string, string>()
  let corrections = 0

  function add(found: Found): void {
    for (const document of found.documents) {
      if (documents.has(document.url)) continue
      documents.add(document.url)
      waiting.push(() => documentEvent(document))
    }
    for (const finding of found.findings) {
      if (findings.has(finding.fingerprint)) continue
      findings.set(finding.fingerprint, JSON.stringify(countedOf(finding)))
      waiting.push(() => findingEvent(finding))
    }
  }

  return {
    add,

    take() {
      const events: NewEvent[] = []
      let bytes = 0
      while (waiting.length > events.length && events.length < BATCH_EVENTS && bytes < BATCH_BYTES) {
        const event = waiting[events.length]?.()
        if (event === undefined) break
        events.push(event)
        bytes += event.body.length
      }
      waiting.splice(0, events.length)
      return events
    },

    hasMore: () => waiting.length > 0,

    giveBack: (events) => void waiting.unshift(...events.map((event) => () => event)),

    settle(report) {
      const told = new Map(findings)
      add(report)
      const withdrawn = new Set(told.keys())
      const changed: Corrections['changed'] = []
      for (const finding of report.findings) {
        const before = told.get(finding.fingerprint)
        if (before === undefined || !withdrawn.delete(finding.fingerprint)) continue
        const counted = countedOf(finding)
        if (JSON.stringify(counted) !== before) changed.push(counted)
      }
      for (const group of groupsOf([...withdrawn], changed)) {
        const key = `corrected ${++corrections}`
        waiting.push(() => ({ type: 'corrected', key, body: JSON.stringify(group) }))
      }
    },
  }
}

function documentEvent(document: DocumentReport): NewEvent {
  const digest = createHash('sha256').update(document.url).digest('base64url')
  return { type: 'document', key: `document ${digest}`, body: JSON.stringify(document) }
}

function findingEvent(finding: Finding): NewEvent {
  return { type: 'finding', key: `finding ${finding.fingerprint}`, body: JSON.stringify(finding) }
}

function countedOf({ fingerprint, severity, occurrences, share, suppressed }: Finding): Corrections['changed'][number] {
  return { fingerprint, severity, occurrences, share, suppressed }
}

function groupsOf(withdrawn: string[], changed: Corrections['changed']): Corrections[] {
  const groups: Corrections[] = []
  for (let from = 0; from < Math.max(withdrawn.length, changed.length); from += CORRECTIONS) {
    groups.push({
      withdrawn: withdrawn.slice(from, from + CORRECTIONS),
      changed: changed.slice(from, from + CORRECTIONS),
    })
  }
  return groups
}
