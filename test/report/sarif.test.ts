import { readFileSync } from 'node:fs'
import type { Log, Result } from 'sarif'
import { Compile } from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { renderSarif } from '#src/report/sarif.ts'
import { createSarifUris } from '#src/report/sarif-uris.ts'
import type { ReportSource } from '#src/report/source.ts'
import { RULES } from '#src/rules/index.ts'
import { createFinding } from '../api/sample-report.ts'
import { createSource, join } from './sources.ts'

const SCHEMA = JSON.parse(readFileSync(new URL('data/sarif-2.1.0-rtm.5.json', import.meta.url), 'utf8'))
// The pattern for languages has a bracket that no reader with the flag u takes.
delete SCHEMA.definitions.run.properties.language.pattern
delete SCHEMA.definitions.toolComponent.properties.language.pattern
const validator = Compile(SCHEMA)

function faultsOf(log: unknown): string[] {
  const [, errors] = validator.Errors(log)
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function render(source: ReportSource): Log {
  return JSON.parse(join(renderSarif(source)))
}

function resultOf(changes: Parameters<typeof createFinding>[0]): Result {
  const log = render(createSource({ findings: [createFinding(changes)] }))
  expect(faultsOf(log)).toEqual([])
  return log.runs[0]?.results?.[0] as Result
}

const EXAMPLE = {
  line: 3,
  column: 10,
  offset: 120,
  entry: 1,
  loc: 'https://blog.example/x',
  value: 'https://blog.example/x',
  expected: null,
  snippet: '    <loc>https://blog.example/x</loc>',
}

describe('SARIF', () => {
  it('of every rule of the catalogue is valid by the schema of the standard, with what code scanning asks for', () => {
    const findings = RULES.map(({ id, severity }) => createFinding({ rule: id, severity, examples: [EXAMPLE] }))
    const log = render(createSource({ findings }))
    expect(faultsOf(log)).toEqual([])
    const [run] = log.runs
    const rules = run?.tool.driver.rules ?? []
    expect(rules.length).toBe(RULES.length)
    for (const { shortDescription, fullDescription, help, properties, defaultConfiguration, name } of rules) {
      for (const text of [shortDescription?.text, fullDescription?.text]) expect(text).toMatch(/^.{10,1024}$/)
      expect(help?.text).toMatch(/Why: .+\nFix: /)
      expect(help?.markdown).toMatch(/\*\*Fix\.\*\*/)
      expect(properties?.tags?.length).toBeLessThanOrEqual(10)
      expect(['error', 'warning', 'note']).toContain(defaultConfiguration?.level)
      expect(name).toMatch(/^[A-Z]\w+$/)
    }
    for (const { ruleId, ruleIndex, locations, partialFingerprints, message } of run?.results ?? []) {
      expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId)
      expect(message.text).toMatch(/./)
      expect(locations?.[0]?.physicalLocation?.region?.startLine).toBe(3)
      expect(partialFingerprints).toHaveProperty('primaryLocationLineHash')
    }
  })

  it('that is wrong is noticed by the schema', () => {
    const log = render(createSource())
    expect(faultsOf({ ...log, version: '2.0.0' })).not.toEqual([])
    expect(faultsOf({ ...log, runs: [{ ...log.runs[0], tool: {} }] })).not.toEqual([])
  })

  it('marks the value where it stands in the line as it is, else the one character', () => {
    const regionOf = (changes: object) =>
      resultOf({ examples: [{ ...EXAMPLE, ...changes }] }).locations?.[0]?.physicalLocation?.region
    expect(regionOf({})).toEqual({
      startLine: 3,
      startColumn: 10,
      endLine: 3,
      endColumn: 32,
      properties: { byteOffset: 120 },
    })
    expect(regionOf({ value: 'https://blog.example/other' })).toMatchObject({ endColumn: 11 })
    expect(regionOf({ snippet: null })).toMatchObject({ endColumn: 11 })
    expect(regionOf({ column: null, offset: null, snippet: null })).toEqual({ startLine: 3 })
  })

  it('shows the source line as far as it was kept', () => {
    const contextOf = (changes: object) =>
      resultOf({ examples: [{ ...EXAMPLE, ...changes }] }).locations?.[0]?.physicalLocation?.contextRegion
    expect(contextOf({})).toEqual({
      startLine: 3,
      startColumn: 1,
      endLine: 3,
      endColumn: 38,
      snippet: { text: EXAMPLE.snippet },
    })
    const long = `${'x'.repeat(60)}<y>`
    expect(contextOf({ column: 1_001, snippet: long })).toMatchObject({ startColumn: 941, endColumn: 1_004 })
    expect(contextOf({ snippet: null })).toBeUndefined()
    expect(contextOf({ column: 1, snippet: EXAMPLE.value })).toBeUndefined()
  })

  it('marks nothing behind the end of a line', () => {
    const end = { ...EXAMPLE, column: 4, value: null, snippet: '<a>' }
    expect(resultOf({ examples: [end] }).locations?.[0]?.physicalLocation).toMatchObject({
      region: { startColumn: 4, endColumn: 4 },
      contextRegion: { startColumn: 1, endColumn: 4 },
    })
  })

  it('counts characters beyond the first plane as one', () => {
    const emoji = { ...EXAMPLE, column: 3, value: '\u{1f600}x', snippet: '\u{1f600}<\u{1f600}x' }
    expect(resultOf({ examples: [emoji] }).locations?.[0]?.physicalLocation?.region).toMatchObject({
      startColumn: 3,
      endColumn: 5,
    })
  })

  it('of a finding about a whole document marks nothing', () => {
    const region = resultOf({ examples: [] }).locations?.[0]?.physicalLocation?.region
    expect(region).toEqual({ startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 })
  })

  it('tells suppressions, and against a baseline what is new', () => {
    const known = createFinding({ fingerprint: 'known', suppressed: 'campaign' })
    const source = createSource({ findings: [known, createFinding({ fingerprint: 'fresh' })] })
    const log = render({
      ...source,
      baseline: { id: '00000000-0000-7000-8000-000000000000', had: ({ fingerprint }) => fingerprint === 'known' },
    })
    expect(faultsOf(log)).toEqual([])
    const [fresh, suppressed] = log.runs[0]?.results ?? []
    expect(fresh).toMatchObject({ baselineState: 'new' })
    expect(fresh).not.toHaveProperty('suppressions')
    expect(suppressed).toMatchObject({
      baselineState: 'unchanged',
      suppressions: [{ kind: 'external', status: 'accepted', justification: 'campaign' }],
    })
    expect(log.runs[0]?.properties?.['baseline']).toBe('00000000-0000-7000-8000-000000000000')
  })

  it('of more findings than GitHub takes has the worst of them, and says so', () => {
    const findings = Array.from({ length: 25_001 }, (_, i) =>
      createFinding({ severity: i === 25_000 ? 'error' : 'note', examples: [], fingerprint: String(i) }),
    )
    const [run] = render(createSource({ findings })).runs
    expect(run?.results?.length).toBe(25_000)
    expect(run?.results?.[0]).toMatchObject({ level: 'error' })
    expect(run?.invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toMatch(/^1 findings? /)
  })

  it('of a partial report says that it is no success', () => {
    const [run] = render(createSource({}, { status: 'cancelled' })).runs
    expect(run?.invocations?.[0]).toMatchObject({ executionSuccessful: false })
  })
})

describe('a document in SARIF', () => {
  it.each([
    ['https://blog.example/sitemap.xml', 'sitemap.xml', 'SITE'],
    ['https://blog.example/a/b.xml?page=1&x=%20', 'a/b.xml?page=1&x=%20', 'SITE'],
    ['https://cdn.example/s.xml', 's.xml', 'HOST_1'],
    ['http://blog.example/sitemap.xml', 'sitemap.xml', 'HOST_1'],
    ['https://blog.example/', './', 'SITE'],
    ['https://blog.example//evil.example/x', './/evil.example/x', 'SITE'],
    ['https://blog.example/javascript:alert(1)', './javascript:alert(1)', 'SITE'],
    ['https://blog.example/?a:b', './?a:b', 'SITE'],
    ['https://blog.example/a|b', 'a%7Cb', 'SITE'],
    [null, './', 'SITE'],
    ['no URL', './', 'SITE'],
  ])('%s is %s below %s, and leads back to it', (url, uri, uriBaseId) => {
    const uris = createSarifUris('https://blog.example')
    expect(uris.locate(url)).toEqual({ uri, uriBaseId })
    const parsed = url === null ? null : URL.parse(url)
    if (parsed) expect(new URL(uri, uris.bases()[uriBaseId]?.uri).href).toBe(parsed.href.replace('|', '%7C'))
  })
})
