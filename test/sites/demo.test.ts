import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'

const DEMO = fileURLToPath(new URL('demo.ts', import.meta.url))

describe('npm run demo -- --once', () => {
  it('ends well and shows the stale index date with both dates and both places', { timeout: 90_000 }, async () => {
    // As users start it: with a database made from nothing.
    const { PGLITE_TEMPLATE: _template, ...env } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, [DEMO, '--once'], { env })
    const text = stripVTControlCharacters(stdout)
    const [, finding = ''] = /\n( {2}index-lastmod-stale\n[\s\S]*?)\n\n/.exec(text) ?? []
    expect(finding).toContain('2026-09-28')
    expect(finding).toContain('2026-10-01')
    expect(finding).toMatch(/sitemap_index\.xml:6:14/)
    expect(finding).toMatch(/post-sitemap\.xml\b.*\bline 71, column 14\b/)
    expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/audits\//)
  })
})
