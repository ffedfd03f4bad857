/**
 * Every text of a report that a site, or whoever asked, has written, replaced by a hostile one, in every form of the
 * report: each is read by the format's own reader, and nothing of it may act. (injection.test.ts audits such a site.)
 */
import { readFileSync } from 'node:fs'
import { parse as parseCsv } from 'csv-parse/sync'
import { parse as parseJunit } from 'junit2json'
import { parse as parseHtml } from 'parse5'
import { SaxesParser } from 'saxes'
import { Compile } from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { REPORT_FORMS } from '#src/api/report-forms.ts'
import { toSafeJson } from '#src/api/safe-json.ts'
import { formatEvent } from '#src/api/sse.ts'
import { toBatchCsvRow } from '#src/report/batch-csv.ts'
import type { ReportSource } from '#src/report/source.ts'
import { createDocument, createFinding, createReport } from '../api/sample-report.ts'
import { expectInertOutsideCode } from './inert.ts'
import { createSource, join } from './sources.ts'

const TEXTS = {
  script: '<script>alert(1)</script>',
  'end of everything': '--></style></title></textarea></pre></details><svg onload=alert(1)>',
  attribute: '" onmouseover="alert(1)" x=\'',
  'address that runs': 'javascript:alert(1)//',
  'address with data': 'data:text/html,<script>alert(1)</script>',
  formula: '=HYPERLINK("https://evil.example","click")',
  'formula by plus': '+1+cmd|" /c calc"!A0',
  'formula by minus': '-1+cmd|" /c calc"!A0',
  'formula by at': '@SUM(1+1)',
  'formula behind a tab': '\t=1+1',
  'formula behind a line end': '\r=1+1',
  'formula behind a blank': ' =1+1',
  'formula of full width': '\uff1d1+1',
  'cell and row': '",x\r\n=1+1,"',
  escape: '\u001b[2J\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  C1: '\u009b31mred\u009d0;title\u009c\u0090q\u009c',
  'carriage return': 'visible\rhidden\b\b\b\v\f',
  NUL: 'a\u0000b',
  bidi: '\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c',
  'line separators': 'a\u2028b\u2029c\u0085d',
  link: '[click](https://evil.example) ![](https://evil.example/x.png) <https://evil.example> https://evil.example',
  'Markdown and HTML': '<img src=x onerror=alert(1)> <a href="https://evil.example">x</a> @octocat #1 &lt;',
  table: '| a | b |\n|---|---|\n| `c` | ```d``` |\n\n# Heading\n\n- item',
  'end of a fence': '```\n~~~\n[x](https://evil.example)\n```',
  'SARIF message': '[click](https://evil.example) [0](1) {0} {{1}} \\[x\\]',
  'end of CDATA': ']]><failure message="x"/></testcase><!--',
  entities: '&amp;&lt;&#0;&#x1b;&unknown;<!ENTITY x SYSTEM "file:///etc/passwd">',
  'half a character': 'a\ud800b\udc00',
  'no characters': '\ufffe\uffff\ufdd0',
  event: 'a\n\ndata: {"status":"succeeded"}\nevent: done\nid: 99\r\rretry: 1',
}

/** Of a report, by the names of their fields: what is not ours. Its domain and origin have been read strictly. */
const FOREIGN = new Set(
  'url finalUrl via parent mediaType contentEncoding lastModified etag oldest newest value loc snippet expected message document pattern suppressed href resolved agent replacement lastmod sitemap page namespaces notes fix'.split(
    ' ',
  ),
)

function poison(value: unknown, hostile: string, isForeign = false): unknown {
  if (typeof value === 'string') return isForeign ? hostile : value
  if (Array.isArray(value)) return value.map((one) => poison(one, hostile, isForeign))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, poison(child, hostile, isForeign || FOREIGN.has(name))]),
  )
}

const example = {
  line: 3,
  column: 2,
  offset: 120,
  entry: 1,
  loc: 'x',
  value: 'x',
  expected: 'x',
  snippet: 'x',
}
const plain = createReport({
  verdict: 'fail',
  findings: [
    createFinding({ examples: [example], pattern: 'x' }),
    createFinding({ severity: 'warning', suppressed: 'x', examples: [example] }),
    createFinding({ severity: 'note', document: null, examples: [] }),
  ],
  documents: [createDocument(), createDocument({ outcome: 'blocked', kind: null, entries: null })],
})

function sourceOf(hostile: string): ReportSource {
  const report = { ...(poison(plain, hostile) as typeof plain) }
  for (const [index, document] of report.documents.entries()) {
    document.namespaces = { [hostile]: hostile }
    // No report has a document twice.
    if (index > 0) document.url += index
  }
  return createSource(report, { gate: { passed: false, reasons: [hostile] } })
}

const SCHEMA = JSON.parse(readFileSync(new URL('data/sarif-2.1.0-rtm.5.json', import.meta.url), 'utf8'))
// The pattern for languages has a bracket that no reader with the flag u takes.
delete SCHEMA.definitions.run.properties.language.pattern
delete SCHEMA.definitions.toolComponent.properties.language.pattern
const sarifSchema = Compile(SCHEMA)

