/**
 * What an hreflang value says: language (ISO 639-1), script (ISO 15924) and region (ISO 3166-1 alpha-2), or x-default.
 * https://developers.google.com/search/docs/specialty/international/localized-versions#language-codes
 */
import {
  isRegion,
  isScript,
  isThreeLetterLanguage,
  isTwoLetterLanguage,
  languageNamed,
  regionOf,
  shortLanguageOf,
} from './iso-codes.ts'

export type TagFault =
  | 'empty'
  /** White space round a code that is right. */
  | 'space'
  /** en_US, en US, -en. */
  | 'separator'
  /** No language of ISO 639: jp, gb, [object Object]. */
  | 'language'
  /** A three-letter code whose language has a two-letter one: eng. */
  | 'language-long'
  /** A language that only ISO 639-2 or 639-3 know: fil, yue. */
  | 'language-unsupported'
  | 'script'
  /** A script behind the region: zh-TW-Hant. */
  | 'script-order'
  | 'region'
  /** UK, EU, UN: reserved in ISO 3166-1, and no region. */
  | 'region-reserved'
  /** A number of UN M.49: es-419. */
  | 'region-unsupported'
  /** More behind the region: ca-ES-valencia. */
  | 'surplus'

export interface LanguageTag {
  fault: TagFault | null
  /** The part at fault, as written; the whole value where no part is. */
  part: string
  /** What was most likely meant; null where that is not certain, or where nothing is to be said. */
  expected: string | null
  /** Lower-case: codes with one key are one code. */
  key: string
  isDefault: boolean
  /** The usual ways are en-GB, en-gb, zh-Hans and zh-hans. False where the code has a fault. */
  isOddCase: boolean
}

/** The shortest strings that V8 cuts out of others without copying: they would keep the document's text in memory. */
const CACHED_LENGTH = 12
const CACHE_LIMIT = 2_000
const cache = new Map<string, LanguageTag>()

/** Any text is read; no text takes more than linear time. */
export function readLanguageTag(text: string): LanguageTag {
  if (text.length > CACHED_LENGTH) return read(text)
  let tag = cache.get(text)
  if (tag === undefined) {
    tag = read(text)
    if (cache.size >= CACHE_LIMIT) cache.clear()
    cache.set(text, tag)
  }
  return tag
}

/** ISO 639-1, 639-2 or 639-3. @param code lower-case */
export const isLanguage = (code: string): boolean => isTwoLetterLanguage(code) || isThreeLetterLanguage(code)

/** What people write for a language, and its code: countries whose main language has another code, withdrawn codes. */
const LANGUAGES = new Map(
  Object.entries({
    ...{ cn: 'zh', cz: 'cs', dk: 'da', gr: 'el', jp: 'ja', rs: 'sr', ua: 'uk', vn: 'vi', sp: 'es' },
    ...{ iw: 'he', ji: 'yi', jw: 'jv', mo: 'ro', nob: 'nb' },
  }),
)
/** Countries as codes of their own, and what they were to say; only where nothing follows. */
const COUNTRIES = new Map(
  Object.entries({
    at: 'de-AT',
    au: 'en-AU',
    gb: 'en-GB',
    mx: 'es-MX',
    nz: 'en-NZ',
    us: 'en-US',
    default: 'x-default',
  }),
)
/** Reserved in ISO 3166-1, named by Google as having no effect. */
const RESERVED = new Set(['uk', 'eu', 'un'])
/** Not assigned, but used by everybody for Kosovo: not judged. */
const TOLERATED_REGION = 'xk'
/** Windows' names of the two Chinese scripts. */
const WINDOWS_SCRIPTS = new Map([
  ['chs', 'Hans'],
  ['cht', 'Hant'],
])

const SEPARATORS = /[-_.\s\u00a0\u00ad\u2010-\u2015\u2212]+/

function read(text: string): LanguageTag {
  const trimmed = text.trim()
  if (trimmed === '') return faulty('empty', text, null)
  const parts = trimmed.split(SEPARATORS).filter((part) => part !== '')
  const plain = parts.join('-')
  const tag = readPlain(plain, parts)
  if (plain === text) return tag
  if (plain !== trimmed) {
    // Where not even a language can be made out, that is the fault.
    if (tag.fault === 'language' && tag.expected === null) return faulty('language', text, null)
    return faulty('separator', text, tag.fault === null ? formOf(parts) : tag.expected)
  }
  return tag.fault === null ? faulty('space', text, trimmed) : tag
}

