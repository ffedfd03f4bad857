import { RULES } from '#src/rules/index.ts'
import { videoRules } from '#src/rules/video.ts'
import { entry, lines, NAMESPACE } from '../support/documents.ts'
import { marked } from '../support/marked.ts'
import { testDocuments, testRules } from '../support/rule-table.ts'

// The table's clock stands at 2026-10-01T12:00:00Z.
const VIDEO = 'http://www.google.com/schemas/sitemap-video/1.1'
const OPEN = `<urlset xmlns="${NAMESPACE}" xmlns:video="${VIDEO}">`
const videos = (...inner: string[]): string => lines(OPEN, ...inner, '</urlset>')
const tag = (name: string, text: string): string => `<video:${name}>${text}</video:${name}>`

const THUMBNAIL = tag('thumbnail_loc', 'https://cdn.example.net/1.jpg')
const TITLE = tag('title', 'Grill')
const DESCRIPTION = tag('description', 'How to grill.')
const CONTENT = tag('content_loc', 'https://cdn.example.net/1.mp4')
const REQUIRED = THUMBNAIL + TITLE + DESCRIPTION + CONTENT

/** A video that lacks nothing, in one entry, and this in it. */
const withTags = (more: string): string =>
  videos(entry('a', `<lastmod>2026-09-01</lastmod><video:video>${REQUIRED}\n${more}</video:video>`))
const holding = (inner: string): string => videos(entry('a', `¦<video:video>${inner}</video:video>`))
/** Values of one tag that are all right. */
const right = (name: string, ...texts: string[]) =>
  texts.map((text) => marked(`finds nothing in a ${name} of ${text}`, withTags(tag(name, text))))

interface Wrong {
  message: string
  expected?: string | null
  value?: string
}
/** Values of one tag that are wrong. */
const wrong = (rule: string, name: string, ...rows: [text: string, finding: Wrong][]) =>
  rows.map(([text, finding]) =>
    marked(`says of a ${name} of "${text}" what is wrong`, withTags(tag(name, `¦${text}`)), {
      rule,
      value: text,
      expected: null,
      ...finding,
    }),
  )
const empty = (rule: string, name: string, message: string) =>
  marked(`says that a ${name} is empty, at the tag`, withTags(`¦${tag(name, ' ')}`), { rule, value: '', message })

