import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readOnce } from './read.ts'

const CORPUS = new URL('../../../shared/corpus/', import.meta.url)
const isThere = existsSync(CORPUS)
if (!isThere) console.info('skipped: the corpus of real files is not beside the project')

/** Faults that are really in the files: code -> how often. */
const KNOWN: Record<string, Record<string, number>> = {
  'advertools__docs__static_sitemap_testing_error_sitemap.xml': {
    'namespace-missing': 1,
    malformed: 1,
    'tag-mismatched': 2,
  },
  'advertools__docs__static_sitemap_testing_video_sitemap.xml': { 'element-order': 6 },
  'sonce__v1_sitemap-sl.xml': { 'element-order': 6 },
  'sonce__v1_sitemap.xml': { 'element-order': 7 },
}

describe.skipIf(!isThere)('real files', () => {
  const files = isThere ? readdirSync(CORPUS).filter((file) => /\.(?:xml|gz|txt)$/.test(file)) : []
  it.each(files)('%s is read without an unexplained fault', (file) => {
    const bytes = readFileSync(new URL(file, CORPUS))
    const told = readOnce(bytes)
    const counts: Record<string, number> = {}
    // What only a validator with the schemas minds is no fault of the file.
    for (const { code } of told.details) if (code !== 'undeclared') counts[code] = (counts[code] ?? 0) + 1
    expect(counts).toEqual(KNOWN[file] ?? {})
    expect(told.tail.kind === 'unknown').toBe(file.endsWith('robots.txt'))
    const strip = (key: string, value: unknown) => (key === 'snippet' ? undefined : value)
    const whole = JSON.stringify(told, strip)
    expect(JSON.stringify(readOnce(bytes, { bytes: 7, units: 5 }), strip) === whole).toBe(true)
  })
})
