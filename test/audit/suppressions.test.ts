/** Findings that are known: they stay in the report, marked, and stop counting. */
import { describe, expect, test } from 'vitest'
import { addHistory } from '#src/audit/add-history.ts'
import { judgeGate } from '#src/audit/gate.ts'
import { applySuppressions, type Gathered, summarise } from '#src/audit/summarise.ts'
import { GATE_DEFAULTS, type Suppression } from '#src/model/audit.ts'
import { makeDocument, makeFinding, makeReport } from '#test/support/sample-report.ts'

const NOW_MS = Date.parse('2026-03-01T12:00:00Z')
const SITEMAP = 'https://a.example/sitemap.xml'

const suppression = (changes: Partial<Suppression> = {}): Suppression => ({
  rule: 'loc-relative',
  document: null,
  until: null,
  reason: 'a campaign',
  ...changes,
})

function gathered(findings = [makeFinding()]): Gathered {
  const { origin, robots, discovery, estimates, timing } = makeReport()
  return {
    origin,
    robots,
    discovery,
    documents: [makeDocument()],
    listed: new Map(),
    pages: [],
    estimates,
    findings,
    notes: [],
    concerned: { of: () => new Set() },
    timing,
  }
}

const judge = (suppress: Suppression[], nowMs = NOW_MS, findings = [makeFinding()]) =>
  summarise(gathered(findings), { profile: null, suppress, nowMs })

test('a suppressed finding stays in the report with its reason, and counts neither in the summary nor for verdict and gate', () => {
  const open = judge([])
  expect(open).toMatchObject({ verdict: 'fail', summary: { findings: { error: 1 } } })
  const closed = judge([suppression()])
  expect(closed.findings).toEqual([{ ...open.findings[0], suppressed: 'a campaign' }])
  expect(closed).toMatchObject({ verdict: 'pass', summary: { findings: { error: 0, warning: 0, note: 0 } }, notes: [] })
  expect(judgeGate(open, GATE_DEFAULTS).passed).toBe(false)
  expect(judgeGate(closed, { ...GATE_DEFAULTS, failOn: 'warning' })).toEqual({ passed: true, reasons: [] })
})

test('only findings of its rule are suppressed, and the first suppression that fits gives the reason', () => {
  const findings = [makeFinding(), makeFinding({ rule: 'loc-too-long', severity: 'warning' })]
  const rows = [suppression({ reason: 'one' }), suppression({ reason: 'two' }), suppression({ rule: 'loc-empty' })]
  const report = judge(rows, NOW_MS, findings)
  expect(report.findings.map(({ suppressed }) => suppressed)).toEqual(['one', null])
  expect(report).toMatchObject({ verdict: 'warn', summary: { findings: { error: 0, warning: 1 } } })
})

describe('until', () => {
  const until = suppression({ until: '2026-02-28' })
  test.each([
    ['2026-02-28T00:00:00Z', true],
    ['2026-02-28T23:59:59.999Z', true],
    ['2026-03-01T00:00:00Z', false],
  ])('its last day is whole in UTC: at %s it holds: %s', (now, holds) => {
    const report = judge([until], Date.parse(now))
    expect(report.findings[0]?.suppressed).toBe(holds ? 'a campaign' : null)
    expect(report.verdict).toBe(holds ? 'pass' : 'fail')
    const note = 'The suppression of loc-relative expired on 2026-02-28: it counts again.'
    expect(report.notes).toEqual(holds ? [] : [note])
  })

  test('an expired one that was renewed beside it is not told', () => {
    expect(judge([until, suppression({ until: '2026-03-31' })])).toMatchObject({ verdict: 'pass', notes: [] })
  })

  test('an expired one is not told where nothing counts again because of it', () => {
    expect(judge([until], NOW_MS, []).notes).toEqual([])
    expect(judge([{ ...until, document: 'https://b.example/*' }]).notes).toEqual([])
    expect(judge([until, suppression({ document: SITEMAP })])).toMatchObject({ verdict: 'pass', notes: [] })
  })

  test('the note names the document', () => {
    expect(judge([{ ...until, document: 'https://a.example/*' }]).notes).toEqual([
      'The suppression of loc-relative in https://a.example/* expired on 2026-02-28: it counts again.',
    ])
  })
})

describe('a document pattern', () => {
  const isSuppressed = (document: string | null, pattern: string | null) =>
    applySuppressions([makeFinding({ document })], {
      profile: null,
      suppress: [suppression({ document: pattern })],
      nowMs: NOW_MS,
    }).findings[0]?.suppressed !== null

  test.each([
    [SITEMAP, SITEMAP],
    [SITEMAP, null],
    [null, null],
    [SITEMAP, '*'],
    [SITEMAP, 'https://a.example/*'],
    [SITEMAP, '*.xml'],
    [SITEMAP, 'https://*/sitemap.xml'],
    [SITEMAP, '*site*map*'],
    [SITEMAP, `${SITEMAP}*`],
    [SITEMAP, `**${SITEMAP}**`],
    ['https://a.example/de/news/2026.xml', 'https://a.example/*/2026.xml'],
    ['https://a.example/a?b=[c].(d)', 'https://a.example/a?b=[c].(d)'],
    ['https://a.example/aab', 'https://a.example/*ab'],
  ])('%s is one of %s', (document, pattern) => {
    expect(isSuppressed(document, pattern)).toBe(true)
  })

  test.each([
    [null, '*'],
    [SITEMAP, 'https://a.example/'],
    [SITEMAP, 'https://A.example/sitemap.xml'],
    [SITEMAP, 'sitemap.xml'],
    [SITEMAP, 'https://a.example/*.gz'],
    [SITEMAP, '*.xml/*x'],
    ['https://a.example/ab', 'https://a.example/ab*ab'],
    ['https://a.example/aXxml', 'https://a.example/a.xml'],
    ['', 'https://a.example/'],
  ])('%s is none of %s', (document, pattern) => {
    expect(isSuppressed(document, pattern)).toBe(false)
  })

  test('takes no time that grows faster than the URL', () => {
    const document = `https://a.example/${'a'.repeat(100_000)}`
    const before = performance.now()
    expect(isSuppressed(document, `${'*a'.repeat(4_000)}*b`)).toBe(false)
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

test('what history finds is suppressed as everything else', () => {
  const rule = 'history-document-lost'
  const before = makeDocument({ url: SITEMAP, entries: 2 })
  const fate = { kind: 'gone', outcome: 'absent', status: 404, bytes: 9 } as const
  const judged = (suppress: Suppression[]) =>
    addHistory(
      makeReport({ verdict: 'pass', findings: [] }),
      {
        baselineAt: '2026-02-28T12:00:00Z',
        robotsUrl: 'https://a.example/robots.txt',
        maxEntryDrop: 0.2,
        documents: [{ before, fate, urls: null, movedTo: null }],
      },
      { profile: null, suppress, nowMs: NOW_MS },
    ).report
  const open = judged([])
  expect(open.findings.map((finding) => finding.rule)).toEqual([rule])
  expect(judgeGate(open, GATE_DEFAULTS).passed).toBe(false)
  const closed = judged([suppression({ rule })])
  expect(closed.findings).toEqual([{ ...open.findings[0], suppressed: 'a campaign' }])
  expect(judgeGate(closed, GATE_DEFAULTS).passed).toBe(true)
})
