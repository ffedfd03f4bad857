/** Items of feeds as sound generators write them. */
import type { Hand } from './hand.ts'
import { fileUrl, pageUrl, SITE, words } from './values.ts'

const RFC_822 = [
  'Wed, 30 Sep 2026 09:30:00 GMT',
  '30 Sep 2026 09:30 +0200',
  'Wed, 30 Sep 26 09:30:00 EST',
  'Wed, 30 Sep 2026 09:30:00 -0000',
  'Tue, 1 Sep 2026 00:00:00 Z',
]
const RFC_3339 = ['2026-09-30T09:30:00Z', '2026-09-30T09:30:00.25+02:00', '2026-09-30T00:00:00-00:00']
const HTML = '<p>Fish &amp; chips &nbsp; <img src="/a.png" alt="x"></p>'

export function rssItem(hand: Hand, number: number): string {
  const { style, line, text, pick, attribute, seldom } = hand
  const url = pageUrl(hand, number)
  const isOnlyGuid = seldom(8)
  const parts = [
    line('title', text(words(hand))),
    ...(isOnlyGuid ? [] : [line('link', text(url))]),
    ...(isOnlyGuid ? [line('guid', text(url), pick('', attribute('isPermaLink', 'true')))] : []),
    ...(!isOnlyGuid && seldom(3) ? [line('guid', `urn:x:${number}`, attribute('isPermaLink', 'false'))] : []),
    ...(seldom(4) ? [] : [line('pubDate', text(pick(...RFC_822)))]),
    ...(seldom(3) ? [line('description', text(words(hand)))] : []),
    ...(seldom(4) ? [line('content:encoded', `<![CDATA[${HTML}]]>`)] : []),
    ...(seldom(4) ? [line('dc:creator', `<![CDATA[A. Author]]>`) + line('category', text(words(hand)))] : []),
    ...(seldom(5) ? [line('enclosure', '', `${attribute('url', `${SITE}/a.mp3`)}${attribute('length', '1')}`)] : []),
  ]
  return `<item>${style.newline}${hand.shuffle(parts).join('')}</item>`
}

/** An item with a video. */
export function mediaItem(hand: Hand, number: number): string {
  const { style, line, text, pick, attribute } = hand
  const tag = (name: string, content: string, attributes = '') => line(`${style.media}${name}`, content, attributes)
  const about = [
    tag('title', text(pick('A title', 'Fish & chips', 'x'.repeat(100)))),
    tag('description', text(pick(words(hand), 'd'.repeat(2_048)))),
    tag('thumbnail', '', attribute('url', fileUrl(hand, `${number}.jpg`))),
  ].join('')
  const medium = pick(attribute('medium', 'video'), attribute('type', 'video/mp4'))
  const file = attribute('url', fileUrl(hand, `${number}.mp4`))
  const player = tag('player', '', attribute('url', `${SITE}/player?v=${number}&a=1`))
  const video = pick(
    () => tag('content', style.newline + about, `${file}${medium}${attribute('duration', '60')}`),
    () => `${tag('content', '', file + medium)}${about}`,
    () => tag('group', `${tag('content', '', file + medium)}${about}`),
    () => tag('content', style.newline + player + about, medium),
  )()
  const link = line('link', text(pageUrl(hand, number)))
  return `<item>${style.newline}${hand.shuffle([line('title', text(words(hand))), link, video]).join('')}</item>`
}

export function atomEntry(hand: Hand, number: number): string {
  const { style, line, text, pick, attribute, seldom } = hand
  const { core } = style
  const href = attribute('href', pageUrl(hand, number))
  const other = () =>
    line(
      `${core}link`,
      '',
      `${attribute('rel', pick('self', 'edit', 'replies'))}${attribute('href', `${SITE}/feed/${number}`)}`,
    )
  const parts = [
    line(`${core}title`, text(words(hand)), pick('', attribute('type', 'text'))),
    line(`${core}link`, '', pick(href, href + attribute('rel', 'alternate') + attribute('type', 'text/html'))),
    line(`${core}id`, text(`tag:example.com,2026:${number}`)),
    line(`${core}updated`, text(pick(...RFC_3339))),
    ...(seldom(3) ? [line(`${core}published`, text(pick(...RFC_3339)))] : []),
    ...(seldom(4) ? [other()] : []),
    ...(seldom(4) ? [line(`${core}content`, `<![CDATA[${HTML}]]>`, attribute('type', 'html'))] : []),
    ...(seldom(4) ? [line(`${core}summary`, text(words(hand)))] : []),
    ...(seldom(4) ? [`<${core}author>${line(`${core}name`, text('A. Author'))}</${core}author>`] : []),
  ]
  return `<${core}entry>${style.newline}${hand.shuffle(parts).join('')}</${core}entry>`
}
