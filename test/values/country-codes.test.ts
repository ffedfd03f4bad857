import { describe, expect, it } from 'vitest'
import { findCountryCode, isCountryCode } from '#src/values/country-codes.ts'

describe('Country codes', () => {
  it('are those of ISO 3166 in any case, former ones and Kosovo among them', () => {
    for (const code of ['DE', 'gb', 'Us', 'AN', 'XK']) expect(isCountryCode(code), code).toBe(true)
  })

  it('are no reserved codes, languages, regions or words', () => {
    for (const code of ['UK', 'EU', 'ZZ', 'en', 'USA', '840', '419', '', 'D', '  ']) {
      expect(isCountryCode(code), code).toBe(false)
    }
  })

  it('are found for what people write instead', () => {
    const written = { uk: 'GB', USA: 'US', deu: 'DE', EL: 'GR', de: 'DE', EU: null, constructor: null, '': null }
    const found = Object.fromEntries(Object.keys(written).map((text) => [text, findCountryCode(text)]))
    expect(found).toEqual(written)
  })
})
