/** The tags that every news:news must have: one row a tag. */
import type { Item } from '../model/document.ts'
import type { DefinedRule } from './define-rule.ts'
import { type Article, defineNewsRule, isEmpty, NEWS, type NewsTag } from './news-article.ts'

interface Required {
  id: string
  tag: NewsTag
  searchConsole: string
  title: string
  why: string
  fix: string
  find(article: Article): Item | null
  /** The tag that it must stand in; null where that one is missing itself. */
  parentOf(article: Article): Item | null
}

const inNews = ({ item }: Article): Item => item
/** A publication that is missing or empty is a finding of its own. */
const inPublication = ({ publication }: Article): Item | null =>
  publication === null || isEmpty(publication) ? null : publication

const REQUIRED: readonly Required[] = [
  {
    id: 'news-publication-missing',
    tag: 'publication',
    searchConsole: 'Missing <publication> tag',
    title: 'Every news:news names its publication',
    why: 'Google News takes an article for that of a publication; without one it leaves the entry out.',
    fix: 'Add news:publication with news:name and news:language.',
    find: ({ publication }) => publication,
    parentOf: inNews,
  },
  {
    id: 'news-name-missing',
    tag: 'name',
    searchConsole: 'Missing XML tag',
    title: 'Every news:publication has a name',
    why: 'The name says whose article it is; Google asks for it.',
    fix: 'Add news:name with the name that the publication has on news.google.com.',
    find: ({ name }) => name,
    parentOf: inPublication,
  },
  {
    id: 'news-language-missing',
    tag: 'language',
    searchConsole: 'Missing XML tag',
    title: 'Every news:publication has a language',
    why: 'Google asks for the language of the publication, and leaves the entry out without it.',
    fix: 'Add news:language with the ISO 639 code of the publication, such as en.',
    find: ({ language }) => language,
    parentOf: inPublication,
  },
  {
    id: 'news-date-missing',
    tag: 'publication_date',
    searchConsole: 'Missing XML tag',
    title: 'Every news:news has a publication date',
    why: 'Only articles of the last two days are taken; without a date nobody can tell.',
    fix: 'Add news:publication_date with the time of first publication.',
    find: ({ publicationDate }) => publicationDate,
    parentOf: inNews,
  },
  {
    id: 'news-title-missing',
    tag: 'title',
    searchConsole: 'Missing XML tag',
    title: 'Every news:news has a title',
    why: 'Google asks for the title of the article, and leaves the entry out without it.',
    fix: 'Add news:title with the title as it stands on the page.',
    find: ({ title }) => title,
    parentOf: inNews,
  },
]

export const newsRequiredRules: readonly DefinedRule[] = REQUIRED.map(
  ({ id, tag, searchConsole, title, why, fix, find, parentOf }) =>
    defineNewsRule(
      {
        id,
        severity: 'error',
        breaks: ['google'],
        basis: 'documented',
        title,
        why,
        fix,
        source: NEWS,
        searchConsole,
        messages: {
          missing: 'This {parent} has no news:{tag}.',
          empty: 'The news:{tag} is empty.',
        },
      },
      (article, report) => {
        const found = find(article)
        if (found !== null) {
          if (isEmpty(found)) report('empty', found.at, { tag }, { value: '' })
          return
        }
        const parent = parentOf(article)
        if (parent === null || article.isBroken || article.explained.has(tag)) return
        report('missing', parent.at, { parent: `news:${parent.name}`, tag })
      },
    ),
)
