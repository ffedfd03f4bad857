import { limitRules } from '#src/rules/limits.ts'
import { manyEntries, padded } from '../support/documents.ts'
import { type ExpectedFinding, type RuleRow, testRules } from '../support/rule-table.ts'

const LIMIT = 52_428_800
const NEAR = 47_185_920

/** A document so large that only its facts are judged. */
const facts = (name: string, tail: RuleRow['tail'] & object, ...findings: ExpectedFinding[]): RuleRow => ({
  name,
  document: null,
  tail,
  findings,
})
const cut = { isComplete: false, isRootClosed: false }

testRules('Limits', limitRules, [
  {
    name: 'takes exactly 50,000 entries for near the limit, not over it',
    document: () => manyEntries(50_000),
    findings: [
      {
        rule: 'entries-near-limit',
        message:
          'The sitemap has 50,000 entries, 100 % of the limit of 50,000, with 4.8 % of the bytes: 51 bytes an entry (loc and core tags 100 %); to stay below 90 % of both limits it takes 2 files by entries and 1 file by bytes.',
      },
    ],
  },
  {
    name: 'reports one entry more, with the exact count',
    document: () => manyEntries(50_001),
    findings: [
      {
        rule: 'entries-too-many',
        message: 'The sitemap has 50,001 entries; the limit is 50,000, so it takes 2 files.',
        value: '50001',
      },
    ],
  },
  {
    name: 'LU-19: reports one byte too many, though the entries are few',
    document: () => padded(manyEntries(22_000), LIMIT + 1),
    findings: [
      {
        rule: 'document-too-large',
        message:
          'The document has 52,428,801 bytes uncompressed, 100 % of the limit of 52,428,800: 2,383 bytes an entry (loc and core tags 100 %); to stay below 90 % of both limits it takes 1 file by entries and 2 files by bytes.',
        value: '52428801',
      },
    ],
  },
  facts('finds nothing below 90 % of the entries', { entries: 44_999 }),
  facts(
    'notes 90 % of the entries',
    {
      bytes: 9_000_000,
      entries: 45_000,
      bytesByKind: { core: 6_000_000, alternates: 0, images: 3_000_000, videos: 0, news: 0, other: 0 },
    },
    {
      rule: 'entries-near-limit',
      message:
        'The sitemap has 45,000 entries, 90 % of the limit of 50,000, with 17.2 % of the bytes: 200 bytes an entry (loc and core tags 67 %, images 33 %); to stay below 90 % of both limits it takes 2 files by entries and 1 file by bytes.',
    },
  ),
  facts(
    'counts the lines of a list and the items of a feed as entries',
    { kind: 'text', entries: 50_001 },
    { rule: 'entries-too-many' },
  ),
  facts(
    'says at least, where the document was cut',
    { entries: 120_000, ...cut },
    {
      rule: 'entries-too-many',
      message:
        'The part of the sitemap that was read has 120,000 entries; the limit is 50,000, so it takes at least 3 files.',
    },
  ),
  facts(
    'says at least, where the document was cut near the limit',
    { entries: 46_000, ...cut },
    {
      rule: 'entries-near-limit',
      message: 'The part of the sitemap that was read has 46,000 entries, 92 % of the limit of 50,000.',
    },
  ),
  facts('finds nothing in exactly 50,000 children', { kind: 'sitemapindex', entries: 50_000 }),
  facts(
    'reports one child more',
    { kind: 'sitemapindex', entries: 50_001 },
    { rule: 'children-too-many', message: 'The index has 50,001 children; the limit is 50,000.' },
  ),
  facts(
    'says of a cut index that it has too many all the same',
    { kind: 'sitemapindex', entries: 50_002, ...cut },
    { rule: 'children-too-many', value: '50002' },
  ),
  facts('finds nothing below 90 % of the bytes', { bytes: NEAR - 1 }),
  facts(
    'notes 90 % of the bytes, and how many files keep below it',
    { bytes: NEAR },
    {
      rule: 'document-near-limit',
      message:
        'The document has 47,185,920 bytes uncompressed, 90 % of the limit of 52,428,800, with 0 % of the entries: 4,718,592 bytes an entry (loc and core tags 100 %); to stay below 90 % of both limits it takes 1 file by entries and 2 files by bytes.',
    },
  ),
  facts(
    'says what fills the document of furniture.example',
    {
      bytes: 49_950_000,
      entries: 4_617,
      bytesByKind: { core: 900_000, alternates: 43_000_000, images: 5_000_000, videos: 1_050_000, news: 0, other: 0 },
    },
    {
      rule: 'document-near-limit',
      message:
        'The document has 49,950,000 bytes uncompressed, 95.3 % of the limit of 52,428,800, with 9.2 % of the entries: 10,819 bytes an entry (hreflang 86 %, images 10 %, loc and core tags 2 %, videos 2 %); to stay below 90 % of both limits it takes 1 file by entries and 2 files by bytes.',
    },
  ),
  facts('takes exactly 50 MB for near the limit, not over it', { bytes: LIMIT }, { rule: 'document-near-limit' }),
  facts(
    'reports one byte more',
    { bytes: LIMIT + 1 },
    { rule: 'document-too-large', value: '52428801', expected: '52428800' },
  ),
  facts(
    'says of a document without entries only how large it is',
    { bytes: 2 * LIMIT, entries: 0 },
    {
      rule: 'document-too-large',
      message: 'The document has 104,857,600 bytes uncompressed, 200 % of the limit of 52,428,800.',
    },
  ),
  facts(
    'says of a document without entries only how near it is',
    { bytes: NEAR, entries: 0 },
    {
      rule: 'document-near-limit',
      message: 'The document has 47,185,920 bytes uncompressed, 90 % of the limit of 52,428,800.',
    },
  ),
  {
    ...facts(
      'says at least, where we stopped reading over the limit',
      { bytes: LIMIT + 1_000_000, ...cut },
      {
        rule: 'document-too-large',
        message: 'The document has more than 52,428,800 bytes uncompressed: 53,428,800 were read, and there is more.',
      },
    ),
    ending: { state: 'budget' },
  },
  facts(
    'counts every byte of a document that came whole and is broken',
    { bytes: LIMIT + 1_000_000, entries: 3, ...cut },
    {
      rule: 'document-too-large',
      message: 'The document has 53,428,800 bytes uncompressed, 101.9 % of the limit of 52,428,800.',
    },
  ),
  facts(
    'says at least, where a document was cut near the limit',
    { bytes: NEAR, ...cut },
    {
      rule: 'document-near-limit',
      message: 'The part of the document that was read has 47,185,920 bytes, 90 % of the limit of 52,428,800.',
    },
  ),
])
