/** Severities as one reader sees them. */
import type { Breaks, Finding, Profile, Rule } from '../model/report.ts'
import { RULES_BY_ID } from './index.ts'
import { isRefusedBySchema } from './schema-verdict.ts'

/** These bind every engine. */
const FOR_ALL: readonly Breaks[] = ['protocol', 'xml', 'rfc9309']

/**
 * Sets the severities that count under a profile (contract.md, Profile). Findings keep their order; those that keep
 * their severity are the same objects.
 * @param profile null: severities stay those of the catalogue
 * @param rulesById findings of rules that are not in it stay as they are
 */
export function judgeByProfile(
  findings: readonly Finding[],
  profile: Profile | null,
  rulesById: ReadonlyMap<string, Pick<Rule, 'id' | 'breaks'>> = RULES_BY_ID,
): Finding[] {
  return findings.map((finding) => {
    const rule = rulesById.get(finding.rule)
    if (profile === null || rule === undefined) return finding
    const severity = severityFor(finding, profile, rule.breaks)
    return severity === finding.severity ? finding : { ...finding, severity }
  })
}

function severityFor(finding: Finding, profile: Profile, breaks: readonly Breaks[]): Finding['severity'] {
  if (profile === 'xsd') return breaks.includes('xml') || isRefusedBySchema(finding) ? 'error' : 'note'
  const binds = breaks.length === 0 || breaks.includes(profile) || breaks.some((reader) => FOR_ALL.includes(reader))
  return binds ? finding.severity : 'note'
}
