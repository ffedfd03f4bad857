import { hintRules } from '#src/rules/hints.ts'
import { entry, lines, NAMESPACE, urlset } from '../support/documents.ts'
import { testRules } from '../support/rule-table.ts'

const changefreq = (value: string) => entry('', `<changefreq>${value}</changefreq>`)
const priority = (value: string) => entry('', `<priority>${value}</priority>`)
const invalid = (findings: Parameters<typeof testRules>[2][number]['findings']) => [
  { rule: 'hints-ignored', line: 2, column: 41 },
  ...findings,
]

testRules('changefreq and priority', hintRules, [
  { name: 'finds nothing where neither is used', document: urlset(entry()), findings: [] },
  {
    name: 'notes once a document that both are ignored',
    document: urlset(
      entry('', '<changefreq>daily</changefreq><priority>0.5</priority>'),
      entry('b'),
      entry('c', '<priority>1</priority>'),
    ),
    findings: [
      {
        rule: 'hints-ignored',
        line: 2,
        column: 41,
        occurrences: 2,
        places: [
          [2, 41],
          [4, 42],
        ],
        message: 'Entries of this document use changefreq or priority, which Google and Bing ignore.',
      },
    ],
  },
  {
    name: 'counts all of more than ten entries',
    document: urlset(...Array.from({ length: 25 }, () => priority('0.5'))),
    findings: [{ rule: 'hints-ignored', line: 2, column: 41, occurrences: 25 }],
  },
  {
    name: 'takes the seven words, with white space, CDATA and comments round them',
    document: urlset(
      ...['always', 'hourly', ' daily\n', '<![CDATA[weekly]]>', 'month<!-- -->ly', 'yearly', 'neve&#114;'].map(
        changefreq,
      ),
    ),
    findings: [{ rule: 'hints-ignored', line: 2, column: 41, occurrences: 7 }],
  },
  {
    name: 'proposes lower case',
    document: urlset(changefreq('Daily'), changefreq('\n  WEEKLY')),
    findings: [
      {
        rule: 'changefreq-invalid',
        line: 2,
        column: 53,
        occurrences: 2,
        places: [
          [2, 53],
          [4, 3],
        ],
        message: 'This changefreq is "Daily"; the word must be in lower case.',
        value: 'Daily',
        expected: 'daily',
        entry: 1,
      },
      { rule: 'hints-ignored', line: 2, column: 41, occurrences: 2 },
    ],
  },
  {
    name: 'reports another word',
    document: urlset(changefreq('biweekly')),
    findings: invalid([
      {
        rule: 'changefreq-invalid',
        line: 2,
        column: 53,
        message: 'This changefreq is "biweekly", which is none of the seven words of the protocol.',
      },
    ]),
  },
  {
    name: 'reports an empty changefreq at its element',
    document: urlset(changefreq('')),
    findings: invalid([{ rule: 'changefreq-invalid', line: 2, column: 41, message: 'This changefreq is empty.' }]),
  },
  {
    name: 'does not judge a value that could not be read',
    document: urlset(changefreq('dai&nope;ly'), priority('0.&x;5')),
    findings: [{ rule: 'hints-ignored', line: 2, column: 41, occurrences: 2 }],
  },
  {
    name: 'takes every decimal from 0.0 to 1.0',
    document: urlset(...['0', '0.0', '1', '1.0', '1.', '.5', '0.50', '+0.5', ' 0.5 '].map(priority)),
    findings: [{ rule: 'hints-ignored', line: 2, column: 41, occurrences: 9 }],
  },
  {
    name: 'reports a priority just out of range, on both sides',
    document: urlset(priority('1.01'), priority('-0.1')),
    findings: [
      { rule: 'hints-ignored', line: 2, column: 41, occurrences: 2 },
      {
        rule: 'priority-invalid',
        line: 2,
        column: 51,
        occurrences: 2,
        message: 'This priority is 1.01; it must be from 0.0 to 1.0.',
        value: '1.01',
      },
    ],
  },
  {
    name: 'reports what is no decimal, and proposes the point for a comma',
    document: urlset(priority('0,8')),
    findings: invalid([
      {
        rule: 'priority-invalid',
        line: 2,
        column: 51,
        message: 'This priority is "0,8", which is no decimal number.',
        expected: '0.8',
      },
    ]),
  },
  {
    name: 'does not take an exponent',
    document: urlset(priority('5e-1')),
    findings: invalid([{ rule: 'priority-invalid', line: 2, column: 51, expected: null }]),
  },
  {
    name: 'reports an empty priority at its element, under another prefix too',
    document: lines(
      `<s:urlset xmlns:s="${NAMESPACE}">`,
      '<s:url><s:loc>https://www.example.com/</s:loc><s:priority/></s:url>',
      '</s:urlset>',
    ),
    findings: [
      { rule: 'hints-ignored', line: 2, column: 47 },
      { rule: 'priority-invalid', line: 2, column: 47, message: 'This priority is empty.' },
    ],
  },
])
