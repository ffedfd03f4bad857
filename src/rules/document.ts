/** The document as a whole, and what stands where in it. */
import { NAMESPACES } from '../model/standards.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'

const PROTOCOL = 'https://www.sitemaps.org/protocol.html'
const TAG_DEFINITIONS = `${PROTOCOL}#xmlTagDefinitions`
/** The schemas are what these rules hold a document to. */
const SITEMAP_XSD = 'https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd'

const documentRootUnknown = defineRule(
  {
    id: 'document-root-unknown',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'The root element is that of a sitemap, an index or a feed',
    why: 'A crawler knows the kind of a document by its root element, and drops what it does not know.',
    fix: 'Write urlset for a list of pages or sitemapindex for a list of sitemaps, in lower case.',
    source: PROTOCOL,
    searchConsole: 'Unsupported format',
    messages: {
      unknown: 'The root element is <{name}>, which is no sitemap, index or feed.',
      otherCase: 'The root element is <{name}>; names in XML are case-sensitive, and it must be <{expected}>.',
    },
  },
  ({ report }) => ({
    faults: {
      'root-unknown'(fault) {
        const { name } = fault
        const expected = ['urlset', 'sitemapindex', 'rss', 'feed', 'RDF'].find(
          (known) => known.toLowerCase() === name.toLowerCase(),
        )
        if (expected === undefined) report('unknown', fault, { name }, { subject: name, value: name })
        else report('otherCase', fault, { name, expected }, { subject: name, value: name, expected })
      },
    },
  }),
)

const documentEmpty = defineRule(
  {
    id: 'document-empty',
    severity: 'warning',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'A sitemap lists at least one URL',
    why: 'An empty sitemap tells search engines nothing, and mostly shows that its making failed.',
    fix: 'List the URLs, or remove the sitemap and what names it.',
    source: TAG_DEFINITIONS,
    searchConsole: 'Empty sitemap / Missing XML tag',
    messages: {
      urlset: 'The urlset has no url entry.',
      feed: 'The feed has no item.',
      text: 'The text file has no URL in any line.',
    },
  },
  ({ report }) => ({
    end({ head, tail }) {
      // A document that was cut before its first entry may have had some.
      if (tail.entries > 0 || !tail.isComplete || tail.bytes === 0 || head.isNews) return
      if (tail.kind === 'urlset') report('urlset', head.rootAt, {})
      else if (tail.kind === 'rss' || tail.kind === 'atom') report('feed', head.rootAt, {})
      else if (tail.kind === 'text') report('text', null, {})
    },
  }),
)

const newsEmpty = defineRule(
  {
    id: 'news-empty',
    severity: 'note',
    breaks: ['google'],
    basis: 'documented',
    title: 'A news sitemap without articles is harmless',
    why: 'It holds the articles of the last two days, and there may be none.',
    fix: 'Nothing need be done, unless there are articles of the last two days.',
    source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap',
    searchConsole: 'Empty sitemap',
    messages: {
      urlset: 'The news sitemap has no articles, which is right when none appeared in the last 48 hours.',
      feed: 'The feed of news has no items, which is right when none appeared in the last 48 hours.',
    },
  },
  ({ report }) => ({
    end({ head, tail }) {
      if (!head.isNews || tail.entries > 0 || !tail.isComplete) return
      if (tail.kind === 'urlset') report('urlset', head.rootAt, {})
      else if (tail.kind === 'rss' || tail.kind === 'atom') report('feed', head.rootAt, {})
    },
  }),
)

const indexEmpty = defineRule(
  {
    id: 'index-empty',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'A sitemap index lists at least one sitemap',
    why: 'Nothing can be found through an empty index.',
    fix: 'List the sitemaps, each in a sitemap element with its loc.',
    source: `${PROTOCOL}#index`,
    searchConsole: 'Missing XML tag',
    messages: { empty: 'The sitemapindex has no sitemap entry.' },
  },
  ({ report }) => ({
    end({ head, tail }) {
      if (tail.kind === 'sitemapindex' && tail.entries === 0 && tail.isComplete) report('empty', head.rootAt, {})
    },
  }),
)

const elementUnexpected = defineRule(
  {
    id: 'element-unexpected',
    severity: 'warning',
    breaks: ['protocol', 'xsd'],
    basis: 'documented',
    title: 'Every element has a place in the protocol',
    why: 'Readers skip what they do not know, and validators refuse it.',
    fix: 'Remove the element, or give it the namespace that it belongs to.',
    source: `${PROTOCOL}#extending`,
    searchConsole: null,
    messages: { unexpected: 'The element <{name}> has no place in <{parent}>.' },
  },
  ({ report }) => ({
    faults: {
      'element-unexpected'(fault) {
        const { name, parent } = fault
        report('unexpected', fault, { name, parent }, { subject: `${parent} ${name}`, value: name })
      },
    },
  }),
)

