import { RULES } from '#src/rules/index.ts'
import { mediaRules } from '#src/rules/media.ts'
import { lines } from '../support/documents.ts'
import { testDocuments, testRules } from '../support/rule-table.ts'

const MEDIA = 'xmlns:media="http://search.yahoo.com/mrss/"'
const URL = 'https://www.example.com/mrss.xml'
const LINK = '<link>https://www.example.com/watch/1</link>'
const FILE = 'url="https://cdn.example.net/1.mp4"'
const PLAYER = '<media:player url="https://www.example.com/player?v=1"/>'
const TITLE = '<media:title>One</media:title>'
const DESCRIPTION = '<media:description>About one</media:description>'
const THUMBNAIL = '<media:thumbnail url="https://cdn.example.net/1.jpg"/>'
const ALL = `${TITLE}${DESCRIPTION}${THUMBNAIL}`

const rss = (...inner: string[]) => lines(`<rss version="2.0" ${MEDIA}><channel>`, ...inner, '</channel></rss>')
/** One item, each argument on a line of its own from line 3 on. */
const item = (...inner: string[]) => rss(`<item>${LINK}`, ...inner, '</item>')
const video = (...inner: string[]) => `<media:content ${FILE} medium="video">${inner.join('')}</media:content>`
const long = (length: number) => 'x'.repeat(length)

