/** Of whole documents: XML, names, indexes, feeds. */
import { child, documentOf, type ExampleTable, loc, NAMESPACE } from './forms.ts'

const A = 'https://www.example.com/a'
const good = documentOf(`urlset ${NAMESPACE}`)
const withXhtml = (declaration: string, link: string) =>
  documentOf(`urlset ${NAMESPACE} ${declaration}`, `  <url>\n    <loc>${A}</loc>\n    ${link}\n  </url>`)
const LINKS = `<xhtml:link rel="alternate" hreflang="en" href="${A}"/>`
const feed = (inner: string, version = '2.0') =>
  `<rss version="${version}">\n  <channel>\n    <title>Bread</title>\n    <link>https://www.example.com/</link>\n    <description>News of bread</description>\n    <item>${inner}</item>\n  </channel>\n</rss>\n`
const item = (link: string, date = 'Tue, 01 Sep 2026 10:00:00 GMT') =>
  `\n      <title>Rye</title>${link}\n      <pubDate>${date}</pubDate>\n    `

export const DOCUMENT_EXAMPLES: ExampleTable = {
  'attribute-unexpected': { wrong: '<url id="1">\n  <loc>https://www.example.com/a</loc>\n</url>', right: loc(A) },
  'document-empty': { wrong: documentOf(`urlset ${NAMESPACE}`, ''), right: good },
  'document-root-unknown': { wrong: documentOf(`sitemap ${NAMESPACE}`), right: good },
  'element-misplaced': {
    wrong: documentOf(`urlset ${NAMESPACE}`, `  <url><loc>${A}</loc></url>\n  <lastmod>2026-09-01</lastmod>`),
    right: documentOf(`urlset ${NAMESPACE}`, `  <url><loc>${A}</loc><lastmod>2026-09-01</lastmod></url>`),
  },
  'element-repeated': {
    wrong: `<url>\n  <loc>${A}</loc>\n  <loc>https://www.example.com/b</loc>\n</url>`,
    right: `${loc(A)}\n${loc('https://www.example.com/b')}`,
  },
  'element-unexpected': { wrong: `<url>\n  <loc>${A}</loc>\n  <title>Bread</title>\n</url>`, right: loc(A) },
  'extension-retired': {
    wrong: `<urlset ${NAMESPACE} xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0">\n  <url><loc>${A}</loc><mobile:mobile/></url>\n</urlset>\n`,
    right: good,
  },
  'feed-date-invalid': {
    wrong: feed(item(`\n      <link>${A}</link>`, 'yesterday')),
    right: feed(item(`\n      <link>${A}</link>`)),
  },
  'feed-link-missing': { wrong: feed(item('')), right: feed(item(`\n      <link>${A}</link>`)) },
  'feed-link-relative': {
    wrong: feed(item('\n      <link>/a</link>')),
    right: feed(item(`\n      <link>${A}</link>`)),
  },
  'feed-version-unsupported': {
    wrong: feed(item(`\n      <link>${A}</link>`), '0.92'),
    right: feed(item(`\n      <link>${A}</link>`)),
  },
  'index-child-duplicate': {
    wrong: `${child('sitemap-1.xml')}\n${child('sitemap-1.xml')}`,
    right: `${child('sitemap-1.xml')}\n${child('sitemap-2.xml')}`,
  },
  'index-empty': { wrong: documentOf(`sitemapindex ${NAMESPACE}`, ''), right: child('sitemap-1.xml') },
  'namespace-extension-variant': {
    wrong: withXhtml('xmlns:xhtml="https://www.w3.org/1999/xhtml"', LINKS),
    right: withXhtml('xmlns:xhtml="http://www.w3.org/1999/xhtml"', LINKS),
  },
  'namespace-legacy': { wrong: documentOf('urlset xmlns="http://www.google.com/schemas/sitemap/0.84"'), right: good },
  'namespace-missing': { wrong: documentOf('urlset'), right: good },
  'namespace-variant': {
    wrong: documentOf('urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9"'),
    right: good,
  },
  'text-stray': { wrong: `<url>\n  rye\n  <loc>${A}</loc>\n</url>`, right: loc(A) },
  'xml-attribute-duplicate': { wrong: documentOf(`urlset ${NAMESPACE} ${NAMESPACE}`), right: good },
  'xml-doctype': { wrong: documentOf(`urlset ${NAMESPACE}`, undefined, '<!DOCTYPE urlset>\n'), right: good },
  'xml-entity-undefined': {
    wrong: loc('https://www.example.com/caf&eacute;'),
    right: loc('https://www.example.com/caf%C3%A9'),
  },
  'xml-leading-content': {
    wrong: documentOf(`urlset ${NAMESPACE}`, undefined, '\n<?xml version="1.0" encoding="UTF-8"?>\n'),
    right: documentOf(`urlset ${NAMESPACE}`, undefined, '<?xml version="1.0" encoding="UTF-8"?>\n'),
  },
  'xml-malformed': { wrong: documentOf(`urlset ${NAMESPACE}`, `  <url><loc>${A}</loc></url>\n  < url>`), right: good },
  'xml-prefix-unbound': {
    wrong: withXhtml('', LINKS).replace(' >', '>'),
    right: withXhtml('xmlns:xhtml="http://www.w3.org/1999/xhtml"', LINKS),
  },
  'xml-tag-mismatched': { wrong: `<url>\n  <loc>${A}</lok>\n</url>`, right: loc(A) },
  'xml-truncated': {
    wrong: `<urlset ${NAMESPACE}>\n  <url><loc>${A}</loc></url>\n  <url><loc>https://www.exam`,
    right: good,
  },
  'xml-version': {
    wrong: documentOf(`urlset ${NAMESPACE}`, undefined, '<?xml version="1.1" encoding="UTF-8"?>\n'),
    right: documentOf(`urlset ${NAMESPACE}`, undefined, '<?xml version="1.0" encoding="UTF-8"?>\n'),
  },
  'encoding-declaration-false': {
    wrong: documentOf(`urlset ${NAMESPACE}`, undefined, '<?xml version="1.0" encoding="UTF-16"?>\n'),
    right: documentOf(`urlset ${NAMESPACE}`, undefined, '<?xml version="1.0" encoding="UTF-8"?>\n'),
  },
  'index-lists-itself': { wrong: child('sitemap.xml'), right: child('sitemap-1.xml') },
  'index-child-other-host': {
    wrong: '<sitemap>\n  <loc>https://files.example.net/sitemap.xml</loc>\n</sitemap>',
    right: child('sitemap-1.xml'),
  },
  'schema-invalid': {
    wrong: `<urlset ${NAMESPACE} xmlns:x="https://www.example.com/ns">\n  <url><loc>${A}</loc><x:note>Bread</x:note></url>\n</urlset>\n`,
    right: good,
  },
  'element-order': {
    wrong: documentOf(`urlset ${NAMESPACE}`, `  <url><lastmod>2026-09-01</lastmod><loc>${A}</loc></url>`),
    right: documentOf(`urlset ${NAMESPACE}`, `  <url><loc>${A}</loc><lastmod>2026-09-01</lastmod></url>`),
  },
  'news-empty': {
    wrong: `<urlset ${NAMESPACE} xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n</urlset>\n`,
    right: good,
  },
}
