/** Alternates by their forms, and an entry that has such. */
import type { Alternate, Entry, FormedLinks, LinkForm } from '../model/document.ts'
import type { LinkRun } from './xml-reader.ts'

/** Made anew for each entry: whoever keeps the entry keeps them. */
export function formLinks({ count, ats, forms, endings }: LinkRun): FormedLinks {
  return { ats: ats.slice(0, count), forms: forms.slice(0, count), endings: endings.slice(0, count), isPlain: false }
}

export function addRun({ ats, forms, endings }: FormedLinks, run: LinkRun) {
  for (let i = 0; i < run.count; i++) {
    ats.push(run.ats[i] as number)
    forms.push(run.forms[i] as LinkForm)
    endings.push(run.endings[i] as string)
  }
}

/** The same links as any other ones. */
export function unfold({ ats, forms, endings }: FormedLinks): Alternate[] {
  return ats.map((at, i) => {
    const { rel, hreflang, folder, relOffset, hreflangOffset, hrefOffset } = forms[i] as LinkForm
    const ending = endings[i] as string
    const placeOf = (offset: number) => at + offset + (offset > hrefOffset ? ending.length : 0)
    return {
      at,
      rel,
      relAt: placeOf(relOffset),
      hreflang,
      hreflangAt: placeOf(hreflangOffset),
      href: folder + ending,
      hrefAt: at + hrefOffset,
      media: null,
      others: null,
    }
  })
}

type Made = Entry & { made?: Alternate[] }

/** One for all entries: each with a getter of its own would have its own hidden class. */
const ALTERNATES: PropertyDescriptor & ThisType<Made> = {
  enumerable: true,
  get() {
    const made = this.made ?? unfold(this.links as FormedLinks)
    if (this.made === undefined) Object.defineProperty(this, 'made', { value: made })
    return made
  },
}

/** The entry with these alternates, which are made when somebody asks for them. */
export function withLinks(
  { number, at, loc, lastmod, changefreq, priority, extraLocs, ...lists }: Entry,
  links: FormedLinks,
): Entry {
  const entry = { number, at, loc, lastmod, changefreq, priority, extraLocs } as Entry
  Object.defineProperty(entry, 'alternates', ALTERNATES)
  entry.images = lists.images
  entry.videos = lists.videos
  entry.news = lists.news
  entry.media = lists.media
  entry.feed = lists.feed
  return Object.defineProperty(entry, 'links', { value: links })
}
