import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isLanguage, readLanguageTag } from '#src/values/language-tag.ts'
import { shared } from '../support/shared.ts'

const pages = shared('conformance/pages.json')

const RIGHT =
  'en en-GB en-gb pt-br zh-Hans zh-hant zh-Hant-TW sr-Latn-RS es-ES be se uk no x-default sq-XK de-at'.split(' ')

/** Value, fault, what was meant. */
const WRONG: [value: string, fault: string, expected: string | null][] = [
  ['', 'empty', null],
  [' \t', 'empty', null],
  [' en', 'space', 'en'],
  ['en_US', 'separator', 'en-US'],
  ['en_UK', 'separator', 'en-GB'],
  ['en US', 'separator', 'en-US'],
  ['en\u2013GB', 'separator', 'en-GB'],
  ['-en', 'separator', 'en'],
  ['en--US', 'separator', 'en-US'],
  ['x_default', 'separator', 'x-default'],
  ['en_US.UTF-8', 'separator', 'en-US'],
  ['jp', 'language', 'ja'],
  ['jp-JP', 'language', 'ja-JP'],
  ['cn', 'language', 'zh'],
  ['cn-CN', 'language', 'zh-CN'],
  ['cz', 'language', 'cs'],
  ['dk', 'language', 'da'],
  ['gr', 'language', 'el'],
  ['iw', 'language', 'he'],
  ['gb', 'language', 'en-GB'],
  ['us', 'language', 'en-US'],
  ['gb-en', 'language', 'en-GB'],
  ['us-es', 'language', 'es-US'],
  ['english', 'language', 'en'],
  ['default', 'language', 'x-default'],
  ['[object Object]', 'language', null],
  ['@@', 'language', null],
  ['xx', 'language', null],
  ['und', 'language', null],
  ['en,fr', 'language', null],
  ['eng', 'language-long', 'en'],
  ['ger-AT', 'language-long', 'de-AT'],
  ['fil', 'language-unsupported', null],
  ['yue-HK', 'language-unsupported', null],
  ['en-abcd', 'script', null],
  ['zh-TW-Hant', 'script-order', 'zh-Hant-TW'],
  ['en-USA', 'region', 'en-US'],
  ['en-EN', 'region', 'en'],
  ['zh-CHS', 'region', 'zh-Hans'],
  ['en-XX', 'region', null],
  ['en-UK', 'region-reserved', 'en-GB'],
  ['uk-UK', 'region-reserved', null],
  ['fr-EU', 'region-reserved', null],
  ['es-419', 'region-unsupported', 'es'],
  ['en-840', 'region-unsupported', 'en-US'],
  ['ca-ES-valencia', 'surplus', 'ca-ES'],
  ['en-US-XX', 'surplus', 'en-US'],
]

describe('A language tag', () => {
  it.each(RIGHT)('%s is right', (value) => {
    expect(readLanguageTag(value)).toMatchObject({ fault: null, isOddCase: false, key: value.toLowerCase() })
  })

  it.each(WRONG)('%j has the fault %s, and meant %j', (value, fault, expected) => {
    expect(readLanguageTag(value)).toMatchObject({ fault, expected })
  })

  it('proposes nothing that it would not take itself', () => {
    for (const [, , expected] of WRONG) {
      if (expected !== null) expect(readLanguageTag(expected)).toMatchObject({ fault: null, isOddCase: false })
    }
  })

  it.each([
    ['EN', 'en'],
    ['EN-gb', 'en-GB'],
    ['en-Gb', 'en-GB'],
    ['zh-hANS', 'zh-Hans'],
    ['X-Default', 'x-default'],
  ])('%s is written in an unusual case', (value, expected) => {
    expect(readLanguageTag(value)).toMatchObject({ fault: null, isOddCase: true, expected })
  })

  it('names the part at fault as it is written', () => {
    expect(readLanguageTag('en-Uk').part).toBe('Uk')
    expect(readLanguageTag('JP-jp').part).toBe('JP')
    expect(readLanguageTag('[object Object]').part).toBe('[object Object]')
  })

  it('is read in linear time, however long the value', () => {
    const start = performance.now()
    for (const value of ['-'.repeat(200_000), 'a'.repeat(200_000), 'a-'.repeat(100_000), `en${' '.repeat(200_000)}x`])
      expect(readLanguageTag(value).fault).not.toBeNull()
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  it('knows languages of two and three letters', () => {
    expect(['de', 'deu', 'ger', 'fil', 'yue'].every(isLanguage)).toBe(true)
    expect(['xx', 'xyz', 'und', 'mul', ''].some(isLanguage)).toBe(false)
  })

  it.skipIf(!pages.isThere)('agrees with the tokens recorded from other projects', () => {
    const { hreflangTokens } = JSON.parse(readFileSync(pages.path, 'utf8')) as {
      hreflangTokens: { value: string; valid: boolean }[]
    }
    expect(hreflangTokens.length).toBeGreaterThan(0)
    const judged = hreflangTokens.map(({ value }) => ({ value, valid: readLanguageTag(value).fault === null }))
    expect(judged).toEqual(hreflangTokens.map(({ value, valid }) => ({ value, valid })))
  })
})
