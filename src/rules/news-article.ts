/** What stands in a news:news, and what of it explains what is missing. */
import type { DocumentContext, Entry, Item } from '../model/document.ts'
import { createBreakWatch } from './break-watch.ts'
import { type DefinedRule, defineRule, type FaultOf, type Report, type RuleData } from './define-rule.ts'

export const NEWS = 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap'

/** Tags of Google's reference (its section "News sitemap reference") by the tag they stand in. */
const CHILDREN = {
  news: ['publication', 'publication_date', 'title'],
  publication: ['name', 'language'],
} as const

export type NewsParent = keyof typeof CHILDREN
export type NewsTag = (typeof CHILDREN)[NewsParent][number]

/** Tags that Google read once. */
const REMOVED: ReadonlySet<string> = new Set(['access', 'genres', 'geo_locations', 'keywords', 'stock_tickers'])

const PARENTS = new Map<string, NewsParent>()
/** Names without case, dashes and underscores, to know `publicationDate` and `Title`. */
const LIKE = new Map<string, NewsTag>()
for (const parent of ['news', 'publication'] as const) {
  for (const tag of CHILDREN[parent]) {
    PARENTS.set(tag, parent)
    LIKE.set(plain(tag), tag)
  }
}

/** A child that Google does not read where it stands. */
export interface Stray {
  item: Item
  parent: NewsParent
  /** The tag that was meant: it stands in another tag, or its name is written differently. */
  meant: NewsTag | null
}

export interface Article {
  item: Item
  publication: Item | null
  publicationDate: Item | null
  title: Item | null
  name: Item | null
  language: Item | null
  strays: Stray[]
  removed: Item[]
  /** Second and further ones of a tag. */
  repeated: { item: Item; parent: NewsParent }[]
  /** Tags that are there in a way that is told by itself: misspelt, misplaced, without the prefix. */
  explained: ReadonlySet<string>
  /** The entry is no well-formed XML: what is missing in it is not known. */
  isBroken: boolean
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

/** @param elsewhere local names of elements in the entry that are a fault of the vocabulary */
function readArticle(item: Item, elsewhere: ReadonlySet<string>, isBroken: boolean): Article {
  const explained = new Set(elsewhere)
  const found = new Map<string, Item>()
  const article: Article = {
    item,
    publication: null,
    publicationDate: null,
    title: null,
    name: null,
    language: null,
    strays: [],
    removed: [],
    repeated: [],
    explained,
    isBroken,
  }
  readChildren(item, 'news')
  for (const child of item.children) if (child.name === 'publication') readChildren(child, 'publication')
  article.publication = found.get('publication') ?? null
  article.publicationDate = found.get('publication_date') ?? null
  article.title = found.get('title') ?? null
  article.name = found.get('name') ?? null
  article.language = found.get('language') ?? null
  // Without the publication its children have no place where they could stand.
  if (article.publication === null && !explained.has('publication'))
    article.strays = article.strays.filter(({ meant }) => meant === null || PARENTS.get(meant) === 'news')
  return article

  function readChildren(holder: Item, parent: NewsParent): void {
    for (const child of holder.children) {
      const { name } = child
      const home = PARENTS.get(name)
      if (home === parent || (parent === 'news' && REMOVED.has(name))) {
        if (found.has(name)) article.repeated.push({ item: child, parent })
        else {
          found.set(name, child)
          if (home === undefined) article.removed.push(child)
        }
        continue
      }
      const meant = home === undefined ? (LIKE.get(plain(name)) ?? null) : (name as NewsTag)
      if (meant !== null) explained.add(meant)
      article.strays.push({ item: child, parent, meant })
    }
  }
}

/** There, but with nothing in it. */
export const isEmpty = ({ value, children }: Item): boolean =>
  value.text === '' && !value.isDamaged && children.length === 0

/** Text that can be judged; null where there is none, or where not all of it could be read. */
export function readable(item: Item | null): Item['value'] | null {
  return item === null || item.value.isDamaged || item.value.text === '' ? null : item.value
}

/** A rule that judges one news:news at a time. */
export function defineNewsRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (article: Article, report: Report<M>, document: DocumentContext) => void,
): DefinedRule {
  return defineRule(data, ({ report, document }) => {
    if (document === undefined) return {}
    const faults = createFaultNotes()
    return {
      faults: faults.hooks,
      only: ['news'],
      entry(entry) {
        const elsewhere = faults.namesIn(entry)
        for (const item of entry.news) judge(readArticle(item, elsewhere, faults.isBroken(entry)), report, document)
      },
    }
  })
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** Remembers what the reader said about the entry under way. */
function createFaultNotes() {
  const breaks = createBreakWatch()
  let number: number | null = null
  let names = new Set<string>()
  const note = ({ entry, name, parent }: Pick<FaultOf<'element-unexpected'>, 'entry' | 'name' | 'parent'>) => {
    const holder = localName(parent)
    if (holder !== 'news' && holder !== 'publication') return
    if (entry !== number) names = new Set()
    number = entry
    names.add(localName(name))
  }
  return {
    hooks: { ...breaks.faults, 'element-unexpected': note, 'element-misplaced': note },
    namesIn: (entry: Entry): ReadonlySet<string> => (number === entry.number ? names : NO_NAMES),
    isBroken: (entry: Entry): boolean => breaks.hasBroken(entry),
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
