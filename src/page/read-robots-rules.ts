/** What the robots statements of a page come to: noindex, expiry, and what cannot have been meant so. */
import type { PageFacts } from '../model/page.ts'
import { isPast, readExpiryDate } from './expiry-date.ts'
import { agentOfMeta, parseHeaderRules, parseMetaRules, type RobotsStatement } from './robots-rules.ts'
import type { HtmlElement } from './walk-html.ts'

type Source = 'meta' | 'header'
type RobotsFacts = Pick<PageFacts, 'robots' | 'noindex' | 'expiries'>

/** Statements that are kept of one page. */
const STATEMENTS_LIMIT = 200
const VALUE_LENGTH = 300

/** @param metas meta elements of head and body; @param headers X-Robots-Tag lines, not joined */
export function readRobotsRules(metas: HtmlElement[], headers: string[], nowMs: number): RobotsFacts {
  const facts: RobotsFacts = { robots: [], noindex: [], expiries: [] }
  for (const line of headers) {
    for (const statement of parseHeaderRules(line)) add(facts, 'header', statement, line, nowMs)
  }
  for (const { attributes } of metas) {
    const agent = agentOfMeta(attributes['name'] ?? '')
    const content = attributes['content']
    if (agent !== null && content !== undefined) add(facts, 'meta', parseMetaRules(agent, content), content, nowMs)
  }
  return facts
}

function add(facts: RobotsFacts, source: Source, { agent, rules }: RobotsStatement, written: string, nowMs: number) {
  if (facts.robots.length >= STATEMENTS_LIMIT) return
  let problem: PageFacts['robots'][0]['problem'] = written.includes('<') ? 'nested-tag' : null
  for (const { name, value, text } of rules) {
    if (name === 'noindex' || name === 'none') addNoindex(facts, source, agent, text)
    else if (name === 'unavailable_after') {
      const date = readExpiryDate(value)
      if (date === null) problem ??= 'date'
      else {
        const passed = isPast(date, nowMs)
        facts.expiries.push({ source, agent, value: text, epochMs: date.epochMs, isPast: passed })
        if (passed) addNoindex(facts, source, agent, text)
      }
    } else if (/(?:^|[\s;|])(?:noindex|nofollow|none)[\s;|]|[\s;|](?:noindex|nofollow|none)$/.test(name)) {
      problem ??= 'separator'
    }
  }
  facts.robots.push({
    source,
    agent,
    value: written.trim().slice(0, VALUE_LENGTH),
    isMalformed: problem !== null,
    problem,
    rules: rules.map(({ name }) => name),
  })
}

function addNoindex(facts: RobotsFacts, source: Source, agent: string, text: string): void {
  const value = text.slice(0, VALUE_LENGTH)
  const isKnown = facts.noindex.some((one) => one.source === source && one.agent === agent && one.value === value)
  if (!isKnown) facts.noindex.push({ source, agent, value })
}
