/** Alternates as people met them in the field, under all the rules. */
import { RULES } from '#src/rules/index.ts'
import { lines, NAMESPACE } from '../support/documents.ts'
import { testDocuments } from '../support/rule-table.ts'

const SITE = 'https://www.example.com'
const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const link = (code: string, href: string, rel = 'alternate') =>
  `<xhtml:link rel="${rel}" hreflang="${code}" href="${href}"/>`
const document = (...links: string[]) =>
  lines(
    `<urlset xmlns="${NAMESPACE}" ${XHTML}>`,
    `<url><loc>${SITE}/en/a</loc><lastmod>2026-09-01</lastmod>`,
    link('en', `${SITE}/en/a`),
    ...links,
    '</url></urlset>',
  )

testDocuments('alternates, from the field', RULES, [
  {
    name: 'HL-01: the underscore form',
    document: document(link('zh_CN', `${SITE}/zh/a`)),
    findings: [{ rule: 'alternate-separator-invalid', line: 4, column: 29, value: 'zh_CN', expected: 'zh-CN' }],
  },
  {
    name: 'HL-02: UK as region',
    document: document(link('en-UK', `${SITE}/gb/a`)),
    findings: [{ rule: 'alternate-region-invalid', line: 4, column: 29, value: 'en-UK', expected: 'en-GB' }],
  },
  {
    name: 'HL-03: a country as language',
    document: document(link('gb', `${SITE}/gb/a`)),
    findings: [{ rule: 'alternate-language-invalid', line: 4, column: 29, value: 'gb', expected: 'en-GB' }],
  },
  {
    name: 'HL-03: uk alone is Ukrainian, which is right',
    document: document(link('uk', `${SITE}/uk/a`)),
    findings: [],
  },
  {
    name: 'HL-03: uk on a British host',
    document: document(link('uk', 'https://www.example.co.uk/a')),
    findings: [{ rule: 'alternate-language-doubtful', line: 4, column: 29, expected: 'en-GB' }],
  },
  {
    name: 'HL-05: an object printed, grouped',
    document: document(
      link('[object Object]', `${SITE}/%5Bobject%20Object%5D`),
      link('[object Object]', `${SITE}/%5Bobject%20Object%5D`),
    ),
    findings: [
      {
        rule: 'alternate-language-invalid',
        line: 4,
        column: 29,
        occurrences: 2,
        value: '[object Object]',
        expected: null,
      },
    ],
  },
  {
    name: 'HL-07: a typing error in rel',
    document: document(link('de', `${SITE}/de/a`, 'alernate')),
    findings: [{ rule: 'alternate-rel-invalid', line: 4, column: 13, value: 'alernate', expected: 'alternate' }],
  },
  {
    name: 'HL-09: one code for two URLs',
    document: document(link('en', `${SITE}/en/b`)),
    findings: [{ rule: 'alternate-code-duplicate', line: 4, column: 29, value: `${SITE}/en/b` }],
  },
  {
    name: 'HL-11: a lower-case region is right',
    document: document(link('pt-br', `${SITE}/br/a`)),
    findings: [],
  },
])
