/** How an index splits its entries over its children, told by their names. */
import type { Structure } from '../model/report.ts'

type Part = 'sequence' | 'date' | 'language' | 'type'

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** @param urls of the children, as listed; names alone are looked at */
export function partitionOf(urls: readonly string[]): Structure['partition'] {
  const names = [...new Set(urls.map(nameOf))]
  if (names.length < 2) return 'none'
  const shared = sharedTokens(names)
  const ends = names.map((name) => name.filter((token) => !shared.has(token)))
  // Of 2,166 numbered children two hundred look like years.
  const numbers = ends.flat()
  if (ends.every(isNumber) && numbers.some(isYear) && !numbers.every(isYear)) return 'sequence'
  const parts = names.map((name) => partOf(name, shared))
  const counts = new Map<Part, number>()
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1)
  if (counts.size === 1) return parts[0] ?? 'none'
  // post-sitemap.xml, post-sitemap2.xml, page-sitemap.xml: numbered pieces of a type are still types.
  if (counts.get('type') && counts.size === 2 && counts.get('sequence')) return 'type'
  return 'mixed'
}

/** One number alone sets the child apart; the first may have none. */
function isNumber(tokens: readonly string[]): boolean {
  return tokens.length === 0 || (tokens.length === 1 && /^\d+$/.test(tokens[0] ?? ''))
}

/** The tokens of a child's name, without file name endings. */
function nameOf(url: string): string[] {
  const path = url.replace(/[?#].*$/, '').replace(/^https?:\/\/[^/]*/i, '')
  const query = url.match(/\?([^#]{1,200})/)?.[1] ?? ''
  return `${path}/${query}`
    .toLowerCase()
    .replace(/\.(xml|txt|gz|php|rss|atom)\b/g, '')
    .split(/[/_.=&?-]|(?<=[a-z])(?=\d)/)
    .filter((token) => token !== '')
}

function sharedTokens(names: readonly string[][]): Set<string> {
  const [first = [], ...rest] = names
  return new Set(first.filter((token) => rest.every((name) => name.includes(token))))
}

function partOf(name: readonly string[], shared: ReadonlySet<string>): Part {
  const tokens = name.filter((token) => !shared.has(token))
  // A month that all children share by chance still belongs to their dates.
  if (tokens.some(isYear) || /(^|-)(19|20)\d\d-(0?[1-9]|1[0-2])(-|$)/.test(name.join('-'))) return 'date'
  if (tokens.every((token) => /^\d+$/.test(token))) return 'sequence'
  return isLanguage(tokens.join('-')) ? 'language' : 'type'
}

function isYear(token: string): boolean {
  return /^(19|20)\d\d$/.test(token)
}

function isLanguage(tag: string): boolean {
  return /^[a-z]{2}(-[a-z]{2})?$/.test(tag) && languageNames.of(tag) !== undefined
}
