import { Buffer } from 'node:buffer'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocator } from '#src/sitemap/locator.ts'
import { findAttribute } from '#src/sitemap/xml-attributes.ts'
import { createXmlReader } from '#src/sitemap/xml-reader.ts'
import { mutate, mutations, soundDocuments } from './documents.ts'
import { type Cut, readOnce } from './read.ts'

const RUNS = process.env['LONG'] ? 2_000 : 200
const SEED = 20_261_130
const TIMEOUT_MS = process.env['LONG'] ? 600_000 : 60_000
const CORPUS = new URL('../../../shared/corpus/', import.meta.url)
const isThere = existsSync(CORPUS)
if (!isThere) console.info('skipped: the corpus of real files is not beside the project')

/** All that a reader tells of a document, with every place: they must say the same, whoever read a token. */
function expectAgreement(document: Uint8Array | string, ...cuts: Cut[]) {
  for (const cut of [...cuts, { takesPlain: true }]) {
    const quick = JSON.stringify(readOnce(document, cut))
    const careful = JSON.stringify(readOnce(document, { ...cut, isCareful: true }))
    if (quick === careful) continue
    // Where they part is shown, not the whole of both.
    let i = 0
    while (quick[i] === careful[i]) i++
    expect(quick.slice(Math.max(0, i - 200), i + 300)).toBe(careful.slice(Math.max(0, i - 200), i + 300))
  }
}

/** Every call of the handler, in words; text is wanted in every other element. */
function eventsOf(document: string, units: number, isCareful: boolean): string[] {
  const events: string[] = []
  const locator = createLocator()
  locator.append(document, false, null)
  const { window } = locator
  let depth = 0
  const reader = createXmlReader(
    locator,
    0,
    {
      open({ name, prefix, local, uri, attributes }, at, end, { count, names, values, ats }) {
        // Of two attributes of one name the last one counts.
        const listed = new Map<string, unknown>()
        for (let i = 0; i < count; i++) {
          const known = ats[i] as number
          const key = names[i] as string
          listed.set(key, [values[i], known >= 0 ? known : findAttribute(window, at, end, key)])
        }
        const told = Object.entries(attributes).map(([key, { value, uri, local }]) => [key, value, uri, local])
        events.push(`open ${JSON.stringify([name, prefix, local, uri, at, end, [...listed], told])}`)
        depth++
        return (depth + local.length) % 2 === 0
      },
      close(name, at, end, isImplied) {
        events.push(`close ${JSON.stringify([name, at, end, isImplied])}`)
        depth--
        return (depth + name.length) % 2 === 0
      },
      text(text, at, isDamaged) {
        events.push(`text ${JSON.stringify([text, at, isDamaged])}`)
      },
      fault(fault) {
        events.push(`fault ${JSON.stringify(fault)}`)
      },
    },
    isCareful,
  )
  for (let from = 0; from < document.length; ) {
    let to = Math.min(document.length, from + units)
    // As the document reader cuts: neither CR LF nor a pair of surrogates.
    while (to < document.length && /[\r\ud800-\udbff]/.test(document.charAt(to - 1))) to++
    reader.write(document.slice(from, to), from, to === document.length, false)
    from = to
  }
  const { readUntil, line, isRootClosed } = reader
  events.push(`end ${JSON.stringify([readUntil, isRootClosed, reader.unclosed()])}`)
  // Counted by another one where the reader does not say.
  if (!document.includes('1.1')) expect(line ?? locator.lineOf(readUntil)).toBe(locator.lineOf(readUntil))
  return events
}

describe('the quick and the careful reader', { timeout: TIMEOUT_MS }, () => {
  it('tell the same events, in the same order', () => {
    fc.assert(
      fc.property(soundDocuments, mutations, fc.integer({ min: 1, max: 2_000 }), (document, broken, units) => {
        const mutated = mutate(document, broken)
        expect(eventsOf(mutated, units, false)).toEqual(eventsOf(mutated, units, true))
      }),
      { numRuns: 2 * RUNS, seed: SEED },
    )
  })

  it('tell the same of right documents, at any split', () => {
    fc.assert(
      fc.property(soundDocuments, fc.integer({ min: 1, max: 300 }), (document, units) => {
        expectAgreement(document, {}, { units })
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })

  it('tell the same of broken documents, at any split', () => {
    fc.assert(
      fc.property(soundDocuments, mutations, fc.integer({ min: 1, max: 300 }), (document, broken, units) => {
        expectAgreement(mutate(document, broken), {}, { units })
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })

  it('tell the same of documents over many blocks, with one entry in a hundred broken', () => {
    const breaks = [
      '&',
      '<b>',
      '</loc>',
      '<!-- x -->',
      '\u0001',
      '<![CDATA[y]]>',
      '&nbsp;',
      '\u00fc',
      '<a xmlns="u:a"/>',
      '\r\n',
    ]
    const entries = Array.from({ length: 4_000 }, (_, i) => {
      const broken = i % 100 === 99 ? breaks[Math.floor(i / 100) % breaks.length] : ''
      return `<url>\n<loc>https://a.example/${i}${broken}</loc><lastmod>2026-10-01</lastmod></url>\n`
    })
    const document = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`
    expectAgreement(document, {}, { bytes: 10_007 }, { units: 997 })
  })

  it('tell the same of tokens of any length', () => {
    const long = 'x'.repeat(70_000)
    const open = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url>'
    for (const inside of [
      `<loc>${long}</loc>`,
      `<loc a="${long}"/>`,
      `<a b="${long}>"/><loc>${long}&amp;${long}</loc>`,
      `<!-- ${long} --><loc>x</loc>`,
      `<loc><![CDATA[${long}>]]></loc>`,
      `<${long}/>`,
      `<a${' b="c"'.repeat(2_000)}/>`,
      `<a ${Array.from({ length: 2_000 }, (_, i) => `a${i}="${i}"`).join(' ')}/>`,
      '<a>'.repeat(300),
      `${'<a>'.repeat(230)}${'</a>'.repeat(230)}<loc>x</loc>`,
      Array.from({ length: 2_000 }, (_, i) => `<name-${i}>v</name-${i}>`).join(''),
      '>'.repeat(70_000),
    ]) {
      expectAgreement(`${open}${inside}</url><url><loc>y</loc></url></urlset>`, {}, { units: 10_000 })
    }
  })

  describe.skipIf(!isThere)('of real files', () => {
    const files = isThere ? readdirSync(CORPUS).filter((file) => /\.(?:xml|gz|txt)$/.test(file)) : []
    it.each(files)('%s', (file) => {
      const bytes = readFileSync(new URL(file, CORPUS))
      expectAgreement(bytes, {}, { bytes: 997, units: 101 })
      if (!file.endsWith('.xml')) return
      const text = bytes.toString('utf8')
      fc.assert(
        fc.property(mutations, (broken) => expectAgreement(Buffer.from(mutate(text, broken)), {}, { units: 4_001 })),
        { numRuns: RUNS / 20, seed: SEED },
      )
    })
  })
})
