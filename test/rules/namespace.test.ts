import { namespaceRules } from '#src/rules/namespace.ts'
import { entry, lines, NAMESPACE } from '../support/documents.ts'
import { type RuleRow, testRules } from '../support/rule-table.ts'

const variant = (uri: string, difference: string): RuleRow => ({
  name: `NS-01: says how ${uri} differs`,
  document: lines(`<urlset xmlns="${uri}">`, entry(), '</urlset>'),
  findings: [
    {
      rule: 'namespace-variant',
      line: 1,
      column: 9,
      offset: 8,
      message: `The namespace is ${uri}, ${difference}; it must be ${NAMESPACE}.`,
      value: uri,
      expected: NAMESPACE,
    },
  ],
})
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'

testRules('Namespaces', namespaceRules, [
  {
    name: 'finds nothing in the right one, with or without a prefix',
    document: lines(
      `<s:urlset xmlns:s="${NAMESPACE}">`,
      '<s:url><s:loc>https://www.example.com/</s:loc></s:url>',
      '</s:urlset>',
    ),
    findings: [],
  },
  {
    name: 'NS-11: finds the root behind a long comment',
    document: lines(
      '<?xml version="1.0"?>',
      `<!-- ${'x'.repeat(300)} -->`,
      `<urlset xmlns="${NAMESPACE}">`,
      entry(),
      '</urlset>',
    ),
    findings: [],
  },
  variant('https://www.sitemaps.org/schemas/sitemap/0.9', 'which begins with https'),
  variant('//www.sitemaps.org/schemas/sitemap/0.9', 'which lacks its scheme'),
  variant('www.sitemaps.org/schemas/sitemap/0.9', 'which lacks its scheme'),
  variant('http://sitemaps.org/schemas/sitemap/0.9', 'which lacks www'),
  variant('http://www.sitemaps.org/schemas/sitemap/0.9/', 'which has a slash at its end'),
  variant('http://www.sitemaps.org/Schemas/Sitemap/0.9', 'which is written in another case'),
  variant('http://www.sitemaps.org/schemas/sitemap/9.0', 'which is another name'),
  {
    name: 'stands at the attribute that declares the prefix of the root',
    document: lines(
      '<s:urlset',
      '  xmlns:s="https://www.sitemaps.org/schemas/sitemap/0.9">',
      '<s:url><s:loc>https://www.example.com/</s:loc></s:url>',
      '</s:urlset>',
    ),
    findings: [{ rule: 'namespace-variant', line: 2, column: 3 }],
  },
  {
    name: "warns of Google's own namespace from before the protocol",
    document: lines('<sitemapindex xmlns="http://www.google.com/schemas/sitemap/0.84">', '</sitemapindex>'),
    findings: [
      {
        rule: 'namespace-legacy',
        line: 1,
        column: 15,
        message: `The namespace is http://www.google.com/schemas/sitemap/0.84, Google's own from before the protocol; it should be ${NAMESPACE}.`,
      },
    ],
  },
  {
    name: 'NS-05: says that there is no namespace at all',
    document: '<urlset><url><loc>https://www.example.com/</loc></url></urlset>',
    findings: [
      {
        rule: 'namespace-missing',
        line: 1,
        column: 1,
        expected: `xmlns="${NAMESPACE}"`,
      },
    ],
  },
  {
    name: 'NS-03: says how many alternates a wrong xhtml namespace hides, at its declaration',
    document: lines(
      `<urlset xmlns="${NAMESPACE}"`,
      '  xmlns:xhtml="https://www.w3.org/1999/xhtml">',
      entry('a', '<xhtml:link rel="alternate" hreflang="de" href="https://www.example.com/de"/>'),
      entry('b', '<xhtml:link rel="alternate" hreflang="de" href="https://www.example.com/de"/>'),
      '</urlset>',
    ),
    findings: [
      {
        rule: 'namespace-extension-variant',
        line: 2,
        column: 3,
        occurrences: 2,
        message:
          'The prefix xhtml is bound to https://www.w3.org/1999/xhtml, not to http://www.w3.org/1999/xhtml; elements that a reader therefore does not see: 2.',
        entry: null,
      },
    ],
  },
  {
    name: 'NS-07: says what another vocabulary the prefix is bound to',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xlink">`,
      entry('a', '<xhtml:link rel="alternate" hreflang="de" href="https://www.example.com/de"/>'),
      '</urlset>',
    ),
    findings: [
      {
        rule: 'namespace-extension-variant',
        line: 1,
        column: 61,
        value: 'http://www.w3.org/1999/xlink',
        expected: 'http://www.w3.org/1999/xhtml',
      },
    ],
  },
  {
    name: 'keeps two wrong prefixes apart',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGES}/" xmlns:news="http://www.google.com/schemas/sitemap-news/1.0">`,
      entry('a', '<image:image><image:loc>https://www.example.com/i</image:loc></image:image><news:news/>'),
      '</urlset>',
    ),
    findings: [
      { rule: 'namespace-extension-variant', line: 1, column: 61, value: `${IMAGES}/` },
      { rule: 'namespace-extension-variant', line: 1, column: 124 },
    ],
  },
  {
    name: 'has nothing to say of a wrong declaration that nothing uses',
    document: lines(`<urlset xmlns="${NAMESPACE}" xmlns:xhtml="https://www.w3.org/1999/xhtml">`, entry(), '</urlset>'),
    findings: [],
  },
  {
    name: 'takes another prefix for the right namespace as right',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:i="${IMAGES}">`,
      entry('a', '<i:image><i:loc>https://www.example.com/i</i:loc></i:image>'),
      '</urlset>',
    ),
    findings: [],
  },
])
