/** The figures of one document. */
import type { DocumentReport } from '../../model/report.ts'
import { documentPath } from './finding-source.ts'
import { ForeignLink } from './foreign-link.ts'
import { formatBytes, formatCount, formatCounted } from './format.ts'
import { html, type VNode } from './html.ts'

const KINDS = {
  urlset: 'sitemap',
  sitemapindex: 'sitemap index',
  rss: 'RSS feed',
  atom: 'Atom feed',
  text: 'text sitemap',
  html: 'HTML page',
  unknown: 'not known',
} as const

const INDEX_VERDICTS = {
  equal: 'equal to the newest entry',
  stale: 'behind the newest entry',
  ahead: 'ahead of the newest entry',
  zone: 'differs from the newest entry by a time zone',
  'not-compared': 'not compared',
} as const

export function DocumentFigures({ document, audit }: { document: DocumentReport; audit: string }) {
  const {
    kind,
    entries,
    bytes,
    http,
    parent,
    via,
    finalUrl,
    sha256,
    complete,
    extensions,
    namespaces,
    index,
    xsd,
    searchConsole,
  } = document
  const counted = Object.entries(extensions).filter(([, count]) => count > 0)
  const facts: [name: string, value: VNode | string | null | false][] = [
    ['Kind', kind && KINDS[kind]],
    ['Entries', entries !== null && `${complete ? '' : 'at least '}${formatCount(entries)}`],
    ['Size', bytes && sizeOf(bytes)],
    [
      'Found by',
      parent === null
        ? via
        : html`<a href=${documentPath(audit, { url: parent })}>its index</a>, entry ${via.slice(via.lastIndexOf('#') + 1)}`,
    ],
    ['Came from', finalUrl !== document.url && html`<${ForeignLink} url=${finalUrl} />`],
    [
      'Redirects',
      http !== null && http.hops.length > 0 && http.hops.map(({ status, url }) => `${status} ${url}`).join(', '),
    ],
    [
      'Answer',
      http &&
        [String(http.status), http.mediaType ?? 'no media type', http.contentEncoding ?? ''].filter(Boolean).join(', '),
    ],
    ['Last-Modified', http?.lastModified ?? null],
    ['Lastmod in the index', index?.lastmod ? `${index.lastmod}: ${INDEX_VERDICTS[index.verdict]}` : false],
    [
      'Extensions',
      counted.length > 0 &&
        counted.map(([name, count]) => formatCounted(count, name.replace(/s$/, ''), name)).join(', '),
    ],
    ['Namespaces', Object.keys(namespaces).length > 0 && namespacesOf(namespaces)],
    [
      'XSD',
      xsd &&
        (xsd === 'valid'
          ? 'a validator with the schemas would take it'
          : 'a validator with the schemas would refuse it'),
    ],
    ['Search Console', searchConsole && `would say: ${searchConsole}`],
    ['SHA-256', sha256 && html`<code>${sha256}</code>`],
  ]
  return html`<dl class="facts panel">
    ${facts.map(([name, value]) => value && html`<div key=${name} class="fact"><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`
}

function sizeOf({ uncompressed, transferred }: NonNullable<DocumentReport['bytes']>): string {
  const size = `${formatBytes(uncompressed)} (${formatCount(uncompressed)} bytes)`
  return transferred === uncompressed ? size : `${size}, ${formatBytes(transferred)} sent`
}

function namespacesOf(namespaces: Record<string, string>): VNode {
  return html`<ul>
    ${Object.entries(namespaces).map(([prefix, uri]) => html`<li key=${prefix}><code>${prefix === '' ? 'default' : prefix}</code> ${uri}</li>`)}
  </ul>`
}
