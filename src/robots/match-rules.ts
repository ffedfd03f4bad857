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
  const rules: RobotsRule[] = []
  const text: string[] = ['User-agent: *']
  /** Rules whose matching would cost more than a few steps a character. */
  const heavy: { rule: RobotsRule; pattern: string }[] = []
  for (const group of groups) {
    for (const rule of group.rules) {
      for (const pattern of patternsOf(rule)) {
        if (countStars(pattern) > STARS_LIMIT) heavy.push({ rule, pattern })
        else addRule(rule, pattern, rules, text)
      }
    }
  }
  const light = robotsParser(ROBOTS_URL, text.join('\n'))

  return {
    match(path) {
      const escaped = escapePath(path)
      const survivors = heavy.filter(({ pattern }) => couldMatch(pattern, escaped))
      let robots = light
      let known = rules
      if (survivors.length > 0) {
        // Of those that match, the longest of each kind decide; the package weighs them against the others.
        known = [...rules]
        const lines = [...text]
        for (const isAllow of [true, false]) {
          const longest = survivors
            .filter(({ rule }) => rule.isAllow === isAllow)
            .reduce<(typeof survivors)[0] | null>((a, b) => (a && a.pattern.length >= b.pattern.length ? a : b), null)
          if (longest) addRule(longest.rule, longest.pattern, known, lines)
        }
        robots = robotsParser(ROBOTS_URL, lines.join('\n'))
      }
      const line = robots.getMatchingLineNumber(ORIGIN + escaped, '*')
      // Line 1 is the user-agent line.
      const rule = line > 1 ? known[line - 2] : undefined
      if (rule === undefined) return { isAllowed: true, rule: null }
      return { isAllowed: rule.isAllow, rule: { line: rule.line, text: rule.text } }
    },
  }
}

/** The package compares origins; which robots.txt belongs to a URL is settled before. */
const ORIGIN = 'http://robots.invalid'
const ROBOTS_URL = `${ORIGIN}/robots.txt`

/** robots-parser takes one pass over the path for every star. */
const STARS_LIMIT = 8

function addRule(rule: RobotsRule, pattern: string, rules: RobotsRule[], text: string[]): void {
  rules.push(rule)
  text.push(`${rule.isAllow ? 'Allow' : 'Disallow'}: ${pattern}`)
}

function patternsOf(rule: RobotsRule): string[] {
  const pattern = escapePath(rule.pattern)
  // "***" matches what "*" matches; only a run that would cost time is shortened, since length is precedence.
  const shortened = countStars(pattern) > STARS_LIMIT ? pattern.replace(/\*{2,}/g, '*') : pattern
  const slash = pattern.lastIndexOf('/')
  // Google takes "Allow: /a/index.html" for "/a/" as well.
  if (rule.isAllow && slash >= 0 && pattern.startsWith('/index.htm', slash)) {
    return [shortened, `${pattern.slice(0, slash + 1)}$`]
  }
  return [shortened]
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
export function escapePath(path: string): string {
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
