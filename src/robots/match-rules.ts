/** Which rule of its groups decides over a URL: longest match, allow before disallow (RFC 9309, 2.2.2). */
import parserModule from 'robots-parser'
import type { RobotsVerdict } from '../model/robots.ts'
import type { RobotsGroup, RobotsRule } from './groups.ts'

interface Robots {
  getMatchingLineNumber(url: string, agent: string): number
}

// The package's types describe an ES module; what it exports is the function itself.
const robotsParser = parserModule as unknown as (url: string, text: string) => Robots

export interface RuleMatcher {
  /** @param path path and query of the URL, as `new URL` gives them */
  match(path: string): RobotsVerdict
}

/**
 * robots-parser does the matching. It is handed one group for `*`, because it chooses groups otherwise than RFC 9309
 * (a Sitemap line ends a group, names are not cut), and patterns and paths in one form of percent-encoding.
 */
export function createMatcher(groups: RobotsGroup[]): RuleMatcher {
  const all = groups.flatMap(({ rules }) => rules.flatMap(patternsOf))
  const stars = all.reduce((sum, { pattern }) => sum + countStars(pattern), 0)
  const starsLimit = stars > STARS_LIMIT_GROUP ? 0 : STARS_LIMIT_RULE
  const isHeavy = ({ pattern }: Pattern) => countStars(pattern) > starsLimit
  const heavy = all.filter(isHeavy)
  const decideLight = createDecider(all.filter((one) => !isHeavy(one)))

  return {
    match(path) {
      const escaped = escapePath(path)
      const survivors = heavy.filter(({ pattern }) => couldMatch(pattern, escaped))
      let decisive = decideLight(escaped)
      if (survivors.length > 0) {
        // Of those that match, the longest of each kind can decide; the package weighs them against the others.
        const rivals = [decisive, longest(survivors, true), longest(survivors, false)].filter((one) => one !== null)
        decisive = createDecider(rivals)(escaped)
      }
      if (decisive === null) return { isAllowed: true, rule: null }
      const { isAllow, line, text } = decisive.rule
      return { isAllowed: isAllow, rule: { line, text } }
    },
  }
}

interface Pattern {
  rule: RobotsRule
  pattern: string
}

/** @returns a function from an escaped path to the pattern that decides, null where none matches */
function createDecider(patterns: Pattern[]): (path: string) => Pattern | null {
  const lines = patterns.map(({ rule, pattern }) => `${rule.isAllow ? 'Allow' : 'Disallow'}: ${pattern}`)
  const robots = robotsParser(ROBOTS_URL, ['User-agent: *', ...lines].join('\n'))
  // Line 1 is the user-agent line; -1 is no match.
  return (path) => patterns[robots.getMatchingLineNumber(ORIGIN + path, '*') - 2] ?? null
}

function longest(patterns: Pattern[], isAllow: boolean): Pattern | null {
  let found: Pattern | null = null
  for (const one of patterns) {
    if (one.rule.isAllow === isAllow && one.pattern.length > (found?.pattern.length ?? 0)) found = one
  }
  return found
}

/** The package compares origins; which robots.txt belongs to a URL is settled before. */
const ORIGIN = 'http://robots.invalid'
const ROBOTS_URL = `${ORIGIN}/robots.txt`

/** robots-parser takes one pass over the path for every star. Beyond these, patterns are tried by couldMatch first. */
const STARS_LIMIT_RULE = 8
const STARS_LIMIT_GROUP = 1_000

function patternsOf(rule: RobotsRule): Pattern[] {
  const pattern = escapePath(rule.pattern)
  // "***" matches what "*" matches; only a run that would cost time is shortened, since length is precedence.
  const isLong = countStars(pattern) > STARS_LIMIT_RULE
  const patterns = [{ rule, pattern: isLong ? pattern.replace(/\*{2,}/g, '*') : pattern }]
  const slash = pattern.lastIndexOf('/')
  // Google takes "Allow: /a/index.html" for "/a/" as well.
  if (rule.isAllow && slash >= 0 && pattern.startsWith('/index.htm', slash)) {
    patterns.push({ rule, pattern: `${pattern.slice(0, slash + 1)}$` })
  }
  return patterns
}

function countStars(pattern: string): number {
  let count = 0
  for (let at = pattern.indexOf('*'); at >= 0; at = pattern.indexOf('*', at + 1)) count++
  return count
}

/**
 * One form for patterns and paths: octets outside ASCII and those that no URL holds bare become %XX, hex digits upper
 * case (RFC 9309, 2.2.2). `%62` stays apart from `b`, as in Google's parser.
 */
function escapePath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (hex) => hex.toUpperCase())
    .replace(/[^!$%&()*+,\-./0-9:;=?@A-Z_a-z~]+/g, (characters) => {
      let escaped = ''
      for (const byte of Buffer.from(characters)) escaped += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      return escaped
    })
}

/** Whether a pattern matches, by a greedy walk: one step forward for each piece between stars. */
function couldMatch(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const pieces = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (pattern.length - pieces.length > path.length || !path.startsWith(first)) return false
  let at = first.length
  for (let i = 1; i < pieces.length - (isAnchored ? 1 : 0); i++) {
    const piece = pieces[i] ?? ''
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return !isAnchored || (path.length - last.length >= at && path.endsWith(last))
}
