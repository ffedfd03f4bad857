/** What became of the documents of one audit in another one of the same site. Works both ways in time. */
import type { Fate } from '../model/facts.ts'
import type { DocumentReport, Report } from '../model/report.ts'
import { CHILDREN_LIMIT } from '../model/standards.ts'
import { isUnchecked } from './summarise.ts'

/** An audit as the other one of a comparison needs it. */
export interface TracedAudit {
  report: Pick<Report, 'origin' | 'documents' | 'discovery' | 'robots'>
  /** The sitemaps were named by the request: robots.txt and the fallbacks were not looked at. */
  isRequested: boolean
  isListWhole: boolean
  isRobotsWhole: boolean
  /** Whether an index lists this URL that was not attempted under it. Need only know what was in the other audit. */
  isListed(url: string): boolean
}

/** Every document that `before` attempted, in its order, and what `after` knows of it. */
export function traceDocuments(
  before: Pick<TracedAudit, 'report'>,
  after: TracedAudit,
): { document: DocumentReport; fate: Fate }[] {
  const find = createFinder(before.report.origin, after)
  const fates = new Map<string, Fate>()
  return before.report.documents.map((document) => {
    // Parents come before their children.
    const parent = document.parent === null ? undefined : fates.get(document.parent)
    const fate = find(document, parent)
    fates.set(document.url, fate)
    return { document, fate }
  })
}

function createFinder(originBefore: string, after: TracedAudit) {
  const { report } = after
  const byUrl = new Map<string, DocumentReport>()
  for (const document of report.documents) {
    byUrl.set(document.url, document)
    if (!byUrl.has(document.finalUrl)) byUrl.set(document.finalUrl, document)
  }
  const places = new Map(report.discovery.map((place) => [place.url, place]))

  /** What redirected is the document at the end; and the site may have been read over http then and over https now. */
  function namesOf({ url, finalUrl }: DocumentReport): string[] {
    const names = url === finalUrl ? [url] : [url, finalUrl]
    if (report.origin === originBefore) return names
    return names.flatMap((name) =>
      name.startsWith(`${originBefore}/`) ? [name, report.origin + name.slice(originBefore.length)] : name,
    )
  }

  return (document: DocumentReport, parent: Fate | undefined): Fate => {
    const names = namesOf(document)
    for (const name of names) {
      const found = byUrl.get(name)
      if (found) return fateOf(found)
    }
    for (const name of names) {
      const place = places.get(name)
      // A place that led to a document which is told under another address is still there.
      if (place) return isGone(place) ? { ...goneAt(place), bytes: null } : unknown(place.outcome)
    }
    if (names.some((name) => after.isListed(name)) || !after.isListWhole) return unknown(null)
    if (document.parent !== null) return fateOfChild(document.parent, parent)
    const isNamed = document.via.startsWith('robots.txt:')
    const isAsked = after.isRequested || !after.isRobotsWhole
    const isPlain = report.robots.outcome === 'read' || report.robots.outcome === 'absent'
    return isNamed && !isAsked && isPlain ? { kind: 'unlisted', by: report.robots.url } : unknown(null)
  }
}

function fateOfChild(url: string, parent: Fate | undefined): Fate {
  switch (parent?.kind) {
    case 'gone':
    case 'unlisted':
    case 'with-parent':
      return { kind: 'with-parent', parent: url }
    case 'read': {
      const { report } = parent
      const isWhole = report.complete && (report.children?.listed ?? 0) < CHILDREN_LIMIT
      return isWhole ? { kind: 'unlisted', by: report.url } : unknown(null)
    }
    default:
      return unknown(null)
  }
}

function fateOf(found: DocumentReport): Fate {
  if (found.outcome === 'read') return { kind: 'read', report: found }
  const { outcome, http, bytes } = found
  return isGone(found)
    ? { ...goneAt({ outcome, status: http?.status ?? null }), bytes: bytes?.uncompressed ?? null }
    : unknown(outcome)
}

function isGone({ outcome }: Pick<DocumentReport, 'outcome'>): boolean {
  return outcome !== 'read' && !isUnchecked(outcome)
}

function goneAt({ outcome, status }: { outcome: DocumentReport['outcome']; status: number | null }) {
  return { kind: 'gone', outcome, status } as const
}

function unknown(outcome: DocumentReport['outcome'] | null): Fate {
  return { kind: 'unknown', outcome }
}
