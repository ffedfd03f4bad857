/** The languages of news:language: codes of ISO 639 with two or three letters, and the two exceptions for Chinese. */
import { isThreeLetterLanguage, isTwoLetterLanguage } from '../values/iso-codes.ts'
import { readLanguageTag } from '../values/language-tag.ts'

const EXCEPTIONS: ReadonlySet<string> = new Set(['zh-cn', 'zh-tw'])
/** Codes of ISO 639-2 that name no one language: "multiple", "undetermined" and the like. Of right form, so not judged. */
const SPECIAL: ReadonlySet<string> = new Set(['mis', 'mul', 'und', 'zxx'])

/** @param text as written; case does not count, as in ISO 639 itself */
export function isNewsLanguage(text: string): boolean {
  if (text.length > 5) return false
  const code = text.toLowerCase()
  if (code.length === 2) return isTwoLetterLanguage(code)
  if (code.length === 3) return isThreeLetterLanguage(code) || SPECIAL.has(code)
  return EXCEPTIONS.has(code)
}

/** Scripts and regions that say that Chinese is in Traditional characters. */
const TRADITIONAL: ReadonlySet<string> = new Set(['hant', 'tw', 'hk', 'mo'])

/** What was meant: the language of `en-US`, `pt_BR`, `jp` or `English`; null where that is not certain. */
export function proposeNewsLanguage(text: string): string | null {
  if (text.length > 35) return null
  const [first = '', ...rest] = text.toLowerCase().trim().split(/[-_]/)
  const language = isNewsLanguage(first) ? first : readLanguageTag(text).expected?.split('-', 1)[0]
  if (language === undefined || language === 'x' || first === '') return null
  if (language !== 'zh') return language
  return rest.some((subtag) => TRADITIONAL.has(subtag)) ? 'zh-tw' : 'zh-cn'
}
