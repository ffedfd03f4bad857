/** What a rule is told by, in words. */
import type { Basis, Breaks, Severity } from '../../model/report.ts'

export const SEVERITIES: Record<Severity, string> = { error: 'error', warning: 'warning', note: 'note' }

export const BREAKS: Record<Breaks, string> = {
  protocol: 'sitemaps.org',
  google: 'Google',
  bing: 'Bing',
  yandex: 'Yandex',
  xsd: 'the XML schemas',
  xml: 'XML',
  rfc9309: 'RFC 9309',
}

export const BASES: Record<Basis, string> = {
  documented: 'documented',
  convention: 'good practice',
  field: 'seen in the field',
}
