/** Short ways to an audit of a site whose robots.txt names one sitemap. */
import { gzipSync } from 'node:zlib'
import type { Report } from '#src/model/report.ts'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { type AuditedSite, type AuditSettings, auditSite, problemsOf } from '../support/audit-site.ts'
import type { Answer, Route, Site } from '../support/site.ts'

export const HOST = 'www.example.com'
export const at = (path: string) => `https://${HOST}${path}`

/** A sitemap of so many pages: /0, /1, ... */
export const sitemapOf = (count: number): string =>
  urlset(Array.from({ length: count }, (_, i) => ({ loc: at(`/${i}`), lastmod: `2026-09-${10 + (i % 20)}` })))

/** A good sitemap of two pages, /0 and /1. */
export const XML = sitemapOf(2)
export const GZIP = new Uint8Array(gzipSync(XML))

export const index = (...paths: string[]): Answer => ({
  body: sitemapIndex(paths.map((path) => ({ loc: at(path), lastmod: '2026-09-11' }))),
})

export const named = (...paths: string[]): Answer =>
  robotsTxt('User-agent: *', 'Disallow:', ...paths.map((path) => `Sitemap: ${at(path)}`))

/** XML in this Content-Encoding, or what is claimed to be. */
export const coded = (coding: string, body: Uint8Array | string = GZIP): Answer => ({
  body,
  headers: [
    ['Content-Type', 'application/xml'],
    ['Content-Encoding', coding],
  ],
})

/** Audits a site whose robots.txt names the first path. */
export async function audit(
  routes: Record<string, Route>,
  settings: AuditSettings = {},
  others: Site[] = [],
): Promise<AuditedSite> {
  const [first = '/'] = Object.keys(routes)
  return auditSite([{ host: HOST, routes: { '/robots.txt': named(first), ...routes } }, ...others], settings)
}

/** The problems of one sitemap that is served so, and how many entries were read. */
export async function told(
  path: string,
  route: Route,
  rest: Record<string, Route> = {},
): Promise<{ problems: string[]; entries: number; report: Report }> {
  const { report } = await audit({ [path]: route, ...rest })
  return { problems: problemsOf(report), entries: report.summary.entries, report }
}
