import { expect, test } from 'vitest'
import { isNavigation, prefersHtml, weigh } from '#src/api/accept.ts'

test.each([
  [undefined, 'text/html', 1],
  ['', 'text/html', 1],
  ['*/*', 'text/html', 1],
  ['text/*;q=0.5', 'text/html', 0.5],
  ['text/*;q=0.5, text/html;q=0.2', 'text/html', 0.2],
  ['text/html;level=1;q=0.3', 'text/html', 0.3],
  ['application/json', 'text/html', 0],
  ['TEXT/HTML;Q=0.4', 'text/html', 0.4],
  ['text/html;q=2', 'text/html', 0],
  ['text/html;q=', 'text/html', 0],
  ['text/html;q=none', 'text/html', 0],
])('Accept: %s gives %s the weight %d', (accept, mediaType, weight) => {
  expect(weigh(accept, mediaType)).toBe(weight)
})

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['*/*', false],
  ['application/json, text/html', false],
  ['application/json;q=0.9, text/html', true],
  [undefined, false],
])('Accept: %s prefers HTML: %s', (accept, isHtml) => {
  expect(prefersHtml(accept)).toBe(isHtml)
})

test('a header of thousands of ranges is read no further than its beginning', () => {
  expect(weigh(`${'a/b,'.repeat(10_000)}text/html`, 'text/html')).toBe(0)
})

test('only what reads is a navigation', () => {
  const headers = { accept: 'text/html' }
  expect(isNavigation({ method: 'GET', headers })).toBe(true)
  expect(isNavigation({ method: 'HEAD', headers })).toBe(true)
  expect(isNavigation({ method: 'POST', headers })).toBe(false)
})
