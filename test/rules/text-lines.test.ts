import { textLineRules } from '#src/rules/text-lines.ts'
import { join, lines } from '../support/documents.ts'
import { testRules } from '../support/rule-table.ts'

const A = 'https://www.example.com/a'
const B = 'https://www.example.com/b'

testRules('Text sitemaps', textLineRules, [
  {
    name: 'finds nothing in plain lines, with or without a line break at the end',
    document: lines(A, B),
    findings: [],
  },
  {
    name: 'DV-11: reports a comment in a list with BOM, CRLF and a blank line',
    document: join([0xef, 0xbb, 0xbf], `${A}\r\n\r\n# x\r\n`),
    findings: [
      { rule: 'line-blank', line: 2, column: 1, message: 'A blank line stands inside the list.' },
      {
        rule: 'line-not-url',
        line: 3,
        column: 1,
        message: 'This line is a comment, which text sitemaps do not have.',
        value: '# x',
      },
    ],
  },
  {
    name: 'reports two URLs in one line',
    document: lines(A, `  ${A} ${B}`),
    findings: [{ rule: 'line-not-url', line: 2, column: 3, message: 'This line has more than one URL.' }],
  },
  {
    name: 'reports relative URLs and headings, one finding with a count',
    document: lines('URL list', A, '/b'),
    findings: [
      {
        rule: 'line-not-url',
        line: 1,
        column: 1,
        occurrences: 2,
        places: [
          [1, 1],
          [3, 1],
        ],
        message: 'This line is no absolute URL: "URL list".',
      },
    ],
  },
  {
    name: 'does not mind blank lines at the beginning and the end',
    document: lines('', A, B, '', '', ''),
    findings: [],
  },
  {
    name: 'counts blank lines inside the list',
    document: lines(A, '', '  ', B),
    findings: [
      {
        rule: 'line-blank',
        line: 2,
        column: 1,
        occurrences: 2,
        places: [
          [2, 1],
          [3, 1],
        ],
      },
    ],
  },
])