/** But for line feeds, which the forms write themselves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

const render = (name: keyof typeof REPORT_FORMS, source: ReportSource, wishes = {}) =>
  join(REPORT_FORMS[name].render(source as never, { ...source.audit, report: source.report }, wishes))

interface HtmlNode {
  tagName?: string
  attrs?: { name: string; value: string }[]
  childNodes?: HtmlNode[]
}

function elementsOf(html: string): { names: string[]; faults: string[]; attributes: string[] } {
  const names: string[] = []
  const attributes: string[] = []
  const faults: string[] = []
  const walk = ({ tagName, attrs = [], childNodes = [] }: HtmlNode) => {
    if (tagName) names.push(tagName)
    for (const { name, value } of attrs) attributes.push(name === 'href' ? `href=${value}` : name)
    for (const child of childNodes) walk(child)
  }
  walk(parseHtml(html, { onParseError: ({ code }) => faults.push(code) }) as HtmlNode)
  return { names, faults, attributes }
}

const harmless = sourceOf('harmless')
const expectedElements = elementsOf(render('html', harmless)).names

describe.each(Object.entries(TEXTS))('%s', (_name, text) => {
  const variants = [text, `https://blog.example/${text}`].map(sourceOf)

  it.each(variants)('is text in HTML', (source) => {
    const html = render('html', source)
    expect(html).not.toMatch(CONTROLS)
    expect(html.isWellFormed()).toBe(true)
    const { names, faults, attributes } = elementsOf(html)
    // A fault of the text alone: the tree is the same.
    expect(faults.filter((code) => code !== 'noncharacter-in-input-stream')).toEqual([])
    expect(names).toEqual(expectedElements)
    expect(attributes.filter((name) => /^(?:on|src|style$|srcdoc)/.test(name))).toEqual([])
    for (const name of attributes) expect(name).not.toMatch(/^href=.*(?:evil|javascript|data:)/)
  })

  it.each(variants)('is a cell in CSV, and no formula', (source) => {
    const { report } = source
    const traits = null
    const row = {
      domain: source.report.notes[0] ?? '',
      auditId: 'x',
      status: 'succeeded',
      verdict: 'fail',
      traits,
    } as const
    const tables = [
      [render('csv', source), report.findings.length + 1],
      [render('csv', source, { of: 'pages' }), report.pages.length + 1],
      [render('csv', source, { of: 'documents' }), report.documents.length + 1],
      [toBatchCsvRow(row), 1],
    ] as const
    for (const [csv, rows] of tables) {
      expect(csv.replaceAll('\r\n', '')).not.toMatch(CONTROLS)
      const cells: string[][] = parseCsv(csv, { record_delimiter: '\r\n' })
      expect(cells).toHaveLength(rows)
      for (const cell of cells.flat()) if (!/^-?[\d.]+$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r\uff1d]/)
    }
  })

  it.each(variants)('moves nothing in a terminal', (source) => {
    expect(render('txt', source, { color: '0' })).not.toMatch(CONTROLS)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours
    expect(render('txt', source, { color: '1' }).replace(/\u001b\[\d{1,2}m/g, '')).not.toMatch(CONTROLS)
  })

  it.each(variants)('is code or escaped in Markdown', (source) => {
    const markdown = render('md', source)
    expect(markdown).not.toMatch(CONTROLS)
    const outside = expectInertOutsideCode(markdown)
    expect(outside).not.toMatch(/!\[|evil|octocat|javascript:|# Heading/)
  })

  it.each(variants)('is valid by the schema in SARIF, without links and placeholders', (source) => {
    const sarif = render('sarif', source)
    expect(sarif).not.toMatch(CONTROLS)
    const log = JSON.parse(sarif)
    expect(sarifSchema.Errors(log)[1]).toEqual([])
    for (const { message, locations } of log.runs[0].results) {
      expect(message.text.replace(/\\[\\[\]]/g, '').replace(/\{\{|\}\}/g, '')).not.toMatch(/[[\]{}]/)
      expect(message).not.toHaveProperty('markdown')
      const { uri } = locations[0].physicalLocation.artifactLocation
      expect(uri).not.toMatch(/^(?:[a-z][a-z0-9+.-]*:|\/)/i)
      expect(uri).not.toMatch(/[^!-~]|[<>"`{}|\\^]/)
    }
  })

  it.each(variants)('is text in JUnit XML, which stays well-formed', async (source) => {
    const xml = render('junit', source)
    expect(xml).not.toMatch(CONTROLS)
    const counts = new Map<string, number>()
    const parser = new SaxesParser()
    parser.on('error', (error) => {
      throw error
    })
    parser.on('opentag', ({ name }) => counts.set(name, (counts.get(name) ?? 0) + 1))
    parser.write(xml).close()
    const all = (await parseJunit(xml)) as { tests: number; failures: number }
    expect(counts.get('failure')).toBe(all.failures)
    expect(counts.get('testcase')).toBe(all.tests)
  })

  it('is data in an event, one line of it', () => {
    const event = formatEvent({ id: '1', type: 'finding', data: toSafeJson(sourceOf(text).report) })
    expect(event.split(/\r\n|\r|\n/)).toHaveLength(5)
    expect(event.replaceAll('\u061c', '').replaceAll('\u200f', '')).not.toMatch(CONTROLS)
    expect(event).toMatch(/^id: 1\nevent: finding\ndata: \{.*\}\n\n$/)
  })
})
