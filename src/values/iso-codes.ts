/** The code lists that language tags are made of. Each is built once; all are in lower case, save what is looked up. */

import { iso6393 } from 'iso-639-3/iso6393.js'
// The package's own index would load the subdivisions of all countries as well.
import { iso31661Alpha2ToNumeric } from 'iso-3166/1-a2-to-1-n.js'
import { iso31661Alpha3ToAlpha2 } from 'iso-3166/1-a3-to-1-a2.js'
import { iso15924 } from 'iso-15924'

const twoLetterLanguages = new Set<string>()
/** ISO 639-3, and the bibliographic codes of ISO 639-2 that differ from it (ger, fre). */
const threeLetterLanguages = new Set<string>()
const shortForms = new Map<string, string>()
const namedLanguages = new Map<string, string>()

for (const { iso6391, iso6392B, iso6393: long, name, scope } of iso6393) {
  // "uncoded", "multiple", "undetermined" and "no linguistic content" name no language.
  if (scope === 'special') continue
  threeLetterLanguages.add(long)
  if (iso6392B !== undefined) threeLetterLanguages.add(iso6392B)
  if (iso6391 === undefined) continue
  twoLetterLanguages.add(iso6391)
  shortForms.set(long, iso6391)
  if (iso6392B !== undefined) shortForms.set(iso6392B, iso6391)
  namedLanguages.set(name.toLowerCase(), iso6391)
}

const regions = new Set(Object.keys(iso31661Alpha2ToNumeric).map((code) => code.toLowerCase()))
const regionsByNumber = new Map(
  Object.entries(iso31661Alpha2ToNumeric).map(([code, number]) => [number, code.toLowerCase()]),
)
const regionsByThreeLetters = new Map(
  Object.entries(iso31661Alpha3ToAlpha2).map(([long, code]) => [long.toLowerCase(), code.toLowerCase()]),
)
const scripts = new Set(iso15924.map(({ code }) => code.toLowerCase()))

/** ISO 639-1. @param code lower-case */
export const isTwoLetterLanguage = (code: string): boolean => twoLetterLanguages.has(code)

/** ISO 639-2 (either form) or 639-3. @param code lower-case */
export const isThreeLetterLanguage = (code: string): boolean => threeLetterLanguages.has(code)

/** The ISO 639-1 code of a language by its three-letter code. @param code lower-case */
export const shortLanguageOf = (code: string): string | undefined => shortForms.get(code)

/** The ISO 639-1 code of a language by its English name. @param name lower-case */
export const languageNamed = (name: string): string | undefined => namedLanguages.get(name)

/** ISO 3166-1 alpha-2, assigned. @param code lower-case */
export const isRegion = (code: string): boolean => regions.has(code)

/** The region by its three letters or its number (ISO 3166-1 alpha-3, numeric). @param code lower-case */
export const regionOf = (code: string): string | undefined =>
  regionsByThreeLetters.get(code) ?? regionsByNumber.get(code)

/** ISO 15924. @param code lower-case */
export const isScript = (code: string): boolean => scripts.has(code)
