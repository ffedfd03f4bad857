/** Whole reports beside the ones that somebody has reviewed, without what differs from run to run. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import type { LastmodHistogram } from '#src/model/report.ts'

const DAY_MS = 86_400_000
/** Sites whose dates must be fresh (news) date them by the clock. No other date of the test sites is younger. */
const RECENT_MS = 3 * DAY_MS
const DATETIME = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g

/**
 * The audit as the API gave it: times, ids, durations, hashes of bytes, compressed lengths (zlib's differ from one kind
 * of processor to another) and the ports of the test server replaced by what they are, everything else kept.
 */
export function withoutChance(audit: Audit): unknown {
  const isCompressed = (audit.report?.documents ?? []).some(
    ({ bytes }) => bytes !== null && bytes.transferred !== bytes.uncompressed,
  )
  return JSON.parse(JSON.stringify(audit), function (this: object, key, value: unknown) {
    if (typeof value === 'number' && /^(ms|\w+Ms)$/.test(key)) return '<ms>'
    if (key === 'transferred' && 'uncompressed' in this && value !== this.uncompressed) return '<compressed>'
    if (key === 'bytes' && 'requests' in this && isCompressed) return '<compressed>'
    if (key === 'histogram' && value !== null && isRecent(value as LastmodHistogram)) return '<recent>'
    if (typeof value !== 'string') return value
    if (key === 'id') return '<id>'
    if (key === 'sha256') return '<sha256>'
    if (/^(created|started|finished)At$/.test(key)) return '<time>'
    return value
      .replaceAll(audit.id, '<id>')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
      .replace(DATETIME, hideRecent)
  })
}

/** What ends today ends elsewhere tomorrow. */
function isRecent({ from, days, counts }: LastmodHistogram): boolean {
  return Date.parse(from) + days * counts.length * DAY_MS > Date.now() - RECENT_MS
}

function hideRecent(datetime: string): string {
  return Math.abs(Date.now() - Date.parse(datetime)) < RECENT_MS ? '<recent>' : datetime
}

/**
 * Holds the audit against `test/sites/expected/NAME.json`. UPDATE_EXPECTED=1 writes that file anew instead; what it then
 * says must be read line by line before it is committed. CI never writes.
 */
export function expectReport(name: string, audit: Audit): void {
  const actual = withoutChance(audit)
  const path = fileURLToPath(new URL(`../sites/expected/${name}.json`, import.meta.url))
  const { UPDATE_EXPECTED, CI } = process.env
  if (UPDATE_EXPECTED === '1' && !CI) {
    writeFileSync(path, `${JSON.stringify(actual, null, 2)}\n`)
    execFileSync('npx', ['biome', 'format', '--write', path], { stdio: 'ignore' })
  }
  expect(existsSync(path), `${path} is missing: run the test with UPDATE_EXPECTED=1 and review what it writes`).toBe(
    true,
  )
  expect(actual).toEqual(JSON.parse(readFileSync(path, 'utf8')))
}
