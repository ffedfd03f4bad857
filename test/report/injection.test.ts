/** A site that attacks whoever reads the report of it, through real audits of it. */
import { stripVTControlCharacters } from 'node:util'
import { parse as parseCsv } from 'csv-parse/sync'
import { parse as parseJunit } from 'junit2json'
import { parse as parseHtml } from 'parse5'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderDocumentsCsv } from '#src/report/documents-csv.ts'
import { renderFindingsCsv } from '#src/report/findings-csv.ts'
import { renderHtml } from '#src/report/html.ts'
import { renderJunit } from '#src/report/junit.ts'
import { renderMarkdown } from '#src/report/markdown.ts'
import { renderPagesCsv } from '#src/report/pages-csv.ts'
import { renderSarif } from '#src/report/sarif.ts'
import type { ReportSource } from '#src/report/source.ts'
import { renderText } from '#src/report/text.ts'
import { robotsTxt, urlset } from '../sites/make.ts'
import { auditSite } from '../support/audit-site.ts'
import { expectInertOutsideCode } from './inert.ts'
import { createAudit, createSource, join } from './sources.ts'

const HOST = 'evil.example'
const BASE = `https://${HOST}`

const ATTACKS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</pre></details></main><script>alert(2)</script>',
  '=cmd|"/c calc"!A1',
  '@SUM(1+1)*cmd',
  '+1+1',
  '-2+3',
  '\u001b]0;owned\u0007\u001b[2J\u009b31m',
  '[click](https://evil.example/click)',
  '![x](https://evil.example/x.png)',
  '` ``` @octocat #1 <b>bold</b>',
  '| a | b |',
  '{0} [link](1) \\[x]',
  ']]><failure message="x"/>',
  '\u202egnp.exe\u2066',
]

let source: ReportSource

beforeAll(async () => {
  const { report } = await auditSite(
    [
      {
        host: HOST,
        routes: {
          '/robots.txt': robotsTxt(
            `Sitemap: ${BASE}/sitemap.xml`,
            `Sitemap: ${BASE}/list.txt`,
            ...ATTACKS.map((attack) => `Sitemap: ${attack}`),
          ),
          '/sitemap.xml': {
            body: urlset(
              ATTACKS.flatMap((attack) => {
                // XML has no C0; a text sitemap has.
                // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what cannot stand there
                const text = attack.replace(/[\u0000-\u001f]/g, '')
                const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
                return [
                  { loc: text },
                  { loc: `${BASE}/${text}`, lastmod: escaped, priority: escaped, changefreq: escaped },
                ]
              }),
            ),
          },
          '/list.txt': { body: ATTACKS.flatMap((attack) => [attack, `${BASE}/${attack}`]).join('\n') },
          '*': {
            headers: [
              ['Content-Type', 'text/html'],
              ['X-Robots-Tag', '<script>alert(3)</script>, noindex'],
            ],
            body: `<title>=1</title><link rel=canonical href="javascript:alert(1)//${'`'.repeat(3)}">`,
          },
        },
      },
    ],
    { options: { suppress: [{ rule: 'loc-relative', document: null, until: null, reason: ATTACKS.join(' ') }] } },
  )
  expect(report.findings.length).toBeGreaterThan(20)
  const shown = JSON.stringify(report)
  for (const attack of ATTACKS.slice(0, 5)) expect(shown).toContain(JSON.stringify(attack).slice(1, -1))
  const gate = { passed: false, reasons: ATTACKS }
  source = createSource(report, { domain: HOST, gate })
}, 60_000)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

