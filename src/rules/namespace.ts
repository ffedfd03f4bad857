/** Namespaces: of the root, and of the extensions' prefixes. */
import { NAMESPACES } from '../model/standards.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'

const URLSET = 'https://www.sitemaps.org/protocol.html#urlsetdef'
const INCORRECT_NAMESPACE = 'Incorrect namespace'

const namespaceMissing = defineRule(
  {
    id: 'namespace-missing',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'The root element declares the namespace of the protocol',
    why: 'Readers that go by namespaces find no sitemap in the document.',
    fix: `Write xmlns="${NAMESPACES.sitemap}" on the root element.`,
    source: URLSET,
    searchConsole: INCORRECT_NAMESPACE,
    messages: { missing: 'The root element is in no namespace; its entries were read by their local names.' },
  },
  ({ report }) => ({
    faults: {
      'namespace-missing'(fault) {
        report('missing', fault.at, {}, { expected: `xmlns="${NAMESPACES.sitemap}"` })
      },
    },
  }),
)

const namespaceLegacy = defineRule(
  {
    id: 'namespace-legacy',
    severity: 'warning',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'The namespace is that of protocol 0.9',
    why: 'Google had namespaces of its own before 2006; other readers never knew them.',
    fix: `Write xmlns="${NAMESPACES.sitemap}" on the root element.`,
    source: URLSET,
    searchConsole: INCORRECT_NAMESPACE,
    messages: { legacy: "The namespace is {uri}, Google's own from before the protocol; it should be {expected}." },
  },
  ({ report }) => ({
    faults: {
      'namespace-legacy'(fault) {
        const expected = NAMESPACES.sitemap
        report('legacy', fault, { uri: fault.uri, expected }, { subject: fault.uri, value: fault.uri, expected })
      },
    },
  }),
)

const namespaceVariant = defineRule(
  {
    id: 'namespace-variant',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'The namespace is spelt exactly as the protocol spells it',
    why: 'A namespace is a name, compared character by character: a variant is another name, and hides every entry.',
    fix: `Write xmlns="${NAMESPACES.sitemap}" on the root element, with http and www and without a slash at the end.`,
    source: URLSET,
    searchConsole: INCORRECT_NAMESPACE,
    messages: { variant: 'The namespace is {uri}, {difference}; it must be {expected}.' },
  },
  ({ report }) => ({
    faults: {
      'namespace-variant'(fault) {
        const { uri } = fault
        const expected = NAMESPACES.sitemap
        const difference = differenceOf(uri, expected)
        report('variant', fault, { uri, difference, expected }, { subject: uri, value: uri, expected })
      },
    },
  }),
)

const namespaceExtensionVariant = defineRule(
  {
    id: 'namespace-extension-variant',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: "An extension's prefix is bound to the namespace that Google defines",
    why: 'A reader that goes by namespaces does not see the elements, whatever their prefix.',
    fix: 'Declare the prefix with the namespace shown.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/combine-sitemap-extensions',
    searchConsole: INCORRECT_NAMESPACE,
    messages: {
      variant:
        'The prefix {prefix} is bound to {uri}, not to {expected}; elements that a reader therefore does not see: {elements}.',
    },
  },
  ({ report }) => ({
    faults: {
      'namespace-extension'(fault) {
        const { prefix, uri, expected, elements } = fault
        if (elements === 0) return
        report(
          'variant',
          fault,
          { prefix, uri, expected, elements },
          { subject: `${prefix} ${uri}`, value: uri, expected, occurrences: elements, entry: null },
        )
      },
    },
  }),
)

/** A phrase for how a namespace differs from the right one. */
function differenceOf(uri: string, expected: string): string {
  const rest = expected.slice('http://'.length)
  if (uri.trim() === expected) return 'which has white space round it'
  if (uri === `https://${rest}`) return 'which begins with https'
  if (uri === `//${rest}`) return 'which lacks its scheme'
  if (uri === rest) return 'which lacks its scheme'
  if (uri === expected.replace('://www.', '://')) return 'which lacks www'
  if (uri === `${expected}/`) return 'which has a slash at its end'
  if (uri.toLowerCase() === expected) return 'which is written in another case'
  return 'which is another name'
}

export const namespaceRules: readonly DefinedRule[] = [
  namespaceExtensionVariant,
  namespaceLegacy,
  namespaceMissing,
  namespaceVariant,
]
