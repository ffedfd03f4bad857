/** The codes of alternates: language, script and region, and how they are written. */
import { shortLanguageOf } from '../values/iso-codes.ts'
import type { LanguageTag, TagFault } from '../values/language-tag.ts'
import type { HttpUrl } from '../values/listed-url.ts'
import { defineAlternateLinkRule, SUBJECT_LENGTH } from './define-alternate-rule.ts'
import type { DefinedRule, Report, RuleData } from './define-rule.ts'

const SOURCE = 'https://developers.google.com/search/docs/specialty/international/localized-versions#language-codes'

interface CodeData<M extends Record<string, string>> {
  id: string
  severity: 'error' | 'warning' | 'note'
  breaks: RuleData<M>['breaks']
  title: string
  why: string
  fix: string
  messages: M
}

/** A rule of codes: each way to write a code is a finding of its own. */
function defineCodeRule<const M extends Record<string, string>>(
  data: CodeData<M>,
  choose: (tag: LanguageTag, code: string) => { message: keyof M & string; data?: Record<string, string> } | null,
): DefinedRule {
  return defineAlternateLinkRule(
    { ...data, basis: 'documented', source: SOURCE, searchConsole: null },
    ({ alternate, tag }, report) => {
      if (tag === null) return
      const code = alternate.hreflang as string
      const chosen = choose(tag, code)
      if (chosen === null) return
      const { expected, part } = tag
      const filled = { code, part, ...chosen.data }
      const tell = report as Report<Record<string, string>>
      tell(chosen.message, { at: alternate.hreflangAt, text: code }, filled, {
        subject: code.slice(0, SUBJECT_LENGTH),
        expected,
      })
    },
  )
}

/** The messages of a rule by the faults that it speaks of. */
const byFault =
  <M extends string>(messages: Partial<Record<TagFault, M>>) =>
  ({ fault }: LanguageTag): { message: M } | null => {
    const message = fault === null ? undefined : messages[fault]
    return message === undefined ? null : { message }
  }

const alternateLanguageInvalid = defineCodeRule(
  {
    id: 'alternate-language-invalid',
    severity: 'error',
    breaks: ['google'],
    title: 'Every hreflang begins with a language of ISO 639-1',
    why: 'Search engines ignore an alternate whose language they do not know; a country is no language.',
    fix: 'Write the two-letter code of the language, and the country behind it where it matters: en, or en-GB.',
    messages: {
      empty: 'The hreflang of this alternate is empty.',
      space: 'White space stands round the hreflang "{code}".',
      noCode: 'The hreflang "{code}" is no language of ISO 639-1.',
      noLanguage: 'The hreflang "{code}" begins with {part}, which is no language of ISO 639-1.',
      long: 'The hreflang "{code}" has a three-letter language; its code in ISO 639-1 is {short}.',
    },
  },
  ({ fault, part }, code) => {
    switch (fault) {
      case 'empty':
      case 'space':
        return { message: fault }
      case 'language':
        return { message: part === code ? 'noCode' : 'noLanguage' }
      case 'language-long':
        return { message: 'long', data: { short: shortLanguageOf(part.toLowerCase()) ?? '' } }
      default:
        return null
    }
  },
)

const alternateLanguageUnsupported = defineCodeRule(
  {
    id: 'alternate-language-unsupported',
    severity: 'warning',
    breaks: ['google'],
    title: 'The language of an hreflang has two letters',
    why: 'Google documents the two-letter codes of ISO 639-1 only; a language that has none may not be understood.',
    fix: 'Give the nearest language of ISO 639-1 as well, or leave the alternate out.',
    messages: { long: 'The language {part} of the hreflang "{code}" has no two-letter code in ISO 639-1.' },
  },
  byFault({ 'language-unsupported': 'long' }),
)

const alternateRegionInvalid = defineCodeRule(
  {
    id: 'alternate-region-invalid',
    severity: 'error',
    breaks: ['google'],
    title: 'The region of an hreflang is a country of ISO 3166-1',
    why: 'An alternate for a region that does not exist is shown to nobody.',
    fix: 'Write the two-letter code of the country, or the language alone.',
    messages: {
      unknown: 'The region {part} of the hreflang "{code}" is no two-letter code of ISO 3166-1.',
      reserved: 'The region {part} of the hreflang "{code}" is reserved in ISO 3166-1 and has no effect.',
      surplus: 'The hreflang "{code}" goes on with {part}, but only language, script and region are read.',
    },
  },
  byFault({ region: 'unknown', 'region-reserved': 'reserved', surplus: 'surplus' }),
)

