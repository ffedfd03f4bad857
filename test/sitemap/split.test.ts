import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '#src/values/hash.ts'
import { NS, readOnce, show, type Told } from './read.ts'

const RUNS = process.env['LONG'] ? 5_000 : 300

/** What goes wrong in sitemaps, in pieces that fit badly. */
const PIECES = [
  '<url>',
  '</url>',
  '<loc>',
  '</loc>',
  'https://a.example/?a=1&b=2',
  '&amp;',
  '&',
  '&nbsp;',
  '&#55357;',
  '&#x41;',
  '&#0;',
  '&;',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  '\u0001',
  '\uFFFE',
  '\u{1F600}',
  '\u00fc',
  '\u0085',
  '<!-- x -->',
  '<!-- -- -->',
  '<!--',
  '-->',
  '<![CDATA[ & ]]>',
  '<![CDATA[',
  ']]>',
  '<?php x ?>',
  '<?php',
  '?>',
  '<?xml version="1.0"?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&b;',
  '<!ELEMENT',
  '<',
  '>',
  '"',
  "'",
  '=',
  '/',
  '<x:link rel="alternate" hreflang="de" href="https://a.example/?a&amp;b"/>',
  '<x:link href=x rel>',
  '<i:image><i:loc>x</i:loc></i:image>',
  '<i:image>',
  '</i:image>',
  '<lastmod>2025-01-01</lastmod>',
  '<url a="1" a="2">',
  `<urlset ${NS} xmlns:x="http://www.w3.org/1999/xhtml" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1">`,
  '</urlset>',
  '<image:image/>',
  '<sitemapindex>',
  '<a b="<c>',
  '</Loc>',
  '</>',
  '<a',
  '<1',
  'text',
  '<url a="',
  'x'.repeat(100),
]

const START = PIECES.find((piece) => piece.startsWith('<urlset')) as string
const documents = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => START + pieces.join(''))

/** Hashed: a difference in a large document would be printed whole. */
const stable = (told: Told) => {
  const text = comparable(told)
  return text.length < 20_000 ? text : fingerprintOf(text)
}
const comparable = (told: Told) => JSON.stringify(told, (key, value) => (key === 'snippet' ? undefined : value))

/** Counts lines, columns and bytes the plain way, from the byte that a place names. */
function recount(bytes: Buffer, offset: number): string {
  const lines = bytes
    .subarray(0, offset)
    .toString('utf8')
    .split(/\r\n|\r|\n/)
  return `${lines.length}:${[...(lines.at(-1) as string)].length + 1}@${offset}`
}

describe('any split of any document', () => {
  it('tells the same, and never throws', () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 1, max: 40 }), (document, units) => {
        const whole = stable(readOnce(document))
        expect(stable(readOnce(document, { units }))).toBe(whole)
        expect(stable(readOnce(document, { units: 1 }))).toBe(whole)
      }),
      { numRuns: RUNS },
    )
  })

  it('tells places that a plain count of the bytes confirms', () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 1, max: 40 }), (document, units) => {
        fc.pre(!document.includes('version="1.1"'))
        const bytes = Buffer.from(document)
        const told = readOnce(bytes, { units })
        for (const { at } of told.details) {
          if (at && at.offset !== null) expect(show(at)).toBe(recount(bytes, at.offset))
        }
        for (const place of told.locPlaces) {
          if (place !== '-') expect(place).toBe(recount(bytes, Number(place.split('@')[1])))
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('takes any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 5 }),
        (bytes, size, start) => {
          const starts = [
            '',
            '<?xml version="1.0" encoding="windows-1252"?><urlset><url><loc>',
            '\u001f\u008b\b\0\0\0\0\0\0\u0003',
            'https://a.example/\n',
            '\u00ff\u00fe<\0',
            '<urlset>',
          ]
          const input = Buffer.concat([Buffer.from(starts[start] as string, 'latin1'), bytes])
          expect(stable(readOnce(input, { bytes: size, units: size }))).toBe(stable(readOnce(input)))
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('takes gzip that is broken anywhere', () => {
    const bytes = gzipSync(`${START}${'<url><loc>https://a.example/</loc></url>\n'.repeat(200)}</urlset>`)
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: bytes.length - 1 }),
        fc.integer({ min: 0, max: 255 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 99 }),
        (at, byte, isCut, size) => {
          const broken = Buffer.from(isCut ? bytes.subarray(0, at) : bytes)
          if (!isCut) broken[at] = byte
          expect(stable(readOnce(broken, { bytes: size }))).toBe(stable(readOnce(broken)))
        },
      ),
      { numRuns: RUNS / 5 },
    )
  })

  it('holds over many blocks, with long lines, CRLF and characters of four bytes', () => {
    for (const end of ['\n', '\r\n', '']) {
      const entries = Array.from(
        { length: 9_000 },
        (_, i) =>
          `<url>${end}<loc>https://a.example/${i}/\u{1F600}\u00fc</loc>${end}${i % 1000 === 999 ? '<a/>' : ''}</url>`,
      )
      const document = `${START}${end}${entries.join(end)}</urlset>`
      const bytes = Buffer.from(document)
      const told = readOnce(bytes)
      expect(told.faults).toHaveLength(9)
      for (const { at } of told.details) expect(show(at)).toBe(recount(bytes, at?.offset as number))
      for (let i = 0; i < told.locPlaces.length; i += 997) {
        const place = told.locPlaces[i] as string
        expect(place).toBe(recount(bytes, Number(place.split('@')[1])))
      }
      expect(stable(readOnce(bytes, { bytes: 10_007, units: 9_973 }))).toBe(stable(told))
    }
  })
})
