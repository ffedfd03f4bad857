/** Entries of urlsets, with every extension that search engines read, as sound generators write them. */
import type { Hand } from './hand.ts'
import { date, fileUrl, fullDate, pageUrl, SITE, words } from './values.ts'

export type UrlsetKind = 'urlset' | 'image' | 'video' | 'news' | 'hreflang'

function entryOf(hand: Hand, loc: string, extensions: string[], core = true): string {
  const { style, line, text, pick, shuffle } = hand
  const parts = [line(`${style.core}loc`, text(loc))]
  if (core && pick(true, true, false)) parts.push(line(`${style.core}lastmod`, text(date(hand))))
  if (core && hand.seldom(4)) {
    parts.push(
      line(`${style.core}changefreq`, text(pick('always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'))),
    )
  }
  if (core && hand.seldom(4))
    parts.push(line(`${style.core}priority`, text(pick('0.0', '0.5', '1.0', '1', '0', '0.75'))))
  return `<${style.core}url>${style.newline}${shuffle([...parts, ...extensions]).join('')}</${style.core}url>`
}

const item = (hand: Hand, name: string, children: string[], attributes = '') =>
  `${hand.style.indent}<${name}${attributes}>${hand.style.newline}${hand.shuffle(children).join('')}</${name}>${hand.style.newline}`

function image(hand: Hand, number: number): string {
  const { style, line, text, pick } = hand
  const more = pick('', '', '', 'caption', 'title', 'geo_location')
  return item(hand, `${style.image}image`, [
    line(`${style.image}loc`, text(fileUrl(hand, `${number}.jpg`))),
    more && line(`${style.image}${more}`, text(words(hand))),
  ])
}

function video(hand: Hand, number: number): string {
  const { style, line, text, pick, attribute, seldom } = hand
  const tag = (name: string, value: string, attributes = '') => line(`${style.video}${name}`, text(value), attributes)
  const optional: (() => string)[] = [
    () => tag('duration', pick('1', '600', '28800')),
    () => tag('expiration_date', pick('2099-01-01', '2098-10-02T00:00:00+02:00')),
    () => tag('rating', pick('0.0', '4.2', '5', '5.0')),
    () => tag('view_count', pick('0', '12345')),
    () => tag('publication_date', fullDate(hand)),
    () => tag('family_friendly', pick('yes', 'no', 'YES')),
    () => tag('restriction', pick('DE', 'IE GB US CA', 'de at ch'), attribute('relationship', pick('allow', 'deny'))),
    () => tag('platform', pick('web', 'web tv', 'mobile'), attribute('relationship', pick('allow', 'deny'))),
    () => tag('requires_subscription', pick('yes', 'no')),
    () => tag('uploader', 'Grilly & Co', pick('', attribute('info', `${SITE}/users/g?a=1&b=2`))),
    () => tag('live', pick('yes', 'no')),
    () => tag('tag', 'steak') + tag('tag', words(hand)),
  ]
  const content = () => tag('content_loc', fileUrl(hand, `${number}.mp4`))
  const player = () => tag('player_loc', `${SITE}/player?v=${number}&a=1`)
  return item(hand, `${style.video}video`, [
    tag('thumbnail_loc', fileUrl(hand, `${number}.jpg`)),
    tag('title', words(hand)),
    tag('description', pick(words(hand), 'd'.repeat(2_048))),
    ...pick([content], [player], [content, player]).map((make) => make()),
    ...optional.filter(() => seldom(4)).map((make) => make()),
  ])
}

function news(hand: Hand): string {
  const { style, line, text, pick } = hand
  const publication = item(hand, `${style.news}publication`, [
    line(`${style.news}name`, text(pick('The Example', 'Tages & Abend', '\u65e5\u672c'))),
    line(`${style.news}language`, text(pick('en', 'de', 'zh-cn', 'zh-tw', 'fil', 'ZH-CN'))),
  ])
  const dates = ['2026-10-01', '2026-09-30T12:00:00Z', '2026-10-01T13:59:00+02:00', '2026-09-29T12:30:00.25Z']
  return item(hand, `${style.news}news`, [
    publication,
    line(`${style.news}publication_date`, text(pick(...dates))),
    line(`${style.news}title`, text(words(hand))),
  ])
}

const CODES = ['de', 'fr', 'en-US', 'pt-br', 'zh-Hant', 'zh-Hans-CN', 'es-AR', 'sr-Latn', 'x-default', 'pt']

/** The versions of one page: as many entries, each with the whole set. */
function versions(hand: Hand, number: number): string[] {
  const { style, attribute, pick, line, shuffle } = hand
  const from = hand.count(0, CODES.length - 3)
  const codes = ['en', ...CODES.slice(from, from + hand.count(1, 4))]
  const pages = codes.map((code, i) => ({ code, url: pageUrl(hand, number * 100 + i) }))
  // The default may be the English page itself.
  const fallback = pages.find(({ code }) => code === 'x-default')
  if (fallback && hand.seldom(2)) fallback.url = pages[0]?.url ?? ''
  const link = (code: string, href: string) => {
    const attributes = shuffle([
      attribute('rel', pick('alternate', 'alternate', 'Alternate')),
      attribute('hreflang', code),
      attribute('href', href),
    ]).join('')
    // Under the usual prefix, all links are: a fault in its declaration must reach every one.
    if (style.xhtml === 'xhtml:' || !hand.seldom(15)) return line(`${style.xhtml}link`, '', attributes)
    return line('link', '', `${attribute('xmlns', 'http://www.w3.org/1999/xhtml')}${attributes}`)
  }
  const media = () =>
    line(
      `${style.xhtml}link`,
      '',
      [
        attribute('rel', 'alternate'),
        attribute('media', 'only screen and (max-width: 640px)'),
        attribute('href', `https://m.example.com/p${number}`),
      ].join(''),
    )
  return [...new Set(pages.map(({ url }) => url))].map((loc) =>
    entryOf(hand, loc, [...pages.map(({ code, url }) => link(code, url)), hand.seldom(8) ? media() : '']),
  )
}

/** @param number makes its URLs its own */
export function urlsetEntries(hand: Hand, kind: UrlsetKind, number: number): string[] {
  const many = (make: (n: number) => string) =>
    Array.from({ length: hand.count(1, 3) }, (_, i) => make(number * 10 + i))
  switch (kind) {
    case 'urlset':
      return [entryOf(hand, pageUrl(hand, number), [])]
    case 'image':
      return [
        entryOf(
          hand,
          pageUrl(hand, number),
          many((n) => image(hand, n)),
        ),
      ]
    case 'video':
      return [
        entryOf(
          hand,
          pageUrl(hand, number),
          many((n) => video(hand, n)),
        ),
      ]
    case 'news':
      return [entryOf(hand, pageUrl(hand, number), [news(hand), ...(hand.seldom(4) ? [image(hand, number)] : [])])]
    case 'hreflang':
      return versions(hand, number)
  }
}

export function indexEntry(hand: Hand, number: number): string {
  const { style, line, text, pick } = hand
  const loc = `${SITE}/${pick('', 'maps/', 'a/b/')}sitemap-${number}.xml${pick('', '.gz', '?page=2&a=b')}`
  const lastmod = pick(true, true, false) ? [line(`${style.core}lastmod`, text(date(hand)))] : []
  const inside = hand.shuffle([line(`${style.core}loc`, text(loc)), ...lastmod]).join('')
  return `<${style.core}sitemap>${style.newline}${inside}</${style.core}sitemap>`
}
