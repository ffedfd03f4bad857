import { gzipSync } from 'node:zlib'
import { responseBodyRules } from '#src/rules/response-body.ts'
import { entry, lines, NAMESPACE, urlset } from '../support/documents.ts'
import { type Delivery, type RuleRow, SITEMAP_URL, testRules } from '../support/rule-table.ts'

const XML = urlset(entry('a'))
const LIST = lines('https://www.example.com/a', 'https://www.example.com/b', '')
const GZIP = new Uint8Array(gzipSync(XML))
const URL_GZ = 'https://www.example.com/sitemap.xml.gz'
const served = (type: string): Delivery => ({ headers: [['content-type', type]] })

const fine = (type: string, document: RuleRow['document'], url?: string): RuleRow => ({
  name: `finds ${type} right for ${url ?? 'what it is'}`,
  document,
  http: served(type),
  ...(url === undefined ? {} : { url }),
  findings: [],
})
const otherwise = (type: string, actual: string, document: RuleRow['document'], url?: string): RuleRow => ({
  name: `notes ${type} for ${actual}`,
  document,
  http: served(type),
  ...(url === undefined ? {} : { url }),
  findings: [
    {
      rule: 'response-media-type',
      message: `The Content-Type header says ${type.split(';')[0]?.toLowerCase()}, but the bytes are ${actual}.`,
    },
  ],
})

