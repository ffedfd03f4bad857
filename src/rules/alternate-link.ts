/** The attributes of an alternate: which it must have, and where its href leads. */
import { resolveHref } from './alternate-attributes.ts'
import { defineAlternateLinkRule, SUBJECT_LENGTH } from './define-alternate-rule.ts'
import type { DefinedRule } from './define-rule.ts'

const SOURCE = 'https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap'
const GUIDELINES =
  'https://developers.google.com/search/docs/specialty/international/localized-versions#all-method-guidelines'

const alternateAttributeMissing = defineAlternateLinkRule(
  {
    id: 'alternate-attribute-missing',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every xhtml:link has rel, hreflang and href',
    why: 'An alternate without one of the three says nothing: it is ignored.',
    fix: 'Write rel="alternate", the language as hreflang, and the whole URL as href.',
    source: SOURCE,
    searchConsole: 'Missing XML attribute',
    messages: { missing: 'This xhtml:link has no {attributes}.' },
  },
  ({ alternate, rel }, report) => {
    const { at, hreflang, href, media } = alternate
    const missing: string[] = []
    if (rel === 'missing') missing.push('rel')
    if (hreflang === null && media === null) missing.push('hreflang')
    if (href === null) missing.push('href')
    if (missing.length === 0) return
    const attributes = missing.join(' and no ')
    report('missing', at, { attributes }, { subject: attributes })
  },
)

const alternateRelInvalid = defineAlternateLinkRule(
  {
    id: 'alternate-rel-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'The rel of an xhtml:link with hreflang is alternate',
    why: 'With another rel the link is no alternate, and the language version is not connected.',
    fix: 'Write rel="alternate".',
    source: SOURCE,
    searchConsole: 'Invalid attribute value',
    messages: { other: 'The rel of this xhtml:link is "{rel}", which makes it no alternate.' },
  },
  ({ alternate, rel }, report) => {
    if (rel !== 'other') return
    const text = alternate.rel ?? ''
    report(
      'other',
      { at: alternate.relAt, text },
      { rel: text },
      { subject: text.slice(0, SUBJECT_LENGTH), expected: 'alternate' },
    )
  },
)

const alternateHrefRelative = defineAlternateLinkRule(
  {
    id: 'alternate-href-relative',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every href of an alternate has a scheme and a host',
    why: 'Alternate URLs must be fully qualified; others are not followed.',
    fix: 'Write the whole URL, beginning with https://.',
    source: GUIDELINES,
    searchConsole: 'Invalid URL',
    messages: {
      relative: 'This href is no whole URL: {href}.',
      networkPath: 'This href lacks its scheme: {href}.',
    },
  },
  ({ alternate, href, url }, report, { loc }) => {
    if (url?.kind !== 'relative' || href === '') return
    const expected = loc === null ? null : resolveHref(href, loc.text)
    const where = { at: alternate.hrefAt, text: href }
    report(url.isNetworkPath ? 'networkPath' : 'relative', where, { href }, { expected })
  },
)

const alternateHrefInvalid = defineAlternateLinkRule(
  {
    id: 'alternate-href-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every href of an alternate is an http or https URL',
    why: 'A version of the page that cannot be fetched is no alternate.',
    fix: 'Give the URL of the page in the other language.',
    source: GUIDELINES,
    searchConsole: 'Invalid URL',
    messages: {
      empty: 'The href of this alternate is empty.',
      scheme: 'The href of this alternate has the scheme {scheme}, which no search engine fetches.',
      invalid: 'The href of this alternate is no URL, because {reason}.',
    },
  },
  ({ alternate, href, url }, report) => {
    const where = { at: alternate.hrefAt, text: href }
    if (href === '' && alternate.href !== null) report('empty', where, {})
    else if (url?.kind === 'other-scheme') {
      report('scheme', where, { scheme: url.scheme }, { subject: url.scheme.slice(0, SUBJECT_LENGTH) })
    } else if (url?.kind === 'invalid') {
      report('invalid', where, { reason: url.reason }, { subject: url.reason.slice(0, SUBJECT_LENGTH) })
    }
  },
)

export const alternateLinkRules: readonly DefinedRule[] = [
  alternateAttributeMissing,
  alternateHrefInvalid,
  alternateHrefRelative,
  alternateRelInvalid,
]
