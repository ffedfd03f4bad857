/** Country codes of ISO 3166, from a package that is kept. */
import { iso31661, iso31661Alpha3ToAlpha2, iso31663 } from 'iso-3166'

/**
 * Alpha-2 codes: the assigned ones, those of ISO 3166-3 (countries that have changed or are gone), and XK, which
 * everybody uses for Kosovo out of the range that the standard leaves to its users.
 */
const CODES: ReadonlySet<string> = new Set([
  ...iso31661.map(({ alpha2 }) => alpha2),
  ...iso31663.map(({ from }) => from.alpha2),
  'XK',
])

/** What people write for a country whose code is another one. */
const MISTAKEN: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
  ['JA', 'JP'],
])

/** A two-letter code of ISO 3166, in any case. */
export function isCountryCode(code: string): boolean {
  return code.length === 2 && CODES.has(code.toUpperCase())
}

/** The code that was meant: of UK and its like, and of alpha-3 codes; else null. */
export function findCountryCode(text: string): string | null {
  const upper = text.toUpperCase()
  if (isCountryCode(upper)) return upper
  return (
    MISTAKEN.get(upper) ?? (Object.hasOwn(iso31661Alpha3ToAlpha2, upper) ? iso31661Alpha3ToAlpha2[upper] : null) ?? null
  )
}
