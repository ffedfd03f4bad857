/** /docs in a browser: its examples run as they stand. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../api/test-app.ts'
import { CHROMIUM, startBrowser } from '../support/browser.ts'

const TIMEOUT_MS = 120_000

describe.skipIf(CHROMIUM === null)('the documentation page', () => {
  it('sends its examples and shows the answers', { timeout: TIMEOUT_MS }, async () => {
    const { app, uploads, store } = createTestApp()
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const browser = await startBrowser()
    onTestFinished(() => browser.close())
    const { page, faults } = await browser.open()
    await page.goto(`${url}/docs`)

    /** Opens an operation, tries it with what is filled in. @returns the status that is shown */
    const run = async (operationId: string): Promise<string | null> => {
      const operation = page.locator(`[id$="-${operationId}"]`)
      await operation.locator('.opblock-summary-control').click()
      await operation.locator('.try-out__btn').click()
      await operation.locator('.execute').click()
      return operation.locator('.live-responses-table .response .response-col_status').textContent()
    }

    expect(await run('startAudit')).toBe('200')
    const [audit] = (await store.audits.list({}, { limit: 10, cursor: null })).items
    expect(audit?.domain).toBe('blog.example')
    expect(await run('listAudits')).toBe('200')
    expect(await run('listRules')).toBe('200')
    expect(await run('validateDocument')).toBe('200')
    expect(uploads[0]?.body.toString()).toContain('<lastmod>2026-02-30</lastmod>')
    expect(faults).toEqual([])
  })
})
