/** Every regular expression takes time that grows with the text, and no faster: the text is a stranger's. */
import { describe, expect, test } from 'vitest'
import { attacksOn, collectPatterns, type Pattern } from './collect-patterns.ts'

/** A quadratic pattern takes some 10^8 steps for it, a linear one 10^4. */
const LENGTH = 20_000
const LIMIT_MS = 100

/**
 * Those that are not linear, and why it does no harm: the text that each is given is short.
 */
const BOUNDED: Record<string, string> = {
  'src/api/send-report.ts: /^[.-]+|[.-]+$/g': 'the host of an audit has at most 253 characters',
  'src/fetch/challenge.ts: /<[^>]*>/g': 'what was found in the first CHALLENGE_PEEK_BYTES, 4,096',
  'src/page/decode-page.ts: /<!--(?:[^-]|-(?!->))*-->/g': 'the first PRESCAN_BYTES, 1,024',
  'src/robots/sitemap-lines.ts: /^([a-z _-]+?)\\s*[:=\\uff1a]/i': 'the first 40 characters of a line',
}

/** Made of constants in the same file, and linear as they are read. */
const DYNAMIC = ['src/rules/loc-patterns.ts', 'src/rules/schema/types.ts', 'src/sitemap/xml-references.ts']

const { patterns, dynamic } = collectPatterns()

/** The slowest text, of those that are slow each time: the machine may be busy. */
function slowestOf(pattern: Pattern, length = LENGTH): { ms: number; text: string } {
  let slowest = { ms: 0, text: '' }
  for (const text of attacksOn(pattern, length)) {
    let ms = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 5 && ms > LIMIT_MS; tries++) ms = Math.min(ms, timeOf(pattern, text))
    if (ms > slowest.ms) slowest = { ms, text }
    if (ms > LIMIT_MS) break
  }
  return slowest
}

function timeOf({ pattern, flags }: Pattern, text: string): number {
  const expression = new RegExp(pattern, flags)
  const from = performance.now()
  if (flags.includes('g')) text.replace(expression, '')
  else expression.exec(text)
  return performance.now() - from
}

test('the source has many, and those made at run time are known', () => {
  expect(patterns.length).toBeGreaterThan(150)
  expect(dynamic.map((one) => one.slice(0, one.indexOf(':')))).toEqual(DYNAMIC)
})

test('a pattern that is not linear is found', () => {
  // So much longer that a fast machine needs its time for them, too.
  for (const [pattern, flags, length] of [
    ['\\s+$', '', 2 * LENGTH],
    ['<!--.*?-->', 'gs', 2 * LENGTH],
    ['(\\d+,)*\\d+;', '', LENGTH],
  ] as const) {
    expect(slowestOf({ id: pattern, pattern, flags }, length).ms).toBeGreaterThan(LIMIT_MS / 4)
  }
}, 60_000)

describe('linear are the patterns of', () => {
  const once = [...new Map(patterns.map((one) => [`/${one.pattern}/${one.flags}`, one])).values()]
  const byFile = Map.groupBy(once, ({ id }) => id.slice(0, id.indexOf(':')))
  test.each([...byFile])(
    '%s',
    (_, ofFile) => {
      const slow = ofFile.flatMap((pattern) => {
        if (pattern.id in BOUNDED) return []
        const { ms, text } = slowestOf(pattern)
        return ms > LIMIT_MS
          ? [`${pattern.id} takes ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 40))}...`]
          : []
      })
      expect(slow).toEqual([])
    },
    120_000,
  )

  test('of those that are excused none is gone', () => {
    const ids = new Set(patterns.map(({ id }) => id))
    expect(Object.keys(BOUNDED).filter((id) => !ids.has(id))).toEqual([])
  })
})
