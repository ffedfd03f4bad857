import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderHtml } from '#src/report/html.ts'
import type { ReportSource } from '#src/report/source.ts'
import { RULES } from '#src/rules/index.ts'
import { createDocument, createFinding, createReport } from '../api/sample-report.ts'
import { CHROMIUM, findBarriers, startBrowser, type TestBrowser } from '../support/browser.ts'
import { createSource, join } from './sources.ts'

const [example] = createFinding().examples
if (!example) throw new Error('no example')
const EXAMPLE = { ...example, column: 8, snippet: '  <loc>https://blog.example/x</loc>' }

const RICH = createSource(
  {
    findings: [
      createFinding({ examples: [EXAMPLE], occurrences: 30, pattern: '/x*' }),
      createFinding({ rule: 'index-lastmod-stale', severity: 'warning', examples: [] }),
      createFinding({ rule: 'hints-ignored', severity: 'note', document: null }),
      createFinding({ rule: 'loc-tracking', suppressed: 'campaign' }),
    ],
    documents: [createDocument(), createDocument({ outcome: 'blocked', depth: 1, limit: null, bytes: null })],
  },
  { gate: { passed: false, reasons: ['error loc-too-long: This loc has 2,100 characters.'] } },
)

describe('a report as HTML', () => {
  it('loads nothing, runs nothing and links nowhere but to the sources of rules', () => {
    const html = join(renderHtml(RICH))
    expect(html).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src/)
    expect(html).not.toMatch(/<(?:script|img|link|iframe|object|form)\b/)
    expect(html).not.toMatch(/ style=| on\w+=/)
    const links = Array.from(html.matchAll(/href="([^"#][^"]*)"/g), ([, link]) => link)
    expect(links.length).toBeGreaterThan(0)
    const sources = new Set(RULES.map(({ source }) => source))
    for (const link of links) expect(sources).toContain(link)
  })

  it('is bounded, and counts what it leaves out', () => {
    const findings = Array.from({ length: 10_000 }, (_, i) =>
      createFinding({ rule: RULES[i % 90]?.id ?? '', document: `https://blog.example/${i}.xml`, examples: [EXAMPLE] }),
    )
    const documents = Array.from({ length: 2_500 }, (_, i) => createDocument({ url: `https://blog.example/${i}.xml` }))
    const [page] = createReport().pages
    if (!page) throw new Error('no page')
    const pages = Array.from({ length: 1_200 }, () => page)
    const html = join(renderHtml(createSource({ findings, documents, pages })))
    expect(html.length).toBeLessThan(4_000_000)
    expect(html.match(/<li><p>This loc/g)).toHaveLength(2_000)
    const left = Array.from(html.matchAll(/([\d,]+) more findings? of this rule/g), ([, number]) => Number(number))
    expect(left.reduce((sum, number) => sum + number, 0)).toBe(8_000)
    expect(html).toContain('500 more documents are left out.')
    expect(html).toContain('200 more pages are left out.')
  })

  it('says of a cancelled audit that it is not whole', () => {
    expect(join(renderHtml(createSource({}, { status: 'cancelled' })))).toContain('<strong>The audit was cancelled')
  })
})

// What is not there is told by test/support/browser.ts.
describe.skipIf(CHROMIUM === null)('a report as HTML, opened offline in a browser', () => {
  let browser: TestBrowser
  let directory: string
  beforeAll(async () => {
    browser = await startBrowser()
    directory = await mkdtemp(joinPath(tmpdir(), 'auditor-report-'))
  })
  afterAll(async () => {
    await browser?.close()
    await rm(directory, { recursive: true, force: true })
  })

  async function open(source: ReportSource, options: Parameters<TestBrowser['open']>[0] = {}) {
    const path = joinPath(directory, 'report.html')
    await writeFile(path, join(renderHtml(source)))
    // axe is evaluated by the driver, which the policy of the page would forbid.
    const watched = await browser.open({ offline: true, bypassCSP: true, ...options })
    await watched.page.goto(pathToFileURL(path).href)
    return watched
  }

  it.each(['light', 'dark'] as const)('has no barriers when it is %s', async (colorScheme) => {
    const { page, faults } = await open(RICH, { colorScheme })
    await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })')
    expect(await findBarriers(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('shows the caret below the column, in the style that its policy lets through', async () => {
    const { page, faults } = await open(RICH, { bypassCSP: false })
    const [line, caret] = ((await page.locator('pre').first().textContent()) ?? '').split('\n')
    expect(line?.slice(caret?.indexOf('^'))).toBe('https://blog.example/x</loc>')
    expect(await page.evaluate('getComputedStyle(document.querySelector(".scroll")).overflowX')).toBe('auto')
    expect(faults).toEqual([])
  })

  it.each([360, 1600])('is no wider than a window of %i pixels', async (width) => {
    const { page } = await open(RICH, { viewport: { width, height: 800 } })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  })
})
