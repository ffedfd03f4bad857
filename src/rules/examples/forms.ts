/** How examples are written: as little as shows the point. A test puts round them what they leave out. */
import type { RuleExamples } from '../../model/report.ts'

export type ExampleTable = Readonly<Record<string, RuleExamples>>

export const loc = (text: string) => `<url>\n  <loc>${text}</loc>\n</url>`

export const dated = (lastmod: string, path = 'a') =>
  `<url>\n  <loc>https://www.example.com/${path}</loc>\n  <lastmod>${lastmod}</lastmod>\n</url>`

export const child = (path: string, lastmod?: string) =>
  `<sitemap>\n  <loc>https://www.example.com/${path}</loc>${lastmod === undefined ? '' : `\n  <lastmod>${lastmod}</lastmod>`}\n</sitemap>`

/** An alternate of an entry whose URL is https://www.example.com/en. */
export const link = (hreflang: string, href = 'https://www.example.com/de') =>
  `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`

/** A whole document of one entry. */
export const documentOf = (root: string, inner = '  <url><loc>https://www.example.com/a</loc></url>', prolog = '') =>
  `${prolog}<${root}>\n${inner}\n</${root.split(' ')[0]}>\n`

export const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** An HTML page at https://www.example.com/a. */
export const page = (head: string, body = '<p>Rye bread</p>') =>
  `<!doctype html>\n<html lang="en">\n<head>\n  <title>Bread</title>\n${head
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}\n</head>\n<body>${body}</body>\n</html>\n`

/** The head of an answer. */
export const answer = (status: string, ...headers: string[]) => `${[`HTTP/1.1 ${status}`, ...headers].join('\n')}\n`