const elementMisplaced = defineRule(
  {
    id: 'element-misplaced',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every element stands in the parent that it belongs to',
    why: 'A reader looks for an element in its parent, and does not see it elsewhere.',
    fix: 'Move the element to where it belongs; keep pages in a urlset and sitemaps in a sitemapindex.',
    source: TAG_DEFINITIONS,
    searchConsole: null,
    messages: {
      misplaced: 'The element <{name}> stands in <{parent}>; it belongs in <{belongs}>.',
      nestedRoot:
        'The element <{name}> stands in <{parent}>; it is a root element, which stands once and encloses all.',
      notXhtml:
        'The element <{name}> in <{parent}> is not in the xhtml namespace, so that a reader does not see an alternate in it.',
    },
  },
  ({ report }) => ({
    faults: {
      'element-misplaced'(fault) {
        const { name, parent, belongs } = fault
        const extra = { subject: `${parent} ${name}`, value: name }
        if (belongs === 'the xhtml namespace') report('notXhtml', fault, { name, parent }, extra)
        else if (belongs === 'the start of the document') report('nestedRoot', fault, { name, parent }, extra)
        else report('misplaced', fault, { name, parent, belongs }, extra)
      },
    },
  }),
)

const elementRepeated = defineRule(
  {
    id: 'element-repeated',
    severity: 'error',
    breaks: ['protocol', 'xsd'],
    basis: 'documented',
    title: 'An element that may stand once stands once',
    why: 'Which of the two counts is up to each reader, and some join them to one wrong value.',
    fix: 'Give each URL an entry of its own, and keep one value of each kind.',
    source: TAG_DEFINITIONS,
    searchConsole: 'Invalid XML: too many tags',
    messages: { repeated: 'A second <{name}> stands in one <{parent}>; both were kept apart.' },
  },
  ({ report }) => ({
    faults: {
      'element-repeated'(fault) {
        const { name, parent } = fault
        report('repeated', fault, { name, parent }, { subject: `${parent} ${name}`, value: name })
      },
    },
  }),
)

const elementOrder = defineRule(
  {
    id: 'element-order',
    severity: 'note',
    breaks: ['xsd'],
    basis: 'documented',
    title: 'Elements stand in the order of the schema',
    why: 'Only a validator with the schema asks for the order; the protocol and Google do not.',
    fix: 'Write loc, lastmod, changefreq, priority and then the extensions.',
    source: SITEMAP_XSD,
    searchConsole: null,
    messages: { order: 'The element <{name}> follows <{after}>; the schema has them the other way round.' },
  },
  ({ report }) => ({
    faults: {
      'element-order'(fault) {
        const { name, after } = fault
        report('order', fault, { name, after }, { subject: `${after} ${name}`, value: name })
      },
    },
  }),
)

const attributeUnexpected = defineRule(
  {
    id: 'attribute-unexpected',
    severity: 'note',
    breaks: ['xsd'],
    basis: 'documented',
    title: 'Elements have the attributes that the schema declares',
    why: 'Search engines skip the attribute; only a validator with the schema refuses it.',
    fix: 'Remove the attribute.',
    source: SITEMAP_XSD,
    searchConsole: null,
    messages: { unexpected: 'The schema declares no attribute {name} on <{element}>.' },
  },
  ({ report }) => ({
    faults: {
      'attribute-unexpected'(fault) {
        const { name, element } = fault
        report('unexpected', fault, { name, element }, { subject: `${element} ${name}`, value: name })
      },
    },
  }),
)

const textStray = defineRule(
  {
    id: 'text-stray',
    severity: 'warning',
    breaks: ['xsd'],
    basis: 'documented',
    title: 'Text stands inside values only',
    why: 'Text between elements is a sign of a broken template or of an error message in the output.',
    fix: 'Remove the text, or close the element that it should stand in.',
    source: SITEMAP_XSD,
    searchConsole: null,
    messages: { stray: 'The text "{text}" stands in <{parent}>, where only elements belong.' },
  },
  ({ report }) => ({
    faults: {
      'text-stray'(fault) {
        const { text, parent } = fault
        report('stray', fault, { text: text.replace(/\s+/g, ' ').trim(), parent }, { subject: parent })
      },
    },
  }),
)

const RETIRED_EXTENSIONS: Partial<Record<string, string>> = {
  [NAMESPACES.mobile]: 'mobile',
  [NAMESPACES.geo]: 'geo',
  [NAMESPACES.codesearch]: 'code search',
  [NAMESPACES.pagemap]: 'PageMap',
}

const extensionRetired = defineRule(
  {
    id: 'extension-retired',
    severity: 'note',
    breaks: ['google'],
    basis: 'documented',
    title: 'Extensions in use are still supported',
    why: 'Google once read these tags and does so no more; they only make the file larger.',
    fix: 'Remove the tags and the declaration of their namespace.',
    // The extensions that are read are named there; these were taken out.
    source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#xml',
    searchConsole: null,
    messages: { retired: 'The {extension} extension (prefix {prefix}) is used, which Google no longer reads.' },
  },
  ({ report }) => ({
    faults: {
      'extension-retired'(fault) {
        const { prefix, uri } = fault
        const extension = RETIRED_EXTENSIONS[uri] ?? prefix
        report('retired', fault, { extension, prefix }, { subject: uri, value: uri })
      },
    },
  }),
)

export const documentRules: readonly DefinedRule[] = [
  attributeUnexpected,
  documentEmpty,
  documentRootUnknown,
  elementMisplaced,
  elementOrder,
  elementRepeated,
  elementUnexpected,
  extensionRetired,
  indexEmpty,
  newsEmpty,
  textStray,
]