testRules('Videos', videoRules, [
  marked(
    'finds nothing in a video with every tag',
    withTags(
      [
        tag('player_loc', 'https://www.example.com/player?v=1&amp;w=2'),
        tag('duration', '600'),
        tag('expiration_date', '2027-11-05T19:20:30+08:00'),
        tag('rating', '4.2'),
        tag('view_count', '12345'),
        tag('publication_date', '2007-11-05T19:20:30+08:00'),
        tag('tag', 'steak'),
        tag('tag', 'meat'),
        tag('family_friendly', 'yes'),
        '<video:restriction relationship="allow">IE GB US CA</video:restriction>',
        '<video:platform relationship="deny">web tv</video:platform>',
        tag('requires_subscription', 'No'),
        '<video:uploader info="https://users.example.com/grill">Grill</video:uploader>',
        tag('live', 'NO'),
      ].join('\n'),
    ),
  ),
  marked(
    'finds nothing in CDATA, references, white space, comments, another prefix, and a second video',
    lines(
      `<s:urlset xmlns:s="${NAMESPACE}" xmlns:v="${VIDEO}">`,
      '<s:url><s:loc>https://www.example.com/</s:loc>',
      ...['1', '2'].map((name) =>
        lines(
          '<v:video>',
          `<v:thumbnail_loc>\n https://cdn.example.net/${name}.jpg \n</v:thumbnail_loc>`,
          '<v:title><![CDATA[A & B]]></v:title><v:description>A &amp; B<!-- x --></v:description>',
          `<v:player_loc><![CDATA[https://www.example.com/p?a=${name}&b=2]]></v:player_loc>`,
          '<v:duration> 6<!-- x -->0 </v:duration><v:live>&#110;o</v:live>',
          '</v:video>',
        ),
      ),
      '</s:url></s:urlset>',
    ),
  ),
  marked(
    'VD-03: is content with a player alone',
    videos(
      entry(
        'a',
        `<video:video>${THUMBNAIL}${TITLE}${DESCRIPTION}${tag('player_loc', 'https://www.example.com/p')}</video:video>`,
      ),
    ),
  ),

  // What a video must have.
  ...(
    [
      ['video-thumbnail-missing', 'thumbnail_loc', TITLE + DESCRIPTION + CONTENT],
      ['video-title-missing', 'title', THUMBNAIL + DESCRIPTION + CONTENT],
      ['video-description-missing', 'description', THUMBNAIL + TITLE + CONTENT],
    ] as const
  ).flatMap(([rule, name, rest]) => [
    marked(`says that a video has no ${name}, at the video`, holding(rest), {
      rule,
      message: `This video has no video:${name}.`,
    }),
    marked(
      `says that a ${name} is empty, at the tag, and no more of it`,
      videos(entry('a', `<video:video>${rest}¦<video:${name}><![CDATA[ ]]></video:${name}></video:video>`)),
      { rule, message: `The video:${name} of this video is empty.` },
    ),
    marked(
      `does not say that a ${name} without its prefix is missing`,
      videos(entry('a', `<video:video>${rest}<${name}>x</${name}></video:video>`)),
    ),
  ]),
  marked('says that a video has no location', holding(THUMBNAIL + TITLE + DESCRIPTION), {
    rule: 'video-location-missing',
    message: 'This video has neither video:content_loc nor video:player_loc.',
  }),
  marked(
    'says that both locations are empty, and no more of them',
    holding(`${THUMBNAIL + TITLE + DESCRIPTION + tag('content_loc', '')}<video:player_loc/>`),
    {
      rule: 'video-location-missing',
      message: 'This video has no location: video:content_loc and video:player_loc are empty.',
    },
  ),
  marked('says that the one location is empty', holding(THUMBNAIL + TITLE + DESCRIPTION + tag('player_loc', '')), {
    rule: 'video-location-missing',
    message: 'This video has no location: video:player_loc is empty.',
  }),
  marked(
    'counts what all videos lack, each at its own',
    videos(
      entry(
        'a',
        `¦<video:video>${THUMBNAIL + TITLE + CONTENT}</video:video>¦<video:video>${THUMBNAIL + TITLE + CONTENT}</video:video>`,
      ),
      entry('b', `<video:video>${REQUIRED}</video:video>`),
      entry('c', `¦<video:video>${THUMBNAIL + TITLE + CONTENT}</video:video>`),
    ),
    { rule: 'video-description-missing', marks: [1, 2, 3] },
  ),
  marked(
    'does not guess what a video was to hold that the document does not end',
    `${OPEN}${entry('a').slice(0, -6)}<video:video>${TITLE}`,
  ),
  marked(
    'does not guess what a video was to hold whose tags do not match',
    videos(entry('a', `<video:video>${TITLE}</b></video:video>`)),
  ),

  // Where it is.
  ...wrong(
    'video-location-invalid',
    'player_loc',
    ['None', { message: 'The value of video:player_loc is no absolute URL: None.' }],
    [
      '/p.html',
      {
        message: 'The value of video:player_loc is no absolute URL: /p.html.',
        expected: 'https://www.example.com/p.html',
      },
    ],
    [
      '//v.example/p',
      { message: 'The value of video:player_loc is no absolute URL: //v.example/p.', expected: 'https://v.example/p' },
    ],
    [
      'rtmp://v.example/1',
      { message: 'The scheme of this video:player_loc is "rtmp"; only http, https and ftp can be fetched.' },
    ],
    ['https:/v.example/1', { message: 'The value of video:player_loc is no URL: "https:" is not followed by "//".' }],
  ),
  empty('video-location-invalid', 'player_loc', 'The tag video:player_loc is empty.'),
  marked(
    'keeps file, player and thumbnail apart',
    videos(
      entry(
        'a',
        `<video:video><video:thumbnail_loc>¦1.jpg</video:thumbnail_loc>${TITLE}${DESCRIPTION}<video:content_loc>¦1.mp4</video:content_loc></video:video>`,
      ),
    ),
    { rule: 'video-location-invalid', message: 'The value of video:thumbnail_loc is no absolute URL: 1.jpg.' },
    { rule: 'video-location-invalid', message: 'The value of video:content_loc is no absolute URL: 1.mp4.' },
  ),
  ...right(
    'player_loc',
    'ftp://files.example.com/1',
    'http://192.0.2.1:8080/p?x[]=1',
    'https://www.example.com/a?embed',
  ),
  marked(
    'says that a location is the page, however it is spelt',
    videos(
      entry(
        'a',
        `<video:video>${THUMBNAIL}${TITLE}${DESCRIPTION}${tag('content_loc', '¦https://www.example.com/a')}</video:video>`,
      ),
      entry(
        'b',
        `<video:video>${THUMBNAIL}${TITLE}${DESCRIPTION}${tag('content_loc', '¦https://WWW.example.com:443/b')}</video:video>`,
      ),
      entry('c', `<video:video>${REQUIRED}${tag('player_loc', '¦https://www.example.com/c')}</video:video>`),
    ),
    {
      rule: 'video-location-is-page',
      marks: [1, 2],
      message: 'The value of video:content_loc is the URL of the page that the entry lists.',
    },
    { rule: 'video-location-is-page', marks: [3] },
  ),
  ...(['html', 'HTM', 'swf'] as const).map((ending) =>
    marked(
      `says that a file that ends in .${ending} is no video`,
      videos(
        entry(
          'a',
          `<video:video>${THUMBNAIL}${TITLE}${DESCRIPTION}${tag('content_loc', `¦https://a.example/v.${ending}?x=1`)}</video:video>`,
        ),
      ),
      {
        rule: 'video-content-unsupported',
        message: `This video:content_loc ends in .${ending}: ${ending === 'swf' ? 'Flash' : 'HTML'} is no format of a video file.`,
      },
    ),
  ),
  marked(
    'says of a page that is taken for the file only that it is the page',
    videos(
      entry(
        'a.html',
        `<video:video>${THUMBNAIL}${TITLE}${DESCRIPTION}${tag('content_loc', '¦https://www.example.com/a.html')}</video:video>`,
      ),
    ),
    { rule: 'video-location-is-page' },
  ),
  ...right('player_loc', 'https://www.example.com/player.html', 'https://www.example.com/player.swf'),

  // Numbers.
  ...right('duration', '1', '28800', '0600', '+5'),
  ...wrong(
    'video-duration-invalid',
    'duration',
    ['0', { message: 'The duration is 0 seconds; it must be from 1 to 28,800.' }],
    ['28801', { message: 'The duration is 28801 seconds; it must be from 1 to 28,800.' }],
    ['PT10M', { message: 'The duration "PT10M" is no whole number of seconds.', expected: '600' }],
    ['PT1H2M3S', { message: 'The duration "PT1H2M3S" is no whole number of seconds.', expected: '3723' }],
    ['10:00', { message: 'The duration "10:00" is no whole number of seconds.', expected: '600' }],
    ['1:02:03', { message: 'The duration "1:02:03" is no whole number of seconds.', expected: '3723' }],
    ['59.6', { message: 'The duration "59.6" is no whole number of seconds.', expected: '60' }],
    ['PT9H', { message: 'The duration "PT9H" is no whole number of seconds.' }],
    ['-5', { message: 'The duration "-5" is no whole number of seconds.' }],
    ['9'.repeat(400), { message: `The duration is ${'9'.repeat(300)}… seconds; it must be from 1 to 28,800.` }],
  ),
  empty('video-duration-invalid', 'duration', 'The video:duration of this video is empty.'),
  ...right('rating', '0', '0.0', '5', '5.0', '.5', '4.75'),
  ...wrong(
    'video-rating-invalid',
    'rating',
    ['5.1', { message: 'The rating is 5.1; it must be from 0.0 to 5.0.' }],
    ['-0.1', { message: 'The rating is -0.1; it must be from 0.0 to 5.0.' }],
    ['4,5', { message: 'The rating "4,5" is no decimal number.', expected: '4.5' }],
    ['9,5', { message: 'The rating "9,5" is no decimal number.' }],
    ['4/5', { message: 'The rating "4/5" is no decimal number.' }],
    ['1e0', { message: 'The rating "1e0" is no decimal number.' }],
  ),
  empty('video-rating-invalid', 'rating', 'The video:rating of this video is empty.'),
  ...right('view_count', '0', '12345678901234567890'),
  ...wrong(
    'video-view-count-invalid',
    'view_count',
    ['1,234', { message: 'The view count "1,234" is no whole number.', expected: '1234' }],
    ['1.2K', { message: 'The view count "1.2K" is no whole number.' }],
    ['-1', { message: 'The view count "-1" is no whole number.' }],
    ['12.5', { message: 'The view count "12.5" is no whole number.' }],
  ),
  empty('video-view-count-invalid', 'view_count', 'The video:view_count of this video is empty.'),

  // Texts and words.
  ...[2_048, 2_049].map((length) =>
    marked(
      `takes a description of ${length} characters as Google does, whatever they are`,
      videos(
        entry(
          'a',
          `<video:video>${THUMBNAIL}${TITLE}${CONTENT}<video:description>${length > 2_048 ? '¦' : ''}${'🎥'.repeat(length - 1)}&amp;</video:description></video:video>`,
        ),
      ),
      ...(length > 2_048
        ? [
            {
              rule: 'video-description-too-long',
              message: 'This video:description has 2,049 characters; at most 2,048 are permitted.',
            },
          ]
        : []),
    ),
  ),
  marked(
    'says of a description that was cut only that it is too long',
    videos(
      entry(
        'a',
        `<video:video>${THUMBNAIL}${TITLE}${CONTENT}<video:description>¦${'x'.repeat(17_000)}</video:description></video:video>`,
      ),
    ),
    {
      rule: 'video-description-too-long',
      message: 'This video:description has more than 2,048 characters, which are all that is permitted.',
    },
  ),
  ...[100, 101].map((length) =>
    marked(
      `leaves a title of ${length} characters to the schema`,
      videos(
        entry(
          'a',
          `<video:video>${THUMBNAIL}${DESCRIPTION}${CONTENT}<video:title>${length > 100 ? '¦' : ''}${'é'.repeat(length)}</video:title></video:video>`,
        ),
      ),
      ...(length > 100
        ? [
            {
              rule: 'video-title-too-long',
              message: "This video:title has 101 characters; Google's schema permits 100.",
            },
          ]
        : []),
    ),
  ),
  ...['family_friendly', 'requires_subscription', 'live'].flatMap((name) => [
    ...right(name, 'yes', 'no', 'YES', 'No'),
    empty('video-flag-invalid', name, `The tag video:${name} is empty; it must be yes or no.`),
    ...wrong(
      'video-flag-invalid',
      name,
      ['1', { message: `The value of video:${name} is "1"; it must be yes or no.`, expected: 'yes' }],
      ['0', { message: `The value of video:${name} is "0"; it must be yes or no.`, expected: 'no' }],
      ['True', { message: `The value of video:${name} is "True"; it must be yes or no.`, expected: 'yes' }],
      ['maybe', { message: `The value of video:${name} is "maybe"; it must be yes or no.` }],
    ),
  ]),
  ...[255, 256].map((length) =>
    marked(
      `takes an uploader of ${length} characters as Google does`,
      withTags(tag('uploader', `${length > 255 ? '¦' : ''}${'ü'.repeat(length)}`)),
      ...(length > 255
        ? [
            {
              rule: 'video-uploader-invalid',
              message: 'This video:uploader has 256 characters; at most 255 are permitted.',
            },
          ]
        : []),
    ),
  ),
  ...['https://example.com/u', 'http://a.b.example.com:8080/', 'https://WWW.EXAMPLE.COM./u'].map((info) =>
    marked(`takes ${info} as the domain of the page`, withTags(`<video:uploader info="${info}">A</video:uploader>`)),
  ),
  marked(
    'says that the info of an uploader is on another domain, at the attribute',
    withTags('<video:uploader  ¦info="https://www.example.net/u">A</video:uploader>'),
    {
      rule: 'video-uploader-invalid',
      message: 'The info of this video:uploader is on example.net, the page on example.com.',
      value: 'https://www.example.net/u',
    },
  ),
  marked('says that the info of an uploader is no URL', withTags('<video:uploader ¦info="/u/1">A</video:uploader>'), {
    rule: 'video-uploader-invalid',
    message: 'The info of this video:uploader is no absolute URL: /u/1.',
  }),
  marked(
    'goes by the hosts where they have no registrable domain',
    lines(
      OPEN,
      `<url><loc>http://192.0.2.1/a</loc><video:video>${REQUIRED}<video:uploader info="http://192.0.2.1/u">A</video:uploader></video:video></url>`,
      `<url><loc>http://192.0.2.1/b</loc><video:video>${REQUIRED}<video:uploader ¦info="http://192.0.2.2/u">A</video:uploader></video:video></url>`,
      '</urlset>',
    ),
    {
      rule: 'video-uploader-invalid',
      message: 'The info of this video:uploader is on 192.0.2.2, the page on 192.0.2.1.',
    },
  ),

  // Where it may be shown.
  marked('wants a relationship', withTags('¦<video:restriction>DE</video:restriction>'), {
    rule: 'video-relationship-invalid',
    message: 'The tag video:restriction has no attribute relationship.',
  }),
  marked(
    'wants a relationship that exists, at the attribute',
    withTags(
      '<video:restriction ¦relationship="Allow">DE</video:restriction><video:platform\n ¦relationship="only">tv</video:platform>',
    ),
    {
      rule: 'video-relationship-invalid',
      message: 'The relationship of video:restriction is "Allow"; it must be allow or deny.',
      value: 'Allow',
      expected: 'allow',
    },
    { rule: 'video-relationship-invalid', expected: null },
  ),
  ...['de AT', 'GB\n\t IE', 'XK', 'AN', ''].map((text) =>
    marked(
      `takes "${text}" as countries`,
      withTags(`<video:restriction relationship="deny">${text}</video:restriction>`),
    ),
  ),
  ...(
    [
      ['UK', 'The restriction lists UK, which ISO 3166 does not have as a two-letter code.', 'GB'],
      ['de USA', 'The restriction lists USA, which ISO 3166 does not have as a two-letter code.', 'DE US'],
      ['ZZ QQ ZZ', 'The restriction lists ZZ, QQ, which ISO 3166 does not have as a two-letter code.', null],
      ['all', 'The restriction lists all, which ISO 3166 does not have as a two-letter code.', null],
      [
        'A1 A2 A3 A4 A5 A6 A7',
        'The restriction lists A1, A2, A3, A4, A5 and 2 more, which ISO 3166 does not have as a two-letter code.',
        null,
      ],
      ['US,CA', 'The countries of this restriction are not parted by blanks.', 'US CA'],
    ] as const
  ).map(([text, message, expected]) =>
    marked(
      `says what is wrong with the countries "${text}"`,
      withTags(`<video:restriction relationship="allow">¦${text}</video:restriction>`),
      { rule: 'video-country-invalid', message, expected, value: text },
    ),
  ),
  ...['web', 'WEB TV', 'mobile  web\ntv', ''].map((text) =>
    marked(`takes "${text}" as platforms`, withTags(`<video:platform relationship="allow">${text}</video:platform>`)),
  ),
  ...(
    [
      ['desktop tv', 'The platform lists desktop; there are web, mobile and tv.', null],
      ['web, TV', 'The words of this platform are not parted by blanks.', 'web tv'],
    ] as const
  ).map(([text, message, expected]) =>
    marked(
      `says what is wrong with the platforms "${text}"`,
      withTags(`<video:platform relationship="allow">¦${text}</video:platform>`),
      { rule: 'video-platform-invalid', message, expected, value: text },
    ),
  ),

  // Dates.
  ...right('publication_date', '2026-09-01', '2026-09-01T09:30:00Z', '2026-09-01T09:30:00.5+02:00'),
  ...wrong(
    'video-date-invalid',
    'publication_date',
    [
      '2026-09-01T09:30:00',
      {
        message:
          'The value of video:publication_date, "2026-09-01T09:30:00", is no W3C Datetime: a time needs a zone; the right form is 2026-09-01T09:30:00Z if the time is in UTC.',
        expected: '2026-09-01T09:30:00Z',
      },
    ],
    [
      '2026-09-01T09:30:00+0200',
      {
        message:
          'The value of video:publication_date, "2026-09-01T09:30:00+0200", is no W3C Datetime: an offset has hours, a colon and minutes; the right form is 2026-09-01T09:30:00+02:00.',
        expected: '2026-09-01T09:30:00+02:00',
      },
    ],
    [
      '2026-02-30',
      { message: 'The value of video:publication_date, "2026-02-30", is no W3C Datetime: that month has no such day.' },
    ],
  ),
  empty('video-date-invalid', 'publication_date', 'The tag video:publication_date is empty.'),
  marked(
    'keeps the dates apart',
    withTags(tag('publication_date', '¦soon') + tag('expiration_date', '¦never')),
    {
      rule: 'video-date-invalid',
    },
    { rule: 'video-date-invalid' },
  ),
  ...wrong(
    'video-date-incomplete',
    'publication_date',
    [
      '2026',
      {
        message:
          'The value of video:publication_date, 2026, is a W3C Datetime without month and day, which Google does not support.',
      },
    ],
    [
      '2026-09',
      {
        message:
          'The value of video:publication_date, 2026-09, is a W3C Datetime without a day, which Google does not support.',
      },
    ],
    [
      '2026-09-01T09:30Z',
      {
        message:
          'The value of video:publication_date, 2026-09-01T09:30Z, is a W3C Datetime without seconds, which Google does not support.',
      },
    ],
  ),
  ...right('expiration_date', '2026-10-01T12:00:00Z', '2026-10-01T08:00:00-04:00', '2026-10-01', '2026-09-30'),
  ...wrong(
    'video-expired',
    'expiration_date',
    ['2026-10-01T11:59:59Z', { message: 'This video expired on 2026-10-01T11:59:59Z.' }],
    ['2026-10-01T13:59:59+02:00', { message: 'This video expired on 2026-10-01T13:59:59+02:00.' }],
    ['2026-09-29', { message: 'This video expired on 2026-09-29.' }],
  ),
  ...['2025', '2026-08'].map((text) =>
    marked(
      `knows when ${text} is past`,
      withTags(tag('expiration_date', `¦${text}`)),
      { rule: 'video-date-incomplete' },
      { rule: 'video-expired', marks: [1] },
    ),
  ),
  ...['2026', '2026-09'].map((text) =>
    marked(`does not take ${text} as past`, withTags(tag('expiration_date', `¦${text}`)), {
      rule: 'video-date-incomplete',
    }),
  ),

  // Which tags there are.
  marked('takes 32 tags', withTags(tag('tag', 'x').repeat(32))),
  marked(
    'says at the 33rd tag that there are too many',
    withTags(`${tag('tag', 'x').repeat(32)}¦${tag('tag', 'x').repeat(3)}`),
    { rule: 'video-tags-too-many', message: 'This video has 35 tags; at most 32 are permitted.' },
  ),
  marked(
    'says that a tag stands again, and judges one of them',
    withTags(`${tag('duration', '60')}¦${tag('duration', 'PT1M')}¦${tag('duration', '0')}¦${tag('title', '')}`),
    {
      rule: 'video-tag-repeated',
      marks: [1, 2],
      message: 'The tag video:duration stands in this video again.',
      value: 'PT1M',
    },
    { rule: 'video-tag-repeated', marks: [3] },
  ),
  marked(
    'tells each tag and attribute that Google gave up',
    withTags(
      '<video:player_loc ¦allow_embed="yes" ¦autoplay="ap=1">https://www.example.com/p</video:player_loc>' +
        '¦<video:category>Food</video:category>¦<video:gallery_loc title="A">https://www.example.com/g</video:gallery_loc>' +
        '¦<video:price currency="EUR">1.99</video:price>¦<video:price currency="USD">2.99</video:price>¦<video:tvshow/>',
    ),
    {
      rule: 'video-tag-removed',
      message: 'Google gave up the attribute allow_embed of video:player_loc, which has no effect.',
      value: 'yes',
    },
    { rule: 'video-tag-removed', value: 'ap=1' },
    { rule: 'video-tag-removed', message: 'Google gave up the tag video:category, which has no effect.', value: null },
    { rule: 'video-tag-removed', marks: [4] },
    { rule: 'video-tag-removed', marks: [5, 6] },
    { rule: 'video-tag-removed', marks: [7] },
  ),
  marked(
    'says that a tag never was, and which one was meant',
    withTags('¦<video:size>3</video:size>¦<video:viewCount>3</video:viewCount>¦<video:__proto__>3</video:__proto__>'),
    { rule: 'video-tag-unknown', message: 'There is no tag video:size in the video extension.' },
    {
      rule: 'video-tag-unknown',
      message: 'There is no tag video:viewCount in the video extension; video:view_count is what it has.',
      expected: 'video:view_count',
    },
    { rule: 'video-tag-unknown' },
  ),
  marked(
    'has nothing to say of values that nobody can read',
    withTags(tag('duration', '&nope;') + tag('live', '1&nope;')),
  ),
])

testDocuments('Videos, from the field', RULES, [
  marked(
    'VD-01: an ISO duration, and 0 for no',
    withTags(`${tag('duration', '¦PT10M')}${tag('requires_subscription', '¦0')}`),
    { rule: 'video-duration-invalid' },
    { rule: 'video-flag-invalid' },
  ),
  marked(
    'VD-03: a player and no file',
    videos(
      entry(
        'a',
        `<lastmod>2026-09-01</lastmod><video:video>${THUMBNAIL}${TITLE}${DESCRIPTION}${tag('player_loc', 'https://www.example.com/p')}</video:video>`,
      ),
    ),
  ),
])
