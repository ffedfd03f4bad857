/** The documents and the sampled pages in the HTML report. */
import type { DocumentReport, Estimate, PageReport } from '../model/report.ts'
import { shorten } from './printable.ts'
import { countOf, describeDocument, formatBytes, outcomeWord, percent } from './words.ts'
import { escapeXml } from './xml-text.ts'

/** Rows of the file; the rest is counted. */
const DOCUMENTS_SHOWN = 2_000
const PAGES_SHOWN = 1_000
const URL_LENGTH = 500
const DEEPEST = 5

export function* documentsSection(documents: readonly DocumentReport[]): Generator<string, void, void> {
  yield '<section id="documents"><h2>Documents</h2>\n'
  if (documents.length === 0) yield '<p>No place was found where a sitemap may be.</p>\n'
  else {
    yield openTable('Documents', [
      'Document',
      'Named by',
      'What it is',
      'Search Console',
      'Size',
      'Of the limits',
      'Index lastmod',
    ])
    for (const document of documents.slice(0, DOCUMENTS_SHOWN)) yield documentRow(document)
    yield closeTable(documents.length - DOCUMENTS_SHOWN, 'document')
  }
  yield '</section>\n'
}

function documentRow(document: DocumentReport): string {
  const { url, via, depth, outcome, bytes, limit, index, searchConsole } = document
  const full = limit === null ? null : Math.max(limit.entries, limit.bytes)
  const dates =
    index === null || index.verdict === 'not-compared'
      ? ''
      : `${index.verdict}: ${index.lastmod ?? 'nothing'}, newest entry ${index.newest ?? 'not dated'}`
  return `<tr${outcome === 'read' ? '' : ' class="unread"'}>
<td><div class="url depth-${Math.min(depth, DEEPEST)}">${urlText(url)}</div></td>
<td class="url">${urlText(via)}</td>
<td>${escapeXml(describeDocument(document))}</td>
<td>${escapeXml(searchConsole ?? '')}</td>
<td class="number">${bytes === null ? '' : formatBytes(bytes.uncompressed)}</td>
<td class="number">${full === null ? '' : `<meter aria-label="Share of the limit" min="0" max="1" high="0.9" value="${Math.min(full, 1)}"></meter> ${percent(full)}`}</td>
<td>${escapeXml(dates)}</td>
</tr>
`
}

export function* pagesSection(
  pages: readonly PageReport[],
  estimates: readonly Estimate[],
): Generator<string, void, void> {
  yield '<section id="pages"><h2>Pages</h2>\n'
  if (pages.length === 0) yield '<p>No page was fetched.</p>\n'
  else {
    const of = Math.max(0, ...estimates.map((estimate) => estimate.of))
    yield `<p>A sample of ${countOf(pages.length, 'page')}${of > pages.length ? ` of ${of.toLocaleString('en')} listed` : ''}.</p>\n`
    yield openTable('Pages', ['Page', 'Status', 'Redirects to', 'Canonical', 'noindex', 'lastmod'])
    for (const page of pages.slice(0, PAGES_SHOWN)) yield pageRow(page)
    yield closeTable(pages.length - PAGES_SHOWN, 'page')
  }
  yield '</section>\n'
}

function pageRow({ url, outcome, status, hops, finalUrl, canonical, noindex, lastmod }: PageReport): string {
  const led = [...hops.slice(1).map((hop) => hop.url), ...(hops.length > 0 && finalUrl !== null ? [finalUrl] : [])]
  const target = led.map((to, index) => `${hops[index]?.status ?? ''} ${urlText(to)}`).join('<br>')
  return `<tr${status === null ? ' class="unread"' : ''}>
<td class="url">${urlText(url)}</td>
<td class="number">${status ?? escapeXml(outcomeWord(outcome))}</td>
<td class="url">${target}</td>
<td class="url">${canonical.map(({ resolved, href }) => (resolved === url ? 'itself' : urlText(resolved ?? href))).join('<br>')}</td>
<td>${noindex.map(({ source, agent, value }) => escapeXml(`${source} ${agent}: ${value}`)).join('<br>')}</td>
<td>${escapeXml(lastmod.sitemap ?? '')}${pageDate(lastmod)}</td>
</tr>
`
}

function pageDate({ sitemap, page, pageSource }: PageReport['lastmod']): string {
  if (page === null || page === sitemap) return ''
  return `<br>${escapeXml(`${pageSource ?? 'page'}: ${page}`)}`
}

function urlText(url: string): string {
  return escapeXml(shorten(url, URL_LENGTH))
}

function openTable(name: string, columns: readonly string[]): string {
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('')
  return `<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n`
}

function closeTable(left: number, noun: string): string {
  const rest =
    left > 0 ? `<p class="faint">${countOf(left, `more ${noun}`)} ${left === 1 ? 'is' : 'are'} left out.</p>\n` : ''
  return `</tbody></table></div>\n${rest}`
}
