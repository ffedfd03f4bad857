import { extensionUrlRules } from '#src/rules/extension-url.ts'
import { imageRules } from '#src/rules/image.ts'
import { RULES } from '#src/rules/index.ts'
import { locRules } from '#src/rules/loc.ts'
import { bytesOf, entry, lines, NAMESPACE } from '../support/documents.ts'
import { marked } from '../support/marked.ts'
import { testDocuments, testRules } from '../support/rule-table.ts'

const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1'
const OPEN = `<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGE}">`
const images = (...inner: string[]): string => lines(OPEN, ...inner, '</urlset>')
const image = (loc: string, more = ''): string => `<image:image><image:loc>${loc}</image:loc>${more}</image:image>`
/** One entry whose image holds this. */
const holding = (inner: string): string => images(entry('a', `¦<image:image>${inner}</image:image>`))
const unmarked = (inner: string): string => images(entry('a', `<image:image>${inner}</image:image>`))

const again = (path: string, name: string): string => entry(path, image(`https://cdn.example.net/${name}.jpg`))

/** Of 693 entries 91 list the home page, and 172 pages are listed in all. */
const pathOf = (i: number): string => (i < 91 ? '' : String(i % 171))

const PER_IMAGE = marked(
  'says once of all pages that are listed once per image',
  images(
    again('', '1'),
    again('a', '2'),
    `<url><loc>¦https://www.example.com/</loc>${image('https://cdn.example.net/3.jpg')}</url>`,
    `<url><loc>¦https://www.example.com/</loc>${image('https://cdn.example.net/4.jpg')}</url>`,
  ),
  {
    rule: 'image-entry-repeated',
    marks: [1, 2],
    message: 'The page in line 4 is listed in line 2 already (entries 1 and 3); its images belong in one entry.',
    value: 'https://www.example.com/',
  },
)

