/** Whole audits in this process, over real sockets, of sites described in a few lines. */
import { runAudit } from '#src/audit/run-audit.ts'
import type { AuditTools } from '#src/audit/tools.ts'
import { createFetcher } from '#src/fetch/create-fetcher.ts'
import { FETCH_DEFAULTS, type FetchSettings, parseConnectTo } from '#src/fetch/settings.ts'
import { AUDIT_DEFAULTS, type AuditOptions, type AuditResult } from '#src/model/audit.ts'
import type { DocumentReport, Finding, Report } from '#src/model/report.ts'
import type { Site, SiteRequest, SiteServer } from './site.ts'
import { startSites } from './site-server.ts'

export interface AuditedSite {
  report: Report
  /** Children that were listed and not attempted. */
  unread: DocumentReport[]
  history: NonNullable<AuditResult['history']>
  requests: SiteRequest[]
}

export interface AuditSettings {
  options?: Partial<AuditOptions>
  /** A function is told where the sites are. */
  fetch?: Partial<FetchSettings> | ((server: SiteServer) => Promise<Partial<FetchSettings>>)
  tools?: Partial<AuditTools>
}

/** Audits the first of the sites; the others are there too. */
export async function auditSite(sites: Site[], settings: AuditSettings = {}): Promise<AuditedSite> {
  const server = await startSites(sites)
  const { signal = new AbortController().signal } = settings.tools ?? {}
  const fetcher = createFetcher(
    {
      ...FETCH_DEFAULTS,
      connectTo: parseConnectTo(server.connectTo),
      extraCa: [server.ca],
      requestTimeoutMs: 5_000,
      retryDelayMs: 5,
      ...(typeof settings.fetch === 'function' ? await settings.fetch(server) : settings.fetch),
    },
    { headers: settings.options?.headers ?? {}, signal },
  )
  try {
    const { report, unread, history } = await runAudit(
      { ...AUDIT_DEFAULTS, domain: sites[0]?.host ?? '', pages: 0, ...settings.options },
      {
        fetcher,
        signal,
        now: Date.now,
        timeoutMs: 30_000,
        maxDocumentBytes: 50_000_000,
        documentConcurrency: 4,
        agent: 'SitemapAuditor',
        onProgress: () => {},
        ...settings.tools,
      },
    )
    if (history === undefined) throw new Error('the audit kept nothing for later ones')
    return { report, unread, history, requests: server.requests }
  } finally {
    await fetcher.close()
    await server.close()
  }
}

/** "rule xOCCURRENCES" of every finding that is no note, sorted; the short form of what a test demands. */
export function problemsOf(report: Report): string[] {
  return report.findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ rule, occurrences }) => `${rule} x${occurrences}`)
    .sort()
}

/** @throws when there is none, or more than one */
export function findingOf(report: Report, rule: string): Finding {
  const [finding, ...more] = report.findings.filter((one) => one.rule === rule)
  if (!finding || more.length > 0) {
    throw new Error(
      `${more.length + (finding ? 1 : 0)} findings of ${rule}: ${JSON.stringify(report.findings, null, 1)}`,
    )
  }
  return finding
}
