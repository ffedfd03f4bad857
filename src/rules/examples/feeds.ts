/** Of media in the items of feeds (mRSS). */
import type { ExampleTable } from './forms.ts'

const PARTS = {
  content: '<media:content url="https://www.example.com/rye.mp4" medium="video"/>',
  title: '<media:title>Baking rye bread</media:title>',
  description: '<media:description>From flour to loaf in two hours.</media:description>',
  thumbnail: '<media:thumbnail url="https://www.example.com/rye.jpg"/>',
}

const feed = (change: Partial<typeof PARTS> = {}) => `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>Bread</title>
    <link>https://www.example.com/</link>
    <description>News of bread</description>
    <item>
      <link>https://www.example.com/rye</link>
${Object.values({ ...PARTS, ...change })
  .filter((line) => line !== '')
  .map((line) => `      ${line}`)
  .join('\n')}
    </item>
  </channel>
</rss>
`
const right = feed()
const player = (url: string) =>
  feed({ content: `<media:content medium="video"><media:player url="${url}"/></media:content>` })

export const FEED_EXAMPLES: ExampleTable = {
  'media-description-missing': { wrong: feed({ description: '' }), right },
  'media-description-too-long': {
    wrong: feed({ description: `<media:description>${'Rye, rye, rye. '.repeat(140)}</media:description>` }),
    right,
  },
  'media-location-invalid': { wrong: feed({ content: '<media:content url="/rye.mp4" medium="video"/>' }), right },
  'media-location-missing': { wrong: feed({ content: '<media:content medium="video"/>' }), right },
  'media-player-is-page': {
    wrong: player('https://www.example.com/rye'),
    right: player('https://www.example.com/player?video=rye'),
  },
  'media-thumbnail-missing': { wrong: feed({ thumbnail: '' }), right },
  'media-title-missing': { wrong: feed({ title: '' }), right },
  'media-title-too-long': {
    wrong: feed({ title: `<media:title>${'Rye, rye, rye. '.repeat(10)}</media:title>` }),
    right,
  },
}
