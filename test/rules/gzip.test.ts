import { gzipSync } from 'node:zlib'
import { gzipRules } from '#src/rules/gzip.ts'
import { entry, join, urlset } from '../support/documents.ts'
import { testRules } from '../support/rule-table.ts'

const XML = urlset(entry('a'), entry('b'))
const GZIP = new Uint8Array(gzipSync(XML))
const URL_GZ = 'https://www.example.com/sitemap.xml.gz'

/** The bytes with one bit of one byte turned. */
function flip(bytes: Uint8Array, index: number): Uint8Array {
  const copy = bytes.slice()
  copy[index] = (copy[index] as number) ^ 0xff
  return copy
}

testRules('gzip', gzipRules, [
  { name: 'finds nothing in one sound layer', document: GZIP, url: URL_GZ, findings: [] },
  { name: 'finds nothing in plain XML', document: XML, findings: [] },
  {
    name: 'GZ-07: reads all members of a file that was joined from several',
    document: join(gzipSync(XML.slice(0, 60)), gzipSync(XML.slice(60))),
    url: URL_GZ,
    findings: [],
  },
  {
    name: 'GZ-01: says that a URL named .gz serves plain XML',
    document: XML,
    url: URL_GZ,
    http: {},
    findings: [
      {
        rule: 'gzip-named-plain',
        message: 'The URL ends in .gz, but the bytes are not gzip; they were read as they are.',
      },
    ],
  },
  {
    name: 'takes the name without its query and in any case',
    document: XML,
    url: 'https://www.example.com/sitemap.XML.GZ?page=2',
    http: {},
    findings: [{ rule: 'gzip-named-plain' }],
  },
  {
    name: 'does not mind .gz in the query, nor a file that the transport coding unpacked',
    document: XML,
    url: 'https://www.example.com/sitemap.xml?as=.gz',
    http: {},
    findings: [],
  },
  {
    name: 'does not mind plain bytes behind a coding that was undone',
    document: XML,
    url: URL_GZ,
    http: {},
    ending: { coding: { tokens: ['gzip'], undone: ['gzip'] } },
    findings: [],
  },
  {
    name: 'leaves an HTML page under a .gz name to its own rule',
    document: '<!doctype html><title>Not found</title>',
    url: URL_GZ,
    http: {},
    findings: [],
  },
  {
    name: 'GZ-03: does not mind a gzip file inside a gzip transport coding',
    document: GZIP,
    url: URL_GZ,
    http: {},
    ending: { coding: { tokens: ['gzip'], undone: ['gzip'] } },
    findings: [],
  },
  {
    name: 'counts the layers of what was compressed twice',
    document: new Uint8Array(gzipSync(GZIP)),
    url: URL_GZ,
    findings: [
      {
        rule: 'gzip-layers',
        message: 'The document is compressed 2 times inside the transfer; all layers were unpacked.',
      },
    ],
  },
  {
    name: 'says that there are more layers than are peeled, and calls gzip no other archive',
    document: new Uint8Array(gzipSync(gzipSync(gzipSync(GZIP)))),
    url: URL_GZ,
    findings: [
      {
        rule: 'gzip-layers',
        message: 'The document is compressed more than 3 times inside the transfer; the rest was not unpacked.',
      },
    ],
  },
  {
    name: 'says that the compressed data is broken',
    document: flip(GZIP, 10),
    url: URL_GZ,
    findings: [{ rule: 'gzip-corrupt' }],
  },
  {
    name: 'GZ-09: says that the trailer is cut off',
    document: GZIP.slice(0, -6),
    url: URL_GZ,
    findings: [
      {
        rule: 'gzip-truncated',
        message:
          'The gzip data of the file is cut off (it ends inside the trailer of member 1); counts are lower bounds.',
      },
    ],
  },
  {
    name: 'says that a checksum does not match',
    document: flip(GZIP, GZIP.length - 8),
    url: URL_GZ,
    findings: [
      {
        rule: 'gzip-checksum-mismatch',
        message: 'The trailer of the gzip file does not fit its data (the CRC-32 of member 1 does not match).',
      },
    ],
  },
  {
    name: 'counts the members whose checksum does not match',
    document: join(
      flip(gzipSync(XML.slice(0, 60)), gzipSync(XML.slice(0, 60)).length - 8),
      flip(gzipSync(XML.slice(60)), gzipSync(XML.slice(60)).length - 8),
    ),
    url: URL_GZ,
    findings: [{ rule: 'gzip-checksum-mismatch', occurrences: 2 }],
  },
  {
    name: 'says where bytes follow the last member',
    document: join(GZIP, '<!-- cached -->'),
    url: URL_GZ,
    findings: [
      {
        rule: 'gzip-trailing-data',
        message: `After the last gzip member, from byte ${GZIP.length} on, follow bytes that are not gzip: 15 in all.`,
      },
    ],
  },
  {
    name: 'tells a padding of zero bytes from other bytes',
    document: join(GZIP, new Uint8Array(512)),
    url: URL_GZ,
    findings: [
      {
        rule: 'gzip-zero-padding',
        message: `After the last gzip member, from byte ${GZIP.length} on, follow nothing but zero bytes: 512 in all.`,
      },
    ],
  },
  {
    name: 'DV-01: names another archive and does not open it',
    document: join([0x50, 0x4b, 0x03, 0x04], new Uint8Array(40)),
    url: URL_GZ,
    findings: [{ rule: 'gzip-other-archive' }],
  },
  {
    name: 'says where the transport coding is broken',
    document: XML.slice(0, 120),
    http: {},
    ending: { coding: { tokens: ['gzip'], undone: ['gzip'], state: 'corrupt', offset: 77 } },
    findings: [
      {
        rule: 'gzip-corrupt',
        message:
          'The body was sent with Content-Encoding gzip and its compressed data is broken at byte 77 of the encoded body; what stands before the break was read.',
      },
    ],
  },
  {
    name: 'says that the transport coding is cut off, and not that the gzip file inside is',
    document: GZIP.slice(0, -20),
    url: URL_GZ,
    http: {},
    ending: { coding: { tokens: ['br'], undone: ['br'], state: 'truncated' } },
    findings: [
      {
        rule: 'gzip-truncated',
        message:
          'The body was sent with Content-Encoding br and its compressed data is cut off; counts are lower bounds.',
      },
    ],
  },
  {
    name: 'says that the checksum of the transport coding is wrong',
    document: XML,
    http: {},
    ending: { coding: { tokens: ['x-gzip'], undone: ['x-gzip'], state: 'checksum' } },
    findings: [{ rule: 'gzip-checksum-mismatch' }],
  },
  {
    name: 'does not call a file cut that we stopped reading',
    document: GZIP.slice(0, -20),
    url: URL_GZ,
    http: {},
    ending: { state: 'timeout', detail: 'the deadline of 30 s' },
    findings: [],
  },
])
