import { expect, test } from 'vitest'
import { prefersHtml } from '#src/api/accept.ts'
import { AUDIT_FORMS } from '#src/api/audit-forms.ts'
import { negotiate } from '#src/api/negotiate.ts'

test.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['TEXT/MARKDOWN', 'md'],
  ['text/csv;q=0.9, application/json;q=0.8', 'csv'],
  ['text/csv;q=0.8, application/json;q=0.9', 'json'],
  ['text/csv;q=0.8, */*;q=0.1', 'csv'],
  ['text/csv; charset=utf-8', 'csv'],
  ['application/sarif+json', 'sarif'],
  ['application/junit+xml', 'junit'],
  ['application/xml', 'junit'],
  ['text/*', 'txt'],
  ['text/*;q=0.5, text/markdown', 'md'],
  ['text/plain;q=0, text/*', 'md'],
  ['application/*', 'json'],
  ['image/png', 'json'],
  ['text/csv;q=0', 'json'],
  ['*/*;q=0', 'json'],
  [`${'text/x,'.repeat(1_000)}text/csv`, 'json'],
])('who accepts %j gets %s', (accept, form) => {
  expect(negotiate(accept, AUDIT_FORMS)).toBe(form)
})

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html, text/plain', true],
  ['text/html;q=0.5, text/markdown', false],
  ['text/*', true],
  ['*/*', false],
  [undefined, false],
])('who accepts %j looks at the page: %s', (accept, isPage) => {
  expect(prefersHtml(accept)).toBe(isPage)
})
