import { describe, expect, test } from 'vitest'
import { chooseChildren } from '../../src/audit/choose-children.ts'
import type { Child } from '../../src/model/checked-document.ts'

const location = { line: 1, column: 1, offset: 0, snippet: null }
const child = (entry: number, url: string | null = `https://shop.example/${entry}.xml`): Child => ({
  entry,
  loc: url ?? '',
  url,
  lastmod: null,
  location,
  lastmodLocation: null,
})
const children = (count: number) => Array.from({ length: count }, (_, index) => child(index + 1))
const entries = (chosen: Child[]) => chosen.map(({ entry }) => entry)
const none = () => false

describe('the children that are read', () => {
  test.each([
    [1, 5, [1]],
    [2, 5, [1, 5]],
    [3, 5, [1, 3, 5]],
    [3, 4, [1, 2, 4]],
    [3, 3, [1, 2, 3]],
    [3, 2, [1, 2]],
    [5, 9, [1, 3, 5, 7, 9]],
  ])('%i of %i are first, last and evenly between, the lower middle one of two', (wanted, count, expected) => {
    expect(entries(chooseChildren(children(count), wanted, none))).toEqual(expected)
  })

  test('are all of them on request', () => {
    expect(entries(chooseChildren(children(7), 'all', none))).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('are distinct, and neither the index itself nor one without a URL', () => {
    const own = 'https://shop.example/sitemap.xml'
    const listed = [child(1, own), child(2), child(3, child(2).url), child(4, null), child(5), child(6)]
    expect(entries(chooseChildren(listed, 'all', (url) => url === own))).toEqual([2, 5, 6])
  })
})
