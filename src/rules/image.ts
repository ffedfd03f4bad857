/** Images: https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps. */
import { IMAGES_PER_ENTRY_LIMIT } from '../model/standards.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { findMediaUrlFault } from '../values/media-url.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { defineItemRule, hasText } from './extension-items.ts'
import { defineTagRules, type TagTable } from './extension-tags.ts'
import { numbersOf } from './loc-content.ts'
import { defineRepeatRule } from './loc-desk.ts'
import { trimOddSpace } from './loc-patterns.ts'

const SOURCE = 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps#reference'

const IMAGE_TAGS: TagTable = {
  kind: 'images',
  prefix: 'image',
  noun: 'image',
  main: 'loc',
  tags: {
    loc: {},
    caption: { isRemoved: true },
    geo_location: { isRemoved: true },
    title: { isRemoved: true },
    license: { isRemoved: true },
  },
  removedAttributes: {},
  mistaken: { url: 'loc', src: 'loc', href: 'loc', link: 'loc', location: 'loc', imageloc: 'loc', contentloc: 'loc' },
  source: SOURCE,
}

const imageLocMissing = defineItemRule(
  'images',
  {
    id: 'image-loc-missing',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every image has an image:loc',
    why: 'An image without a URL names nothing; Google skips it.',
    fix: 'Write the URL of the image into image:loc, or leave the image out.',
    source: SOURCE,
    searchConsole: 'Missing XML tag',
    messages: {
      missing: 'This image has no image:loc.',
      instead: 'This image has no image:loc; {tag}, which it has, is no tag of the extension.',
      empty: 'The image:loc of this image is empty.',
    },
  },
  ({ item, tags, isBroken, strays }, report) => {
    const loc = tags.get('loc')
    if (loc !== undefined) {
      if (!hasText(loc.value)) report('empty', loc.value, {})
      return
    }
    if (isBroken || strays.includes('loc')) return
    const unknown = item.children.find(({ name }) => !Object.hasOwn(IMAGE_TAGS.tags, name))
    if (unknown === undefined) report('missing', item.at, {})
    else {
      const tag = `image:${unknown.name}`
      report('instead', item.at, { tag }, { subject: unknown.name, value: tag, expected: 'image:loc' })
    }
  },
)

const imageLocInvalid = defineItemRule(
  'images',
  {
    id: 'image-loc-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every image:loc is an absolute URL',
    why: 'Google fetches the image at the address that stands there, and resolves nothing.',
    fix: 'Write the whole URL, from https:// on.',
    source: SOURCE,
    searchConsole: 'Invalid URL',
    messages: {
      relative: 'This image:loc is no absolute URL: {text}.',
      scheme: 'The scheme of this image:loc is "{scheme}", under which no file can be fetched.',
      invalid: 'This image:loc is no URL: {reason}.',
    },
  },
  ({ tags, entry }, report) => {
    const value = tags.get('loc')?.value
    if (value === undefined || value.isDamaged || value.text === '') return
    const text = trimOddSpace(value.text)
    const fault = findMediaUrlFault(text, entry.loc?.text ?? null)
    if (fault === null) return
    if (fault.kind === 'relative') report('relative', value, { text }, { expected: fault.expected })
    else if (fault.kind === 'scheme') report('scheme', value, { scheme: fault.scheme })
    else report('invalid', value, { reason: maskUserInfo(fault.reason) })
  },
)

const imagesTooMany = defineRule(
  {
    id: 'images-too-many',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'No entry has more than 1,000 images',
    why: 'Google reads 1,000 images of a page at most.',
    fix: 'List the most important images of the page, up to 1,000.',
    source: SOURCE,
    searchConsole: null,
    messages: { tooMany: 'This entry has more than {limit} images; the first one too many stands here.' },
  },
  ({ report }) => {
    const limit = IMAGES_PER_ENTRY_LIMIT
    return {
      only: ['images'],
      entry({ images }) {
        const first = images[limit]
        if (first !== undefined) report('tooMany', first.at, { limit })
      },
    }
  },
)

/** It stands in the place of loc-duplicate, which leaves these entries out. */
const imageEntryRepeated = defineRepeatRule(
  {
    id: 'image-entry-repeated',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'All images of a page stand in one entry',
    why: 'An entry takes 1,000 images; one entry an image lists the page again and again, and each of them counts towards the limits.',
    fix: 'List the page once, with an image:image for each of its images.',
    source: SOURCE,
    searchConsole: null,
    messages: {
      repeated:
        'The page in line {line} is listed in line {firstLine} already (entries {firstEntry} and {number}); its images belong in one entry.',
    },
  },
  (repeat, report, kind) => {
    if (repeat.kind !== 'duplicate' || !repeat.hasImages || kind === 'sitemapindex') return
    report('repeated', repeat.value, numbersOf(repeat))
  },
)

export const imageRules: readonly DefinedRule[] = [
  ...defineTagRules(IMAGE_TAGS),
  imageEntryRepeated,
  imageLocInvalid,
  imageLocMissing,
  imagesTooMany,
]
