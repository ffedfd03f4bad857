/** Tables for rules that judge whole facts (robots.txt, pages): each row's findings, and every message reached. */
import { afterAll, expect, it } from 'vitest'
import type { Finding } from '#src/model/report.ts'
import type { DefinedRule, Hooks } from '#src/rules/define-rule.ts'
import { judgeFacts } from '#src/rules/judge.ts'

type Hook = Parameters<typeof judgeFacts>[2]

export interface FactsRow<H extends Hook> {
  name: string
  facts: Parameters<NonNullable<Hooks[H]>>[0][]
  /** In the order of the rules' list. */
  expect: {
    rule: string
    /** Default: that of the table. */
    document?: string | null
    /** Left out: any, as in the following. */
    message?: string
    line?: number | null
    column?: number | null
    offset?: number | null
    entry?: number | null
    loc?: string | null
    value?: string | null
    expected?: string | null
    occurrences?: number
  }[]
}

/** Declares one test a row, and one that every message of the rules was reached. */
export function factsTable<H extends Hook>(
  rules: readonly DefinedRule[],
  document: string,
  hook: H,
  rows: readonly FactsRow<H>[],
  reached: Set<string>,
): void {
  it.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
    const noted = rules.map((rule) => noteMessages(rule, reached))
    const { findings, failures } = judgeFacts(noted, document, hook, row.facts)
    expect(failures).toEqual([])
    expect(findings.map(summaryOf)).toMatchObject(row.expect.map((one) => ({ document, ...one })))
    expect(findings.map(({ rule }) => rule)).toEqual(row.expect.map(({ rule }) => rule))
  })
}

/** Tells, when all rows ran, which messages none of them reached. */
export function expectEveryMessage(rules: readonly DefinedRule[], reached: Set<string>): void {
  afterAll(() => {
    const all = rules.flatMap(({ id, messages }) => Object.keys(messages).map((message) => `${id} ${message}`))
    expect(all.filter((one) => !reached.has(one))).toEqual([])
  })
}

/** With the first example; a finding that has no place says so by nulls. */
function summaryOf({ rule, document, message, occurrences, examples: [example] }: Finding) {
  return { rule, document, message, occurrences, line: null, column: null, ...example }
}

function noteMessages(rule: DefinedRule, reached: Set<string>): DefinedRule {
  return {
    ...rule,
    create: (context) =>
      rule.create({
        ...context,
        report: (message, where, data, extra) => {
          reached.add(`${rule.id} ${message}`)
          context.report(message, where, data, extra)
        },
      }),
  }
}
