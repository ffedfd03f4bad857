/** Every fault that people have met (../shared/cases.md) has a test that names its row. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shared } from '#test/support/shared.ts'
import { readSources } from '#test/support/source-files.ts'

const cases = shared('cases.md')

/** Heading of the section -> ids of its rows. */
function readSections(): Map<string, string[]> {
  const sections = new Map<string, string[]>()
  let rows: string[] = []
  for (const line of readFileSync(cases.path, 'utf8').split('\n')) {
    if (line.startsWith('## ')) {
      rows = []
      sections.set(line.slice(3).trim(), rows)
    }
    const id = /^\| ([A-Z]{2}-\d+) \|/.exec(line)?.[1]
    if (id) rows.push(id)
  }
  return sections
}

/** Ids that stand in the text of a test. */
function readTested(): Set<string> {
  const tests = [...readSources('test')].filter(([path]) => path.endsWith('.test.ts'))
  return new Set(tests.flatMap(([, text]) => text.match(/\b[A-Z]{2}-\d{2}\b/g) ?? []))
}

describe.skipIf(!cases.isThere)('the cases from the field', () => {
  const sections = cases.isThere ? readSections() : new Map<string, string[]>()
  const tested = cases.isThere ? readTested() : new Set<string>()

  it('are read from the page: sections with rows, no row twice', () => {
    const ids = [...sections.values()].flat()
    expect(ids.length).toBeGreaterThan(100)
    expect(ids.length).toBe(new Set(ids).size)
  })

  it('over real sockets are those of an attack: each has its own test in test/guards', () => {
    const attacks = ['Addresses that must not be reached', 'Denial of service'].flatMap(
      (name) => sections.get(name) ?? [],
    )
    expect(attacks.length).toBeGreaterThan(8)
    const guards = readSources('test').get('test/guards/field-rows.test.ts') ?? ''
    expect(attacks.filter((id) => !guards.includes(`test('${id}: `))).toEqual([])
  })

  for (const [name, ids] of sections) {
    if (ids.length === 0) continue
    it(`${name}: each row has a test that names it`, () => {
      expect(ids.filter((id) => !tested.has(id))).toEqual([])
    })
  }
})