testRules('Images', imageRules, [
  PER_IMAGE,
  marked(
    'finds nothing in images on any host, by http, https and ftp, in one entry',
    images(
      entry('a', image('https://cdn.example.net/i.jpg') + image('http://192.0.2.7:8080/i?w=1&amp;h=2')),
      entry('b', image('ftp://files.example.com/i.png')),
      entry('c'),
    ),
  ),
  marked(
    'finds nothing in CDATA, references, white space, comments and another prefix',
    lines(
      `<s:urlset xmlns:s="${NAMESPACE}" xmlns:i="${IMAGE}">`,
      '<s:url><s:loc>https://www.example.com/</s:loc>',
      '<i:image><i:loc>',
      '  <![CDATA[https://cdn.example.net/1.jpg?a=1&b=2]]>',
      '</i:loc></i:image>',
      '<i:image><i:loc>https://cdn.example.net/<!-- x -->2&#46;jpg</i:loc></i:image>',
      '</s:url></s:urlset>',
    ),
  ),

  marked('says that an image has no loc, at the image', holding(''), {
    rule: 'image-loc-missing',
    message: 'This image has no image:loc.',
    value: null,
  }),
  marked(
    'IM-01: says that a loc is empty, at the loc, once for all',
    images(
      entry('a', '<image:image>¦<image:loc/></image:image><image:image>¦<image:loc> </image:loc></image:image>'),
      entry('b', '<image:image>¦<image:loc><![CDATA[]]></image:loc></image:image>'),
    ),
    { rule: 'image-loc-missing', marks: [1, 2, 3], message: 'The image:loc of this image is empty.' },
  ),
  marked(
    'says in one finding that image:url stands in the place of the loc',
    holding('<image:url>https://a.example/i</image:url>'),
    {
      rule: 'image-loc-missing',
      message: 'This image has no image:loc; image:url, which it has, is no tag of the extension.',
      expected: 'image:loc',
    },
  ),
  marked(
    'takes the loc that says something, and has nothing to say of the empty one but that there are two',
    unmarked('<image:loc/>¦<image:loc>https://www.example.com/i.jpg</image:loc>'),
    { rule: 'image-tag-repeated', message: 'The tag image:loc stands in this image again.' },
  ),
  marked(
    'does not say that a loc without its prefix is missing: that it lost its place is told elsewhere',
    unmarked('<loc>https://www.example.com/i.jpg</loc>'),
  ),
  marked(
    'still says that an image lacks its loc where its neighbour lost a prefix',
    images(entry('a', '<image:image><loc>https://a.example/i</loc></image:image>¦<image:image></image:image>')),
    { rule: 'image-loc-missing' },
  ),
  marked(
    'does not guess what an image was to hold that the document does not end',
    `${OPEN}${entry('a').slice(0, -6)}<image:image>`,
  ),
  marked(
    'does not guess what an image was to hold whose tags do not match',
    images(entry('a', '<image:image><b></image:image>')),
  ),
  marked(
    'has nothing to say of a loc with a reference that nobody can read',
    unmarked('<image:loc>&nope;</image:loc>'),
  ),

  ...(
    [
      ['/i.jpg', 'https://www.example.com/i.jpg'],
      ['i.jpg', 'https://www.example.com/i.jpg'],
      ['//cdn.example.net/i.jpg', 'https://cdn.example.net/i.jpg'],
      ['www.example.net/i.jpg', 'https://www.example.net/i.jpg'],
      ['www.example.com/i.jpg', 'https://www.example.com/i.jpg'],
      ['None', null],
    ] as const
  ).map(([loc, expected]) =>
    marked(`says that ${loc} is not absolute`, unmarked(`<image:loc> ¦${loc}</image:loc>`), {
      rule: 'image-loc-invalid',
      message: `This image:loc is no absolute URL: ${loc}.`,
      value: loc,
      expected,
    }),
  ),
  marked(
    'names a scheme that nobody fetches',
    unmarked('<image:loc>¦data:image/gif;base64,R0lGODdhAQABAIAAAP</image:loc>'),
    {
      rule: 'image-loc-invalid',
      message: 'The scheme of this image:loc is "data", under which no file can be fetched.',
    },
  ),
  marked('says why a loc is no URL', unmarked('<image:loc>¦https://exa mple.com/i.jpg</image:loc>'), {
    rule: 'image-loc-invalid',
    message: 'This image:loc is no URL: its host holds white space or a control character.',
  }),
  marked('says that an ftp URL has no host', unmarked('<image:loc>¦ftp:///i.jpg</image:loc>'), {
    rule: 'image-loc-invalid',
    message: 'This image:loc is no URL: its host is empty.',
  }),
  marked(
    'judges one of two locs, and says that there are two',
    unmarked('<image:loc>https://a.example/i</image:loc>¦<image:loc>/i.jpg</image:loc>'),
    { rule: 'image-tag-repeated' },
  ),

  {
    name: 'finds nothing in 1,000 images of one entry',
    document: () => [bytesOf(images(entry('a', image('https://cdn.example.net/i.jpg').repeat(1_000))))],
    findings: [],
  },
  {
    name: 'says at the first image beyond 1,000 that there are too many',
    document: () => [
      bytesOf(
        images(
          entry(
            'a',
            `${image('https://cdn.example.net/i.jpg').repeat(1_000)}\n${image('https://cdn.example.net/i.jpg')}`,
          ),
        ),
      ),
    ],
    findings: [
      {
        rule: 'images-too-many',
        line: 3,
        column: 1,
        message: 'This entry has more than 1,000 images; the first one too many stands here.',
      },
    ],
  },

  marked(
    'tells each tag that Google gave up, once for all',
    images(
      entry('a', image('https://a.example/i', '¦<image:caption>A</image:caption>¦<image:title>B</image:title>')),
      entry(
        'b',
        image(
          'https://a.example/i',
          '¦<image:caption/>¦<image:geo_location>C</image:geo_location>¦<image:license>https://a.example/l</image:license>',
        ),
      ),
    ),
    {
      rule: 'image-tag-removed',
      marks: [1, 3],
      message: 'Google gave up the tag image:caption, which has no effect.',
    },
    { rule: 'image-tag-removed', marks: [2] },
    { rule: 'image-tag-removed', marks: [4] },
    { rule: 'image-tag-removed', marks: [5] },
  ),
  marked(
    'says that a tag never was, and which one was meant',
    unmarked(
      '<image:loc>https://a.example/i</image:loc>¦<image:size>3</image:size>¦<image:geoLocation>B</image:geoLocation>',
    ),
    { rule: 'image-tag-unknown', message: 'There is no tag image:size in the image extension.', expected: null },
    {
      rule: 'image-tag-unknown',
      message: 'There is no tag image:geoLocation in the image extension; image:geo_location is what it has.',
      value: 'image:geoLocation',
      expected: 'image:geo_location',
    },
  ),
  marked(
    'is not misled by names that every object has',
    unmarked('<image:loc>https://a.example/i</image:loc>¦<image:constructor>3</image:constructor>'),
    { rule: 'image-tag-unknown' },
  ),
])

