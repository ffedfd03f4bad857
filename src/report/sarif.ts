/**
 * SARIF 2.1.0 (OASIS standard), within the limits of GitHub code scanning. Written in pieces: the log as a whole may be
 * large, no part of it is.
 */
import type { Artifact, Location, Result, Run } from 'sarif'
import type { Example, Finding, Report } from '../model/report.ts'
import { printable } from './printable.ts'
import { toContext, toRegion } from './sarif-regions.ts'
import { toDescriptor } from './sarif-rules.ts'
import { createSarifUris, type SarifUris } from './sarif-uris.ts'
import { type ReportSource, sortByHarm } from './source.ts'
import { formatNumber, partialSentence } from './words.ts'

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

/** More results in a run and GitHub refuses it all; of fewer it keeps 5,000, the worst. Ours come sorted. */
const RESULTS_LIMIT = 25_000
const RESULTS_KEPT_BY_GITHUB = 5_000

export function* renderSarif(source: ReportSource): Generator<string, void, void> {
  const { audit, report, rules, tool, baseline } = source
  const uris = createSarifUris(report.origin)
  const findings = sortByHarm(report.findings).slice(0, RESULTS_LIMIT)
  const ruleIds = [...new Set(findings.map(({ rule }) => rule))].sort()
  const indexes = new Map(ruleIds.map((id, index) => [id, index]))
  const artifacts = toArtifacts(report, findings, uris)
  // Every URI has to be known before its base is written.
  for (const { document } of findings) uris.locate(document)

  const driver: Run['tool']['driver'] = {
    name: 'Sitemap auditor',
    version: tool.version,
    semanticVersion: tool.version,
    informationUri: tool.homepage,
    rules: ruleIds.map((id) => toDescriptor(id, rules.get(id))),
  }
  const gate = audit.gate && { passed: audit.gate.passed, reasons: audit.gate.reasons.map(printable) }
  const run: Omit<Run, 'results'> = {
    tool: { driver },
    columnKind: 'unicodeCodePoints',
    // No guids: the schema knows those of versions 1 to 5 only, and ids of audits are of version 7.
    automationDetails: { id: `sitemap-auditor/${audit.domain}/${audit.id}` },
    originalUriBaseIds: uris.bases(),
    invocations: [toInvocation(source, report.findings.length - findings.length)],
    artifacts,
    properties: { verdict: report.verdict, summary: report.summary, gate, baseline: baseline?.id ?? null },
  }
  yield `{"$schema":${JSON.stringify(SCHEMA)},"version":"2.1.0","runs":[${JSON.stringify(run).slice(0, -1)},"results":[`
  for (const [index, finding] of findings.entries()) {
    const result = toResult(finding, indexes.get(finding.rule) ?? 0, uris, baseline)
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(result)}`
  }
  yield '\n]}]}\n'
}

function toInvocation({ audit, report }: ReportSource, leftOut: number): NonNullable<Run['invocations']>[number] {
  const partial = partialSentence(audit)
  const texts = [
    ...(partial === null ? [] : [partial]),
    ...(leftOut > 0
      ? [`${formatNumber(leftOut)} findings are left out: a run may have ${formatNumber(RESULTS_LIMIT)}.`]
      : []),
    ...(leftOut <= 0 && report.findings.length > RESULTS_KEPT_BY_GITHUB
      ? [`GitHub code scanning keeps the first ${formatNumber(RESULTS_KEPT_BY_GITHUB)} results.`]
      : []),
    ...report.notes.map(printable),
  ]
  return {
    executionSuccessful: audit.status === 'succeeded',
    ...(audit.startedAt === null ? {} : { startTimeUtc: audit.startedAt }),
    ...(audit.finishedAt === null ? {} : { endTimeUtc: audit.finishedAt }),
    toolExecutionNotifications: texts.map((text) => ({ level: 'note', message: { text } })),
  }
}

/** The documents that findings stand in, with what identifies their bytes. */
function toArtifacts({ documents }: Report, findings: readonly Finding[], uris: SarifUris): Artifact[] {
  const named = new Set(findings.map(({ document }) => document))
  return documents
    .filter(({ url }) => named.has(url))
    .map(({ url, bytes, sha256, http }) => ({
      location: uris.locate(url),
      ...(bytes === null ? {} : { length: bytes.uncompressed }),
      ...(isMediaType(http?.mediaType) ? { mimeType: http?.mediaType as string } : {}),
      ...(sha256 === null ? {} : { hashes: { 'sha-256': sha256 } }),
    }))
}

/** As the schema has it; what the server sent may be anything. */
function isMediaType(text: string | null | undefined): boolean {
  return typeof text === 'string' && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(text)
}

function toResult(finding: Finding, ruleIndex: number, uris: SarifUris, baseline: ReportSource['baseline']): Result {
  const { rule, severity, message, document, examples, occurrences, share, pattern, fingerprint, fix } = finding
  const places: (Example | null)[] = examples.some(({ line }) => line !== null)
    ? examples.filter(({ line }) => line !== null)
    : [null]
  const [first, ...others] = places.map((example) => toLocation(document, example, uris))
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: escapeMessage(`${message} ${fix}`) },
    // Of several, code scanning takes the first one.
    locations: first ? [first] : [],
    ...(others.length > 0
      ? { relatedLocations: others.map((location, index) => ({ id: index + 1, ...location })) }
      : {}),
    occurrenceCount: occurrences,
    // The first is the only name that GitHub knows.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, 'sitemapAuditor/v1': fingerprint },
    ...(finding.suppressed === null
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: printable(finding.suppressed) }] }),
    ...(baseline === null ? {} : { baselineState: baseline.had(finding) ? 'unchanged' : 'new' }),
    properties: { document: shown(document), share, pattern: shown(pattern) },
  }
}

function toLocation(document: string | null, example: Example | null, uris: SarifUris): Location {
  return {
    physicalLocation: { artifactLocation: uris.locate(document), region: toRegion(example), ...toContext(example) },
    ...(example?.value == null ? {} : { message: { text: escapeMessage(example.value) } }),
  }
}

function shown(text: string | null): string | null {
  return text === null ? null : printable(text)
}

/** SARIF 3.11: brackets make links and braces placeholders in a message; two braces, or a backslash, take it back. */
function escapeMessage(text: string): string {
  const escaped = printable(text)
    .replace(/[\\[\]]/g, '\\$&')
    .replace(/[{}]/g, '$&$&')
  return escaped === '' ? '(empty)' : escaped
}