/** @param text parted by single hyphens */
function readPlain(text: string, parts: readonly string[]): LanguageTag {
  const key = text.toLowerCase()
  if (key === 'x-default') return valid(key, text === key ? null : key, true)
  const lower = key.split('-')
  const language = lower[0] as string
  const fault = faultOfLanguage(language)
  if (fault !== null) return faulty(fault, parts[0] as string, correct(lower))
  const fromScript = lower[1]?.length === 4 ? 2 : 1
  if (fromScript === 2 && !isScript(lower[1] as string)) return faulty('script', parts[1] as string, null)
  const region = lower[fromScript]
  if (region !== undefined) {
    const part = parts[fromScript] as string
    const wrong = faultOfRegion(region)
    if (wrong !== null) return faulty(wrong, part, correct(lower))
    const more = lower[fromScript + 1]
    if (more !== undefined) {
      const isLateScript = fromScript === 1 && lower.length === 3 && isScript(more)
      const surplus = parts[fromScript + 1] as string
      if (isLateScript) return faulty('script-order', surplus, formOf([language, more, region]))
      return faulty('surplus', surplus, formOf(lower.slice(0, fromScript + 1)))
    }
  }
  return valid(key, isUsualCase(parts) ? null : formOf(parts), false)
}

function faultOfLanguage(language: string): TagFault | null {
  if (isTwoLetterLanguage(language)) return null
  if (shortLanguageOf(language) !== undefined) return 'language-long'
  return isThreeLetterLanguage(language) ? 'language-unsupported' : 'language'
}

function faultOfRegion(region: string): TagFault | null {
  if (isRegion(region) || region === TOLERATED_REGION) return null
  if (RESERVED.has(region)) return 'region-reserved'
  return /^\d{3}$/.test(region) ? 'region-unsupported' : 'region'
}

/** The code that was meant, where there can be one opinion only. @param parts lower-case */
function correct(parts: readonly string[]): string | null {
  const [first = '', second, third] = parts
  if (second === undefined && COUNTRIES.has(first)) return COUNTRIES.get(first) as string
  // The wrong way round: gb-en. (be-nl is Belarusian in the Netherlands, and right.)
  if (parts.length === 2 && !isTwoLetterLanguage(first) && isTwoLetterLanguage(second as string)) {
    const region = regionMeant(first)
    if (region !== null && second !== region) return formOf([second as string, region])
  }
  const language = languageMeant(first)
  if (language === null) return null
  if (second === undefined) return language
  if (parts.length > 3) return null
  const script = second.length === 4 ? second : WINDOWS_SCRIPTS.get(second)
  if (script !== undefined) {
    if (!isScript(script.toLowerCase())) return null
    if (third === undefined) return formOf([language, script])
    const region = regionMeant(third)
    return region === null ? null : formOf([language, script, region])
  }
  if (third !== undefined) return null
  // uk-UK may be Ukrainian or British.
  if (first === 'uk' && second === 'uk') return null
  const region = regionMeant(second)
  if (region !== null) return formOf([language, region])
  // en-EN, and the regions of M.49: the language alone says as much.
  return second === first || /^\d{3}$/.test(second) ? language : null
}

function languageMeant(language: string): string | null {
  if (isTwoLetterLanguage(language)) return language
  return shortLanguageOf(language) ?? LANGUAGES.get(language) ?? languageNamed(language) ?? null
}

function regionMeant(region: string): string | null {
  if (isRegion(region)) return region
  return region === 'uk' ? 'gb' : (regionOf(region) ?? null)
}

/** zh-Hans-TW. */
function formOf([language = '', ...rest]: readonly string[]): string {
  if (language.toLowerCase() === 'x') return 'x-default'
  const written = rest.map((part) =>
    part.length === 4 ? part[0]?.toUpperCase() + part.slice(1).toLowerCase() : part.toUpperCase(),
  )
  return [language.toLowerCase(), ...written].join('-')
}

function isUsualCase([language = '', ...rest]: readonly string[]): boolean {
  return (
    language === language.toLowerCase() &&
    rest.every((part) => {
      if (part === part.toLowerCase()) return true
      return part.length === 4 ? /^[A-Z][a-z]{3}$/.test(part) : part === part.toUpperCase()
    })
  )
}

const faulty = (fault: TagFault, part: string, expected: string | null): LanguageTag => ({
  fault,
  part,
  expected,
  key: '',
  isDefault: false,
  isOddCase: false,
})

/** @param usual the usual way to write it; null where it is written so */
const valid = (key: string, usual: string | null, isDefault: boolean): LanguageTag => ({
  fault: null,
  part: '',
  expected: usual,
  key,
  isDefault,
  isOddCase: usual !== null,
})