testDocuments(
  'Pages listed once per image, and doubles',
  [...imageRules, ...locRules],
  [
    PER_IMAGE,
    {
      name: 'are 521 in the 693 entries of a field case, and no double',
      document: () => [bytesOf(images(...Array.from({ length: 693 }, (_, i) => again(pathOf(i), `${i}`))))],
      findings: [{ rule: 'image-entry-repeated', line: 3, column: 11, occurrences: 521 }],
    },
    marked(
      'leaves plain doubles beside them what they are',
      images(
        again('', '1'),
        `<url><loc>¦https://www.example.com/</loc>${image('https://cdn.example.net/2.jpg')}</url>`,
        entry('b'),
        '<url><loc>¦https://www.example.com/b</loc></url>',
        '<url><loc>¦https://www.example.com/</loc></url>',
        `<url><loc>https://WWW.example.com/</loc>${image('https://cdn.example.net/2.jpg')}</url>`.replace(
          '<loc>',
          '<loc>¦',
        ),
      ),
      { rule: 'image-entry-repeated', marks: [1] },
      { rule: 'loc-duplicate', marks: [2, 3] },
      { rule: 'loc-equivalent', marks: [4] },
    ),
  ],
)

testRules('URLs of extensions', extensionUrlRules, [
  marked(
    'LU-05: names the character, and shows the escaped form',
    unmarked('<image:loc>¦https://example.com/grün.png</image:loc>'),
    {
      rule: 'extension-url-unescaped',
      message: 'This image URL holds "ü" (U+00FC), which must be escaped in a URL.',
      value: 'https://example.com/grün.png',
      expected: 'https://example.com/gr%C3%BCn.png',
    },
  ),
  marked(
    'looks at thumbnail, file and player of videos, and keeps them apart from images and alternates',
    lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGE}" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"`,
      '  xmlns:xhtml="http://www.w3.org/1999/xhtml">',
      entry('a', image('¦https://a.example/i j')),
      entry(
        'b',
        '<video:video><video:thumbnail_loc>¦https://a.example/100%.jpg</video:thumbnail_loc>' +
          '<video:content_loc>¦ftp://a.example/a|b</video:content_loc>' +
          '<video:player_loc>¦https://a.example/p?{x}</video:player_loc><video:title>ü ü</video:title></video:video>',
      ),
      entry('c', '<xhtml:link rel="alternate" hreflang="de" ¦href="https://www.example.com/grün"/>'),
      '</urlset>',
    ),
    { rule: 'extension-url-unescaped', message: 'This image URL holds a space, which must be escaped in a URL.' },
    {
      rule: 'extension-url-unescaped',
      marks: [2, 3, 4],
      message: 'This video URL holds a % without two hex digits, which must be escaped in a URL.',
      expected: 'https://a.example/100%25.jpg',
    },
    {
      rule: 'extension-url-unescaped',
      marks: [5],
      message: 'This alternate URL holds "ü" (U+00FC), which must be escaped in a URL.',
      value: 'https://www.example.com/grün',
      expected: 'https://www.example.com/gr%C3%BCn',
    },
  ),
  marked('wants the ASCII form of a host', unmarked('<image:loc>¦https://bücher.example/i.png</image:loc>'), {
    rule: 'extension-url-unescaped',
    expected: 'https://xn--bcher-kva.example/i.png',
  }),
  marked('sees an invisible character at the end', unmarked('<image:loc>¦https://a.example/i.png&#xA0;</image:loc>'), {
    rule: 'extension-url-unescaped',
    message: 'This image URL holds U+00A0, which must be escaped in a URL.',
    expected: 'https://a.example/i.png',
  }),
  marked('shows no password', unmarked('<image:loc>¦https://user:secret@a.example/i j</image:loc>'), {
    rule: 'extension-url-unescaped',
    value: 'https://***@a.example/i j',
    expected: 'https://***@a.example/i%20j',
  }),
  marked(
    'finds nothing in brackets of a query, escapes of any case, a port, an address and a trailing dot',
    images(
      entry(
        'a',
        [
          'https://a.example/?x[]=1',
          'https://a.example:8080/%c3%BC',
          'http://192.0.2.1/i',
          'https://[2001:db8::1]/i',
          'https://a.example./',
          'https://a-b.example/~x',
        ]
          .map((url) => image(url))
          .join(''),
      ),
    ),
  ),
  marked(
    'leaves what is no absolute URL, or could not be read, to other rules',
    images(entry('a', image('grün.png') + image('') + image('https://a.example/grün&nope;') + image('https://a b/ü'))),
  ),
])

testDocuments('Images, from the field', RULES, [
  marked(
    'IM-03: images behind the entries',
    images(entry('a', '<lastmod>2026-09-01</lastmod>'), `¦${image('https://www.example.com/i.jpg')}`),
    { rule: 'element-misplaced' },
  ),
])
