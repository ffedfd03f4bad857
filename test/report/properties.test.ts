/** What must hold of any text that a site could write. */
import { parse as parseCsv } from 'csv-parse/sync'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, it } from 'vitest'
import { caretLine, markLine } from '#src/report/caret.ts'
import { toCsvRow } from '#src/report/csv.ts'
import { toCellCode, toCode, toProse } from '#src/report/markdown-text.ts'
import { printable, shorten } from '#src/report/printable.ts'
import { escapeXml } from '#src/report/xml-text.ts'

/** Whole and broken Unicode, and much of what means something somewhere. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('`', '``', '|', '\\', '<', '&', '"', '=', '@', '\n', '\r\n', '\u001b[', '\ud800', ' ', '\ufffe'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const holds = (property: (text: string) => void) => fc.assert(fc.property(anyText, property), { numRuns: 500 })

it('text is printable once for all, and well-formed', () => {
  holds((text) => {
    const shown = printable(text)
    expect(shown).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u)
    expect(shown.isWellFormed()).toBe(true)
    expect(printable(shown)).toBe(shown)
  })
})

it('text is cut between characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 20 }), (text, length) => {
      const short = shorten(text, length)
      expect(short.length).toBeLessThanOrEqual(Math.max(length, 0))
      expect(short.isWellFormed()).toBe(true)
      if (text.length <= length) expect(short).toBe(text)
    }),
  )
})

it('text comes out of XML as it went in', () => {
  holds((text) => {
    const parser = new SaxesParser()
    let inside = ''
    let attribute = ''
    parser.on('error', (error) => {
      throw error
    })
    parser.on('text', (part) => {
      inside += part
    })
    parser.on('opentag', (tag) => {
      attribute = String(tag.attributes['b'])
    })
    parser.write(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`).close()
    const expected = printable(text).replace(/[\ufffe\uffff]/g, '\ufffd')
    expect([inside, attribute]).toEqual([expected, expected])
  })
})

it('text comes out of CSV as it went in, or behind an apostrophe', () => {
  holds((text) => {
    const [[cell, behind] = []] = parseCsv(toCsvRow([text, 'x']), { record_delimiter: '\r\n' })
    expect([printable(text), `'${printable(text)}`]).toContain(cell)
    expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    expect(behind).toBe('x')
  })
})

/** CommonMark 6.1: the span ends at the first run of as many backticks. */
function readSpan(code: string): string | undefined {
  const fence = /^`+/.exec(code)?.[0] ?? ''
  const inside = code.slice(fence.length, -fence.length)
  const runs = Array.from(inside.matchAll(/`+/g), ([run]) => run)
  return code.endsWith(fence) && !runs.includes(fence) && !/^`|`$/.test(inside) ? inside : undefined
}

it('text in a code span of Markdown does not end it, nor the cell of a table', () => {
  holds((text) => {
    expect(readSpan(toCode(text))?.trim()).toBe(printable(text).trim() || '(blank)')
    expect(readSpan(toCellCode(text))).toBeDefined()
    expect(toCellCode(text)).not.toContain('|')
  })
})

it('a sentence in Markdown has nothing outside of code spans but words', () => {
  holds((text) => {
    const outside = toProse(text).replace(/(?<!`)(`+)(?!`)(?:.*?[^`])\1(?!`)/gs, '')
    expect(outside).not.toMatch(/[`<>@#&|\\*_[\]~$]|:\/\/|www\./)
  })
})

it('the caret stands below the column, whatever stands before it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', ' ', 'é', '\t', '\u001b', '<'), { maxLength: 30 }), (chars) => {
      const marked = markLine({ snippet: `${chars.join('')}!`, column: chars.length + 1 })
      if (!marked) throw new Error('not marked')
      expect(marked.at).toBe('!')
      expect(caretLine(marked)).toHaveLength(marked.before.length + 1)
    }),
  )
})

it('the caret is moved by wide characters as a terminal moves it', () => {
  const marked = markLine({ snippet: '\u5317e\u0301\u{1f600}!', column: 5 })
  expect(marked && caretLine(marked)).toBe('\u3000 \u3000^')
})