testRules('Videos in feeds', mediaRules, [
  { name: 'finds nothing in a video as Google shows it', document: item(video(PLAYER, ALL)), findings: [] },
  { name: 'finds nothing where all stands in the item', document: item(ALL, video()), findings: [] },
  {
    name: 'finds nothing where all stands in the group, with many forms of one video',
    document: item(`<media:group>${ALL}${video()}${video()}</media:group>`),
    findings: [],
  },
  {
    name: 'finds nothing where it is spread over content, group, item and channel',
    document: rss(
      THUMBNAIL,
      `<item>${LINK}${DESCRIPTION}<media:group>${PLAYER}<media:content type="video/mp4">${TITLE}</media:content></media:group></item>`,
    ),
    findings: [],
  },
  {
    name: 'takes the player of the channel for a location',
    document: rss(PLAYER, `<item>${LINK}<media:content medium="video">${ALL}</media:content></item>`),
    findings: [],
  },
  {
    name: 'reads another prefix, the namespace without its slash, and Atom',
    document: lines(
      '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:m="http://search.yahoo.com/mrss"><entry>',
      '<link href="https://www.example.com/watch/1"/>',
      `<m:content ${FILE} type="video/mp4"/></entry></feed>`,
    ),
    findings: [
      { rule: 'media-description-missing', line: 3, column: 1 },
      { rule: 'media-thumbnail-missing', line: 3, column: 1 },
      { rule: 'media-title-missing', line: 3, column: 1 },
    ],
  },

  // What is no video, or may be none.
  ...[
    '<media:content url="https://cdn.example.net/1.jpg" medium="image"/>',
    '<media:content url="https://cdn.example.net/1.jpg" type="image/jpeg"/>',
    '<media:content url="https://cdn.example.net/1.mp3" type="audio/mpeg" medium="audio"/>',
    '<media:content url="https://cdn.example.net/1"/>',
    '<media:content url="https://cdn.example.net/1.jpg"/>',
    '<media:content/>',
    '<media:group><media:content url="https://cdn.example.net/1.jpg" medium="image"/></media:group>',
    '<media:group><media:title/></media:group>',
    '<media:thumbnail url="https://cdn.example.net/1.jpg"/>',
  ].map((content) => ({ name: `judges no ${content}`, document: item(content), findings: [] })),

  // What is one.
  ...[
    '<media:content url="https://cdn.example.net/1" medium="video"/>',
    '<media:content url="https://cdn.example.net/1" medium=" Video "/>',
    '<media:content url="https://cdn.example.net/1" type="video/x-flv"/>',
    '<media:content url="https://cdn.example.net/1.mp4?x=1"/>',
    '<media:content duration="120"><media:player url="https://www.example.com/player?v=1"/></media:content>',
    '<media:group><media:content url="https://cdn.example.net/1.jpg" medium="image"/><media:content url="https://cdn.example.net/1.mp4"/></media:group>',
  ].map((content) => ({
    name: `judges ${content}`,
    document: item(TITLE, DESCRIPTION, `  ${content}`),
    findings: [{ rule: 'media-thumbnail-missing', line: 5, column: 3 }],
  })),

  // Required tags.
  {
    name: 'misses title, description and thumbnail at the content',
    document: item(video()),
    findings: [
      {
        rule: 'media-description-missing',
        line: 3,
        column: 1,
        message: 'This media:content has no media:description, nor have its item and channel.',
      },
      { rule: 'media-thumbnail-missing', line: 3, column: 1 },
      { rule: 'media-title-missing', line: 3, column: 1 },
    ],
  },
  {
    name: 'misses them once at the group, and in the second item too',
    document: rss(
      `<item>${LINK}<media:group>${video(ALL)}${video()}</media:group></item>`,
      `<item>${LINK}<media:group>${DESCRIPTION}${THUMBNAIL}${video()}${video()}</media:group></item>`,
    ),
    findings: [
      {
        rule: 'media-title-missing',
        line: 3,
        column: 51,
        entry: 2,
        message: 'This media:group has no media:title, nor have its item and channel.',
      },
    ],
  },
  {
    name: 'tells what is empty at its place, once for two videos',
    document: item(
      '<media:title> </media:title><media:description/>',
      '<media:thumbnail>x</media:thumbnail>',
      video(),
      video(),
    ),
    findings: [
      { rule: 'media-description-missing', line: 3, column: 29, message: 'The media:description is empty.' },
      { rule: 'media-thumbnail-missing', line: 4, column: 1, message: 'The media:thumbnail has no url.' },
      { rule: 'media-title-missing', line: 3, column: 1, message: 'The media:title is empty.' },
    ],
  },
  {
    name: 'does not take a title whose entity cannot be read for an empty one',
    document: item(video('<media:title>&eacute;</media:title>', DESCRIPTION, THUMBNAIL)),
    findings: [],
  },
  {
    name: 'says nothing of what a broken item was to hold',
    document: lines(`<rss version="2.0" ${MEDIA}><channel>`, `<item>${LINK}<media:content medium="video"/>`),
    findings: [],
  },

  // Locations.
  {
    name: 'misses file and player',
    document: item(
      `<media:content medium="video">${ALL}</media:content>`,
      `<media:group>${ALL}<media:content type="video/mp4" url=""/><media:player/></media:group>`,
    ),
    findings: [
      {
        rule: 'media-location-missing',
        line: 3,
        column: 1,
        message: 'This media:content has neither a url nor a media:player.',
      },
      {
        rule: 'media-location-missing',
        line: 4,
        column: 1,
        message: 'No media:content of this media:group has a url, and there is no media:player.',
      },
    ],
  },
  {
    name: 'refuses URLs that nobody can fetch, at the attribute',
    document: item(
      '<media:content',
      '  medium="video" url="rtmp://cdn.example.net/1">',
      `<media:player url="/player?v=1"/>${TITLE}${DESCRIPTION}`,
      '<media:thumbnail url="https://cdn..example.net/1.jpg"/></media:content>',
    ),
    findings: [
      {
        rule: 'media-location-invalid',
        line: 4,
        column: 18,
        value: 'rtmp://cdn.example.net/1',
        message: 'The url of this media:content has the scheme "rtmp"; only http, https and ftp are fetched.',
      },
      {
        rule: 'media-location-invalid',
        line: 5,
        column: 15,
        expected: 'https://www.example.com/player?v=1',
        message: 'The url of this media:player is not absolute: /player?v=1.',
      },
      { rule: 'media-location-invalid', line: 6, column: 18 },
    ],
  },
  {
    name: 'tells a bad thumbnail of the item once for all of its videos',
    document: item(TITLE, DESCRIPTION, '<media:thumbnail url="1.jpg"/>', video(), video()),
    findings: [{ rule: 'media-location-invalid', line: 5, column: 18 }],
  },
  {
    name: 'refuses the page as its own player, in other words too',
    document: rss(
      `<item>${LINK}${ALL}`,
      '<media:player url="https://www.example.com/watch/1"/>',
      `${video()}</item>`,
      `<item>${LINK}${video('<media:player url="HTTPS://www.example.com:443/watch/1"/>', ALL)}</item>`,
      `<item>${LINK}${video('<media:player url="https://www.example.com/watch/1?embed"/>', ALL)}</item>`,
    ),
    findings: [
      {
        rule: 'media-player-is-page',
        line: 3,
        column: 15,
        occurrences: 2,
        places: [
          [3, 15],
          [5, 131],
        ],
        value: 'https://www.example.com/watch/1',
      },
    ],
  },

  // Lengths.
  {
    name: 'takes 100 and 2,048 characters, in code points',
    document: item(
      video(
        `<media:title>${'\u{1F600}'.repeat(100)}</media:title>`,
        `<media:description>${long(2_048)}</media:description>`,
        THUMBNAIL,
      ),
    ),
    findings: [],
  },
  {
    name: 'refuses 101 and 2,049 characters, at the value, once for all videos of an item',
    document: item(
      `<media:title>${long(100)}&amp;</media:title>`,
      `<media:description><![CDATA[${long(2_049)}]]></media:description>`,
      THUMBNAIL,
      video(),
      video(),
    ),
    findings: [
      {
        rule: 'media-description-too-long',
        line: 4,
        column: 29,
        message: 'This media:description has 2,049 characters; the limit is 2,048.',
      },
      {
        rule: 'media-title-too-long',
        line: 3,
        column: 14,
        message: 'This media:title has 101 characters; the limit is 100.',
      },
    ],
  },
  {
    name: 'says more than the limit where not all was read',
    document: item(
      video(`<media:title>${long(101)}&eacute;</media:title>`, THUMBNAIL),
      `<media:description>${long(20_000)}</media:description>`,
    ),
    findings: [
      { rule: 'media-description-too-long', line: 4, column: 20 },
      { rule: 'media-title-too-long', line: 3, column: 80, message: 'This media:title has more than 100 characters.' },
    ],
  },
])

