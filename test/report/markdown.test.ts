import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '#src/report/markdown.ts'
import { toCellCode, toCode, toProse } from '#src/report/markdown-text.ts'
import { createDocument, createFinding } from '../api/sample-report.ts'
import { createSource } from './sources.ts'

describe('text in Markdown', () => {
  it.each([
    ['This loc has 2,100 characters; the limit is 2,047.', 'This loc has 2,100 characters; the limit is 2,047.'],
    ['The page\'s title is "Home" (index).', 'The page\'s title is "Home" (index).'],
    ['Ask @octocat about it.', 'Ask `@octocat` about it.'],
    ['See https://evil.example/ now.', 'See `https://evil.example/` now.'],
    ['See www.evil.example.', 'See `www.evil.example`.'],
    ['A [link](https://evil.example) here', 'A `[link](https://evil.example)` here'],
    ['<script>alert(1)</script>', '`<script>alert(1)</script>`'],
    ['<!-- a b -->', '`<!--` a b `-->`'],
    ['It closes #12 and GH-12 with abcdef1.', 'It closes `#12` and `GH-12` with `abcdef1`.'],
    ['a | b', 'a `|` b'],
    ['*bold* _under_ ~~gone~~', '`*bold* _under_ ~~gone~~`'],
    ['`` ` ``', '``` `` ` `` ```'],
    [':smile: user/repo#1', '`:smile: user/repo#1`'],
    ['two\nlines\u0000', '`two\\u000alines\\u0000`'],
    ['# Heading', '`#` Heading'],
    ['1. list', '`1`. list'],
    ['', ''],
  ])('%j is written %j', (text, markdown) => {
    expect(toProse(text)).toBe(markdown)
  })

  it.each([
    ['plain', '`plain`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    [' ', '`(blank)`'],
  ])('%j as code is %j', (text, code) => {
    expect(toCode(text)).toBe(code)
  })

  it('in a table has no bar', () => {
    expect(toCellCode('a|b')).toBe('`a\\u007cb`')
  })
})

describe('a report as Markdown', () => {
  it('tells verdict, gate, findings with source line and caret, and documents', () => {
    const snippet = '  <loc>https://blog.example/x</loc>'
    const [example] = createFinding().examples
    if (!example) throw new Error('no example')
    const text = renderMarkdown(
      createSource(
        { findings: [createFinding({ examples: [{ ...example, column: 8, snippet }] })] },
        { gate: { passed: false, reasons: ['error loc-too-long: see @octocat.'] } },
      ),
    )
    expect(text).toMatch(/^## Sitemaps of `blog\.example`: fail\n/)
    expect(text).toContain('**Gate: closed.**\n\n- error loc-too-long: see `@octocat`.')
    expect(text).toContain(`    ${snippet}\n    ${' '.repeat(7)}^\n`)
    expect(text).toContain('| `https://blog.example/sitemap.xml` |')
  })

  it.each([
    ['findings of many rules', { rules: 200, ofEach: 50, documents: 1 }],
    ['findings of one rule', { rules: 1, ofEach: 10_000, documents: 1 }],
    ['documents', { rules: 1, ofEach: 1, documents: 2_000 }],
    ['everything', { rules: 100, ofEach: 100, documents: 2_000 }],
  ])('fits a comment on a pull request with a great many %s, and counts what does not', (_what, size) => {
    const long = `https://blog.example/${'`|@'.repeat(700)}`
    const findings = Array.from({ length: size.rules * size.ofEach }, (_, i) =>
      createFinding({
        rule: `rule-${i % size.rules}`,
        severity: (['error', 'warning', 'note'] as const)[i % 3] ?? 'error',
        message: long,
        document: long,
        pattern: long,
        fix: long,
      }),
    )
    const documents = Array.from({ length: size.documents }, (_, i) => createDocument({ url: `${long}${i}` }))
    const notes = Array.from({ length: 100 }, () => long)
    const gate = { passed: false, reasons: Array.from({ length: 25 }, () => long) }
    const text = renderMarkdown(createSource({ findings, documents, notes }, { gate }))
    expect(text.length).toBeLessThanOrEqual(65_000)
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length)
    if (findings.length > 100) expect(text).toMatch(/more findings? (did not fit|of this rule)/)
    if (documents.length > 100) expect(text).toMatch(/more documents did not fit/)
  })
})
