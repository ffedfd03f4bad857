import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUsualDatetime, readUsualEach } from '#src/values/usual-datetime.ts'
import { readDatetime } from '#src/values/w3c-datetime.ts'

const two = fc.integer({ min: 0, max: 62 }).map((number) => String(number).padStart(2, '0'))
const zone = fc.oneof(
  fc.constantFrom('Z', '', 'z', '+0200', '+14:00', '-14:00', '+14:01', '+00:60'),
  fc.tuple(fc.constantFrom('+', '-'), two, two).map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
)
const fraction = fc.oneof(fc.constantFrom('', '.', ',5'), fc.stringMatching(/^\.\d{1,7}$/))
const date = fc
  .tuple(fc.constantFrom('2024', '2025', '2000', '1900', '0000', '1'), two, two)
  .map((parts) => parts.join('-'))
const time = fc.tuple(two, two, two, fraction, zone).map(([h, m, s, rest, end]) => `T${h}:${m}:${s}${rest}${end}`)
const texts = fc.oneof(
  date,
  fc.tuple(date, time).map((parts) => parts.join('')),
  fc.date({ min: new Date(0), noInvalidDate: true }).map((one) => one.toISOString()),
  fc.string({ unit: fc.constantFrom(...'0123456789-T:.Z+'), maxLength: 30 }),
)

describe('The quick reader of usual dates', () => {
  it('says the same of many texts at once, wherever they stand', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 20 }), fc.nat(3), (list, from) => {
        const text = `${'<'.repeat(from)}${list.join('<')}`
        const bytes = Buffer.alloc((text.length + 16) & ~3)
        bytes.write(text, 'latin1')
        const words = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
        const froms = Int32Array.from(list, (_, i) => from + list.slice(0, i).join('<').length + Math.min(i, 1))
        const tos = froms.map((start, i) => start + (list[i] as string).length)
        const times = new Float64Array(list.length)
        readUsualEach(bytes, words, froms, tos, times, list.length)
        expect([...times]).toEqual(list.map(readUsualDatetime))
      }),
      { numRuns: 2_000, seed: 20_261_201 },
    )
  })

  it('says of a text what the reader of W3C Datetime says, or nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const epochMs = readUsualDatetime(text)
        if (Number.isNaN(epochMs)) return
        expect(readDatetime(text)).toMatchObject({ isValid: true, isXsdValid: true, epochMs })
        expect((readDatetime(text) as { zone: number | null }).zone === null).toBe(text.length === 10)
      }),
      { numRuns: 20_000 },
    )
  })

  it.each([
    '2026-02-28',
    '2024-02-29',
    '2026-10-01T12:00:00Z',
    '2026-10-01T12:00:00+05:30',
    '2026-10-01T12:00:00.123-09:00',
  ])('reads %s', (text) => {
    expect(readUsualDatetime(text)).toBe(Date.parse(text))
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026',
    '2026-10',
    '2026-10-01T12:00Z',
    '2026-10-01T12:00:00',
    '',
    '\u0662026-10-01',
  ])('leaves %j to the reader of all forms', (text) => {
    expect(readUsualDatetime(text)).toBeNaN()
  })
})
