/** Severities as one reader sees them. */
import type { Breaks, DocumentReport, Finding, Profile, Rule } from '../model/report.ts'
import { RULES_BY_ID } from './index.ts'
import { isRefusedBySchema } from './schema-verdict.ts'

/** These bind every engine. */
const FOR_ALL: readonly Breaks[] = ['protocol', 'xml', 'rfc9309']

/** What is known besides the findings. */
export interface ProfileFacts {
  /** Findings of rules that are not in it stay as they are. Default: all rules. */
  rulesById?: ReadonlyMap<string, Pick<Rule, 'id' | 'breaks'>>
  /** Under `xsd` a document has errors only where its verdict is invalid: feeds and text have no schema to break. */
  documents?: readonly Pick<DocumentReport, 'url' | 'xsd'>[]
}

/**
 * Sets the severities that count under a profile (contract.md, Profile). Findings keep their order; those that keep
 * their severity are the same objects.
 * @param profile null: severities stay those of the catalogue
 */
export function judgeByProfile(
  findings: readonly Finding[],
  profile: Profile | null,
  { rulesById = RULES_BY_ID, documents = [] }: ProfileFacts = {},
): Finding[] {
  if (profile === null) return [...findings]
  const verdicts = new Map<string | null, DocumentReport['xsd']>(documents.map(({ url, xsd }) => [url, xsd]))
  return findings.map((finding) => {
    const rule = rulesById.get(finding.rule)
    if (rule === undefined) return finding
    const severity =
      profile === 'xsd' ? severityForXsd(finding, rule.breaks, verdicts) : severityFor(finding, profile, rule.breaks)
    return severity === finding.severity ? finding : { ...finding, severity }
  })
}

function severityForXsd(
  finding: Finding,
  breaks: readonly Breaks[],
  verdicts: ReadonlyMap<string | null, DocumentReport['xsd']>,
): Finding['severity'] {
  const { document } = finding
  if (verdicts.has(document) && verdicts.get(document) !== 'invalid') return 'note'
  return breaks.includes('xml') || isRefusedBySchema(finding) ? 'error' : 'note'
}

function severityFor(
  finding: Finding,
  profile: Exclude<Profile, 'xsd'>,
  breaks: readonly Breaks[],
): Finding['severity'] {
  const binds = breaks.length === 0 || breaks.includes(profile) || breaks.some((reader) => FOR_ALL.includes(reader))
  return binds ? finding.severity : 'note'
}
