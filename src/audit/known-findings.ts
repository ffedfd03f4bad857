/** Which findings of an audit an earlier one had already. */
import type { Finding } from '../model/report.ts'

/** What a finding of history stood for: the next audit, for which it is no news, has these instead. */
const STATES: Record<string, readonly string[]> = {
  'history-emptied': ['document-empty', 'response-empty', 'index-child-empty'],
  'history-document-lost': ['response-not-found', 'response-html', 'response-not-a-sitemap', 'document-root-unknown'],
}

/** @returns whether the earlier audit had it: by fingerprint, or told as the change that it was then */
export function createKnown(before: readonly Finding[]): (finding: Finding) => boolean {
  const fingerprints = new Set(before.map(({ fingerprint }) => fingerprint))
  const states = new Set(
    before.flatMap(({ rule, document }) => (STATES[rule] ?? []).map((state) => keyOf(state, document))),
  )
  return ({ fingerprint, rule, document }) => fingerprints.has(fingerprint) || states.has(keyOf(rule, document))
}

function keyOf(rule: string, document: string | null): string {
  return `${rule}\n${document}`
}
