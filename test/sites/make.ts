/** What the sites are made of: robots.txt, sitemaps and clean pages in a line or two. */
import type { Answer, Route } from '../support/site.ts'

export const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export interface Row {
  loc: string
  lastmod?: string
  changefreq?: string
  priority?: string
  /** XML that stands behind the core elements: images, alternates, news. */
  extension?: string
}

export interface RootOptions {
  namespace?: string
  /** Further attributes of the root, as written. */
  attributes?: string
  /** What stands between the XML declaration and the root. */
  prolog?: string
  /** What stands behind the root. */
  epilog?: string
}

export function urlset(rows: Iterable<Row>, options: RootOptions = {}): string {
  return xml('urlset', 'url', rows, options)
}

export function sitemapIndex(rows: Iterable<Row>, options: RootOptions = {}): string {
  return xml('sitemapindex', 'sitemap', rows, options)
}

function xml(root: string, element: string, rows: Iterable<Row>, options: RootOptions): string {
  const { namespace = SITEMAP_NAMESPACE, attributes, prolog = '', epilog = '' } = options
  const parts = [`<?xml version="1.0" encoding="UTF-8"?>\n${prolog}`]
  parts.push(`<${root} xmlns="${namespace}"${attributes ? ` ${attributes}` : ''}>\n`)
  for (const { loc, lastmod, changefreq, priority, extension } of rows) {
    parts.push(`  <${element}>\n    <loc>${escapeXml(loc)}</loc>\n`)
    if (lastmod) parts.push(`    <lastmod>${lastmod}</lastmod>\n`)
    if (changefreq) parts.push(`    <changefreq>${changefreq}</changefreq>\n`)
    if (priority) parts.push(`    <priority>${priority}</priority>\n`)
    if (extension) parts.push(`    ${extension}\n`)
    parts.push(`  </${element}>\n`)
  }
  parts.push(`</${root}>\n${epilog}`)
  return parts.join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
}

/** A robots.txt of these lines. */
export function robotsTxt(...lines: string[]): Answer {
  return { body: `${lines.join('\n')}\n` }
}

export interface PageParts {
  /** The page's own address: its canonical. */
  url: string
  title?: string
  /** W3C Datetime that the page gives as its last change. */
  modified?: string | undefined
  /** Instead of the URL itself; null for a page without canonical. */
  canonical?: string | null
  /** HTML at the end of the head, in front of the canonical. */
  head?: string
}

/** A page with nothing wrong: 200, a title, a canonical to itself, its date where one is known. */
export function htmlPage({ url, title = titleOf(url), modified, canonical = url, head = '' }: PageParts): string {
  const date = modified ? `<meta property="article:modified_time" content="${modified}">\n` : ''
  const link = canonical === null ? '' : `<link rel="canonical" href="${escapeXml(canonical)}">\n`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeXml(title)}</title>
${date}${head}${link}</head>
<body>
<h1>${escapeXml(title)}</h1>
<p>This is what ${escapeXml(url)} says about ${escapeXml(title.toLowerCase())}.</p>
</body>
</html>
`
}

function titleOf(url: string): string {
  const words = new URL(url).pathname.split(/[/-]+/).filter(Boolean)
  return words.length === 0 ? `Welcome to ${new URL(url).host}` : `${words.join(' ')} on ${new URL(url).host}`
}

export function notFound(status = 404): Answer {
  return {
    status,
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${status === 410 ? 'Gone' : 'Not found'}</title></head>
<body><h1>There is nothing here.</h1></body>
</html>
`,
  }
}

/**
 * The route for everything without one of its own: clean pages for the home page and what `rows` list on `host`, 404
 * for the rest. A page gives the date that its row gives, unless `isDated` is false. `rows` are gone through when the
 * first such request comes.
 */
export function pagesOf(host: string, rows: Iterable<Row>, { isDated = true } = {}): Route {
  let listed: Map<string, string | undefined> | undefined
  return ({ path }) => {
    listed ??= listPages(host, rows)
    if (!listed.has(path)) return notFound()
    return { body: htmlPage({ url: `https://${host}${path}`, modified: isDated ? listed.get(path) : undefined }) }
  }
}

/** Path and query -> date, of the home page and every row on the host. */
function listPages(host: string, rows: Iterable<Row>): Map<string, string | undefined> {
  const listed = new Map<string, string | undefined>([['/', undefined]])
  for (const { loc, lastmod } of rows) {
    const url = new URL(loc)
    if (url.host === host) listed.set(url.pathname + url.search, lastmod)
  }
  return listed
}

/** The number of a page at `folder` + its slug; null for any other path. */
export function numberAt(path: string, folder: string): number | null {
  const number = path.startsWith(folder) ? Number(/-(\d{1,9})$/.exec(path)?.[1]) : Number.NaN
  return path === folder + slug(number) ? number : null
}

/** The latest lastmod of the rows: what an index says of them. Datetimes of one form sort as text. */
export function newestOf(rows: Iterable<Row>): string {
  let latest = ''
  for (const { lastmod = '' } of rows) if (lastmod > latest) latest = lastmod
  return latest
}

/** Unix ms of a moment that all measured dates lie before. */
const MEASURED_MS = Date.parse('2026-10-01T05:47:13Z')

/** W3C Datetime so many minutes before the measurement, with seconds that do not look made up. */
export function minutesBefore(minutes: number): string {
  return toDatetime(MEASURED_MS - minutes * 60_000 - ((minutes * 37) % 60) * 1000)
}

/** The calendar day of it. */
export function daysBefore(days: number): string {
  return toDatetime(MEASURED_MS - days * 86_400_000).slice(0, 10)
}

/** W3C Datetime so many minutes before this process started: for what must be fresh, such as news. */
export function minutesAgo(minutes: number): string {
  return toDatetime(STARTED_MS - minutes * 60_000)
}

const STARTED_MS = Date.now()

function toDatetime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** 1 to `count`. */
export function* numbers(count: number): Generator<number> {
  for (let number = 1; number <= count; number++) yield number
}

const WORDS =
  'harbour bridge council river market school garden winter museum railway forest island valley bakery'.split(' ')

/** Two words for a number, always the same ones. */
export function slug(number: number): string {
  const first = WORDS[number % WORDS.length]
  const second = WORDS[(number * 5 + 3) % WORDS.length]
  return `${first}-${second}-${number}`
}