const alternateRegionUnsupported = defineCodeRule(
  {
    id: 'alternate-region-unsupported',
    severity: 'warning',
    breaks: ['google'],
    title: 'The region of an hreflang is one country',
    why: 'Google does not support the numbers of UN M.49 for groups of countries, such as 419 for Latin America.',
    fix: 'Write the language alone, or list the page once for each country.',
    messages: {
      number: 'The region {part} of the hreflang "{code}" is a number of UN M.49, which Google does not support.',
    },
  },
  byFault({ 'region-unsupported': 'number' }),
)

const alternateScriptInvalid = defineCodeRule(
  {
    id: 'alternate-script-invalid',
    severity: 'error',
    breaks: ['google'],
    title: 'The script of an hreflang is one of ISO 15924',
    why: 'An alternate in a script that does not exist is shown to nobody.',
    fix: 'Write the four-letter code of the script behind the language, or leave it out: zh-Hant, zh-Hant-TW.',
    messages: {
      unknown: 'The script {part} of the hreflang "{code}" is no code of ISO 15924.',
      order: 'The script {part} of the hreflang "{code}" stands behind the region.',
    },
  },
  byFault({ script: 'unknown', 'script-order': 'order' }),
)

const alternateSeparatorInvalid = defineCodeRule(
  {
    id: 'alternate-separator-invalid',
    severity: 'error',
    breaks: ['google'],
    title: 'The parts of an hreflang are joined by single hyphens',
    why: 'Names of locales in programs have underscores (en_US); search engines read hyphens only.',
    fix: 'Write a hyphen: en-US.',
    messages: { separator: 'The parts of the hreflang "{code}" are not joined by single hyphens.' },
  },
  byFault({ separator: 'separator' }),
)

const alternateCase = defineCodeRule(
  {
    id: 'alternate-case',
    severity: 'note',
    breaks: [],
    title: 'Every hreflang is written in the usual case',
    why: 'Case does not count in these codes, but programs that compare them letter by letter may miss one.',
    fix: 'Write languages in lower case and regions in capitals: en-GB, zh-Hans.',
    messages: { odd: 'The hreflang "{code}" is written in an unusual case.' },
  },
  ({ isOddCase }) => (isOddCase ? { message: 'odd' } : null),
)

const alternateLanguageDoubtful = defineAlternateLinkRule(
  {
    id: 'alternate-language-doubtful',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The code uk is used for Ukrainian',
    why: 'The code uk is the Ukrainian language: British readers are not offered a page that is listed under it.',
    fix: 'Write en-GB for Britain.',
    source: null,
    searchConsole: null,
    messages: { british: 'The hreflang "{code}" is Ukrainian, but {part} of this URL speaks of Britain.' },
  },
  ({ alternate, tag, rel, url }, report) => {
    if (rel !== 'right' || tag?.key !== 'uk' || url?.kind !== 'http') return
    const part = findBritish(url)
    if (part === null) return
    const code = alternate.hreflang as string
    const where = { at: alternate.hreflangAt, text: alternate.href as string }
    report('british', where, { code, part }, { expected: 'en-GB' })
  },
)

const BRITISH =
  /^(?:gb|(?:en|english)[-_](?:gb|uk)|(?:gb|uk)[-_]en(?:glish)?|(?:great-?)?britain|united-?kingdom|england)$/
/** "uk" as a label or segment is how Ukrainian pages are named as well. */
const UKRAINIAN = /^(?:uk|ua|ukr|uk[-_]ua|ua[-_]uk|ukrain\w*|www\.ua)$/
/** Words in Cyrillic, as URLs hold them. */
const CYRILLIC = /%d[01]%|[\u0400-\u04ff]/i

/** The part of a URL that says Britain, when nothing in it says Ukraine. */
function findBritish({ host, parts }: HttpUrl): string | null {
  const labels = host.split('.')
  const segments = parts.path.toLowerCase().split('/').slice(1, 4)
  const values = (parts.query ?? '').toLowerCase().split(/[&=]/)
  const own = labels.slice(0, -1)
  const segment = segments.find((one) => BRITISH.test(one))
  if (segment !== undefined) return `the path /${segment}/`
  if ([...own, ...segments, ...values].some((one) => UKRAINIAN.test(one)) || CYRILLIC.test(parts.path)) return null
  return labels.at(-1) === 'uk' || own.some((one) => BRITISH.test(one)) ? `the host ${host}` : null
}

export const alternateCodeRules: readonly DefinedRule[] = [
  alternateCase,
  alternateLanguageDoubtful,
  alternateLanguageInvalid,
  alternateLanguageUnsupported,
  alternateRegionInvalid,
  alternateRegionUnsupported,
  alternateScriptInvalid,
  alternateSeparatorInvalid,
]
