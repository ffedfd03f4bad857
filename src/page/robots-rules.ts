/** Robots rules in meta tags and X-Robots-Tag: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */

export interface RobotsStatement {
  /** Lower-case name of the crawler, "*" for all. */
  agent: string
  rules: {
    /** Lower-case, e.g. "noindex", "unavailable_after". */
    name: string
    /** Behind the colon; "" without one. */
    value: string
    /** The rule as written. */
    text: string
  }[]
}

/** Rules that take a value behind a colon; any other word before a colon in a header is a crawler's name. */
const VALUED = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])

const RULES_LIMIT = 200

/** The content of one meta tag. Rules are parted by commas only. */
export function parseMetaRules(agent: string, content: string): RobotsStatement {
  const statement: RobotsStatement = { agent, rules: [] }
  for (const part of splitRules(content)) statement.rules.push(readRule(part))
  return statement
}

/**
 * One X-Robots-Tag line, which must not be joined with others: a crawler's name holds for what stands behind it, up to
 * the next name.
 */
export function parseHeaderRules(value: string): RobotsStatement[] {
  let current: RobotsStatement = { agent: '*', rules: [] }
  const statements = [current]
  for (const part of splitRules(value)) {
    const named = /^([a-z*][\w.*/-]*)\s*:\s*/i.exec(part)
    const name = named?.[1]?.toLowerCase()
    let rule = part
    if (named && name !== undefined && !VALUED.has(name)) {
      current = { agent: name, rules: [] }
      statements.push(current)
      rule = part.slice(named[0].length)
    }
    if (rule !== '') current.rules.push(readRule(rule))
  }
  return statements.filter(({ rules }) => rules.length > 0)
}

/** Splits at commas, but for the one behind the weekday of a date (RFC 822, RFC 850). */
function splitRules(text: string): string[] {
  const parts: string[] = []
  for (const piece of text.split(',', RULES_LIMIT)) {
    const part = piece.trim()
    const before = parts.at(-1)
    if (before !== undefined && /unavailable_after\s*:\s*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i.test(before)) {
      parts[parts.length - 1] = `${before}, ${part}`
    } else if (part !== '') parts.push(part)
  }
  return parts
}

function readRule(text: string): RobotsStatement['rules'][0] {
  const colon = text.indexOf(':')
  if (colon < 0) return { name: text.toLowerCase(), value: '', text }
  return { name: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim(), text }
}

/** Crawlers whose name in a meta tag makes it a robots tag. */
const CRAWLER_NAMES = new Set(['slurp', 'teoma', 'yandex', 'baiduspider', 'mediapartners-google', 'google', 'gptbot'])

/** The crawler that a meta tag of this name speaks to: "*" for `robots`, null for other tags. */
export function agentOfMeta(name: string): string | null {
  const lower = name.trim().toLowerCase()
  if (lower === 'robots') return '*'
  if (CRAWLER_NAMES.has(lower) || /^[a-z0-9_-]{0,40}(?:bot|spider|crawler)(?:-[a-z0-9-]{1,20})?$/.test(lower))
    return lower
  return null
}
