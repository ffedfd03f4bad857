import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import type { Example } from '#src/model/report.ts'
import { cutSnippet } from '#src/values/snippet.ts'
import { CHROMIUM, startBrowser, type TestBrowser } from '#test/support/browser.ts'
import { createFinding, createReport } from '../api/sample-report.ts'
import { createTestApp } from '../api/test-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MARKUP = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>'
const SCRIPT_URL = 'javascript:document.title="taken"'

function example(line: string, column: number, changes: Partial<Example> = {}): Example {
  const snippet = cutSnippet(line, column)
  const place = { line: 7, column, offset: 9, entry: 1, snippet }
  return { ...place, loc: null, value: null, expected: null, ...changes }
}

describe.skipIf(CHROMIUM === null)('what a site sends', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  async function open(examples: Example[]) {
    const { app, store } = createTestApp()
    const options = { ...AUDIT_DEFAULTS, domain: 'a.example' }
    const { audit } = await store.audits.insert({
      domain: 'a.example',
      options,
      sealedHeaders: null,
      idempotencyKey: null,
    })
    const finding = createFinding({ message: `${MARKUP} is wrong.`, document: SCRIPT_URL, pattern: MARKUP, examples })
    const report = createReport({ findings: [finding], notes: [MARKUP] })
    await store.end(audit.id, 'succeeded', {
      ...report,
      discovery: [{ url: SCRIPT_URL, via: 'robots.txt:1', outcome: 'absent', status: 404 }],
      robots: { ...report.robots, sitemaps: [{ line: 1, value: MARKUP, url: null }] },
    })
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    const watched = await browser.open()
    await watched.page.goto(`${base}/audits/${audit.id}`)
    await watched.page.locator('.finding').waitFor()
    await watched.page.getByRole('heading', { name: 'How it was done' }).waitFor()
    return watched
  }

  test('is text wherever it is shown, and never markup, script or the address of a link', async () => {
    const { page, faults } = await open([example(`<loc>${MARKUP}</loc>`, 6, { loc: SCRIPT_URL, value: MARKUP })])
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
    expect(await page.locator('.group .message').first().textContent()).toContain(MARKUP)
    expect(await page.title()).toBe('Audit of a.example - Sitemap auditor')
    expect(faults).toEqual([])
  })

  test.each([
    ['a plain line', '<loc>https://a.example/</loc>', 6, 'h'],
    ['a line with tabs', '\t\t<loc>\thttps://a.example/</loc>', 9, 'h'],
    ['wide and combined characters', '<loc>中文字e\u0301\u{1F600}x</loc>', 12, 'x'],
    ['a column behind the cut', `${'ä'.repeat(300)}<loc>x</loc>`, 306, 'x'],
    ['the end of a line', '<loc>', 6, ' '],
    ['a control character', '<loc>a\u0007b', 7, '\u2407'],
    ['a character that turns the text', '<loc>\u202Eabc</loc>', 6, '\u2426'],
  ])('has the caret under its column: %s', async (_name, line, column, character) => {
    const { page } = await open([example(line, column)])
    const mark = page.locator('.source mark')
    expect(await mark.textContent()).toBe(`${character}^`)
    const [at, caret] = [await mark.boundingBox(), await page.locator('.caret').boundingBox()]
    expect(Math.abs((at?.x ?? 0) - (caret?.x ?? 99))).toBeLessThan(2)
    expect(caret?.y).toBeGreaterThan(at?.y ?? 0)
  })
})
