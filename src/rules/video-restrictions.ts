/** Where a video may be shown, and on what. */
import { findCountryCode, isCountryCode } from '../values/country-codes.ts'
import type { DefinedRule } from './define-rule.ts'
import { defineItemRule, findValue } from './extension-items.ts'
import { INVALID_VALUE, VIDEO_REFERENCE } from './video-tags.ts'

const videoRelationshipInvalid = defineItemRule(
  'videos',
  {
    id: 'video-relationship-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every restriction and platform says whether it allows or denies',
    why: 'Without the attribute relationship the list can mean both.',
    fix: 'Write relationship="allow" or relationship="deny" on the tag.',
    source: VIDEO_REFERENCE,
    searchConsole: 'Missing XML attribute',
    messages: {
      missing: 'The tag {tag} has no attribute relationship.',
      neither: 'The relationship of {tag} is "{text}"; it must be allow or deny.',
    },
  },
  ({ tags }, report) => {
    for (const name of ['restriction', 'platform']) {
      const child = tags.get(name)
      if (child === undefined) continue
      const tag = `video:${name}`
      const relationship = child.attributes['relationship']
      if (relationship === undefined) {
        report('missing', child.at, { tag }, { subject: name })
        continue
      }
      const text = relationship.trim()
      if (text === 'allow' || text === 'deny') continue
      const expected = /^(?:allow|deny)$/i.test(text) ? text.toLowerCase() : null
      const extra = { subject: name, value: relationship, expected }
      report('neither', child.attributeAts['relationship'] ?? child.at, { tag, text }, extra)
    }
  },
)

const videoCountryInvalid = defineItemRule(
  'videos',
  {
    id: 'video-country-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every restriction lists codes of ISO 3166, parted by blanks',
    why: 'A country whose code does not exist is neither allowed nor denied.',
    fix: 'Write two-letter codes of ISO 3166-1, with a blank between them.',
    source: VIDEO_REFERENCE,
    searchConsole: INVALID_VALUE,
    messages: {
      unknown: 'The restriction lists {codes}, which ISO 3166 does not have as a two-letter code.',
      separator: 'The countries of this restriction are not parted by blanks.',
    },
  },
  (it, report) => {
    const value = findValue(it, 'restriction')
    if (value === null) return
    const words = value.text.split(WHITE)
    if (words.every((word) => word === '' || isCountryCode(word))) return
    const codes = value.text.split(SEPARATORS).filter((word) => word !== '')
    const unknown = codes.filter((code) => !isCountryCode(code))
    const meant = codes.map(findCountryCode)
    const expected = meant.includes(null) ? null : meant.join(' ')
    if (unknown.length > 0) report('unknown', value, { codes: listWords(unknown) }, { expected })
    else report('separator', value, {}, { expected })
  },
)

const WHITE = /[\t\n\r ]+/
/** What people part the words of a list with, besides blanks. */
const SEPARATORS = /[\t\n\r ,;|/]+/

/** The first few words of a list. */
function listWords(words: readonly string[]): string {
  const shown = [...new Set(words)]
  return shown.length <= 5 ? shown.join(', ') : `${shown.slice(0, 5).join(', ')} and ${shown.length - 5} more`
}

const PLATFORMS: ReadonlySet<string> = new Set(['web', 'mobile', 'tv'])

const videoPlatformInvalid = defineItemRule(
  'videos',
  {
    id: 'video-platform-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every platform is web, mobile or tv',
    why: 'Google knows these three, parted by blanks.',
    fix: 'Write web, mobile and tv as they apply, with a blank between them.',
    source: VIDEO_REFERENCE,
    searchConsole: INVALID_VALUE,
    messages: {
      unknown: 'The platform lists {words}; there are web, mobile and tv.',
      separator: 'The words of this platform are not parted by blanks.',
    },
  },
  (it, report) => {
    const value = findValue(it, 'platform')
    if (value === null) return
    // Any case: Google's own examples were once in capitals.
    const text = value.text.toLowerCase()
    if (text.split(WHITE).every((word) => word === '' || PLATFORMS.has(word))) return
    const words = text.split(SEPARATORS).filter((word) => word !== '')
    const unknown = words.filter((word) => !PLATFORMS.has(word))
    if (unknown.length > 0) report('unknown', value, { words: listWords(unknown) })
    else report('separator', value, {}, { expected: words.join(' ') })
  },
)

export const videoRestrictionRules: readonly DefinedRule[] = [
  videoCountryInvalid,
  videoPlatformInvalid,
  videoRelationshipInvalid,
]
