/** What a page says of itself: head, canonical, robots, dates, refresh. */
import type { HeaderLines } from '../model/exchange.ts'
import type { PageFacts } from '../model/page.ts'
import { readRfc822 } from '../values/feed-date.ts'
import { likenessOf } from '../values/likeness.ts'
import { decodePage } from './decode-page.ts'
import { decodeValue, valuesOf } from './headers.ts'
import { findDateModified } from './json-ld.ts'
import { createLineIndex } from './line-index.ts'
import { type LinkValue, parseLinks } from './link-header.ts'
import { canonicalOfHeader, canonicalOfTag, isCanonicalLink, tokensOf } from './read-canonicals.ts'
import { readRobotsRules } from './read-robots-rules.ts'
import { parseRefresh } from './refresh.ts'
import { textOf } from './text-of.ts'
import { type HtmlElement, type HtmlWalk, walkHtml } from './walk-html.ts'

export interface PageInput {
  /** The body, decoded from its Content-Encoding: the first PAGE_READ_LIMIT_BYTES of it. */
  bytes: Uint8Array
  /** More of it exists, or it broke off. */
  isCut: boolean
  /** URL of the answer, behind all redirects. */
  url: string
  headers: HeaderLines
  /** "Now", Unix ms, for unavailable_after. */
  nowMs: number
}

const XHTML = 'application/xhtml+xml'
const TITLE_LENGTH = 300
const CANONICALS_LIMIT = 50
const ALTERNATES_LIMIT = 1_000
/** A Last-Modified so close to Date was made for this answer. */
const GENERATED_WITHIN_MS = 300_000

/**
 * Reads the answer to a page request. Judges nothing; never throws for what is in it. What is no HTML has headers only.
 */
export function readPage({ bytes, isCut, url, headers, nowMs }: PageInput): PageFacts {
  const isHtml = isHtmlAnswer(headers, bytes)
  const source = isHtml ? decodePage(bytes, valuesOf(headers, 'content-type')[0] ?? null) : ''
  const text = mediaTypeOf(headers) === XHTML ? closeSelfClosed(source) : source
  const walk: HtmlWalk = isHtml
    ? walkHtml(text, { isScripting: true, isCut })
    : { elements: [], isHeadEnded: true, headEndedBy: null, hasNoscriptInHead: false }
  const base = baseOf(walk, url)
  const links = ownLinks(headers, url)
  const placeOf = createLineIndex(text)

  const canonicals = links
    .filter(({ rel }) => rel.includes('canonical'))
    .slice(0, CANONICALS_LIMIT)
    .map((link) => canonicalOfHeader(link, url))
  const canonicalsOutsideHead: PageFacts['canonicalsOutsideHead'] = []
  for (const element of walk.elements.filter(isCanonicalLink).slice(0, CANONICALS_LIMIT)) {
    const canonical = canonicalOfTag(element, base, element.at === null ? null : placeOf(element.at))
    if (element.zone === 'head') canonicals.push(canonical)
    else canonicalsOutsideHead.push({ ...canonical, endedBy: walk.headEndedBy ?? 'body' })
  }
  const metas = walk.elements.filter(({ name }) => name === 'meta')

  return {
    isHtml,
    title:
      walk.elements
        .find(({ name }) => name === 'title')
        ?.text.trim()
        .replace(/\s+/g, ' ')
        .slice(0, TITLE_LENGTH) ?? null,
    likeness: isHtml ? likenessOf(textOf(text)) : null,
    isHeadComplete: walk.isHeadEnded,
    ...readRobotsRules(metas, valuesOf(headers, 'x-robots-tag').map(decodeValue), nowMs),
    canonicals,
    canonicalsOutsideHead,
    headDependsOnScripts: dependsOnScripts(text, isCut, walk),
    refresh: refreshOf(metas, headers, url, base),
    dates: datesOf(walk, headers, nowMs),
    alternates: alternatesOf(walk, links, url, base),
  }
}

/**
 * Whether all crawlers may index the page: false for noindex, none or a passed unavailable_after that binds everybody.
 * @param status of the last answer
 * @returns null where it was not 200, or the page broke off before its head ended and nothing spoke against it
 */
export function isIndexable(facts: PageFacts, status: number | null): boolean | null {
  if (status !== 200) return null
  if (facts.noindex.some(({ agent }) => agent === '*')) return false
  return facts.isHeadComplete ? true : null
}

