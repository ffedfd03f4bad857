/** Audits of a site that is nothing but a list of pages, each as odd as its test wants. */
import type { AuditOptions } from '#src/model/audit.ts'
import type { Report } from '#src/model/report.ts'
import { robotsTxt, urlset } from '../sites/make.ts'
import { type AuditedSite, auditSite } from './audit-site.ts'
import type { Answer, Route, Site } from './site.ts'

export const HOST = 'www.example.com'
export const at = (path: string): string => `https://${HOST}${path}`

/** An HTML answer whose head holds this behind its title. */
export const head = (html: string, headers: [string, string][] = []): Answer =>
  whole(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bread</title>${html}</head>${BODY}`, headers)

/** An HTML answer of these characters. */
export const whole = (html: string, headers: [string, string][] = []): Answer => ({
  headers: [['Content-Type', 'text/html; charset=utf-8'], ...headers],
  body: html,
})

const BODY = '<body><h1>Bread</h1><p>How rye, water and a night make a loaf.</p></body></html>'

export const canonical = (href: string): string => `<link rel="canonical" href="${href}">`

/** A page with nothing wrong. */
export const clean = (path: string): Answer => head(canonical(at(path)))

export interface PagesSite {
  /** Path -> answer. All of them are listed, in this order, unless `listed` names others. */
  pages: Record<string, Route>
  listed?: readonly string[]
  /** Rules of robots.txt. */
  robots?: string[]
  others?: Site[]
  options?: Partial<AuditOptions>
}

/** Audits the site, with all of its pages in the sample. */
export function auditPages(site: PagesSite): Promise<AuditedSite> {
  const { pages, listed = Object.keys(pages), robots = ['Disallow:'], others = [], options } = site
  const rows = listed.map((path) => ({ loc: at(path), lastmod: '2026-09-01' }))
  const routes: Record<string, Route> = {
    '/robots.txt': robotsTxt('User-agent: *', ...robots, `Sitemap: ${at('/sitemap.xml')}`),
    '/sitemap.xml': { body: urlset(rows) },
    ...pages,
  }
  return auditSite([{ host: HOST, routes }, ...others], { options: { pages: 20, ...options } })
}

/**
 * "severity rule xOCCURRENCES" of every finding, notes too, sorted: what an audit says and nothing else. The dates of
 * the list are all the same here, which is no page's fault.
 */
export function saidOf({ findings }: Pick<Report, 'findings'>): string[] {
  return findings
    .filter(({ rule }) => rule !== 'lastmod-identical')
    .map(({ severity, rule, occurrences }) => `${severity} ${rule} x${occurrences}`)
    .sort()
}
