/** Debian's Chromium, driven by playwright-core: for tests of the pages as people see them. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser']
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What a test waits for on a page, ms: the machine may be busy with other tests. */
const WAIT_MS = 15_000
/** For `expect.poll`, which alone would give up after a second. */
export const PATIENCE = { timeout: WAIT_MS }

/** Where the browser is; null: tests of pages are skipped, and say so. */
export const CHROMIUM: string | null = PLACES.find((place) => place && existsSync(place)) ?? null

if (CHROMIUM === null) {
  console.log(
    'No Chromium at CHROMIUM, /usr/bin/chromium or /usr/bin/chromium-browser: tests of the pages are skipped.',
  )
}

export interface Watched {
  page: Page
  /** Errors of the console (breaches of the Content-Security-Policy among them), of scripts, and requests that failed. */
  faults: string[]
}

export interface TestBrowser {
  /** A window of its own, without cookies. */
  open(options?: BrowserContextOptions): Promise<Watched>
  close(): Promise<void>
}

/** @throws where there is no Chromium */
export async function startBrowser(): Promise<TestBrowser> {
  if (CHROMIUM === null) throw new Error('There is no Chromium.')
  const isRoot = process.getuid?.() === 0
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM,
    // Chromium's own sandbox cannot be had by root, and the shared memory of containers is small.
    args: ['--disable-dev-shm-usage', ...(isRoot ? ['--no-sandbox'] : [])],
  })
  return {
    async open(options = {}) {
      const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(WAIT_MS)
      const faults: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`)
      })
      page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
      page.on('requestfailed', (request) => {
        // A page that is left takes its calls with it.
        const why = request.failure()?.errorText ?? ''
        if (why !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${why}`)
      })
      return { page, faults }
    },
    close: () => browser.close(),
  }
}

/** @returns what axe has to say against the page as it stands, a line each; none is good */
export async function findBarriers(page: Page): Promise<string[]> {
  // Evaluated by the driver, not by the page: its policy stays as it is.
  await page.evaluate(AXE)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const found = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })`,
  )
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary}`),
  )
}

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary: string }[]
}