describe('what a hostile site wrote', () => {
  it('makes no element, attribute or link in HTML', () => {
    const html = join(renderHtml(source))
    expect(html).not.toMatch(CONTROLS)
    const tags = new Map<string, number>()
    const faults: string[] = []
    const walk = (node: { tagName?: string; attrs?: { name: string; value: string }[]; childNodes?: never[] }) => {
      if (node.tagName) tags.set(node.tagName, (tags.get(node.tagName) ?? 0) + 1)
      for (const { name, value } of node.attrs ?? []) {
        if (name.startsWith('on') || name === 'src' || name === 'style') faults.push(`${name}=${value}`)
        if (name === 'href' && /evil|javascript/.test(value)) faults.push(`${name}=${value}`)
      }
      for (const child of node.childNodes ?? []) walk(child)
    }
    walk(parseHtml(html, { onParseError: ({ code }) => faults.push(code) }) as never)
    expect(faults).toEqual([])
    for (const tag of ['script', 'img', 'b', 'failure', 'iframe', 'object']) expect(tags.has(tag), tag).toBe(false)
    expect(tags.get('main')).toBe(1)
    expect(tags.get('title')).toBe(1)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('makes no formula and no further row in CSV', () => {
    const { report } = source
    for (const [csv, rows] of [
      [join(renderFindingsCsv(report.findings)), report.findings.length],
      [join(renderPagesCsv(report.pages)), report.pages.length],
      [join(renderDocumentsCsv(report.documents)), report.documents.length],
    ] as const) {
      expect(csv.replaceAll('\r\n', '')).not.toMatch(CONTROLS)
      const cells: string[][] = parseCsv(csv, { record_delimiter: '\r\n' })
      expect(cells).toHaveLength(rows + 1)
      for (const cell of cells.flat()) if (!/^-?[\d.]+$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }
  })

  it('moves no cursor in a terminal, where colours are ours alone', () => {
    const audit = createAudit(source.report, source.audit)
    const plain = join(renderText(audit, { isColoured: false }))
    expect(plain).not.toMatch(CONTROLS)
    const coloured = join(renderText(audit, { isColoured: true }))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours
    expect(coloured.replace(/\u001b\[\d{1,2}m/g, '')).not.toMatch(CONTROLS)
    expect(stripVTControlCharacters(coloured)).toBe(plain)
    expect(plain).toContain('\\u001b]0;owned\\u0007')
  })

  it('is code in Markdown: no HTML, link, picture, mention or table of its own', () => {
    const markdown = renderMarkdown(source)
    expect(markdown).not.toMatch(CONTROLS)
    const outside = expectInertOutsideCode(markdown)
    expect(outside).not.toMatch(/!\[|evil|octocat|javascript/)
    for (const [, target] of outside.matchAll(/\]\(([^)]*)\)/g)) expect(target).not.toContain('evil')
    const rows = markdown.split('\n').filter((line) => line.startsWith('| `'))
    for (const row of rows) expect(row.split('|')).toHaveLength(5)
  })

  it('makes no link and no placeholder in SARIF', () => {
    const text = join(renderSarif(source))
    expect(text.replaceAll('\n', '')).not.toMatch(CONTROLS)
    const { runs } = JSON.parse(text)
    expect(runs[0].results).toHaveLength(source.report.findings.length)
    for (const { message, locations } of runs[0].results) {
      const taken = message.text.replace(/\\[\\[\]]/g, '').replace(/\{\{|\}\}/g, '')
      expect(taken).not.toMatch(/[[\]{}]/)
      expect(locations[0].physicalLocation.artifactLocation.uri).not.toMatch(/^(?:[a-z][a-z0-9+.-]*:|\/)/i)
    }
  })

  it('makes no failure of its own in JUnit XML', async () => {
    const xml = join(renderJunit(source))
    expect(xml).not.toMatch(CONTROLS)
    const all = (await parseJunit(xml)) as { failures: number; testsuite: { testcase?: { failure?: unknown[] }[] }[] }
    const failures = all.testsuite.flatMap(({ testcase = [] }) => testcase.flatMap(({ failure = [] }) => failure))
    expect(failures).toHaveLength(all.failures)
    expect(all.failures).toBeGreaterThan(0)
  })
})
