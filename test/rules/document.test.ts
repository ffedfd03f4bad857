import { documentRules } from '#src/rules/document.ts'
import { entry, lines, NAMESPACE, urlset } from '../support/documents.ts'
import { testRules } from '../support/rule-table.ts'

const NEWS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
const index = (...inner: string[]) => lines(`<sitemapindex xmlns="${NAMESPACE}">`, ...inner, '</sitemapindex>')
const child = (name: string) => `<sitemap><loc>https://www.example.com/${name}.xml</loc></sitemap>`

testRules('The document and its elements', documentRules, [
  {
    name: 'finds nothing in a plain urlset, index, feed and list',
    document: urlset(entry('a', '<lastmod>2026-01-01</lastmod>')),
    findings: [],
  },
  { name: 'finds nothing in a plain index', document: index(child('a')), findings: [] },
  {
    name: 'finds nothing in a plain feed',
    document: '<rss version="2.0"><channel><item><link>https://www.example.com/</link></item></channel></rss>',
    findings: [],
  },
  {
    name: 'names a root that is no sitemap',
    document: '<products><product/></products>',
    findings: [
      {
        rule: 'document-root-unknown',
        line: 1,
        column: 1,
        message: 'The root element is <products>, which is no sitemap, index or feed.',
        value: 'products',
      },
    ],
  },
  {
    name: 'says that the case of the root counts',
    document: lines('<?xml version="1.0"?>', `<SitemapIndex xmlns="${NAMESPACE}"/>`),
    findings: [
      {
        rule: 'document-root-unknown',
        line: 2,
        column: 1,
        message: 'The root element is <SitemapIndex>; names in XML are case-sensitive, and it must be <sitemapindex>.',
        expected: 'sitemapindex',
      },
    ],
  },
  {
    name: 'warns of a urlset without a url',
    document: lines('<!-- none -->', `<urlset xmlns="${NAMESPACE}"></urlset>`),
    findings: [{ rule: 'document-empty', line: 2, column: 1, message: 'The urlset has no url entry.' }],
  },
  {
    name: 'warns of a feed without an item',
    document: '<rss version="2.0"><channel><title>None</title></channel></rss>',
    findings: [{ rule: 'document-empty', line: 1, column: 1, message: 'The feed has no item.' }],
  },
  {
    name: 'warns of a list without a URL',
    document: lines('/a', '/b', ''),
    findings: [{ rule: 'document-empty', message: 'The text file has no URL in any line.' }],
  },
  {
    name: 'does not call a document empty that was cut before its first entry',
    document: `<urlset xmlns="${NAMESPACE}"><url><lo`,
    findings: [],
  },
  {
    name: 'does not call a document empty whose transfer ended early',
    document: `<urlset xmlns="${NAMESPACE}">`,
    http: {},
    ending: { state: 'truncated', declaredLength: 4_000 },
    findings: [],
  },
  {
    name: 'XM-19: notes an empty news sitemap and calls it harmless',
    document: `<urlset xmlns="${NAMESPACE}" ${NEWS}></urlset>`,
    findings: [
      {
        rule: 'news-empty',
        line: 1,
        column: 1,
        message: 'The news sitemap has no articles, which is right when none appeared in the last 48 hours.',
      },
    ],
  },
  {
    name: 'notes an empty feed of news',
    document: `<rss version="2.0" ${NEWS}><channel/></rss>`,
    findings: [{ rule: 'news-empty', line: 1, column: 1 }],
  },
  {
    name: 'reports an index without children',
    document: index(),
    findings: [{ rule: 'index-empty', line: 1, column: 1, message: 'The sitemapindex has no sitemap entry.' }],
  },
  {
    name: 'XM-17: reports an element that a plugin put in, and that there is no url',
    document: `<urlset xmlns="${NAMESPACE}"><script/></urlset>`,
    findings: [
      { rule: 'document-empty', line: 1, column: 1 },
      {
        rule: 'element-unexpected',
        line: 1,
        column: 61,
        message: 'The element <script> has no place in <urlset>.',
      },
    ],
  },
  {
    name: 'groups unexpected elements by their name',
    document: urlset(entry('a', '<title>A</title>'), entry('b', '<title>B</title><image>x</image>')),
    findings: [
      {
        rule: 'element-unexpected',
        line: 2,
        column: 42,
        occurrences: 2,
        places: [
          [2, 42],
          [3, 42],
        ],
        entry: 1,
      },
      { rule: 'element-unexpected', line: 3, column: 58, value: 'image' },
    ],
  },
  {
    name: 'allows elements of any other namespace below an entry',
    document: lines(`<urlset xmlns="${NAMESPACE}" xmlns:x="urn:example">`, entry('a', '<x:y/>'), '</urlset>'),
    findings: [],
  },
  {
    name: 'IX-07: reports a url in an index',
    document: index('<url><loc>https://www.example.com/</loc></url>', child('a')),
    findings: [
      {
        rule: 'element-misplaced',
        line: 2,
        column: 1,
        message: 'The element <url> stands in <sitemapindex>; it belongs in <urlset>.',
      },
    ],
  },
  {
    name: 'sees the same faults under another prefix for the namespace',
    document: lines(
      `<s:urlset xmlns:s="${NAMESPACE}">`,
      '<s:url><s:title/><s:loc>https://www.example.com/</s:loc><s:loc>https://www.example.com/b</s:loc></s:url>',
      '<s:sitemap/>',
      '</s:urlset>',
    ),
    findings: [
      { rule: 'element-misplaced', line: 3, column: 1, value: 's:sitemap' },
      { rule: 'element-repeated', line: 2, column: 57, value: 's:loc' },
      { rule: 'element-unexpected', line: 2, column: 8, value: 's:title' },
    ],
  },
  {
    name: 'does not take commented elements and CDATA for elements',
    document: urlset(
      entry('a', '<!-- <loc>x</loc> --><lastmod><![CDATA[2026-01-01]]></lastmod>'),
      '<!-- stray -->',
      '<?pi stray?>',
    ),
    findings: [],
  },
  {
    name: 'takes CDATA between elements for stray text',
    document: urlset(entry(), '<![CDATA[ oops ]]>'),
    findings: [{ rule: 'text-stray', line: 3, column: 11, value: 'oops' }],
  },
  {
    name: 'reports a sitemap in a urlset',
    document: urlset(child('a'), entry()),
    findings: [{ rule: 'element-misplaced', line: 2, column: 1 }],
  },
  {
    name: 'reports changefreq and priority in an index entry',
    document: index(
      '<sitemap><loc>https://www.example.com/a.xml</loc><changefreq>daily</changefreq><priority>1</priority></sitemap>',
    ),
    findings: [
      { rule: 'element-misplaced', line: 2, column: 50, value: 'changefreq' },
      { rule: 'element-misplaced', line: 2, column: 80, value: 'priority' },
    ],
  },
  {
    name: 'IM-03: reports an image outside its url',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">`,
      entry(),
      '<image:image><image:loc>https://www.example.com/i</image:loc></image:image>',
      '</urlset>',
    ),
    findings: [
      {
        rule: 'element-misplaced',
        line: 3,
        column: 1,
        message: 'The element <image:image> stands in <urlset>; it belongs in <url>.',
      },
    ],
  },
  {
    name: 'NS-09: groups links that are not in the xhtml namespace',
    document: urlset(
      entry('a', '<link rel="alternate" hreflang="de" href="https://www.example.com/de"/>'),
      entry('b', '<link rel="alternate" hreflang="de" href="https://www.example.com/de"/>'),
    ),
    findings: [
      {
        rule: 'element-misplaced',
        line: 2,
        column: 42,
        occurrences: 2,
        message:
          'The element <link> in <url> is not in the xhtml namespace, so that a reader does not see an alternate in it.',
      },
    ],
  },
  {
    name: 'XM-15: reports a root inside a root',
    document: `<urlset xmlns="${NAMESPACE}">${urlset(entry())}</urlset>`,
    findings: [
      {
        rule: 'element-misplaced',
        line: 1,
        column: 61,
        message: 'The element <urlset> stands in <urlset>; it is a root element, which stands once and encloses all.',
      },
    ],
  },
  {
    name: 'XM-13: reports a second loc in one index entry',
    document: index(
      '<sitemap><loc>https://www.example.com/1.xml</loc>',
      '<loc>https://www.example.com/2.xml</loc></sitemap>',
    ),
    findings: [
      {
        rule: 'element-repeated',
        line: 3,
        column: 1,
        message: 'A second <loc> stands in one <sitemap>; both were kept apart.',
        entry: 1,
      },
    ],
  },
  {
    name: 'keeps repeated elements apart by name',
    document: urlset(
      '<url><loc>https://www.example.com/</loc><lastmod>2026-01-01</lastmod><lastmod>2026-01-02</lastmod>',
      '<changefreq>daily</changefreq><changefreq>daily</changefreq><changefreq>daily</changefreq></url>',
    ),
    findings: [
      { rule: 'element-repeated', line: 2, column: 70, value: 'lastmod' },
      {
        rule: 'element-repeated',
        line: 3,
        column: 31,
        occurrences: 2,
        places: [
          [3, 31],
          [3, 61],
        ],
      },
    ],
  },
  {
    name: 'notes elements out of the order of the schema',
    document: urlset('<url><lastmod>2026-01-01</lastmod><loc>https://www.example.com/</loc></url>'),
    findings: [
      {
        rule: 'element-order',
        line: 2,
        column: 35,
        message: 'The element <loc> follows <lastmod>; the schema has them the other way round.',
      },
    ],
  },
  {
    name: 'notes an attribute that the schema does not declare, and no other',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b">`,
      '<url id="1"><loc>https://www.example.com/</loc></url>',
      '<url id="2"><loc>https://www.example.com/b</loc></url>',
      '</urlset>',
    ),
    findings: [
      {
        rule: 'attribute-unexpected',
        line: 2,
        column: 6,
        occurrences: 2,
        message: 'The schema declares no attribute id on <url>.',
      },
    ],
  },
  {
    name: 'quotes text between elements',
    document: urlset(entry(), '  Warning: something  ', entry('b')),
    findings: [
      {
        rule: 'text-stray',
        line: 3,
        column: 3,
        message: 'The text "Warning: something" stands in <urlset>, where only elements belong.',
      },
    ],
  },
  {
    name: 'notes an extension that Google no longer reads',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0">`,
      entry('', '<mobile:mobile/>'),
      '</urlset>',
    ),
    findings: [
      {
        rule: 'extension-retired',
        line: 2,
        column: 41,
        message: 'The mobile extension (prefix mobile) is used, which Google no longer reads.',
      },
    ],
  },
])
