/** What was read of a document, in the shape of the report. */
import type { Child } from '../model/checked-document.ts'
import type { DocumentBodyFacts, DocumentContext } from '../model/document.ts'
import type { ResponseFacts } from '../model/facts.ts'
import type { DocumentReport, Outcome } from '../model/report.ts'
import { DOCUMENT_SIZE_LIMIT_BYTES, ENTRIES_LIMIT } from '../model/standards.ts'
import type { LastmodStats } from '../rules/lastmod-stats.ts'

export interface ReportInput {
  context: DocumentContext
  node: Pick<DocumentReport, 'via' | 'parent' | 'depth'>
  facts: DocumentBodyFacts
  response: ResponseFacts | null
  lastmod: LastmodStats
  children: Child[]
}

export function reportDocument({ context, node, facts, response, lastmod, children }: ReportInput): DocumentReport {
  const { tail, ending } = facts
  const { entries, bytes } = tail
  const isSitemap = tail.kind !== 'html' && tail.kind !== 'unknown'
  return {
    url: context.url,
    finalUrl: context.finalUrl,
    ...node,
    outcome: outcomeOfBody(facts),
    searchConsole: null,
    kind: tail.kind,
    http: response ? httpOf(response) : null,
    bytes: { transferred: ending.transferred, uncompressed: bytes, byKind: tail.bytesByKind },
    sha256: tail.sha256,
    complete: tail.isComplete,
    entries: isSitemap ? entries : null,
    limit: isSitemap
      ? {
          entries: entries / ENTRIES_LIMIT,
          bytes: bytes / DOCUMENT_SIZE_LIMIT_BYTES,
          bytesPerEntry: entries === 0 ? 0 : Math.round(bytes / entries),
        }
      : null,
    lastmod: isSitemap
      ? {
          present: lastmod.present,
          valid: lastmod.valid,
          distinct: lastmod.distinct,
          oldest: lastmod.oldest?.value ?? null,
          newest: lastmod.newest?.value ?? null,
          commonest: lastmod.commonest,
          histogram: lastmod.histogram,
        }
      : null,
    extensions: tail.extensions,
    namespaces: tail.namespaces,
    index: null,
    xsd: null,
    children: tail.kind === 'sitemapindex' ? { listed: children.length, chosen: [] } : null,
  }
}

/**
 * A body that came with a good status: is it a sitemap? What broke off before it showed what it is may well have been
 * one.
 */
export function outcomeOfBody({ tail, ending }: Pick<DocumentBodyFacts, 'tail' | 'ending'>): Outcome {
  if (tail.kind === 'html') return 'not-a-sitemap'
  if (tail.kind !== 'unknown') return 'read'
  if (tail.format !== null || ending.state === 'complete') return 'not-a-sitemap'
  return ending.state === 'cancelled' ? 'skipped' : 'unreachable'
}

/** The report of a document of which no body was read. */
export function reportUnread(
  context: Pick<DocumentContext, 'url' | 'finalUrl'>,
  node: Pick<DocumentReport, 'via' | 'parent' | 'depth'>,
  outcome: Outcome,
  response: ResponseFacts | null,
): DocumentReport {
  return {
    url: context.url,
    finalUrl: context.finalUrl,
    ...node,
    outcome,
    searchConsole: null,
    kind: null,
    http: response ? httpOf(response) : null,
    bytes: null,
    sha256: null,
    complete: false,
    entries: null,
    limit: null,
    lastmod: null,
    extensions: { images: 0, videos: 0, news: 0, alternates: 0 },
    namespaces: {},
    index: null,
    xsd: null,
    children: null,
  }
}

function httpOf({ exchange }: ResponseFacts): DocumentReport['http'] {
  if (exchange.status === null) return null
  const header = (name: string) => exchange.headers.find(([key]) => key === name)?.[1] ?? null
  return {
    status: exchange.status,
    mediaType: header('content-type')?.split(';')[0]?.trim().toLowerCase() || null,
    contentEncoding: header('content-encoding'),
    lastModified: header('last-modified'),
    etag: header('etag'),
    hops: exchange.hops,
  }
}
