import { describe, expect, it } from 'vitest'
import type { Example, Finding } from '#src/model/report.ts'
import { findFalsePlaces } from './false-places.ts'

const DOCUMENT =
  '<urlset>\n  <loc>https://a.example/\u00fc?x=1&amp;y</loc>\n  <url>\u{1f34e} <loc>b</loc></url>\n</urlset>\n'
const GOOD: Example = {
  ...{ line: 2, column: 8, offset: 16, entry: 1, loc: 'https://a.example/\u00fc?x=1&y', value: null, expected: null },
  snippet: '  <loc>https://a.example/\u00fc?x=1&amp;y</loc>',
}

function placesOf(example: Example): string[] {
  const finding = { rule: 'a-rule', document: 'https://a.example/s.xml', examples: [example] } as unknown as Finding
  return findFalsePlaces([finding], () => DOCUMENT)
}

describe('the check of places', () => {
  it.each([
    ['a value with a reference and a letter of two bytes', GOOD],
    [
      'an element behind a character of four bytes',
      {
        ...GOOD,
        line: 3,
        column: 10,
        offset: Buffer.from(DOCUMENT).indexOf('<loc>b'),
        snippet: '  <url>\u{1f34e} <loc>b</loc></url>',
      },
    ],
    ['no place at all', { ...GOOD, line: null, column: null, offset: null, snippet: null }],
  ])('takes %s', (_, example) => {
    expect(placesOf(example)).toEqual([])
  })

  it.each([
    ['another line', { ...GOOD, line: 1 }, 'byte 16 is somewhere else'],
    ['a line behind the end', { ...GOOD, line: 9 }, 'there is no such line'],
    ['a column behind the end', { ...GOOD, column: 90 }, 'the line ends before'],
    ['another byte', { ...GOOD, offset: 17 }, 'byte 17 is somewhere else'],
    ['no byte', { ...GOOD, offset: null }, 'byte null is somewhere else'],
    ['another snippet', { ...GOOD, snippet: 'loc' }, 'the snippet is of another place'],
    ['another value', { ...GOOD, loc: 'https://b.example/' }, 'is neither the value'],
  ])('refuses %s', (_, example, fault) => {
    expect(placesOf(example)).toEqual([expect.stringContaining(fault)])
  })
})
