import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeRule } from '#src/rules/define-rule.ts'
import { RULES, RULES_BY_ID } from '#src/rules/index.ts'
import { createTestApp } from '../api/test-app.ts'
import { shared } from '../support/shared.ts'
import { readSources } from '../support/source-files.ts'

const catalogue = shared('rules.tsv')

interface Row {
  id: string
  severity: string
  breaks: string[]
  basis: string
  searchConsole: string | null
}

function readCatalogue(): Row[] {
  const [, ...lines] = readFileSync(catalogue.path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [id = '', severity = '', breaks = '', basis = '', searchConsole = ''] = line.split('\t')
    return {
      id,
      severity,
      breaks: breaks === '-' ? [] : breaks.split(','),
      basis,
      searchConsole: searchConsole === '-' ? null : searchConsole,
    }
  })
}

/** Names of tags and formats keep their lower case at the beginning of a sentence. */
const isSentence = (text: string): boolean =>
  /^(?:[A-Z{"<]|(?:changefreq|gzip|hreflang|https?|lastmod|loc|priority|rel|robots\.txt)\b)[\s\S]*[^.\s]\.$/.test(text)

describe('The list of rules', () => {
  it('names every rule once, sorted by id', () => {
    const ids = RULES.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort())
    expect(RULES_BY_ID.size).toBe(RULES.length)
  })

  it('has ids that say the subject first, in kebab-case', () => {
    for (const { id } of RULES) expect(id).toMatch(/^[a-z]+(?:-[a-z0-9]+)+$/)
  })

  it('links a sentence exactly where the basis is documented', () => {
    const wrong = RULES.filter(({ basis, source }) => (basis === 'documented') !== (source !== null))
    expect(wrong.map(({ id }) => id)).toEqual([])
    for (const { id, source } of RULES) if (source !== null) expect(source, id).toMatch(/^https:\/\/[a-z\d.-]+\/\S+$/)
  })

  it('explains each rule in sentences, and titles it without a full stop', () => {
    for (const { id, title, why, fix } of RULES) {
      expect(isSentence(`${title}.`), `${id}: ${title}`).toBe(true)
      expect(isSentence(why), `${id}: ${why}`).toBe(true)
      expect(isSentence(fix), `${id}: ${fix}`).toBe(true)
    }
  })

  it('words each message as one sentence that ends in a full stop', () => {
    for (const { id, messages } of RULES) {
      expect(Object.keys(messages).length, id).toBeGreaterThan(0)
      for (const [message, text] of Object.entries(messages)) {
        expect(isSentence(text), `${id} ${message}: ${text}`).toBe(true)
        expect(text, `${id} ${message} is more than one sentence`).not.toMatch(/[a-z)]\. [A-Z]/)
      }
    }
  })

  it.skipIf(!catalogue.isThere)('agrees with the catalogue in severity, breaks, basis and name', () => {
    const rows = new Map(readCatalogue().map((row) => [row.id, row]))
    for (const { id, severity, breaks, basis, searchConsole } of RULES) {
      const row = rows.get(id)
      // A rule that the catalogue does not know is a new one.
      if (row) expect({ id, severity, breaks, basis, searchConsole }).toEqual(row)
    }
  })

  it.skipIf(!catalogue.isThere)('has every rule of the catalogue', () => {
    const missing = readCatalogue().flatMap(({ id }) => (RULES_BY_ID.has(id) ? [] : id))
    expect(missing).toEqual([])
  })

  it.skipIf(!catalogue.isThere)('is taken from a catalogue that names every rule once', () => {
    const ids = readCatalogue().map(({ id }) => id)
    expect(ids.length).toBe(new Set(ids).size)
    expect(ids.length).toBeGreaterThan(250)
  })

  it('holds what is defined in src/rules, and nothing is left out', () => {
    const defined = [...readSources('src/rules').values()].flatMap((text) =>
      Array.from(text.matchAll(/^\s*id: '([a-z]+(?:-[a-z0-9]+)+)',$/gm), ([, id]) => id as string),
    )
    expect(defined.length).toBeGreaterThan(100)
    expect(defined.filter((id) => !RULES_BY_ID.has(id))).toEqual([])
    expect(defined.filter((id, i) => defined.indexOf(id) !== i)).toEqual([])
  })

  it('has a table for every list, which holds that every message is reached', () => {
    const index = readSources('src/rules').get('src/rules/index.ts') ?? ''
    const lists = Array.from(index.matchAll(/^ {2}\.\.\.(\w+Rules),$/gm), ([, name]) => name as string)
    expect(lists.length).toBeGreaterThan(20)
    const tables = [...readSources('test/rules').values()].filter((text) =>
      /\btestRules\(|\bexpectEveryMessage\(/.test(text),
    )
    const untold = lists.filter((name) => !tables.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
    expect(untold).toEqual([])
  })

  it('has a test that speaks of every rule', () => {
    const tests = ['test/rules', 'test/audit'].flatMap((folder) =>
      [...readSources(folder)].flatMap(([path, text]) => (path.endsWith('catalogue.test.ts') ? [] : text)),
    )
    const told = new Set(tests.flatMap((text) => text.match(/[a-z]+(?:-[a-z0-9]+)+/g) ?? []))
    expect(RULES.flatMap(({ id }) => (told.has(id) ? [] : id))).toEqual([])
  })

  it('is served whole by GET /rules, and each rule by its id', async () => {
    const { get } = createTestApp({}, { rules: RULES.map(describeRule) })
    const { items, next } = (await get('/rules')).json()
    expect(next).toBeNull()
    expect(items).toEqual(RULES.map(describeRule))
    for (const { id, searchConsole } of RULES.slice(0, 5)) {
      expect((await get(`/rules/${id}`)).json()).toMatchObject({ id, searchConsole })
    }
  })
})