testDocuments('Videos in feeds, under all the rules', RULES, [
  {
    name: 'find nothing in mRSS with all that Google knows',
    document: lines(
      `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" ${MEDIA} xmlns:dcterms="http://purl.org/dc/terms/">`,
      '<channel><title>Example</title><link>https://www.example.com/watch/</link><description>x</description>',
      `<item>${LINK}<pubDate>Mon, 28 Sep 2026 09:30:00 GMT</pubDate>`,
      `<media:content ${FILE} fileSize="405321" type="video/mp4" height="240" width="320" duration="120" medium="video" isDefault="true">`,
      `${PLAYER}${ALL}<media:price price="19.99" currency="EUR"/></media:content>`,
      '<media:restriction relationship="allow" type="country">us ca</media:restriction>',
      '<dcterms:valid>end=2027-10-15T00:00+01:00; scheme=W3C-DTF</dcterms:valid>',
      '<dcterms:type>live-video</dcterms:type></item>',
      `<item><link>https://www.example.com/watch/2</link>${ALL.replace('One', 'Two')}${video()}</item>`,
      '</channel></rss>',
    ),
    url: URL,
    http: { headers: [['content-type', 'application/rss+xml']] },
    findings: [],
  },
  {
    name: 'find nothing in the images of a blog',
    document: item(
      '<media:content url="https://cdn.example.net/1.jpg" medium="image"><media:title>x</media:title></media:content>',
    ),
    url: URL,
    findings: [],
  },
])
