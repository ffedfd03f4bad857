/** Finds the lines of a robots.txt that name a sitemap, or were meant to. */
import type { SitemapLine } from '../model/robots.ts'
import { ROBOTS_SIZE_LIMIT_BYTES } from '../model/standards.ts'
import type { TextLine } from './decode-lines.ts'
import { LINE_LENGTH_LIMIT } from './groups.ts'
import { readSitemapValue } from './sitemap-value.ts'

const SNIPPET_LENGTH = 300

/** Field names that people write for "Sitemap"; white space, hyphens and underscores are taken out first. */
const MISSPELT = new Set([
  'sitemap',
  'sitemaps',
  'sitemapindex',
  'sitemapurl',
  'sitemapurls',
  'sitemaplocation',
  'sitemapxml',
  'xmlsitemap',
  'xmlsitemaps',
  'googlesitemap',
  'newssitemap',
  'imagesitemap',
  'videositemap',
  'sitemapnews',
  'sitemapimage',
  'sitemapvideo',
])

/**
 * @param base URL of the robots.txt
 * @returns null for every other line. sitemaps.org: the directive "is independent of the user-agent line, so it doesn't
 * matter where you place it".
 */
export function readSitemapLine(line: TextLine, base: string): SitemapLine | null {
  const text = cutComment(line.text.length > LINE_LENGTH_LIMIT ? line.text.slice(0, LINE_LENGTH_LIMIT) : line.text)
  const field = findField(text)
  if (field === null) return null
  const value = text.slice(field.valueAt).trim()
  const at = field.valueAt + (text.length - field.valueAt - text.slice(field.valueAt).trimStart().length)
  const { urls, fault } = readSitemapValue(value, base)
  // A guess at what a line means needs something that can be tried.
  if (field.isMisspelt && (urls.length === 0 || !/[/.]/.test(value))) return null
  const before = line.text.slice(0, at)
  return {
    line: line.number,
    column: [...before].length + 1,
    offset: line.start + line.bytesOf(before),
    snippet: cutLine(line.text),
    value,
    field: field.name,
    isMisspelt: field.isMisspelt,
    urls,
    fault,
    isBehindLimit: line.end > ROBOTS_SIZE_LIMIT_BYTES,
  }
}

/** The line as a snippet shows it: its first 300 characters. */
export function cutLine(text: string): string {
  if (text.length <= SNIPPET_LENGTH) return text
  return [...text.slice(0, 2 * SNIPPET_LENGTH)].slice(0, SNIPPET_LENGTH).join('')
}

/** A `#` begins a comment at the start or after white space; inside a URL it begins a fragment. */
function cutComment(text: string): string {
  for (let at = text.indexOf('#'); at >= 0; at = text.indexOf('#', at + 1)) {
    if (at === 0 || /\s/.test(text.charAt(at - 1))) return text.slice(0, at)
  }
  return text
}

interface Field {
  name: string
  isMisspelt: boolean
  valueAt: number
}

function findField(text: string): Field | null {
  const from = text.length - text.trimStart().length
  const rest = text.slice(from)
  if (/^https?:/i.test(rest)) {
    const isSitemapUrl = /^https?:\/\/\S+$/i.test(rest.trimEnd()) && /sitemap|\.xml(?:\.gz)?$/i.test(rest.trimEnd())
    return isSitemapUrl ? { name: '', isMisspelt: true, valueAt: from } : null
  }
  // The longest name in the table has 16 letters; what is longer is no field of ours.
  const head = rest.slice(0, 40)
  const separated = /^([a-z _-]+?)\s*[:=\uff1a]/i.exec(head)
  if (separated?.[1] !== undefined) {
    const isExact = separated[1].toLowerCase() === 'sitemap' && separated[0].endsWith(':')
    // "Sitemap https://...": the colon that was found is the URL's own.
    const isSchemeColon = /\shttps?$/i.test(separated[1])
    if (!isSchemeColon) {
      if (!isExact && !isMeantAsSitemap(separated[1])) return null
      return { name: separated[1], isMisspelt: !isExact, valueAt: from + separated[0].length }
    }
  }
  const spaced = /^(site[ _-]?maps?)\s+(?=\S)/i.exec(head)
  if (spaced?.[1] === undefined || !/^\S+\s*$/.test(rest.slice(spaced[0].length))) return null
  return { name: spaced[1], isMisspelt: true, valueAt: from + spaced[0].length }
}

function isMeantAsSitemap(name: string): boolean {
  const letters = name.toLowerCase().replace(/[ _-]/g, '')
  return MISSPELT.has(letters) || isOneSlipAway(letters, 'sitemap') || isOneSlipAway(letters, 'sitemaps')
}

/** One letter too many, too few, another one, or two that changed places. */
function isOneSlipAway(written: string, meant: string): boolean {
  let at = 0
  while (at < meant.length && written[at] === meant[at]) at++
  const rest = written.slice(at)
  return (
    rest === meant.slice(at + 1) ||
    rest.slice(1) === meant.slice(at) ||
    (rest.length > 0 && rest.slice(1) === meant.slice(at + 1)) ||
    (rest.length > 1 &&
      rest.slice(0, 2) === `${meant.charAt(at + 1)}${meant.charAt(at)}` &&
      rest.slice(2) === meant.slice(at + 2))
  )
}
