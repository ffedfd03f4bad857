import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { NS, placeOf, read, urlset } from './read.ts'

const BOM = Buffer.of(0xef, 0xbb, 0xbf)
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
const URL_ENTRY = '<url><loc>https://a.example/\u00fc\u{1F600}</loc></url>'
const locs = (told: { entries: { loc: { text: string } | null }[] }) => told.entries.map(({ loc }) => loc?.text)

function utf16(text: string, isBig: boolean): Buffer {
  const buffer = Buffer.from(text, 'utf16le')
  return isBig ? buffer.swap16() : buffer
}
function utf32(text: string, isBig: boolean): Buffer {
  const points = [...text].map((point) => point.codePointAt(0) as number)
  const buffer = Buffer.alloc(points.length * 4)
  for (const [i, point] of points.entries()) {
    if (isBig) buffer.writeUInt32BE(point, i * 4)
    else buffer.writeUInt32LE(point, i * 4)
  }
  return buffer
}

describe('charset', () => {
  it.each([
    ['UTF-16LE', (text: string) => utf16(text, false), 2],
    ['UTF-16BE', (text: string) => utf16(text, true), 2],
    ['UTF-32LE', (text: string) => utf32(text, false), 4],
    ['UTF-32BE', (text: string) => utf32(text, true), 4],
  ])('EN-01: %s by BOM is read on, with places in the text and bytes', (charset, encode, size) => {
    const document = `<?xml version="1.0" encoding="${charset.slice(0, 6)}"?>\n${urlset(`${URL_ENTRY}<a/>`)}`
    const told = read(encode(`\uFEFF${document}`))
    expect(told.details[0]).toMatchObject({ code: 'not-utf8', charset, proof: 'bom', at: null })
    const before = document.slice(0, document.indexOf('<a/>'))
    const points = [...(before.split('\n')[1] as string)].length + 1
    const offset = size * (size === 4 ? [...before].length : before.length) + size
    expect(told.faults.slice(1)).toEqual([`element-unexpected 2:${points}@${offset}`])
    expect(locs(told)).toEqual(['https://a.example/\u00fc\u{1F600}'])
    expect(told.tail).toMatchObject({ charset, declaredCharset: charset.slice(0, 6) })
  })

  it('UTF-16 and UTF-32 are known without a BOM', () => {
    for (const [encode, charset] of [
      [(text: string) => utf16(text, false), 'UTF-16LE'],
      [(text: string) => utf16(text, true), 'UTF-16BE'],
      [(text: string) => utf32(text, true), 'UTF-32BE'],
    ] as const) {
      const told = read(encode(`<?xml version="1.0"?>${urlset(URL_ENTRY)}`))
      expect(told.details).toMatchObject([{ code: 'not-utf8', charset, proof: 'bytes' }])
      expect(told.entries).toHaveLength(1)
    }
  })

  it('halves of surrogates in UTF-16 are invalid bytes', () => {
    const told = read(
      bytes(utf16('\uFEFF', false), utf16(urlset('<url><loc>https://a.example/\uD83D</loc></url>'), false)),
    )
    expect(told.details.map(({ code }) => code)).toEqual(['not-utf8', 'invalid-bytes'])
    expect(told.entries[0]?.loc?.isDamaged).toBe(true)
    expect(told.tail.invalidSequences).toBe(1)
  })

  it('EN-03: a declaration that contradicts the BOM stands at its encoding attribute', () => {
    const document = `<?xml version="1.0" encoding="iso-8859-1"?>${urlset(URL_ENTRY)}`
    const told = read(bytes(BOM, document))
    expect(told.faults).toEqual(['bom 1:1@3', 'declaration-false 1:21@23'])
    expect(told.details[1]).toMatchObject({ declared: 'iso-8859-1', actual: 'UTF-8', proof: 'bom' })
    expect(locs(told)).toEqual(['https://a.example/\u00fc\u{1F600}'])
  })

  it('bytes that are UTF-8 refute a legacy declaration; ASCII does not', () => {
    const declaration = '<?xml version="1.0" encoding="windows-1251"?>'
    const told = read(`${declaration}${urlset(URL_ENTRY)}`)
    expect(told.faults).toEqual(['declaration-false 1:21@20'])
    expect(told.details[0]).toMatchObject({ declared: 'windows-1251', actual: 'UTF-8', proof: 'bytes' })
    expect(read(`${declaration}${urlset('<url><loc>https://a.example/</loc></url>')}`).faults).toEqual([])
    expect(read(`<?xml version="1.0" encoding="US-ASCII"?>${urlset('')}`).faults).toEqual([])
    const utf = read(`<?xml version="1.0" encoding="UTF-16"?>${urlset('')}`)
    expect(utf.details).toMatchObject([{ code: 'declaration-false', declared: 'UTF-16', actual: 'UTF-8' }])
  })

  it('EN-05: a legacy charset that is declared and needed is decoded once', () => {
    const before = '<?xml version="1.0" encoding="windows-1251"?>'
    const told = read(
      bytes(before, `<urlset ${NS}><url><loc>https://a.example/`, Buffer.of(0xef, 0xf0), '</loc><a/></url></urlset>'),
    )
    expect(told.details[0]).toMatchObject({ code: 'not-utf8', charset: 'windows-1251', proof: 'bytes' })
    expect(locs(told)).toEqual(['https://a.example/\u043f\u0440'])
    const shown = `${before}<urlset ${NS}><url><loc>https://a.example/xx</loc>`
    expect(told.faults[1]).toBe(`element-unexpected 1:${shown.length + 1}@${shown.length}#1`)
  })

  it('EN-07: a few broken bytes leave the file UTF-8, and everything behind them exact', () => {
    const head = `${urlset('').slice(0, -9)}<url><loc>https://a.example/\u00fc</loc></url>\n<url><loc>https://a.example/caf`
    const tail = `/\u00fc</loc></url>${URL_ENTRY}<a/></urlset>`
    const told = read(bytes(head, Buffer.of(0xe9), tail.slice(0, 2), Buffer.of(0xf0, 0x9f, 0x98), tail.slice(2)))
    const column = (text: string) => [...text].length
    const second = head.slice(head.indexOf('\n') + 1)
    const offset = Buffer.byteLength(head)
    expect(told.faults).toEqual([
      `invalid-bytes 2:${column(second) + 1}@${offset}#2`,
      `element-unexpected 2:${column(second) + 1 + 2 + column(tail.slice(0, tail.indexOf('<a/>')))}@${
        offset + 4 + Buffer.byteLength(tail.slice(0, tail.indexOf('<a/>')))
      }`,
    ])
    expect(told.details[0]).toMatchObject({ bytes: 'E9', charset: 'UTF-8' })
    expect(told.tail.invalidSequences).toBe(2)
    expect(told.entries.map(({ loc }) => loc?.isDamaged)).toEqual([false, true, false])
  })

  it('a broken byte under a legacy declaration does not garble a file that is UTF-8', () => {
    const told = read(
      bytes(
        '<?xml version="1.0" encoding="iso-8859-1"?>',
        urlset('').slice(0, -9),
        URL_ENTRY.repeat(3),
        Buffer.of(0xe9),
        '</urlset>',
      ),
    )
    expect(told.tail).toMatchObject({ charset: 'UTF-8', invalidSequences: 1 })
    expect(told.details.map(({ code }) => code)).toContain('declaration-false')
  })

  it('Latin-1 that nobody declared stays UTF-8 with invalid bytes', () => {
    const told = read(latin1(urlset('<url><loc>https://a.example/\u00fc</loc></url>')))
    expect(told.details.map(({ code }) => code)).toEqual(['invalid-bytes'])
    expect(told.tail).toMatchObject({ charset: 'UTF-8', invalidSequences: 1 })
  })

  it('one BOM is told as harmless, a second as a fault', () => {
    expect(read(bytes(BOM, urlset(URL_ENTRY))).faults).toEqual(['bom 1:1@3'])
    const told = read(bytes(BOM, BOM, urlset(`${URL_ENTRY}<a/>`)))
    expect(told.faults[0]).toMatch(/^bom-repeated/)
    expect(told.entries).toHaveLength(1)
    const document = urlset(`${URL_ENTRY}<a/>`)
    const [place, offset] = placeOf(document, '<a/>').split('@')
    expect(told.faults[1]).toBe(`element-unexpected ${place}@${Number(offset) + 6}`)
  })

  it('multi-byte legacy charsets have lines and columns, and no byte offset', () => {
    const told = read(
      bytes(
        `<?xml version="1.0" encoding="Shift_JIS"?><urlset ${NS}><url><loc>https://a.example/`,
        Buffer.of(0x83, 0x65),
        '</loc><a/></url></urlset>',
      ),
    )
    expect(told.details[0]).toMatchObject({ code: 'not-utf8', charset: 'shift_jis' })
    expect(told.details[1]).toMatchObject({ code: 'element-unexpected', at: { line: 1, offset: null } })
    expect(locs(told)).toEqual(['https://a.example/\u30c6'])
  })
})
