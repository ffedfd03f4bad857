import { alternateRules } from '#src/rules/alternate.ts'
import { lines, NAMESPACE } from '../support/documents.ts'
import { testRules } from '../support/rule-table.ts'

const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const SITE = 'https://www.example.com'
const urlset = (...entries: string[]) => lines(`<urlset xmlns="${NAMESPACE}" ${XHTML}>`, ...entries, '</urlset>')
const link = (code: string, href: string) => `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>`
/** Entry for /en/a that names itself; links begin at line 4. */
const page = (...links: string[]) =>
  urlset('<url>', `<loc>${SITE}/en/a</loc>`, link('en', `${SITE}/en/a`), ...links, '</url>')
/** An entry of one line: path, then code and path of each alternate. */
const entry = (path: string, ...alternates: [code: string, path: string][]) =>
  `<url><loc>${SITE}${path}</loc>${alternates.map(([code, to]) => link(code, SITE + to)).join('')}</url>`
const both = (path: string) => entry(path, ['en', '/en/a'], ['de', '/de/a'])

/** What only several documents reach is reached in test/audit/alternates.test.ts. */
const rules = alternateRules.map(({ messages: { across: _, ...messages }, ...rule }) => ({
  ...rule,
  messages: messages as Record<string, string>,
}))

testRules('alternate', rules, [
  { name: 'two versions that name each other', document: urlset(both('/en/a'), both('/de/a')), findings: [] },
  {
    name: 'codes of every right form, in lower case too',
    document: page(
      ...['de', 'pt-br', 'en-GB', 'zh-Hans', 'zh-hant', 'zh-Hant-TW', 'uk', 'sr-Latn-RS', 'x-default'].map((code) =>
        link(code, `${SITE}/${code}/a`),
      ),
    ),
    findings: [],
  },
  {
    name: 'pages for phones, links into apps and other relations',
    document: page(
      `<xhtml:link rel="alternate" media="only screen and (max-width: 640px)" href="https://m.example.com/a"/>`,
      '<xhtml:link rel="alternate" href="android-app://com.example.android/example/a"/>',
      `<xhtml:link rel="canonical" href="${SITE}/en/a"/>`,
      `<xhtml:link rel="amphtml" href="${SITE}/amp/a"/>`,
    ),
    findings: [],
  },
  {
    name: 'rel as a list of words in any case',
    document: page(`<xhtml:link rel="nofollow Alternate" hreflang="de" href="${SITE}/de/a"/>`),
    findings: [],
  },
  {
    name: 'another prefix, single quotes, references and line breaks in the tag',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:x="http://www.w3.org/1999/xhtml">`,
      `<url><loc>${SITE}/a?x=1&amp;l=en</loc>`,
      `<x:link rel='alternate' hreflang='en'`,
      `  href='${SITE}/a?x=1&amp;l=en'></x:link>`,
      `<x:link href='${SITE}/a?x=1&#38;l=de' hreflang='d&#101;' rel='alternate'/></url>`,
      '</urlset>',
    ),
    findings: [],
  },
  {
    name: 'attributes that are missing, each combination a finding',
    document: page(
      `<xhtml:link hreflang="de" href="${SITE}/de/a"/>`,
      `<xhtml:link rel="alternate" href="${SITE}/fr/a"/>`,
      '<xhtml:link rel="alternate" hreflang="it"/>',
      `<xhtml:link href="${SITE}/es/a"/>`,
      `<xhtml:link hreflang="nl" href="${SITE}/nl/a"/>`,
    ),
    findings: [
      {
        rule: 'alternate-attribute-missing',
        line: 5,
        column: 1,
        occurrences: 2,
        places: [
          [5, 1],
          [9, 1],
        ],
        message: 'This xhtml:link has no rel.',
      },
      { rule: 'alternate-attribute-missing', line: 6, column: 1, message: 'This xhtml:link has no hreflang.' },
      { rule: 'alternate-attribute-missing', line: 7, column: 1, message: 'This xhtml:link has no href.' },
      {
        rule: 'alternate-attribute-missing',
        line: 8,
        column: 1,
        message: 'This xhtml:link has no rel and no hreflang.',
      },
    ],
  },
  {
    name: 'a typing error in every rel of an entry, and nothing that follows from it',
    document: urlset(entry('/en/a', ['en', '/en/a'], ['de', '/de/a']), entry('/de/a', ['de', '/de/a'])).replaceAll(
      'alternate',
      'alernate',
    ),
    findings: [
      {
        rule: 'alternate-rel-invalid',
        line: 2,
        column: 57,
        occurrences: 3,
        value: 'alernate',
        expected: 'alternate',
        entry: 1,
      },
    ],
  },
  ...(
    [
      ['jp', 'alternate-language-invalid', 'The hreflang "jp" is no language of ISO 639-1.', 'ja'],
      ['gb', 'alternate-language-invalid', 'The hreflang "gb" is no language of ISO 639-1.', 'en-GB'],
      [
        'cn-CN',
        'alternate-language-invalid',
        'The hreflang "cn-CN" begins with cn, which is no language of ISO 639-1.',
        'zh-CN',
      ],
      [
        '[object Object]',
        'alternate-language-invalid',
        'The hreflang "[object Object]" is no language of ISO 639-1.',
        null,
      ],
      [
        'eng',
        'alternate-language-invalid',
        'The hreflang "eng" has a three-letter language; its code in ISO 639-1 is en.',
        'en',
      ],
      ['', 'alternate-language-invalid', 'The hreflang of this alternate is empty.', null],
      [' de ', 'alternate-language-invalid', 'White space stands round the hreflang " de ".', 'de'],
      [
        'fil-PH',
        'alternate-language-unsupported',
        'The language fil of the hreflang "fil-PH" has no two-letter code in ISO 639-1.',
        null,
      ],
      [
        'en-UK',
        'alternate-region-invalid',
        'The region UK of the hreflang "en-UK" is reserved in ISO 3166-1 and has no effect.',
        'en-GB',
      ],
      [
        'en-USA',
        'alternate-region-invalid',
        'The region USA of the hreflang "en-USA" is no two-letter code of ISO 3166-1.',
        'en-US',
      ],
      [
        'en-US-XX',
        'alternate-region-invalid',
        'The hreflang "en-US-XX" goes on with XX, but only language, script and region are read.',
        'en-US',
      ],
      [
        'es-419',
        'alternate-region-unsupported',
        'The region 419 of the hreflang "es-419" is a number of UN M.49, which Google does not support.',
        'es',
      ],
      [
        'zh-Hanz',
        'alternate-script-invalid',
        'The script Hanz of the hreflang "zh-Hanz" is no code of ISO 15924.',
        null,
      ],
      [
        'zh-TW-Hant',
        'alternate-script-invalid',
        'The script Hant of the hreflang "zh-TW-Hant" stands behind the region.',
        'zh-Hant-TW',
      ],
      [
        'zh_CN',
        'alternate-separator-invalid',
        'The parts of the hreflang "zh_CN" are not joined by single hyphens.',
        'zh-CN',
      ],
      [
        'en_UK',
        'alternate-separator-invalid',
        'The parts of the hreflang "en_UK" are not joined by single hyphens.',
        'en-GB',
      ],
      ['EN-gb', 'alternate-case', 'The hreflang "EN-gb" is written in an unusual case.', 'en-GB'],
    ] as const
  ).map(([code, rule, message, expected]) => ({
    name: `hreflang="${code}"`,
    document: page(link(code, `${SITE}/x/a`)),
    findings: [{ rule, line: 5, column: 29, message, value: code, expected, entry: 1 }],
  })),
  {
    name: 'one code in many entries is one finding, another code another one',
    document: urlset(
      ...['a', 'b', 'c'].map((name) => entry(`/${name}`, ['es', `/${name}`], ['es-419', `/la/${name}`])),
      entry('/d', ['es', '/d'], ['es-005', '/sa/d']),
    ),
    findings: [
      { rule: 'alternate-region-unsupported', line: 2, column: 146, occurrences: 3 },
      { rule: 'alternate-region-unsupported', line: 5, column: 146, occurrences: 1 },
    ],
  },
  {
    name: 'uk for British pages; Ukrainian ones on hosts of all kinds are right',
    document: page(
      link('uk', 'https://www.example.co.uk/a'),
      link('uk', `${SITE}/en-gb/a`),
      link('uk', 'https://www.example.co.uk/ua/a'),
      link('uk', 'https://uk.example.com/a'),
      link('uk', `${SITE}/uk/a`),
      link('uk', 'https://www.example.co.uk/a?lang=uk'),
      link('uk', 'https://www.example.co.uk/%D0%B0'),
    ),
    findings: [
      {
        rule: 'alternate-code-duplicate',
        line: 6,
        column: 29,
        occurrences: 6,
        message: 'The hreflang "uk" is used for two different targets in one entry.',
      },
      {
        rule: 'alternate-language-doubtful',
        line: 5,
        column: 29,
        occurrences: 2,
        message: 'The hreflang "uk" is Ukrainian, but the host www.example.co.uk of this URL speaks of Britain.',
        expected: 'en-GB',
      },
    ],
  },
  {
    name: 'href without scheme, and without scheme and host',
    document: page(link('de', '/de/a'), link('fr', 'a'), link('it', '//it.example.com/a')),
    findings: [
      {
        rule: 'alternate-href-relative',
        line: 5,
        column: 43,
        occurrences: 2,
        value: '/de/a',
        expected: `${SITE}/de/a`,
      },
      { rule: 'alternate-href-relative', line: 7, column: 43, expected: 'https://it.example.com/a' },
    ],
  },
  {
    name: 'relative hrefs lead where they were to lead: nothing else follows from them',
    document: urlset(
      `<url><loc>${SITE}/en/a</loc>${link('en', '/en/a')}${link('de', `${SITE}/de/a`)}</url>`,
      `<url><loc>${SITE}/de/a</loc>${link('en', 'www.example.com/en/a')}${link('de', '//www.example.com/de/a')}</url>`,
    ),
    findings: [
      { rule: 'alternate-href-relative', line: 2, column: 87, occurrences: 2, expected: `${SITE}/en/a` },
      { rule: 'alternate-href-relative', line: 3, column: 158, expected: `${SITE}/de/a` },
    ],
  },
  {
    name: 'href that is no URL of a page',
    document: page(link('de', ''), link('fr', 'ftp://www.example.com/a'), link('it', 'https:///a')),
    findings: [
      { rule: 'alternate-href-invalid', line: 5, column: 43, message: 'The href of this alternate is empty.' },
      { rule: 'alternate-href-invalid', line: 6, column: 43, value: 'ftp://www.example.com/a' },
      {
        rule: 'alternate-href-invalid',
        line: 7,
        column: 43,
        message: 'The href of this alternate is no URL, because its host is empty.',
      },
    ],
  },
  {
    name: 'one code for two targets; the same target twice is harmless',
    document: page(
      link('de', `${SITE}/de/a`),
      link('de', `${SITE}/de/a`),
      link('DE', `HTTPS://www.example.com:443/de/a`),
      link('de', `${SITE}/de/b`),
    ).replace('"DE"', '"de"'),
    findings: [{ rule: 'alternate-code-duplicate', line: 8, column: 29, value: `${SITE}/de/b`, entry: 1 }],
  },
  {
    name: 'one code in two cases is one code',
    document: page(link('pt-br', `${SITE}/br/a`), link('pt-BR', `${SITE}/br/b`)),
    findings: [{ rule: 'alternate-code-duplicate', line: 6, column: 29 }],
  },
  {
    name: 'an entry that its own alternates do not name, grouped',
    document: urlset(
      entry('/en/a', ['de', '/de/a']),
      entry('/de/a', ['en', '/en/a']),
      entry('/en/b', ['x-default', '/en/b'], ['de', '/de/b']),
    ),
    findings: [{ rule: 'alternate-self-missing', line: 2, column: 1, occurrences: 2, value: null }],
  },
  {
    name: 'an entry named in other words that mean the same',
    document: urlset(entry('/en/%c3%a9', ['en', '/en/%C3%A9'])).replace(
      `<loc>${SITE}`,
      '<loc>https://WWW.example.com:443',
    ),
    findings: [],
  },
  {
    name: 'an entry named with a slash more, and no second finding for what follows',
    document: urlset(
      entry('/en/a', ['en', '/en/a/'], ['de', '/de/a']),
      entry('/de/a', ['en', '/en/a/'], ['de', '/de/a']),
    ),
    findings: [
      { rule: 'alternate-self-missing', line: 2, column: 87, value: `${SITE}/en/a/`, expected: `${SITE}/en/a` },
    ],
  },
  {
    name: 'an entry whose only self link has another fault has no second finding',
    document: urlset(entry('/en/a', ['en_GB', '/en/a'], ['de', '/de/a'])),
    findings: [{ rule: 'alternate-separator-invalid', line: 2, column: 73 }],
  },
  {
    name: 'return links: plain entries of the same file lack them, targets that are no entries are not judged',
    document: urlset(
      entry('/de/a'),
      entry('/en/a', ['en', '/en/a'], ['de', '/de/a'], ['fr', '/fr/a'], ['it', '/it/a']),
      entry('/fr/a', ['fr', '/fr/a'], ['en', '/en/a']),
    ),
    findings: [
      {
        rule: 'alternate-return-missing',
        line: 3,
        occurrences: 1,
        message: 'Return links are missing for 1 of the 4 alternates here.',
        value: `${SITE}/de/a`,
        entry: 2,
      },
    ],
  },
  {
    name: 'an entry with a link that cannot be read may name anything',
    document: urlset(
      both('/en/a'),
      `<url><loc>${SITE}/de/a</loc>${link('de', `${SITE}/de/a`)}${link('en', 'htps://www.example.com/en/a')}</url>`,
    ),
    findings: [{ rule: 'alternate-href-invalid', line: 3, column: 166 }],
  },
  {
    name: 'a typing error in the rel of a link back is told once',
    document: urlset(both('/en/a'), both('/de/a').replace('rel="alternate"', 'rel="alernate"')),
    findings: [{ rule: 'alternate-rel-invalid', line: 3, column: 57 }],
  },
  {
    name: 'many alternates in one entry, each with a fault, take no more than linear time',
    document: function* () {
      const links = Array.from({ length: 12_000 }, (_, i) => link(i % 2 ? 'de' : 'xx', `${SITE}/${i}`))
      yield new TextEncoder().encode(page(...links))
    },
    findings: [
      { rule: 'alternate-code-duplicate', line: 8, column: 29, occurrences: 5_999 },
      { rule: 'alternate-language-invalid', line: 5, column: 29, occurrences: 6_000 },
    ],
  },
  {
    name: 'the target of x-default need not link back; an x-default that leads back is an answer',
    document: urlset(
      entry('/', ['en', '/']),
      entry('/en/a', ['en', '/en/a'], ['x-default', '/'], ['de', '/de/a']),
      entry('/de/a', ['de', '/de/a'], ['x-default', '/en/a']),
    ),
    findings: [],
  },
  {
    name: 'an entry that is listed twice, with two sets of alternates: together they are one',
    document: urlset(both('/en/a'), entry('/de/a', ['de', '/de/a']), entry('/de/a', ['de', '/de/a'], ['en', '/en/a'])),
    findings: [],
  },
  {
    name: 'an entry that is listed twice, with two targets for one code',
    document: urlset(
      entry('/en/a', ['en', '/en/a'], ['de', '/de/a']),
      entry('/en/a', ['en', '/en/a'], ['de', '/de/b']),
    ),
    findings: [
      {
        rule: 'alternate-code-duplicate',
        line: 3,
        message: 'Entries are listed twice here, with different targets for 1 of their codes.',
        value: `${SITE}/de/b`,
        entry: 2,
      },
    ],
  },
  ...[9, 10, 12].map((count) => ({
    name: `one x-default for ${count} pages that have nothing else in common`,
    document: urlset(
      ...Array.from({ length: count }, (_, i) => entry(`/en/${i}`, ['en', `/en/${i}`], ['x-default', '/'])),
    ),
    findings:
      count < 10
        ? []
        : [{ rule: 'alternate-default-shared', line: 11, column: 152, occurrences: count, value: `${SITE}/` }],
  })),
  {
    name: 'one x-default for the twelve versions of one page',
    document: urlset(
      ...Array.from({ length: 12 }, (_, i) =>
        entry(
          `/${i}/a`,
          ...Array.from({ length: 12 }, (_, j): [string, string] => [
            `en-${'AUCAGBIEINNZUSZASGPHMTKE'.slice(2 * j, 2 * j + 2)}`,
            `/${j}/a`,
          ]),
          ['x-default', '/a'],
        ),
      ),
    ),
    findings: [],
  },
  {
    name: 'alternates of a feed are not judged',
    document: lines(
      '<rss version="2.0" xmlns:xhtml="http://www.w3.org/1999/xhtml"><channel><item>',
      `<link>${SITE}/a</link><xhtml:link rel="alternate" hreflang="xx" href="/b"/>`,
      '</item></channel></rss>',
    ),
    findings: [],
  },
])
