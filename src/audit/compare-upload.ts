/** A file that is about to be published beside the one that an audit read. */
import { type Audit, GATE_DEFAULTS, type GateOptions, type Suppression } from '../model/audit.ts'
import type { DocumentChange, Fate, HistoryFacts } from '../model/facts.ts'
import type { DocumentReport, Finding, Profile } from '../model/report.ts'
import { urlFingerprint } from '../values/url-fingerprint.ts'
import { judgeHistory } from './add-history.ts'
import { isIndex } from './compare-audits.ts'
import { compareUrls } from './compare-urls.ts'
import { failureNotes } from './failure-notes.ts'
import { type GateResult, judgeGate } from './gate.ts'
import { createKnown } from './known-findings.ts'
import { unpackLocSample } from './loc-sample.ts'
import { applySuppressions, isUnchecked, type Judging } from './summarise.ts'
import type { ValidatedDocument } from './validate-document.ts'

export type UploadGate = Pick<GateOptions, 'failOn' | 'maxEntryDrop'>

/** A document of an audit that succeeded. */
export interface PublishedDocument {
  document: DocumentReport
  /** Packed; null where none was kept. */
  sample: string | null
  /** Of the whole audit. */
  findings: readonly Finding[]
  /** What the audit read of what it lists, where it is an index. */
  children: readonly DocumentReport[]
  /** What the audit did not count does not count in the upload either. */
  suppress: readonly Suppression[]
  /** When the audit began; RFC 3339. */
  at: string
}

/** URLs named in a sentence. */
const NAMED_LIMIT = 5

/** @returns the document that the upload shall replace, or why it cannot be told, in a sentence */
export function findPublished({ id, report }: Audit, url: string | null): DocumentReport | string {
  const read = (report?.documents ?? []).filter(({ outcome }) => outcome === 'read')
  if (url !== null) {
    const wanted = new URL(url)
    wanted.hash = ''
    const { href } = wanted
    const found = read.find((one) => one.url === href) ?? read.find((one) => one.finalUrl === href)
    return found ?? `The audit ${id} read no document at ${href}; ${listOf(read)}.`
  }
  const lists = read.filter((one) => !isIndex(one))
  const [only, ...others] = lists
  if (only && others.length === 0) return only
  return `Say by "url" which document it is: the audit ${id} read ${lists.length} that list pages; ${listOf(lists)}.`
}

function listOf(documents: readonly DocumentReport[]): string {
  if (documents.length === 0) return 'it read none'
  const shown = documents.slice(0, NAMED_LIMIT).map(({ url }) => url)
  const left = documents.length - shown.length
  return `it read ${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

/** @param published null: there is no baseline, and every error is new */
export function compareUpload(
  upload: ValidatedDocument,
  published: PublishedDocument | null,
  profile: Profile | null,
  wishes: Partial<UploadGate>,
  nowMs: number,
): { findings: Finding[]; gate: GateResult; notes: string[] } {
  const gate = { ...GATE_DEFAULTS, ...wishes }
  const report = { verdict: 'pass' as const, documents: [upload.document], pages: [] }
  if (published === null)
    return {
      findings: upload.findings,
      notes: upload.notes,
      gate: judgeGate({ ...report, findings: upload.findings }, gate),
    }
  const judging = { profile, suppress: published.suppress, nowMs }
  const findings = suppressKnown(upload, published.document.url, judging)
  const change = changeOf(upload, published)
  const documents = [change, ...lostChildren(upload, published, change)]
  const facts: HistoryFacts = { baselineAt: published.at, robotsUrl: '', maxEntryDrop: gate.maxEntryDrop, documents }
  const judged = judgeHistory({ documents: report.documents, findings }, facts, judging)
  const baseline = { had: createHad(upload.document.url, published), documents }
  const { passed, reasons } = judgeGate({ ...report, findings: judged.findings }, gate, baseline)
  const kindReasons = tellOtherKind(upload.document, published.document)
  return {
    findings: judged.findings,
    notes: [...upload.notes, ...failureNotes(judged.failures)],
    gate: { passed: passed && kindReasons.length === 0, reasons: [...kindReasons, ...reasons] },
  }
}

/** Patterns may name the published address, which may redirect to that of the upload. */
function suppressKnown({ document, findings }: ValidatedDocument, url: string, judging: Judging): Finding[] {
  const asPublished = findings.map((one) => (one.document === document.url ? { ...one, document: url } : one))
  const published = applySuppressions(asPublished, judging).findings
  return applySuppressions(findings, judging).findings.map((finding, index) => ({
    ...finding,
    suppressed: finding.suppressed ?? published[index]?.suppressed ?? null,
  }))
}

/** A list of pages in the place of an index, or an index in that of a list: their numbers say nothing of each other. */
function tellOtherKind(upload: DocumentReport, published: DocumentReport): string[] {
  const isSameKind = isIndex(upload) === isIndex(published)
  // One without entries is told to be emptied.
  if (upload.outcome !== 'read' || upload.entries === 0 || isSameKind) return []
  const { url, entries } = published
  const change = isIndex(published)
    ? `had an index (${entries === 1 ? '1 child' : `${entries ?? 0} children`}) at ${url}, and the upload is none: it would list none of them`
    : `had a sitemap (${entries === 1 ? '1 entry' : `${entries ?? 0} entries`}) at ${url}, and the upload is an index: only an audit can tell whether its children have them`
  return [`The baseline ${change}. Where that is meant, ask without baseline.`]
}

/** Fingerprints have the address in them, and that of the upload may be where the published one redirects to. */
function createHad(url: string, { document, findings }: PublishedDocument): (finding: Finding) => boolean {
  // What was suppressed did not count then: when its suppression has expired, it is news for the gate.
  const counted = findings.filter(({ suppressed }) => suppressed === null)
  const isKnown = createKnown(counted)
  if (url === document.url) return isKnown
  const keyOf = ({ rule, message }: Finding) => `${rule}\n${message}`
  const told = new Set(counted.filter((finding) => finding.document === document.url).map(keyOf))
  return (finding) => isKnown(finding) || told.has(keyOf(finding))
}

function changeOf({ document, sample }: ValidatedDocument, published: PublishedDocument): DocumentChange {
  const before = published.document
  const old = published.sample === null ? null : unpackLocSample(published.sample)
  const isComparable = document.sha256 !== before.sha256 && isIndex(document) === isIndex(before)
  return {
    before,
    fate: fateOf(document),
    urls: isComparable && old && sample ? compareUrls(old, sample) : null,
    movedTo: null,
  }
}

/**
 * What was read under the published index and is listed no more. Where something new is listed, too, it may be there
 * under another name: an audit looks into that, and here there is nothing to look into.
 */
function lostChildren(
  { document, sample }: ValidatedDocument,
  { children }: PublishedDocument,
  { urls }: Pick<DocumentChange, 'urls'>,
): DocumentChange[] {
  if (!isIndex(document) || sample === null || !urls?.isWhole || urls.added.length > 0) return []
  const listed = new Set(sample.locs.map(urlFingerprint))
  return children
    .filter(({ url }) => !listed.has(urlFingerprint(url)))
    .map((before) => ({ before, fate: { kind: 'unlisted', by: document.url }, urls: null, movedTo: null }))
}

function fateOf(document: DocumentReport): Fate {
  const { outcome, bytes } = document
  if (outcome === 'read') return { kind: 'read', report: document }
  if (isUnchecked(outcome)) return { kind: 'unknown', outcome }
  return { kind: 'gone', outcome, status: null, bytes: bytes?.uncompressed ?? null }
}
