import { encodingRules } from '#src/rules/encoding.ts'
import { entry, join, lines, NAMESPACE, urlset } from '../support/documents.ts'
import { type Delivery, testRules } from '../support/rule-table.ts'

const BOM = [0xef, 0xbb, 0xbf]
const XML = urlset(entry('a'))
const declared = (encoding: string, body = XML) => lines(`<?xml version="1.0" encoding="${encoding}"?>`, body)
const served = (type: string): Delivery => ({ headers: [['content-type', type]] })
/** A value with a byte that is no UTF-8. */
const title = (bytes: number[]) =>
  join(
    lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">`,
      '<url><loc>https://www.example.com/</loc><image:image><image:loc>https://www.example.com/i.png</image:loc>',
      '<image:title>caf',
    ),
    bytes,
    lines('</image:title></image:image></url>', '</urlset>'),
  )

testRules('Encoding', encodingRules, [
  { name: 'finds nothing in UTF-8 without a declaration', document: XML, findings: [] },
  {
    name: 'finds nothing in UTF-8 that is declared',
    document: declared('UTF-8', urlset(entry('', '<!-- é -->'))),
    findings: [],
  },
  {
    name: 'finds nothing in ASCII under a declaration that contains ASCII',
    document: declared('iso-8859-1'),
    findings: [],
  },
  {
    name: 'EN-01: reads UTF-16 by its byte order mark, and says that UTF-8 is asked for',
    document: join([0xff, 0xfe], Buffer.from(declared('UTF-16'), 'utf16le')),
    findings: [
      {
        rule: 'encoding-not-utf8',
        message: 'The byte order mark says that this document is in UTF-16LE; a sitemap must be in UTF-8.',
        expected: 'UTF-8',
      },
    ],
  },
  {
    name: 'EN-03: says that the declaration contradicts the byte order mark',
    document: join(BOM, declared('iso-8859-1')),
    findings: [
      { rule: 'encoding-bom', line: 1, column: 1 },
      {
        rule: 'encoding-declaration-false',
        line: 1,
        column: 21,
        message: 'The XML declaration says iso-8859-1, but the byte order mark says UTF-8.',
        value: 'iso-8859-1',
        expected: 'UTF-8',
      },
    ],
  },
  {
    name: 'EN-05: decodes a declared legacy charset once',
    document: join(
      declared('windows-1251', '').trimEnd(),
      `\n<urlset xmlns="${NAMESPACE}">`,
      '<!-- ',
      [0xcf, 0xf0],
      ' -->',
      entry('a'),
      '</urlset>',
    ),
    http: served('text/xml; charset=windows-1251'),
    findings: [{ rule: 'encoding-not-utf8' }],
  },
  {
    name: 'EN-07: stays with UTF-8 at a broken byte, and gives its place',
    document: title([0xe9]),
    findings: [
      {
        rule: 'encoding-invalid-bytes',
        line: 3,
        column: 17,
        message: 'The bytes E9 are not valid in UTF-8; the rest of the document was read.',
        value: 'E9',
      },
    ],
  },
  {
    name: 'counts the broken sequences and shows the first',
    document: title([0xe9, 0x20, 0xe8, 0x20, 0xff]),
    findings: [{ rule: 'encoding-invalid-bytes', line: 3, column: 17, occurrences: 3, places: [[3, 17]] }],
  },
  {
    name: 'says that the bytes are another charset than declared',
    document: declared('iso-8859-1', urlset(entry('', '<!-- héé übér -->'))),
    findings: [
      {
        rule: 'encoding-declaration-false',
        line: 1,
        column: 21,
        message: 'The XML declaration says iso-8859-1, but the bytes are UTF-8.',
      },
    ],
  },
  {
    name: 'notes one byte order mark',
    document: join(BOM, XML),
    findings: [
      {
        rule: 'encoding-bom',
        line: 1,
        column: 1,
        message: 'The document begins with a UTF-8 byte order mark, which is harmless.',
      },
    ],
  },
  {
    name: 'does not allow a second byte order mark',
    document: join(BOM, BOM, XML),
    findings: [{ rule: 'encoding-bom-repeated', line: 1, column: 1 }],
  },
  {
    name: 'HT-13: finds nothing in either media type of XML with charset=utf-8',
    document: declared('UTF-8', urlset(entry('', '<!-- é -->'))),
    http: served('text/xml; charset="UTF-8"'),
    findings: [],
  },
  {
    name: 'takes us-ascii for a part of UTF-8',
    document: declared('UTF-8', urlset(entry('', '<!-- é -->'))),
    http: served('application/xml;charset=us-ascii'),
    findings: [],
  },
  {
    name: 'says that the header contradicts the declaration',
    document: declared('UTF-8', urlset(entry('', '<!-- é -->'))),
    http: served('text/xml; charset=ISO-8859-1'),
    findings: [
      {
        rule: 'encoding-charset-conflict',
        message: 'The Content-Type header says charset=iso-8859-1, but the XML declaration says UTF-8.',
        value: 'iso-8859-1',
        expected: 'UTF-8',
      },
    ],
  },
  {
    name: 'says that the header contradicts the bytes',
    document: urlset(entry('', '<!-- é -->')),
    http: served('text/xml; charset=iso-8859-1'),
    findings: [
      {
        rule: 'encoding-charset-conflict',
        message: 'The Content-Type header says charset=iso-8859-1, but the document is in utf-8.',
      },
    ],
  },
  {
    name: 'does not mind a header that is right where the declaration is false',
    document: declared('iso-8859-1', urlset(entry('', '<!-- é ü -->'))),
    http: served('text/xml; charset=utf-8'),
    findings: [{ rule: 'encoding-declaration-false', line: 1, column: 21 }],
  },
  {
    name: 'does not mind a missing charset, nor one of an HTML page',
    document: '<!doctype html><title>é</title>',
    http: served('text/html; charset=iso-8859-1'),
    findings: [],
  },
])
