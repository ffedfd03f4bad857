/** The catalogue of rules, asked for once and when somebody wants to read it. */
import type { Rule } from '../../model/report.ts'
import { call, type Page } from './api.ts'

let asked: Promise<ReadonlyMap<string, Rule>> | null = null

/** @returns rules by their ids */
export function loadRules(): Promise<ReadonlyMap<string, Rule>> {
  asked ??= call<Page<Rule>>('/rules').then(
    ({ items }) => new Map(items.map((rule) => [rule.id, rule])),
    (error) => {
      asked = null
      throw error
    },
  )
  return asked
}
