import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CHROMIUM, findBarriers, PATIENCE, startBrowser, type TestBrowser } from '#test/support/browser.ts'
import { type RunningService, startService } from '#test/support/service.ts'
import type { SiteServer } from '#test/support/site.ts'
import { startSites } from '#test/support/site-server.ts'
import { makeSlowSite, SLOW_HOST, WRONG_LASTMOD } from '#test/support/slow-site.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

/** Of the sites' answers: an audit of seven documents and its pages takes seconds. */
const DELAY_MS = 600

describe.skipIf(CHROMIUM === null)('the pages of an audit', () => {
  let sites: SiteServer
  let service: RunningService
  let browser: TestBrowser
  beforeAll(async () => {
    sites = await startSites([makeSlowSite(DELAY_MS)])
    service = await startService(sites, { HOST_CONCURRENCY: '1' })
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    await sites?.close()
  })

  test('start an audit, show it while it runs, and what it found with the line of the source', async () => {
    const { page, faults } = await browser.open({ viewport: { width: 1280, height: 900 } })
    await page.goto(service.url)
    expect(await page.title()).toBe('Sitemap auditor')

    await page.getByLabel('Domain').fill('no host')
    await page.getByRole('button', { name: 'Audit' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('This is no domain')
    // The browser itself notes every answer of 400.
    expect(faults.splice(0).filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([])

    await page.getByText('Options', { exact: true }).click()
    await page.getByLabel('Children read of each index').selectOption('all')
    await page.getByLabel('Pages fetched, in all').fill('4')
    await page.getByLabel('Domain').fill(SLOW_HOST)
    const line = page.getByRole('group', { name: 'The same audit with curl' })
    await expect
      .poll(() => line.textContent(), PATIENCE)
      .toContain(`-d '{"domain":"${SLOW_HOST}","children":"all","pages":4}'`)
    await page.getByRole('button', { name: 'Audit' }).click()

    await page.waitForURL('**/audits/*')
    await page.getByRole('heading', { level: 1, name: SLOW_HOST }).waitFor()
    await page.getByText('The audit is running').waitFor()
    await page.getByRole('progressbar', { name: 'Documents' }).waitFor()
    await page.getByRole('region', { name: 'Documents' }).getByRole('link', { name: '/part-2.xml' }).waitFor()
    // Found and told before the audit has ended.
    await page.locator('.group', { hasText: WRONG_LASTMOD }).first().waitFor()
    expect(await page.getByText('The audit is running').isVisible()).toBe(true)

    await page.getByRole('button', { name: 'Audit again' }).waitFor({ timeout: 60_000 })
    expect(await page.locator('.verdict p').textContent()).toMatch(
      /^\d+ errors? .*in 7 documents with 18 URLs, 4 pages/,
    )

    const group = page.locator('.group', { hasText: WRONG_LASTMOD })
    const details = group.locator('details')
    if ((await details.getAttribute('open')) === null) await group.locator('summary').click()
    const source = group.locator('.source')
    await source.waitFor()
    expect(await source.textContent()).toContain(`<lastmod>`)
    const [caret, mark] = [await source.locator('.caret').boundingBox(), await source.locator('mark').boundingBox()]
    // Under the first character of the value.
    expect(await source.locator('mark').textContent()).toBe(`${WRONG_LASTMOD[0]}^`)
    expect(Math.abs((caret?.x ?? 0) - (mark?.x ?? 99))).toBeLessThan(2)
    expect(caret?.y).toBeGreaterThan(mark?.y ?? 0)
    await group.getByText('Why', { exact: true }).waitFor()
    expect(
      await group
        .getByRole('link', { name: /^https:\/\/www\./ })
        .first()
        .getAttribute('rel'),
    ).toBe('noreferrer noopener')

    expect(faults).toEqual([])
    await page.context().close()
  })

  async function openEnded(options = {}) {
    const answer = await fetch(`${service.url}/audits?domain=${SLOW_HOST}&status=succeeded`)
    const { items } = (await answer.json()) as { items: { id: string }[] }
    expect(items, 'audits that have ended').not.toEqual([])
    const watched = await browser.open(options)
    await watched.page.goto(`${service.url}/audits/${items[0]?.id}`)
    await watched.page.getByRole('heading', { name: 'Pages', exact: true }).waitFor()
    return watched
  }

  test('filter the findings by severity, document and rule, and keep that in the address', async () => {
    const { page, faults } = await openEnded()
    const groups = page.locator('.group')
    await groups.nth(2).waitFor()
    const all = await groups.count()
    await page.getByLabel('Severity', { exact: true }).selectOption('warning')
    await expect.poll(() => groups.locator('.mark.error').count(), PATIENCE).toBe(0)
    expect(page.url()).toContain('?severity=warning')

    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => groups.count(), PATIENCE).toBe(all)
    const part = `https://${SLOW_HOST}/part-2.xml`
    await page.getByLabel('Document', { exact: true }).selectOption(part)
    await expect.poll(() => groups.count(), PATIENCE).toBeLessThan(all)
    await page.reload()
    await groups.first().waitFor()
    expect(await page.getByLabel('Document', { exact: true }).inputValue()).toBe(part)

    const rule = (await groups.locator('summary code').first().textContent()) ?? ''
    await page.getByLabel('Rule', { exact: true }).selectOption(rule)
    await expect.poll(() => groups.count(), PATIENCE).toBe(1)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('show the way from robots.txt to each document, and of each page where it led to', async () => {
    const { page, faults } = await openEnded()
    const tree = page.getByRole('region', { name: 'Documents' })
    await tree.getByText('line 5').waitFor()
    expect(await tree.getByRole('listitem').filter({ hasText: 'gone.xml' }).last().textContent()).toContain(
      'not there (404)',
    )
    await tree.getByRole('link', { name: '/part-6.xml' }).waitFor()
    expect(await tree.getByText('entry 6').count()).toBe(1)
    expect(await page.getByRole('region', { name: 'Pages that were sampled' }).locator('tbody tr').count()).toBe(4)
    await page.getByText('Reports', { exact: true }).click()
    const forms = await page.locator('.downloads a').all()
    expect(forms.length).toBeGreaterThan(5)
    for (const form of forms) {
      const answer = await page.request.get(`${service.url}${await form.getAttribute('href')}`)
      expect([await form.textContent(), answer.status()]).toEqual([await form.textContent(), 200])
    }
    const line = page.getByRole('group', { name: 'The same audit with curl' })
    expect(await line.textContent()).toContain(
      `/audit -H 'content-type: application/json' -d '{"domain":"${SLOW_HOST}"`,
    )
    expect(faults).toEqual([])
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)('are without barriers, %s', async (colorScheme) => {
    const { page, faults } = await openEnded({ colorScheme, viewport: { width: 360, height: 800 } })
    await page.locator('.source').first().waitFor()
    expect(await findBarriers(page)).toEqual([])
    // What is wide scrolls inside itself.
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).toBeLessThanOrEqual(0)
    await page.goto(service.url)
    await page.getByRole('link', { name: SLOW_HOST }).waitFor()
    await page.getByText('Options', { exact: true }).click()
    expect(await findBarriers(page)).toEqual([])
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('can be used with the keyboard alone', async () => {
    const { page } = await openEnded()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    const summary = page.locator('.group summary').last()
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.locator('.group').last().locator('.finding').first().waitFor()
    await page.context().close()
  })
})

describe.skipIf(CHROMIUM === null)('pages of a service with keys', () => {
  test('ask for the key once, and forget it when told to', async () => {
    const service = await startService(null, { API_KEYS: 'reader:read:secret-1' })
    const browser = await startBrowser()
    try {
      const { page, faults } = await browser.open()
      await page.goto(`${service.url}/rules`)
      await page.getByRole('heading', { name: 'A key is needed' }).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByLabel('API key').fill('wrong')
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByText('This API key is not known').waitFor()
      await page.getByLabel('API key').fill('secret-1')
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
      expect(await page.evaluate('document.cookie')).toBe('')

      await page.goto(service.url)
      await page.getByText('There is none yet.').waitFor()
      await page.goto(`${service.url}/docs`)
      await page.locator('.swagger-ui .info').first().waitFor()
      expect(faults.filter((fault) => !fault.includes('401 (Unauthorized)'))).toEqual([])

      await page.goto(service.url)
      await page.getByRole('button', { name: 'Forget the key' }).click()
      await page.getByRole('heading', { name: 'A key is needed' }).waitFor()
    } finally {
      await browser.close()
      await service.stop()
    }
  })
})
