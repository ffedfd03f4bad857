/** Large sitemaps, made part by part from numbers: the same ones every time, and never held whole. */

/** Characters of one part, about. */
const PART_LENGTH = 65_536

/** Measured at furniture.example: the largest of its children. */
export const FURNITURE = {
  host: 'furniture.example',
  entries: 4_617,
  alternates: 319_635,
  images: 22_797,
  videos: 1_585,
  bytes: 49_950_000,
} as const

/** Regions of the furniture shop by language; each pair is an hreflang, and x-default makes the seventieth. */
const REGIONS: Record<string, string> = {
  en: 'GB US CA AU NZ IE IN SG MY PH HK AE SA KW QA BH OM JO EG CY',
  de: 'DE AT CH LU',
  fr: 'FR BE CH CA MA LU',
  es: 'ES MX CL CO PE US DO',
  pt: 'PT BR',
  it: 'IT CH',
  nl: 'NL BE',
  ar: 'AE SA KW QA BH OM JO EG MA',
  zh: 'CN TW HK',
  ...{ sv: 'SE', da: 'DK', no: 'NO', fi: 'FI', pl: 'PL', cs: 'CZ', sk: 'SK', hu: 'HU', ro: 'RO', hr: 'HR', sl: 'SI' },
  ...{ sr: 'RS', bg: 'BG', el: 'GR', tr: 'TR', uk: 'UA', et: 'EE', lv: 'LV', lt: 'LT', ja: 'JP', ko: 'KR', th: 'TH' },
}

const LOCALES = Object.entries(REGIONS).flatMap(([language, regions]) =>
  regions
    .split(' ')
    .map((region) => ({ code: `${language}-${region}`, folder: `${region.toLowerCase()}/${language}` })),
)
/** Alternates of every entry; some have one more. */
const ALTERNATES_EACH = 69

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACES = {
  sitemap: 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  xhtml: 'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  image: 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
  video: 'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"',
}
const WORDS = 'oak birch linen cotton shelf table chair lamp frame drawer cabinet mirror basket carpet curtain'.split(
  ' ',
)

/** Entries with a loc and a lastmod each, one element a line. */
export function plainEntries(count: number): Generator<Uint8Array> {
  return inParts(plainTexts(count))
}

function* plainTexts(count: number): Generator<string> {
  yield `${HEAD}<urlset ${NAMESPACES.sitemap}>\n`
  for (let number = 1; number <= count; number++) {
    const loc = `https://plain.example/catalogue/${nameOf(number)}`
    yield `  <url>\n    <loc>${loc}</loc>\n    <lastmod>${lastmodOf(number)}</lastmod>\n  </url>\n`
  }
  yield '</urlset>\n'
}

/** The furniture child to the byte; with fewer entries, the first part of it. */
export function furniture(entries: number = FURNITURE.entries): Generator<Uint8Array> {
  return inParts(furnitureTexts(entries, paddingOf))
}

function* furnitureTexts(entries: number, padding: (video: number) => string): Generator<string> {
  const { sitemap, xhtml, image, video } = NAMESPACES
  yield `${HEAD}<urlset ${sitemap} ${xhtml} ${image} ${video}>\n`
  let videos = 0
  for (let number = 1; number <= entries; number++) {
    const hasVideo = shareOf(number, FURNITURE.videos) === 1
    yield furnitureEntry(number, hasVideo ? padding(++videos) : null)
  }
  yield '</urlset>\n'
}

function furnitureEntry(number: number, videoPadding: string | null): string {
  const name = furnitureName(number)
  const urlIn = (folder: string) => `https://${FURNITURE.host}/${folder}/p/${name}/`
  const lines = [`<loc>${urlIn('gb/en')}</loc>`, '<lastmod>2026-09-30</lastmod>']
  const count = ALTERNATES_EACH + shareOf(number, FURNITURE.alternates - ALTERNATES_EACH * FURNITURE.entries)
  for (const { code, folder } of LOCALES.slice(0, Math.min(count, ALTERNATES_EACH))) {
    lines.push(`<xhtml:link rel="alternate" hreflang="${code}" href="${urlIn(folder)}"/>`)
  }
  if (count > ALTERNATES_EACH) lines.push(`<xhtml:link rel="alternate" hreflang="x-default" href="${urlIn('gb/en')}"/>`)
  for (let image = 1; image <= shareOf(number, FURNITURE.images); image++) {
    const loc = `https://${FURNITURE.host}/images/products/${name}__${image}.jpg`
    lines.push(`<image:image><image:loc>${loc}</image:loc></image:image>`)
  }
  if (videoPadding !== null) {
    const file = `https://${FURNITURE.host}/videos/${name}`
    lines.push(
      `<video:video><video:thumbnail_loc>${file}.jpg</video:thumbnail_loc><video:title>${name}</video:title>` +
        `<video:description>How to put it together${videoPadding}.</video:description>` +
        `<video:content_loc>${file}.mp4</video:content_loc><video:duration>${30 + (number % 200)}</video:duration></video:video>`,
    )
  }
  return `  <url>\n    ${lines.join('\n    ')}\n  </url>\n`
}

/** What the paths of a piece of furniture end in. @param number of its entry, from 1 */
export function furnitureName(number: number): string {
  return `${nameOf(number)}-flat-packed-s${80_000_000 + number * 97}`
}

/** How many of `total` things belong to this entry, when they are spread evenly over all entries. */
function shareOf(number: number, total: number): number {
  const upTo = (entries: number) => Math.floor((entries * total) / FURNITURE.entries)
  return upTo(number) - upTo(number - 1)
}

/** The descriptions of the videos take what is left to the measured size, as evenly as it goes. */
function paddingOf(video: number): string {
  missingBytes ??= FURNITURE.bytes - lengthOf(furnitureTexts(FURNITURE.entries, () => ''))
  const { videos } = FURNITURE
  const length = Math.floor((video * missingBytes) / videos) - Math.floor(((video - 1) * missingBytes) / videos)
  return ', step by step and with no tool but the key'.repeat(50).slice(0, length)
}
let missingBytes: number | undefined

/** All of it is ASCII: a character is a byte. */
function lengthOf(texts: Iterable<string>): number {
  let length = 0
  for (const text of texts) length += text.length
  return length
}

function* inParts(texts: Iterable<string>): Generator<Uint8Array> {
  let part = ''
  for (const text of texts) {
    part += text
    if (part.length < PART_LENGTH) continue
    yield Buffer.from(part)
    part = ''
  }
  if (part) yield Buffer.from(part)
}

/** Scatters numbers, so that neighbours do not look alike (mulberry32's finish). */
function scatter(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 15), number | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}

function nameOf(number: number): string {
  const word = (salt: number) => WORDS[scatter(number * 3 + salt) % WORDS.length]
  return `${word(0)}-${word(1)}-${word(2)}-${number}`
}

function lastmodOf(number: number): string {
  const ms = Date.parse('2026-10-01T04:00:00Z') - (scatter(number) % 1_000_000) * 60_000
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`
}
