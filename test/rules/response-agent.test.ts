import { describe } from 'vitest'
import type { AnswerFacts, ResponseFacts } from '#src/model/facts.ts'
import { responseAgentRules } from '#src/rules/response-agent.ts'
import { expectEveryMessage, type FactsRow, factsTable } from '../support/facts-table.ts'

const SITEMAP = 'https://www.example.com/sitemap.xml'
const list = (entries: number, sha256 = 'a'.repeat(64)): AnswerFacts => ({
  outcome: 'read',
  status: 200,
  phrase: `status 200 with ${entries} entries (urlset)`,
  kind: 'urlset',
  entries,
  sha256,
})
const refusal: AnswerFacts = {
  outcome: 'blocked',
  status: 403,
  phrase: 'status 403',
  kind: null,
  entries: null,
  sha256: null,
}

function answered(own: AnswerFacts, other: AnswerFacts | null, url = SITEMAP): ResponseFacts {
  const exchange: ResponseFacts['exchange'] = {
    url,
    finalUrl: url,
    hops: [],
    status: own.status,
    headers: [],
    ending: { kind: 'answer' },
    notices: [],
    challenge: null,
    nowMs: 0,
  }
  return {
    exchange,
    outcome: own.outcome,
    context: {
      url,
      finalUrl: url,
      source: 'fetched',
      via: 'robots.txt:1',
      origin: 'https://www.example.com',
      isNamedByRobots: true,
      nowMs: 0,
      http: null,
      isPrivateSite: false,
    },
    ending: null,
    tail: null,
    isChild: false,
    secondRead: null,
    ...(other && { otherAgent: { own, other } }),
  }
}

const rule = 'response-differs-by-agent'
const rows: FactsRow<'response'>[] = [
  { name: 'What was not compared gives nothing', facts: [answered(list(3), null)], expect: [] },
  {
    name: 'A refusal of this auditor alone has both answers',
    facts: [answered(refusal, list(3))],
    expect: [
      {
        rule,
        message:
          'This auditor was refused (status 403); the same request under the name of a browser got status 200 with 3 entries (urlset).',
        loc: SITEMAP,
        value: 'status 403; as a browser: status 200 with 3 entries (urlset)',
      },
    ],
  },
  {
    name: 'Another list has both counts',
    facts: [answered(list(3), list(2))],
    expect: [
      {
        rule,
        message:
          'This auditor got status 200 with 3 entries (urlset); the same request under the name of a browser got status 200 with 2 entries (urlset).',
      },
    ],
  },
  {
    name: 'Other bytes with as many entries have both hashes',
    facts: [answered(list(3), list(3, 'b'.repeat(64)))],
    expect: [
      {
        rule,
        message:
          'This auditor got status 200 with 3 entries (urlset); the same request under the name of a browser got the same with other bytes (SHA-256 aaaaaaaaaaaa… and bbbbbbbbbbbb…).',
        value: `${'a'.repeat(64)}; as a browser: ${'b'.repeat(64)}`,
      },
    ],
  },
  {
    name: 'Documents of one host that differ in the same way are one finding, others are another',
    facts: [
      answered(refusal, list(3)),
      answered(refusal, list(4), 'https://www.example.com/b.xml'),
      answered(refusal, list(3), 'https://b.example/c.xml'),
    ],
    expect: [
      { rule, occurrences: 2 },
      { rule, occurrences: 1, loc: 'https://b.example/c.xml' },
    ],
  },
]

describe('The comparison of names', () => {
  const reached = new Set<string>()
  factsTable(responseAgentRules, SITEMAP, 'response', rows, reached)
  expectEveryMessage(responseAgentRules, reached)
})
