/** robots.txt: what a crawler may fetch, and where the sitemaps are. */
import type { RobotsTxt, SitemapLine } from '../model/robots.ts'
import { ROBOTS_SIZE_LIMIT_BYTES } from '../model/standards.ts'
import { decodeLines } from './decode-lines.ts'
import { createGroupReader } from './groups.ts'
import { createMatcher, type RuleMatcher } from './match-rules.ts'
import { cutLine, readSitemapLine } from './sitemap-lines.ts'

/** Sitemap lines that are kept. Ours: a robots.txt with more is no list that anybody reads. */
const SITEMAP_LINES_LIMIT = 10_000
/** Sets of groups whose matcher is kept. */
const MATCHERS_LIMIT = 64

/**
 * Reads a robots.txt. Lenient as crawlers are (RFC 9309, 2.2; Google's parser), never throws for what is in the bytes.
 * @param bytes the body as served, of any length; rules behind the first 512,000 bytes bind nobody
 * @param url where it was asked for; relative values are resolved against it, and its origin is what it governs
 */
export function readRobots(bytes: Uint8Array, url: string): RobotsTxt {
  const { lines, hasBom, otherEncoding } = decodeLines(bytes)
  const isHtml = looksLikeHtml(bytes, otherEncoding)
  const reader = createGroupReader()
  const sitemaps: SitemapLine[] = []
  let invalidLines: RobotsTxt['invalidLines'] = null
  let strayBoms: RobotsTxt['strayBoms'] = null

  // An error page or an app shell holds no lines, whatever its text looks like.
  for (const line of isHtml ? [] : lines) {
    if (!line.isUtf8) {
      invalidLines ??= { first: line.number, count: 0, ...placeOfInvalidByte(bytes, line.start, line.end) }
      invalidLines.count++
    }
    if (line.text.includes('\ufeff')) {
      const before = line.text.slice(0, line.text.indexOf('\ufeff'))
      strayBoms ??= {
        first: line.number,
        count: 0,
        column: [...before].length + 1,
        offset: line.start + line.bytesOf(before),
        snippet: cutLine(line.text),
      }
      strayBoms.count++
    }
    if (line.end <= ROBOTS_SIZE_LIMIT_BYTES) {
      reader.line(line.number, line.isUtf8 ? line.text : octetsOf(bytes.subarray(line.start, line.end)))
    }
    if (sitemaps.length < SITEMAP_LINES_LIMIT) {
      const sitemap = readSitemapLine(line, url)
      if (sitemap !== null) sitemaps.push(sitemap)
    }
  }

  const groups = reader.end()
  const matchers = new Map<string, RuleMatcher>()
  const origin = new URL(url).origin

  return {
    bytes: bytes.length,
    isHtml,
    isTooLarge: bytes.length > ROBOTS_SIZE_LIMIT_BYTES,
    hasBom,
    otherEncoding,
    invalidLines,
    strayBoms,
    sitemaps,
    agents: groups.agents,
    crawlDelayS: (agent) => groups.crawlDelayS(productOf(agent)),
    judge(target, agent) {
      const parsed = URL.canParse(target) ? new URL(target) : null
      // A robots.txt speaks for its own scheme, host and port alone, and is itself always open (RFC 9309, 2.2.2).
      if (parsed === null || parsed.origin !== origin || parsed.pathname === '/robots.txt') {
        return { isAllowed: true, rule: null }
      }
      const bound = groups.bind(productOf(agent))
      let matcher = matchers.get(bound.key)
      if (matcher === undefined) {
        if (matchers.size >= MATCHERS_LIMIT) matchers.clear()
        matcher = createMatcher(bound.groups)
        matchers.set(bound.key, matcher)
      }
      return matcher.match(parsed.pathname + parsed.search)
    },
  }
}

/** The product token of a User-Agent value: "SitemapAuditor/0.1 (+...)" looks for the group "sitemapauditor". */
function productOf(agent: string): string {
  const slash = agent.indexOf('/')
  return (slash < 0 ? agent : agent.slice(0, slash)).trim().toLowerCase()
}

/** A rule is compared octet by octet: in a line that is not UTF-8, `\xE9` stands for %E9 and not for an accent. */
function octetsOf(line: Uint8Array): string {
  return Buffer.from(line)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}

const HTML_START =
  /^(?:<!doctype\s|<\?xml\s|<(?:html|head|body|title|meta|link|script|style|div|table|center|h1|p)[\s>])/i
const HTML_LATER = /(?:^|[\r\n>])[ \t]*<(?:!doctype\s+html|html|head|body)[\s>]/i

function looksLikeHtml(bytes: Uint8Array, otherEncoding: string | null): boolean {
  const start = new TextDecoder(otherEncoding ?? 'utf-8').decode(bytes.subarray(0, 4_096)).trimStart()
  if (start.startsWith('<')) return HTML_START.test(start) || HTML_LATER.test(start)
  return HTML_LATER.test(start)
}

function placeOfInvalidByte(
  bytes: Uint8Array,
  start: number,
  end: number,
): { column: number; offset: number; snippet: string } {
  const line = bytes.subarray(start, end)
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)
  // The first replacement character that the bytes do not hold themselves.
  let at = lenient.indexOf('\ufffd')
  for (; at >= 0; at = lenient.indexOf('\ufffd', at + 1)) {
    const offset = Buffer.byteLength(lenient.slice(0, at))
    if (line[offset] !== 0xef || line[offset + 1] !== 0xbf || line[offset + 2] !== 0xbd) break
  }
  const before = lenient.slice(0, Math.max(0, at))
  return {
    column: [...before].length + 1,
    offset: start + Buffer.byteLength(before),
    snippet: cutLine(lenient),
  }
}