function mediaTypeOf(headers: HeaderLines): string {
  return (valuesOf(headers, 'content-type')[0] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** In XML these may close themselves; an HTML parser would take the rest of the page for their text. */
function closeSelfClosed(xhtml: string): string {
  return xhtml.replace(/<(script|title|style|iframe|noscript|textarea)\b([^<>]*)\/>/gi, '<$1$2></$1>')
}

/** By Content-Type; without one, by the first characters. */
function isHtmlAnswer(headers: HeaderLines, bytes: Uint8Array): boolean {
  const type = mediaTypeOf(headers)
  if (type === 'text/html' || type === XHTML) return true
  if (type !== '') return false
  return /^\s*<(?:!doctype\s+html|html|head|body|title|meta|script|!--)/i.test(
    new TextDecoder().decode(bytes.subarray(0, 1_024)),
  )
}

/** The first base element of the document rules; Link headers are not touched by it. */
function baseOf({ elements }: HtmlWalk, url: string): string {
  const href = elements.find(({ name }) => name === 'base')?.attributes['href']
  if (href === undefined || !URL.canParse(href, url)) return url
  const base = new URL(href, url)
  return base.protocol === 'http:' || base.protocol === 'https:' ? base.href : url
}

/** Links whose context is this page: one with another anchor speaks of another resource (RFC 8288, 3.2). */
function ownLinks(headers: HeaderLines, url: string): LinkValue[] {
  return parseLinks(valuesOf(headers, 'link').map(decodeValue)).filter(({ parameters }) => {
    const anchor = parameters['anchor']
    return anchor === undefined || (URL.canParse(anchor, url) && new URL(anchor, url).href === new URL(url).href)
  })
}

/** Whether the canonical that stands in the head leaves it when noscript is read as elements. */
function dependsOnScripts(text: string, isCut: boolean, walk: HtmlWalk): boolean {
  const inHead = walk.elements.filter((element) => element.zone === 'head' && isCanonicalLink(element))
  if (!walk.hasNoscriptInHead || inHead.length === 0) return false
  const without = walkHtml(text, { isScripting: false, isCut, headOnly: true })
  const places = new Set(without.elements.filter(isCanonicalLink).map(({ at }) => at))
  return inHead.some(({ at }) => !places.has(at))
}

/** The first tag or header that sends to another URL than this page's. */
function refreshOf(metas: HtmlElement[], headers: HeaderLines, url: string, base: string): PageFacts['refresh'] {
  const candidates = [
    ...valuesOf(headers, 'refresh').map((value) => ({
      source: 'header' as const,
      value: decodeValue(value),
      base: url,
    })),
    ...metas
      .filter(({ attributes }) => attributes['http-equiv']?.trim().toLowerCase() === 'refresh')
      .map(({ attributes }) => ({ source: 'meta' as const, value: attributes['content'] ?? '', base })),
  ]
  for (const { source, value, base: from } of candidates) {
    const refresh = parseRefresh(value)
    if (refresh === null || !URL.canParse(refresh.target, from)) continue
    const target = new URL(refresh.target, from)
    if (target.protocol !== 'http:' && target.protocol !== 'https:') continue
    if (withoutFragment(target.href) === withoutFragment(url)) continue
    return { source, delayS: refresh.delayS, url: target.href }
  }
  return null
}

function withoutFragment(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}

function datesOf({ elements }: HtmlWalk, headers: HeaderLines, nowMs: number): PageFacts['dates'] {
  const data = findDateModified(elements.filter(({ name }) => name === 'script').map(({ text }) => text))
  if (data !== null) return { modified: data, source: 'dateModified' }
  for (const { name, attributes } of elements) {
    const property = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase()
    const content = attributes['content']?.trim()
    if (name === 'meta' && property === 'article:modified_time' && content) {
      return { modified: content.slice(0, 60), source: 'article:modified_time' }
    }
  }
  const lastModified = readRfc822(valuesOf(headers, 'last-modified')[0]?.trim() ?? '')
  if (lastModified === null) return { modified: null, source: null }
  const answered = readRfc822(valuesOf(headers, 'date')[0]?.trim() ?? '')?.epochMs ?? nowMs
  if (Math.abs(answered - lastModified.epochMs) < GENERATED_WITHIN_MS) return { modified: null, source: null }
  return { modified: new Date(lastModified.epochMs).toISOString().replace('.000Z', 'Z'), source: 'Last-Modified' }
}

function alternatesOf({ elements }: HtmlWalk, links: LinkValue[], url: string, base: string): PageFacts['alternates'] {
  const alternates: PageFacts['alternates'] = []
  const add = (source: 'head' | 'header', hreflang: string | undefined, href: string, from: string) => {
    if (hreflang === undefined || alternates.length >= ALTERNATES_LIMIT) return
    const resolved = URL.canParse(href.trim(), from) ? new URL(href.trim(), from).href : null
    alternates.push({ hreflang: hreflang.trim(), href: href.trim().slice(0, 2_100), resolved, source })
  }
  for (const { rel, parameters, target } of links) {
    if (rel.includes('alternate')) add('header', parameters['hreflang'], target, url)
  }
  for (const { name, zone, attributes } of elements) {
    if (name !== 'link' || zone !== 'head' || !tokensOf(attributes['rel']).includes('alternate')) continue
    add('head', attributes['hreflang'], attributes['href'] ?? '', base)
  }
  return alternates
}
