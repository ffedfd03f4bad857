/** Documents that depend on who asks for them. */
import type { AnswerFacts, ResponseFacts } from '../model/facts.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'

const responseDiffersByAgent = defineRule(
  {
    id: 'response-differs-by-agent',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'A sitemap is the same for everybody who asks',
    why: 'What is served depends on the User-Agent; which of the answers search engines get is not known from here.',
    fix: 'Look for what goes by the User-Agent (a firewall, a CDN, a plugin), and let everybody have the same sitemap.',
    source: null,
    searchConsole: null,
    messages: {
      refused: 'This auditor was refused ({own}); the same request under the name of a browser got {other}.',
      differs: 'This auditor got {own}; the same request under the name of a browser got {other}.',
      bytes:
        'This auditor got {own}; the same request under the name of a browser got the same with other bytes (SHA-256 {ownHash} and {otherHash}).',
    },
  },
  ({ report }) => ({
    response(facts) {
      const { otherAgent, context } = facts
      if (otherAgent === undefined) return
      const { own, other } = otherAgent
      const data = { own: own.phrase, other: other.phrase }
      const { url } = context
      const extra = { loc: url, value: `${own.phrase}; as a browser: ${other.phrase}`, subject: agentCauseOf(facts) }
      if (own.phrase !== other.phrase) {
        report(own.outcome === 'blocked' ? 'refused' : 'differs', null, data, extra)
        return
      }
      const hashes = { ownHash: shortHash(own), otherHash: shortHash(other) }
      report(
        'bytes',
        null,
        { own: own.phrase, ...hashes },
        { ...extra, value: `${own.sha256}; as a browser: ${other.sha256}` },
      )
    },
  }),
)

const shortHash = ({ sha256 }: AnswerFacts): string => `${sha256?.slice(0, 12)}…`

/** Documents of one host that differ in the same way have one cause. */
export function agentCauseOf({ context, otherAgent }: ResponseFacts): string {
  return `${new URL(context.url).host} ${otherAgent?.own.outcome} ${otherAgent?.other.outcome}`
}

export const responseAgentRules: readonly DefinedRule[] = [responseDiffersByAgent]
