/** Documents, differences, domains, rules, schedules and batches, as people see them. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { CHROMIUM, findBarriers, startBrowser, type TestBrowser } from '#test/support/browser.ts'
import { postAudit, type RunningService, startService } from '#test/support/service.ts'
import type { Site, SiteServer } from '#test/support/site.ts'
import { startSites } from '#test/support/site-server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const HOST = 'bakery.example'
const INDEX = `https://${HOST}/sitemap.xml`
const BREAD = `https://${HOST}/bread.xml`
const WIDTHS = [360, 1_024, 1_600]

/** Before and after: one finding goes, one comes, and a page of bread is replaced by another. */
let isAfter = false

function bakery(): Site {
  const xml = (body: string) => ({ headers: [['Content-Type', 'application/xml']] as [string, string][], body })
  const urlset = (entries: [path: string, lastmod: string][]) =>
    xml(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries
        .map(([path, lastmod]) => `<url><loc>https://${HOST}${path}</loc><lastmod>${lastmod}</lastmod></url>`)
        .join('\n')}\n</urlset>\n`,
    )
  return {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': { body: `User-agent: *\nDisallow:\n\nSitemap: ${INDEX}\n` },
      '/sitemap.xml': xml(
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[
          ['bread', '2026-01-05'],
          ['cake', '2026-02-01'],
        ]
          .map(
            ([name, lastmod]) =>
              `<sitemap><loc>https://${HOST}/${name}.xml</loc><lastmod>${lastmod}</lastmod></sitemap>`,
          )
          .join('\n')}\n</sitemapindex>\n`,
      ),
      '/bread.xml': () =>
        urlset([
          ['/bread/rye', '2026-01-05'],
          ['/bread/oat', isAfter ? '2026-01-04' : '2026-02-30'],
          [isAfter ? '/bread/spelt' : '/bread/corn', '2026-01-03'],
        ]),
      '/cake.xml': () => urlset([['/cake/plum', isAfter ? 'yesterday' : '2026-02-01']]),
      '*': ({ path }) => ({
        headers: [['Content-Type', 'text/html; charset=utf-8']],
        body: `<!doctype html>\n<html lang="en"><head><title>${path}</title><link rel="canonical" href="https://${HOST}${path}"></head><body><h1>${path}</h1><p>All about ${path}.</p></body></html>\n`,
      }),
    },
  }
}

/** Nothing is there. */
const empty: Site = { host: 'empty.example', schemes: 'https', routes: { '*': { status: 404 } } }

describe.skipIf(CHROMIUM === null)('the other pages', () => {
  let sites: SiteServer
  let service: RunningService
  let browser: TestBrowser
  let before: Audit
  let after: Audit

  beforeAll(async () => {
    sites = await startSites([bakery(), empty])
    service = await startService(sites)
    browser = await startBrowser()
    before = await postAudit(service, { domain: HOST, pages: 2 })
    isAfter = true
    after = await postAudit(service, { domain: HOST, pages: 2 })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    await sites?.close()
  })

  const open = async (path: string, options: Parameters<TestBrowser['open']>[0] = {}) => {
    const watched = await browser.open({ viewport: { width: 1_280, height: 900 }, ...options })
    await watched.page.goto(`${service.url}${path}`)
    return watched
  }

  test('a domain shows its audits over time, and any two of them are compared', async () => {
    const { page, faults } = await open(`/domains/${HOST}`)
    await page.getByRole('img', { name: /^2 audits\. The newest has 4 entries and 1 error/ }).waitFor()
    await page.getByRole('link', { name: 'Compare the two' }).click()

    await page.waitForURL(`**/audits/${after.id}/diff?against=${before.id}`)
    const fresh = page.getByRole('region', { name: /^New/ })
    await fresh.getByText('"yesterday" is no W3C Datetime').waitFor()
    // The source line, with what is wrong in it marked.
    expect(await fresh.locator('.source mark').textContent()).toMatch(/^y/)
    await page
      .getByRole('region', { name: /^Fixed/ })
      .getByText('"2026-02-30" is no date')
      .waitFor()
    const documents = page.getByRole('region', { name: 'Documents' })
    expect(await documents.locator('.came').textContent()).toContain('/bread/spelt')
    expect(await documents.locator('.went').textContent()).toContain('/bread/corn')
    expect(faults).toEqual([])
  })

  test('a document shows its figures, pictures, findings and children', async () => {
    const { page, faults } = await open(`/audits/${after.id}/document?url=${encodeURIComponent(INDEX)}`)
    await page.getByRole('heading', { level: 1, name: '/sitemap.xml' }).waitFor()
    const table = page.getByRole('region', { name: 'Children of the index' })
    await table.getByRole('link', { name: '/bread.xml' }).click()
    await page.waitForURL(`**/document?url=${encodeURIComponent(BREAD)}`)
    await page.getByRole('img', { name: /3 entries have a lastmod/ }).waitFor()
    await page.getByText('3 entries, < 0.1 %').waitFor()
    expect(await page.locator('.facts').textContent()).toContain('equal to the newest entry')
    await page.getByText('The numbers').click()
    expect(await page.getByRole('region', { name: 'Entries by the day of their lastmod' }).textContent()).toContain(
      '5 Jan 2026',
    )
    expect(faults).toEqual([])

    const gone = await open(`/audits/${after.id}/document?url=https://else.example/`)
    await gone.page.getByRole('alert').getByText('This audit did not try').waitFor()
  })

  test('rules are found by words and by severity, and each has examples', async () => {
    const { page, faults } = await open('/rules')
    await page.getByText(/^\d+ rules$/).waitFor()
    await page.getByLabel('Search').fill('epoch')
    await page.getByLabel('Severity').selectOption('warning')
    await page.waitForURL('**/rules?q=epoch&severity=warning')
    await page.getByLabel('Severity').selectOption('')
    await page.getByLabel('Search').fill('impossible')
    await page.getByRole('link', { name: 'lastmod-impossible' }).click()
    expect(await page.getByRole('group', { name: 'Wrong: example' }).textContent()).toContain('2026-02-30')
    expect(await page.getByRole('group', { name: 'Right: example' }).textContent()).toContain('2026-02-28')
    expect(faults).toEqual([])
  })

  test('a schedule is made, changed, paused, run and deleted', async () => {
    const { page, faults } = await open('/schedules')
    await page.getByText('There is no schedule yet').waitFor()
    await page.getByRole('button', { name: 'New schedule' }).click()
    await page.getByLabel('Domain').fill(HOST)
    await page.getByLabel('When, as a cron expression').fill('at noon')
    await page.getByRole('button', { name: 'Make it' }).click()
    await page
      .getByRole('alert')
      .getByText(/"cron" must have five fields/)
      .first()
      .waitFor()
    expect(await page.getByLabel('When, as a cron expression').getAttribute('aria-invalid')).toBe('true')
    // The browser itself notes every answer of 400.
    expect(faults.splice(0).filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([])

    await page.getByRole('button', { name: 'weekly' }).click()
    await page.getByRole('button', { name: 'Make it' }).click()
    const row = page.getByRole('row', { name: HOST })
    await row.getByText('30 4 * * 1').waitFor()
    await row.getByText('Europe/Berlin').waitFor()

    await row.getByRole('button', { name: 'Pause' }).click()
    await row.getByText('paused').waitFor()
    await row.getByRole('button', { name: 'Edit' }).click()
    expect(await page.getByLabel('Paused: nothing is due').isChecked()).toBe(true)
    await page.getByLabel('Pages fetched, in all').fill('0')
    await page.getByLabel('Gate closes on').selectOption('new-error')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('form').waitFor({ state: 'detached' })
    const { items } = (await (await fetch(`${service.url}/schedules`)).json()) as { items: { options: unknown }[] }
    expect(items).toMatchObject([{ paused: true, options: { pages: 0, gate: { failOn: 'new-error' } } }])

    await row.getByRole('button', { name: 'Run now' }).click()
    await page.waitForURL('**/audits/*')
    await page.goBack()
    await page.getByRole('row', { name: HOST }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByText('There is no schedule yet').waitFor()
    expect(faults).toEqual([])
  })

  test('a batch is asked for, followed to its end, and its table sorted', async () => {
    const { page, faults } = await open('/batches')
    await page.getByLabel('Domains, one a line').fill(`empty.example\n${HOST}\nempty.example`)
    await page.getByLabel('Pages fetched of each').fill('0')
    await page.getByRole('button', { name: 'Audit them' }).click()
    await page.waitForURL('**/batches/*')
    await page.getByRole('heading', { level: 1, name: 'Batch of 2 domains' }).waitFor()
    await page.getByText(/2 of 2 domains audited\./).waitFor({ timeout: 60_000 })
    await page.getByText('1 domain was named again').waitFor()

    const heads = page.getByRole('region', { name: 'Sites of the batch' }).getByRole('rowheader')
    const sortedBy = async (column: string) => {
      await page.getByRole('button', { name: column }).click()
      return heads.allTextContents()
    }
    await heads.nth(1).waitFor()
    expect(await sortedBy('Domain')).toEqual([HOST, 'empty.example'])
    expect(await sortedBy('Domain')).toEqual(['empty.example', HOST])
    // What is not known comes last, whichever way.
    expect(await sortedBy('Entries')).toEqual([HOST, 'empty.example'])
    expect(await sortedBy('Entries')).toEqual([HOST, 'empty.example'])
    await page.getByLabel('Only with this').fill('empty')
    await page.getByText('1 of 2 sites').waitFor()
    expect(faults).toEqual([])
    await page.goto(`${service.url}/batches`)
    await page.getByRole('region', { name: 'Batches, newest first' }).getByRole('link').first().waitFor()
  })

  test('none of the pages has a barrier, in light and dark, or is wider than its window', async () => {
    const made = await fetch(`${service.url}/batches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domains: [HOST], options: { pages: 0 } }),
    })
    const paths = [
      `/audits/${after.id}`,
      `${made.headers.get('location')}`,
      `/domains/${HOST}`,
      `/audits/${after.id}/diff?against=${before.id}`,
      `/audits/${after.id}/document?url=${encodeURIComponent(INDEX)}`,
      `/audits/${after.id}/document?url=${encodeURIComponent(BREAD)}`,
      '/rules?q=lastmod',
      '/rules/lastmod-invalid',
      '/schedules',
      '/batches',
    ]
    for (const path of paths) {
      const { page, faults } = await open(path)
      await page.waitForLoadState('networkidle')
      if (path === '/schedules') await page.getByRole('button', { name: 'New schedule' }).click()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await findBarriers(page), `${path} ${colorScheme}`).toEqual([])
      }
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        expect(excess, `${path} at ${width}`).toBeLessThanOrEqual(0)
      }
      expect(faults).toEqual([])
      await page.context().close()
    }
  })
})
