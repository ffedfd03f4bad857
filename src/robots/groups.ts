/** The groups of a robots.txt and their rules, read as leniently as Google's open-source parser reads them. */

export interface RobotsRule {
  line: number
  isAllow: boolean
  /** As written, comment and white space cut off; never empty. */
  pattern: string
  /** The whole rule as written, e.g. "Disallow: /p". */
  text: string
}

export interface RobotsGroup {
  rules: RobotsRule[]
}

export interface RobotsGroups {
  /** The groups that bind this crawler: its own, else those for `*`. The key stays the same for the same groups. */
  bind(agent: string): { key: string; groups: RobotsGroup[] }
  /** Seconds; null where this crawler's own lines, else those for `*`, name none. */
  crawlDelayS(agent: string): number | null
  /** Lower-case names of the groups as written, each once. */
  agents: string[]
}

/** Google's parser cuts a line there: eight times the longest URL that browsers took. */
export const LINE_LENGTH_LIMIT = 8 * 2_083
/** Names that are told apart; a real robots.txt has some dozens. */
const AGENTS_LIMIT = 1_000

const USER_AGENT = /^(?:user-agent|useragent|user agent)/i
const ALLOW = /^allow/i
/** Google reads these slips as Disallow. */
const DISALLOW = /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i

export interface GroupReader {
  line(number: number, text: string): void
  end(): RobotsGroups
}

/**
 * Takes the lines one by one. RFC 9309, 2.2.1: consecutive user-agent lines share the rules behind them, groups for one
 * name are merged, and rules before the first user-agent line bind nobody. Other records (Sitemap, unknown ones)
 * do not end a group (2.2.4).
 */
export function createGroupReader(): GroupReader {
  const groups: RobotsGroup[] = []
  const byAgent = new Map<string, number[]>()
  const names = new Set<string>()
  let isCollectingAgents = false
  /** No standard knows crawl-delay: it holds for the user-agent lines right above it, whatever else they share. */
  const delays = new Map<string, number>()
  let delayed: string[] = []
  let isDelayEnded = false

  const join = (agent: string) => {
    const numbers = byAgent.get(agent)
    if (numbers === undefined) byAgent.set(agent, [groups.length - 1])
    else if (numbers.at(-1) !== groups.length - 1) numbers.push(groups.length - 1)
  }

  return {
    line(number, text) {
      const field = readField(text)
      if (field === null) return
      const { name, value } = field
      if (USER_AGENT.test(name)) {
        if (!isCollectingAgents) groups.push({ rules: [] })
        isCollectingAgents = true
        const written = value.toLowerCase()
        if (isDelayEnded) delayed = []
        isDelayEnded = false
        if (written === '') return
        if (names.size < AGENTS_LIMIT) names.add(written.slice(0, 100))
        for (const agent of agentNames(written)) {
          join(agent)
          delayed.push(agent)
        }
        return
      }
      const group = groups.at(-1)
      if (group === undefined) return
      isDelayEnded = true
      const isDisallow = DISALLOW.test(name)
      if (isDisallow || ALLOW.test(name)) {
        isCollectingAgents = false
        if (value !== '') group.rules.push({ line: number, isAllow: !isDisallow, pattern: value, text: field.text })
      } else if (/^crawl-?delay$/i.test(name)) {
        if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(value)) return
        for (const agent of delayed) if (!delays.has(agent)) delays.set(agent, Number(value))
      }
    },
    end() {
      return {
        agents: [...names],
        crawlDelayS: (agent) => delays.get(byAgent.has(agent) ? agent : '*') ?? null,
        bind(agent) {
          const numbers = byAgent.get(agent) ?? byAgent.get('*') ?? []
          return { key: numbers.join(), groups: numbers.map((number) => groups[number] as RobotsGroup) }
        },
      }
    },
  }
}

/**
 * The names that a user-agent line answers to. Google reads a name up to the first character that is no letter, hyphen
 * or underscore; crawlers with a digit in theirs (MJ12bot, 360Spider) look for the whole word.
 */
function agentNames(written: string): string[] {
  if (written === '*' || /^\*\s/.test(written)) return ['*']
  const token = /^[a-z_-]*/.exec(written)?.[0] ?? ''
  const word = /^[^\s/]*/.exec(written)?.[0] ?? ''
  return [...new Set([token, word])].filter((name) => name !== '')
}

function readField(line: string): { name: string; value: string; text: string } | null {
  const cut = line.length > LINE_LENGTH_LIMIT ? line.slice(0, LINE_LENGTH_LIMIT) : line
  const comment = cut.indexOf('#')
  const text = trimAscii(comment < 0 ? cut : cut.slice(0, comment))
  let separator = text.indexOf(':')
  if (separator < 0) {
    // Google takes white space for a forgotten colon where it leaves exactly two words.
    separator = text.search(/[ \t]/)
    if (separator < 0 || /[ \t]/.test(text.slice(separator).replace(/^[ \t]+/, ''))) return null
  }
  const name = trimAscii(text.slice(0, separator))
  return name === '' ? null : { name, value: trimAscii(text.slice(separator + 1)), text }
}

/** ASCII white space only: a stray BOM or NBSP stays, as it does for crawlers. */
function trimAscii(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isAsciiSpace(text.charCodeAt(from))) from++
  while (to > from && isAsciiSpace(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

function isAsciiSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}
