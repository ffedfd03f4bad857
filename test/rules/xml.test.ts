import { xmlRules } from '#src/rules/xml.ts'
import { entry, lines, NAMESPACE, urlset } from '../support/documents.ts'
import { testRules } from '../support/rule-table.ts'

const IMAGE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
const withImages = (...inner: string[]) => lines(`<urlset xmlns="${NAMESPACE}" ${IMAGE}>`, ...inner, '</urlset>')

testRules('Well-formedness', xmlRules, [
  {
    name: 'XM-09, XM-11: finds nothing in references, CDATA and comments',
    document: urlset(
      '<url><loc>https://www.example.com/s?p=1&amp;q=2&amp;r=3</loc></url>',
      '<url><loc><![CDATA[https://www.example.com/a?b=1&c=2]]></loc></url>',
      '<url><loc>https://www.example.com/<!-- & -->b</loc></url>',
      '<url><loc>https://www.example.com/&#233;&#xE9;</loc></url>',
    ),
    findings: [],
  },
  {
    name: 'XM-21: finds nothing in comments after the root',
    document: lines(urlset(entry()), '<!-- cached 12:00 -->', '<!-- gzip on -->', '<?done?>', ''),
    findings: [],
  },
  {
    name: 'XM-01: counts the white space before the declaration, and says where that is',
    document: lines('', '', '<?xml version="1.0" encoding="UTF-8"?>', urlset(entry())),
    findings: [
      {
        rule: 'xml-leading-content',
        line: 1,
        column: 1,
        offset: 0,
        message:
          'White space (2 characters) stands before the XML declaration, which is first seen in line 3, column 1.',
      },
    ],
  },
  {
    name: 'does not mind white space before a root without a declaration',
    document: lines('', '  ', urlset(entry())),
    findings: [],
  },
  {
    name: 'quotes text before the declaration',
    document: lines('Notice: x', '<?xml version="1.0"?>', urlset(entry())),
    findings: [
      {
        rule: 'xml-leading-content',
        line: 1,
        column: 1,
        message:
          'Text (10 characters) stands before the XML declaration, which is first seen in line 2, column 1: "Notice: x".',
      },
    ],
  },
  {
    name: 'quotes text before the root',
    document: `oops${urlset(entry())}`,
    findings: [
      {
        rule: 'xml-leading-content',
        line: 1,
        column: 1,
        message: 'Text (4 characters) stands before the root element: "oops".',
      },
    ],
  },
  {
    name: 'XM-05: stands at each bare & of an image, one finding for one element',
    document: withImages(
      '<url><loc>https://www.example.com/?a=1&amp;b=2</loc>',
      '<image:image><image:loc>https://www.example.com/i?w=1&h=2&d=3</image:loc></image:image></url>',
      entry('b'),
    ),
    findings: [
      {
        rule: 'xml-ampersand-unescaped',
        line: 3,
        column: 54,
        occurrences: 2,
        places: [
          [3, 54],
          [3, 58],
        ],
        message: 'A bare & stands in the text of <image:loc>; XML asks for &amp;.',
        value: '&h=2',
        expected: '&amp;h=2',
        entry: 1,
      },
    ],
  },
  {
    name: 'keeps the elements with a bare & apart, and attributes from text',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`,
      '<url><loc>https://www.example.com/?a&b</loc>',
      '<xhtml:link rel="alternate" hreflang="de" href="https://www.example.com/?x&y"/></url>',
      '</urlset>',
    ),
    findings: [
      { rule: 'xml-ampersand-unescaped', line: 2, column: 37 },
      {
        rule: 'xml-ampersand-unescaped',
        line: 3,
        column: 75,
        message: 'A bare & stands in an attribute of <xhtml:link>; XML asks for &amp;.',
      },
    ],
  },
  {
    name: 'counts columns in characters and offsets in bytes, behind CRLF and characters of several bytes',
    document: `<urlset xmlns="${NAMESPACE}">\r\n<!-- \u{1f600} é -->\r\n<url><loc>https://www.example.com/\u{1f600}é&x</loc></url>\r\n</urlset>`,
    findings: [{ rule: 'xml-ampersand-unescaped', line: 3, column: 37, offset: 120 }],
  },
  {
    name: 'reports text after the root, and not the & in it',
    document: lines(urlset(entry()), 'Tom & Jerry'),
    findings: [{ rule: 'xml-malformed', line: 4, column: 1 }],
  },
  {
    name: 'XM-07: names each undefined entity once',
    document: urlset(
      '<url><loc>https://www.example.com/sku&deg;7&eacute;</loc></url>',
      '<url><loc>https://www.example.com/&eacute;</loc></url>',
    ),
    findings: [
      {
        rule: 'xml-entity-undefined',
        line: 2,
        column: 38,
        message: 'The entity &deg; is not defined in XML.',
        value: '&deg;',
      },
      {
        rule: 'xml-entity-undefined',
        line: 2,
        column: 44,
        occurrences: 2,
        places: [
          [2, 44],
          [3, 35],
        ],
      },
    ],
  },
  {
    name: 'EN-09: stands at each reference to half of a surrogate pair',
    document: withImages(
      '<url><loc>https://www.example.com/</loc><image:image><image:loc>https://www.example.com/i</image:loc>',
      '<image:title>&#55357;&#56832;</image:title></image:image></url>',
    ),
    findings: [
      {
        rule: 'xml-character-illegal',
        line: 3,
        column: 14,
        occurrences: 2,
        places: [
          [3, 14],
          [3, 22],
        ],
        message: 'The character reference &#55357; stands for no character that XML allows.',
        value: '&#55357;',
      },
    ],
  },
  {
    name: 'stands at a raw control character',
    document: urlset('<url><loc>https://www.example.com/\u0001</loc></url>'),
    findings: [
      {
        rule: 'xml-character-illegal',
        line: 2,
        column: 35,
        message: 'The character U+0001 is not allowed in XML.',
      },
    ],
  },
  {
    name: 'names both tags of a mismatch',
    document: urlset('<url><loc>https://www.example.com/</lco></url>', entry('b')),
    findings: [
      {
        rule: 'xml-tag-mismatched',
        line: 2,
        column: 35,
        message: 'The close tag </lco> meets the open element <loc> of line 2, column 6, which it cannot close.',
      },
    ],
  },
  {
    name: 'stands at a close tag that nothing opened',
    document: urlset('<url><loc>https://www.example.com/</loc></url>', '</div>', entry('b')),
    findings: [{ rule: 'xml-tag-mismatched', line: 3, column: 1 }],
  },
  {
    name: 'stands at a close tag after the root',
    document: lines(urlset(entry()), '</body>'),
    findings: [{ rule: 'xml-tag-mismatched', line: 4, column: 1, message: 'The close tag </body> has no open tag.' }],
  },
  {
    name: 'stands at the end of a cut document, with what is open and what was complete',
    document: lines(`<urlset xmlns="${NAMESPACE}">`, entry('a'), '<url><loc>https://www.example.com/b</loc>'),
    findings: [
      {
        rule: 'xml-truncated',
        line: 3,
        column: 42,
        message: 'The file ends inside <urlset> of line 1, <url> of line 3; complete entries before it: 1.',
      },
    ],
  },
  {
    name: 'stands at the end of a document that is cut inside a tag',
    document: lines(`<urlset xmlns="${NAMESPACE}">`, entry('a'), '<url><lo'),
    findings: [
      {
        rule: 'xml-truncated',
        line: 3,
        column: 9,
        message:
          'The file ends inside a tag, inside <urlset> of line 1, <url> of line 3; complete entries before it: 1.',
      },
    ],
  },
  {
    name: 'stands at the beginning of an unclosed comment',
    document: lines(`<urlset xmlns="${NAMESPACE}">`, entry('a'), ' <!-- no end', '</urlset>'),
    findings: [
      {
        rule: 'xml-truncated',
        line: 3,
        column: 2,
        message: 'A comment begins here and never ends, inside <urlset> of line 1; complete entries before it: 1.',
      },
    ],
  },
  {
    name: 'XM-03: stands at the beginning of PHP source in the output',
    document: lines(`<urlset xmlns="${NAMESPACE}"><?php echo 1; <url>`, '<loc>https://www.example.com/</loc>'),
    findings: [
      {
        rule: 'xml-truncated',
        line: 1,
        column: `<urlset xmlns="${NAMESPACE}">`.length + 1,
        message:
          'A processing instruction begins here and never ends, inside <urlset> of line 1; it looks like PHP source in the output.',
      },
    ],
  },
  {
    name: 'stands at the beginning of another unclosed processing instruction',
    document: lines(`<urlset xmlns="${NAMESPACE}">`, '<?target data'),
    findings: [{ rule: 'xml-truncated', line: 2, column: 1 }],
  },
  {
    name: 'stands at the beginning of an unclosed CDATA section',
    document: lines(`<urlset xmlns="${NAMESPACE}">`, '<url><loc><![CDATA[https://www.example.com/</loc></url>'),
    findings: [{ rule: 'xml-truncated', line: 2, column: 11 }],
  },
  {
    name: 'stands at the beginning of an unclosed DOCTYPE',
    document: lines('<?xml version="1.0"?>', '<!DOCTYPE urlset [ <!ENTITY a "b">', urlset(entry())),
    findings: [{ rule: 'xml-truncated', line: 2, column: 1, message: 'A DOCTYPE begins here and never ends.' }],
  },
  {
    name: 'says that a document ends before its root',
    document: lines('<?xml version="1.0"?>', '<!-- nothing more -->'),
    findings: [{ rule: 'xml-truncated', line: 2, column: 22, message: 'The file ends before its root element.' }],
  },
  {
    name: 'stands at the second of two equal attributes',
    document: lines(`<urlset xmlns="${NAMESPACE}" ${IMAGE}`, `  ${IMAGE}>`, entry(), '</urlset>'),
    findings: [
      {
        rule: 'xml-attribute-duplicate',
        line: 2,
        column: 3,
        message: 'The attribute xmlns:image stands twice in one tag.',
      },
    ],
  },
  {
    name: 'names an unbound prefix once, at its first use',
    document: urlset(
      entry('a', '<image:image><image:loc>https://www.example.com/i</image:loc></image:image>'),
      entry('b', '<image:image><image:loc>https://www.example.com/j</image:loc></image:image>'),
    ),
    findings: [
      {
        rule: 'xml-prefix-unbound',
        line: 2,
        column: entry('a').length - 5,
        message: 'The prefix image is used, but no xmlns:image declares it.',
        expected: IMAGE,
      },
    ],
  },
  {
    name: 'names an unbound prefix of an attribute at that attribute',
    document: urlset(
      '<url><loc>https://www.example.com/</loc></url>',
      '<url x:id="1"><loc>https://www.example.com/b</loc></url>',
    ),
    findings: [{ rule: 'xml-prefix-unbound', line: 3, column: 6, value: 'x' }],
  },
  {
    name: 'has no proposal for a prefix that nobody knows',
    document: urlset(entry('a', '<x:y>1</x:y>')),
    findings: [{ rule: 'xml-prefix-unbound', line: 2, column: entry('a').length - 5, expected: null }],
  },
  {
    name: 'DO-01: warns of a DOCTYPE and expands nothing',
    document: lines(
      '<!DOCTYPE u [<!ENTITY a "xx"><!ENTITY b "&a;&a;">]>',
      urlset('<url><loc>https://www.example.com/&b;</loc></url>'),
    ),
    findings: [
      {
        rule: 'xml-doctype',
        line: 1,
        column: 1,
        message: 'The document has a DOCTYPE; no entity was expanded and nothing external was read.',
      },
    ],
  },
  {
    name: 'DV-05: warns of XML 1.1',
    document: lines('<?xml version="1.1"?>', urlset(entry())),
    findings: [
      {
        rule: 'xml-version',
        line: 1,
        column: 7,
        message: 'The XML declaration says version 1.1; most readers know 1.0 only.',
        expected: '1.0',
      },
    ],
  },
  {
    name: 'says what else is not well-formed',
    document: urlset('<url><loc>https://www.example.com/</loc><lastmod a=b>2026-01-01</lastmod></url>'),
    findings: [{ rule: 'xml-malformed', line: 2, column: 50 }],
  },
])