testRules('The body of an answer', responseBodyRules, [
  { name: 'finds nothing in an upload', document: XML, findings: [] },
  {
    name: 'quotes the title of an HTML page, and says nothing else of it',
    document: '<!DOCTYPE html>\n<html><head><title>Page\n not found</title></head><body><br>&nbsp;</body></html>',
    http: served('text/html'),
    findings: [
      {
        rule: 'response-html',
        message: 'The answer is an HTML page with the title "Page not found".',
        value: 'Page not found',
      },
    ],
  },
  {
    name: 'IX-11: names the page that a redirect led to',
    document: '<html><body>Docs</body></html>',
    http: { hops: [{ status: 302, url: SITEMAP_URL }], finalUrl: 'https://www.example.com/docs/' },
    findings: [
      {
        rule: 'response-html',
        message: 'The answer after a redirect to https://www.example.com/docs/ is an HTML page.',
      },
    ],
  },
  {
    name: 'HT-11: says that nothing came',
    document: '',
    http: {},
    findings: [{ rule: 'response-empty', message: 'The document has no bytes.' }],
  },
  { name: 'says so of an empty upload too', document: '', findings: [{ rule: 'response-empty' }] },
  {
    name: 'says that what came unpacks to nothing',
    document: new Uint8Array(gzipSync('')),
    http: {},
    findings: [{ rule: 'response-empty', message: 'The document unpacks to no bytes at all.' }],
  },
  {
    name: 'does not call an answer empty that was cut before its first byte',
    document: '',
    http: {},
    ending: { state: 'truncated', declaredLength: 500 },
    findings: [
      {
        rule: 'response-truncated',
        message: 'The transfer ended early: 0 of 500 bytes came; counts are lower bounds.',
      },
    ],
  },
  {
    name: 'names another format once',
    document: '{"urls": ["https://www.example.com/"]}',
    http: served('application/json'),
    findings: [{ rule: 'response-not-a-sitemap', message: 'The answer is no sitemap: it looks like JSON.' }],
  },
  {
    name: 'takes robots.txt for no sitemap',
    document: lines('User-agent: *', 'Disallow:', 'Sitemap: https://www.example.com/sitemap.xml'),
    findings: [{ rule: 'response-not-a-sitemap', message: 'The answer is no sitemap: it looks like robots.txt.' }],
  },
  {
    name: 'takes white space for no sitemap',
    document: ' \n',
    findings: [
      {
        rule: 'response-not-a-sitemap',
        message: 'The answer is neither XML nor a feed nor a list of URLs.',
      },
    ],
  },
  {
    name: 'leaves an archive and an unknown root to their own rules',
    document: '<products/>',
    findings: [],
  },
  {
    name: 'leaves an archive to its own rule',
    document: Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0]),
    findings: [],
  },
  {
    name: 'says how many bytes of how many came',
    document: XML.slice(0, 100),
    http: {},
    ending: { state: 'truncated', declaredLength: 5_000 },
    findings: [
      {
        rule: 'response-truncated',
        message: 'The transfer ended early: 100 of 5,000 bytes came; counts are lower bounds.',
      },
    ],
  },
  {
    name: 'says that a chunked transfer was not finished',
    document: XML.slice(0, 100),
    http: {},
    ending: { state: 'truncated', detail: 'the last chunk is missing' },
    findings: [
      {
        rule: 'response-truncated',
        message: 'The transfer ended early, after 100 bytes (the last chunk is missing); counts are lower bounds.',
      },
    ],
  },
  {
    name: 'cannot know that a list is whole when fewer bytes came than declared',
    document: LIST,
    http: {},
    ending: { state: 'truncated', declaredLength: 5_000 },
    findings: [{ rule: 'response-truncated' }],
  },
  {
    name: 'takes the length for wrong where the root was closed',
    document: XML,
    http: {},
    ending: { state: 'truncated', declaredLength: 5_000 },
    findings: [
      {
        rule: 'response-length-mismatch',
        message: `Content-Length says 5,000 bytes, and ${XML.length} came, although the document is complete.`,
      },
    ],
  },
  {
    name: 'takes the length for wrong where the gzip trailer is there',
    document: new Uint8Array(gzipSync(LIST)),
    http: {},
    ending: { state: 'truncated', declaredLength: 5_000 },
    findings: [{ rule: 'response-length-mismatch' }],
  },
  {
    name: 'takes a coded body for cut whose root was not closed',
    document: XML.slice(0, 100),
    http: {},
    ending: {
      state: 'truncated',
      transferred: 80,
      declaredLength: 5_000,
      coding: { tokens: ['gzip'], undone: ['gzip'] },
    },
    findings: [
      {
        rule: 'response-truncated',
        message: 'The transfer ended early: 80 of 5,000 bytes came; counts are lower bounds.',
      },
    ],
  },
  {
    name: 'takes a gzip file for cut whose trailer is not there',
    document: GZIP.slice(0, -4),
    http: {},
    ending: { state: 'truncated', declaredLength: GZIP.length },
    findings: [{ rule: 'response-truncated' }],
  },
  {
    name: 'says that more came than was declared',
    document: XML,
    http: {},
    ending: { declaredLength: 10 },
    findings: [
      {
        rule: 'response-length-mismatch',
        message: `Content-Length says 10 bytes, but more came: ${XML.length} in all.`,
      },
    ],
  },
  {
    name: 'tells what followed a complete document on the wire',
    document: XML,
    http: {},
    ending: { declaredLength: XML.length, surplus: 12 },
    findings: [
      {
        rule: 'response-length-mismatch',
        message: `Content-Length says ${XML.length} bytes, where the document is complete, but at least 12 more came behind them.`,
      },
    ],
  },
  {
    name: 'tells a document that is cut by its own Content-Length, and nothing beside it',
    document: XML.slice(0, 100),
    http: {},
    ending: { declaredLength: 100, surplus: 12 },
    findings: [
      {
        rule: 'response-truncated',
        message:
          'The document goes on behind the 100 bytes that Content-Length declares, where clients stop reading; counts are lower bounds.',
      },
    ],
  },
  {
    name: 'DO-03: says that we stopped at our own limit, for an upload too',
    document: urlset(entry('a'), entry('b'), entry('c')),
    maxBytes: 100,
    findings: [
      {
        rule: 'response-budget-exceeded',
        message: 'Reading stopped at our own limit, after 100 bytes uncompressed; counts are lower bounds.',
      },
    ],
  },
  {
    name: 'HT-07: says that our own time was spent',
    document: XML.slice(0, 100),
    http: {},
    ending: { state: 'timeout', detail: 'less than 1 KB in 30 s' },
    findings: [
      {
        rule: 'response-budget-exceeded',
        message:
          'Reading stopped at our own time limit, after 100 bytes (less than 1 KB in 30 s); counts are lower bounds.',
      },
    ],
  },
  {
    name: 'has nothing to say of a transfer that was cancelled',
    document: XML.slice(0, 100),
    http: {},
    ending: { state: 'cancelled' },
    findings: [],
  },
  {
    name: 'notes each unknown coding',
    document: XML,
    http: {},
    ending: { coding: { tokens: ['foo', 'bar'], unknown: ['foo', 'bar'] } },
    findings: [
      {
        rule: 'response-coding-unknown',
        message: 'Content-Encoding names foo, which nobody knows; the body was taken as it came.',
      },
      { rule: 'response-coding-unknown', value: 'bar' },
    ],
  },
  {
    name: 'warns of a coding that the bytes are not in',
    document: XML,
    http: {},
    ending: { coding: { tokens: ['gzip'], false: 'gzip' } },
    findings: [
      {
        rule: 'response-coding-false',
        message: 'Content-Encoding says gzip, but the bytes are not in it; they were read as they are.',
      },
    ],
  },
  fine('text/xml', XML),
  fine('Application/XML ; charset=utf-8', XML),
  fine('application/rss+xml', '<rss version="2.0"><channel/></rss>'),
  fine('text/plain', LIST),
  fine('application/gzip', GZIP, URL_GZ),
  fine('application/octet-stream', GZIP, URL_GZ),
  fine('application/x-gzip', XML, URL_GZ),
  fine('nonsense', XML),
  {
    name: 'does not mind the type of the stored file where a coding was undone',
    document: XML,
    http: served('application/x-gzip'),
    ending: { coding: { tokens: ['gzip'], undone: ['gzip'] } },
    findings: [],
  },
  otherwise('text/html; charset=utf-8', 'XML', XML),
  otherwise('text/plain', 'XML', XML),
  otherwise('application/octet-stream', 'XML', XML),
  otherwise('text/xml', 'a plain list of URLs', LIST),
  otherwise('application/xml', 'gzip', GZIP, URL_GZ),
  {
    name: 'has no body to judge where none was read',
    document: null,
    http: { status: 404, outcome: 'absent' },
    findings: [],
  },
  {
    name: 'finds no XML in an XHTML page',
    document: lines('<?xml version="1.0"?>', '<!DOCTYPE html>', `<html xmlns="${NAMESPACE}"><title>x</title>`),
    findings: [{ rule: 'response-html' }],
  },
])
