/** A small site that answers slowly enough for its audit to be watched, and is wrong in three known ways. */
import type { Answer, Site } from './site.ts'

export const SLOW_HOST = 'slow.example'
/** As written in part-2.xml, where the month does not exist. */
export const WRONG_LASTMOD = '2026-13-01'
const CHILDREN = 6

const HEADERS: [string, string][] = [['Content-Type', 'application/xml']]
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** @param delayMs of each answer below the index */
export function makeSlowSite(delayMs: number): Site {
  const routes: Site['routes'] = {
    '/robots.txt': {
      headers: [['Content-Type', 'text/plain']],
      body: `User-agent: *\nDisallow:\n\nSitemap: https://${SLOW_HOST}/index.xml\nSitemap: https://${SLOW_HOST}/gone.xml\n`,
    },
    '/index.xml': xml(
      `<sitemapindex ${NAMESPACE}>\n${numbers(CHILDREN)
        .map((n) => `  <sitemap><loc>https://${SLOW_HOST}/part-${n}.xml</loc></sitemap>`)
        .join('\n')}\n</sitemapindex>\n`,
    ),
  }
  for (const part of numbers(CHILDREN)) {
    const entries = numbers(3).map((n) => {
      const lastmod = part === 2 && n === 2 ? WRONG_LASTMOD : `2026-0${n}-0${part}`
      return `  <url>\n    <loc>https://${SLOW_HOST}/${part}/${n}</loc>\n    <lastmod>${lastmod}</lastmod>\n  </url>`
    })
    routes[`/part-${part}.xml`] = { ...xml(`<urlset ${NAMESPACE}>\n${entries.join('\n')}\n</urlset>\n`), delayMs }
    for (const n of numbers(3)) routes[`/${part}/${n}`] = { ...page(`/${part}/${n}`), delayMs }
  }
  routes['/1/1'] = { redirect: `https://${SLOW_HOST}/1/2` }
  return { host: SLOW_HOST, schemes: 'https', routes }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

function xml(body: string): Answer {
  return { headers: HEADERS, body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` }
}

function page(path: string): Answer {
  return {
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body: `<!doctype html>\n<html lang="en"><head><title>Page ${path}</title><link rel="canonical" href="https://${SLOW_HOST}${path}"></head><body><h1>Page ${path}</h1><p>Words about ${path}.</p></body></html>\n`,
  }
}
