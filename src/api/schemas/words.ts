/** The closed lists of words that the schemas use, each the same as its type in the model. */
import type { AuditStatus } from '../../model/audit.ts'
import type { Basis, Breaks, DocumentKind, Outcome, Profile, Severity, Verdict } from '../../model/report.ts'

/** Every word of a union, once: a missing or unknown one does not compile. */
const wordsOf =
  <U extends string>() =>
  <const W extends readonly U[]>(...words: [U] extends [W[number]] ? W : never): W =>
    words

export const STATUSES = wordsOf<AuditStatus>()('queued', 'running', 'succeeded', 'failed', 'cancelled')
export const VERDICTS = wordsOf<Verdict>()('pass', 'warn', 'fail', 'unchecked')
export const SEVERITIES = wordsOf<Severity>()('error', 'warning', 'note')
export const PROFILES = wordsOf<Profile>()('google', 'bing', 'yandex', 'protocol', 'xsd')
export const BREAKS = wordsOf<Breaks>()('protocol', 'google', 'bing', 'yandex', 'xsd', 'xml', 'rfc9309')
export const BASES = wordsOf<Basis>()('documented', 'convention', 'field')
export const KINDS = wordsOf<DocumentKind>()('urlset', 'sitemapindex', 'rss', 'atom', 'text', 'html', 'unknown')
export const OUTCOMES = wordsOf<Outcome>()(
  'read',
  'absent',
  'blocked',
  'unreachable',
  'server-error',
  'not-a-sitemap',
  'refused',
  'skipped',
)
