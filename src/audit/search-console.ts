/** What the Sitemaps report of Search Console would say of a document. */
import type { DocumentReport, Finding, Rule } from '../model/report.ts'
import { RULES_BY_ID } from '../rules/index.ts'

const COULD_NOT_FETCH = "Couldn't fetch"

type Shown = Pick<DocumentReport, 'url' | 'outcome' | 'complete' | 'parent' | 'entries'>

/**
 * @param findings of the whole audit, or of the upload; whatever profile they were judged by, and suppressed or not:
 * neither is known to Google
 * @returns null where Google may see what we could not
 */
export function searchConsoleOf(
  document: Shown,
  findings: readonly Finding[],
  rulesById: ReadonlyMap<string, Pick<Rule, 'severity' | 'breaks' | 'searchConsole'>> = RULES_BY_ID,
): DocumentReport['searchConsole'] {
  switch (document.outcome) {
    case 'blocked':
    case 'refused':
    case 'skipped':
      return null
    case 'absent':
    case 'unreachable':
    case 'server-error':
      return COULD_NOT_FETCH
    case 'read':
    case 'not-a-sitemap': {
      const names = findings.flatMap((finding) => {
        const rule = rulesById.get(finding.rule)
        return rule !== undefined && concerns(finding, document) ? (shownName(rule) ?? []) : []
      })
      if (names.some((name) => name.includes(COULD_NOT_FETCH))) return COULD_NOT_FETCH
      if (names.length > 0 || document.outcome === 'not-a-sitemap') return 'Has errors'
      return document.complete ? 'Success' : null
    }
  }
}

/** Every document with its view. Findings are looked up by the document they concern: there may be thousands of both. */
export function viewsOfSearchConsole(
  documents: readonly DocumentReport[],
  findings: readonly Finding[],
): DocumentReport[] {
  const concerning = new Map<string, Finding[]>()
  const add = (url: string | null, finding: Finding) => {
    const known = url === null ? undefined : concerning.get(url)
    if (known) known.push(finding)
    else if (url !== null) concerning.set(url, [finding])
  }
  for (const finding of findings) {
    add(finding.document, finding)
    if (isAboutLine(finding)) for (const { loc } of finding.examples) add(loc, finding)
  }
  return documents.map((document) => {
    const own = concerning.get(document.url) ?? []
    const fromIndex = document.parent !== null && document.entries === 0 ? (concerning.get(document.parent) ?? []) : []
    return { ...document, searchConsole: searchConsoleOf(document, [...own, ...fromIndex]) }
  })
}

/** The name that the report shows for findings of this rule; null where it knows nothing of them. */
function shownName({ severity, breaks, searchConsole }: Pick<Rule, 'severity' | 'breaks' | 'searchConsole'>) {
  const bindsGoogle =
    breaks.length === 0 || breaks.some((one) => one === 'google' || one === 'protocol' || one === 'xml')
  return severity !== 'note' && bindsGoogle ? searchConsole : null
}

/**
 * A finding about a Sitemap line stands in robots.txt, and one about an empty child in its index: both speak of the
 * sitemap itself.
 */
function concerns(finding: Finding, { url, parent, entries }: Shown): boolean {
  const { rule, document, examples } = finding
  if (rule === 'index-child-empty') return document === parent && entries === 0
  if (document === url) return true
  return isAboutLine(finding) && examples.some(({ loc }) => loc === url)
}

function isAboutLine({ rule }: Finding): boolean {
  return rule.startsWith('robots-sitemap-')
}
