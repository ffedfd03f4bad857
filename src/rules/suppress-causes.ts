/** One cause, one finding: what follows from a cause is taken out. */
import type { Finding } from '../model/report.ts'

/** In one document, a finding of the cause takes those of its consequences with it. */
const IN_ONE_DOCUMENT: readonly { cause: string; takes: readonly string[] }[] = [
  // A transfer that ended early also ends the compressed stream and the XML; one that we ended ourselves likewise.
  { cause: 'response-truncated', takes: ['gzip-truncated', 'xml-truncated', 'response-length-mismatch'] },
  { cause: 'response-budget-exceeded', takes: ['gzip-truncated', 'xml-truncated', 'response-truncated'] },
  {
    cause: 'gzip-truncated',
    takes: ['xml-truncated', 'response-truncated', 'response-empty', 'response-not-a-sitemap'],
  },
  {
    cause: 'gzip-checksum-mismatch',
    takes: ['xml-malformed', 'xml-tag-mismatched', 'xml-character-illegal', 'encoding-invalid-bytes'],
  },
  { cause: 'response-coding-false', takes: ['gzip-named-plain'] },
  {
    cause: 'gzip-corrupt',
    takes: [
      'xml-truncated',
      'gzip-truncated',
      'gzip-checksum-mismatch',
      'xml-malformed',
      'xml-tag-mismatched',
      'encoding-invalid-bytes',
      'response-empty',
      'response-not-a-sitemap',
    ],
  },
  { cause: 'index-lists-itself', takes: ['index-nested', 'index-cycle'] },
  { cause: 'site-host-redirected', takes: ['page-redirected'] },
  { cause: 'site-noindex', takes: ['page-noindex', 'page-noindex-agent', 'page-expired', 'page-robots-contradictory'] },
  { cause: 'site-soft-404', takes: ['page-soft-404'] },
  { cause: 'page-canonical-outside-head', takes: ['page-canonical-missing'] },
  { cause: 'news-empty', takes: ['document-empty', 'index-child-empty'] },
  { cause: 'document-root-unknown', takes: ['document-empty'] },
  { cause: 'robots-html', takes: ['robots-sitemap-missing'] },
  // That it was otherwise before says more than what it is now.
  { cause: 'history-emptied', takes: ['document-empty', 'response-empty'] },
  {
    cause: 'history-document-lost',
    takes: [
      'response-not-found',
      'response-html',
      'response-not-a-sitemap',
      'document-root-unknown',
      'history-entries-dropped',
    ],
  },
]

/** What the finding of one document takes from others. */
const FROM_OTHERS: readonly { cause: string; takes: readonly string[] }[] = [
  // The place that a dead line names has no second finding for the same answer.
  {
    cause: 'robots-sitemap-dead',
    takes: ['response-html', 'response-not-a-sitemap', 'response-not-found', 'document-root-unknown'],
  },
  { cause: 'robots-sitemap-private', takes: ['response-private-address'] },
  { cause: 'loc-private-host', takes: ['response-private-address'] },
  // Its message has every place with its answer; only fallbacks are concerned, never a place that was named.
  { cause: 'sitemap-not-checked', takes: ['response-blocked', 'response-unreachable', 'response-server-error'] },
  { cause: 'index-child-empty', takes: ['document-empty'] },
  { cause: 'index-lists-pages', takes: ['response-html'] },
]

/** Rules whose findings may take others of the same document with them. */
export const CAUSES_IN_ONE_DOCUMENT: ReadonlySet<string> = new Set(IN_ONE_DOCUMENT.map(({ cause }) => cause))

/** Rules whose findings another document's finding may take, however late that one comes. */
export const TAKEN_FROM_OTHERS: ReadonlySet<string> = new Set(FROM_OTHERS.flatMap(({ takes }) => takes))

/** What audit/ knows of who is concerned; a finding shows ten examples at most. */
export interface Concerned {
  /** URLs of the documents that the cause found at `document` speaks of. */
  of(cause: string, document: string | null): ReadonlySet<string>
}

/** @returns the findings that stand by themselves, in their order */
export function suppressCauses(findings: readonly Finding[], concerned: Concerned): Finding[] {
  const taken = new Set<string>()
  const mark = (document: string | null, rules: readonly string[]) => {
    for (const rule of rules) taken.add(`${rule}\n${document}`)
  }
  const has = (rule: string) => findings.filter((finding) => finding.rule === rule)
  for (const { cause, takes } of IN_ONE_DOCUMENT) {
    for (const { document, rule } of has(cause)) {
      if (!taken.has(`${rule}\n${document}`)) mark(document, takes)
    }
  }
  for (const { cause, takes } of FROM_OTHERS) {
    // Many findings of one cause may concern the same documents.
    for (const urls of new Set(has(cause).map(({ document }) => concerned.of(cause, document)))) {
      for (const url of urls) mark(url, takes)
    }
  }
  return findings.filter(({ rule, document }) => !taken.has(`${rule}\n${document}`))
}
