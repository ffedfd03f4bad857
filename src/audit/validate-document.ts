/** Checks a file that is not live yet. Never touches the network. */
import type { BodyEnding } from '../model/exchange.ts'
import type { DocumentReport, Finding, Profile } from '../model/report.ts'
import type { RuleFailure } from '../rules/judge.ts'
import { judgeByProfile } from '../rules/profile.ts'
import { suppressCauses } from '../rules/suppress-causes.ts'
import { isPrivateHost } from '../values/private-host.ts'
import { type CheckDocument, checkDocument } from './check-document.ts'
import { failureNotes } from './failure-notes.ts'
import { sampleDocument } from './keep-history.ts'
import type { LocSample } from './loc-sample.ts'
import { searchConsoleOf } from './search-console.ts'

/** Stands for the address of an upload that was given none: rules of host, scope and name have nothing to judge by. */
const UPLOAD_URL = 'upload'

export interface UploadedDocument {
  /** What they throw is handed on. */
  chunks: AsyncIterable<Uint8Array>
  /** The address it will have. */
  url: string | null
  profile: Profile | null
}

export interface ValidatedDocument {
  document: DocumentReport
  findings: Finding[]
  /** Its URLs, to be compared with those of another one. */
  sample: LocSample | null
  /** What was compared in part, and what failed, in sentences. */
  notes: string[]
  /** Rules that threw: our fault. */
  failures: RuleFailure[]
}

/**
 * @param maxBytes hard stop for the uncompressed document
 * @param nowMs the service's own clock, Unix ms
 * @param check who checks the bytes
 */
export async function validateDocument(
  { chunks, url, profile }: UploadedDocument,
  maxBytes: number,
  nowMs: number,
  check: CheckDocument = checkDocument,
): Promise<ValidatedDocument> {
  let transferred = 0
  async function* counted(): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      transferred += chunk.length
      yield chunk
    }
  }
  const ending = (): BodyEnding => ({
    transferred,
    state: 'complete',
    detail: null,
    declaredLength: null,
    coding: { tokens: [], unknown: [], false: null, undone: [], state: 'ok', offset: null },
  })
  const address = url ?? UPLOAD_URL
  const checked = await check(
    { chunks: counted(), ending, cancel: () => {} },
    {
      url: address,
      finalUrl: address,
      source: 'upload',
      via: 'upload',
      origin: null,
      isNamedByRobots: false,
      nowMs,
      http: null,
      isPrivateSite: url !== null && isPrivateHost(new URL(url).hostname),
    },
    { maxBytes, seed: 1, candidates: 0, node: { via: 'upload', parent: null, depth: 0 }, delivery: null },
  )
  const { report } = checked
  const caused = suppressCauses(checked.findings, { of: () => new Set() })
  const findings = judgeByProfile(caused, profile, { documents: [report] })
  return {
    document: { ...report, searchConsole: searchConsoleOf(report, findings) },
    findings,
    sample: sampleDocument(report, checked.children, checked.fingerprints, checked.fingerprints.locs.length),
    notes: [...checked.notes, ...failureNotes(checked.failures)],
    failures: checked.failures,
  }
}
