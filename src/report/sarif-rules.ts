/** Rules as SARIF describes them (3.49), with what code scanning shows of them. */
import type { ReportingDescriptor } from 'sarif'
import type { Rule, Severity } from '../model/report.ts'
import { shorten } from './printable.ts'

/** What GitHub shows of a description. */
const DESCRIPTION_LENGTH = 1_024
/** GitHub's own words. */
const PROBLEM_SEVERITIES: Record<Severity, string> = { error: 'error', warning: 'warning', note: 'recommendation' }
/** How sure a finding of the rule is to be worth a change. */
const PRECISIONS: Record<Rule['basis'], string> = { documented: 'very-high', convention: 'high', field: 'medium' }

/** @param rule undefined: it is not in the catalogue any more */
export function toDescriptor(id: string, rule: Rule | undefined): ReportingDescriptor {
  if (rule === undefined) {
    const text = 'This rule is not in the catalogue any more.'
    return { id, shortDescription: { text }, fullDescription: { text }, help: { text } }
  }
  const { title, why, fix, source, searchConsole, breaks, basis, severity } = rule
  const lines = [`Why: ${why}`, `Fix: ${fix}`, ...(searchConsole === null ? [] : [`Search Console: ${searchConsole}`])]
  const source_ = source === null ? [] : [`Source: ${source}`]
  return {
    id,
    name: toPascalCase(id),
    shortDescription: { text: shorten(`${title}.`, DESCRIPTION_LENGTH) },
    fullDescription: { text: shorten(`${title}. ${why}`, DESCRIPTION_LENGTH) },
    help: {
      text: [...lines, ...source_].join('\n'),
      markdown: [
        `**Why.** ${why}`,
        `**Fix.** ${fix}`,
        ...(searchConsole === null ? [] : [`**Search Console** calls it "${searchConsole}".`]),
        ...(source === null ? [] : [`[The sentence it enforces](${source})`]),
      ].join('\n\n'),
    },
    ...(source === null ? {} : { helpUri: source }),
    defaultConfiguration: { level: severity },
    properties: {
      tags: ['sitemap', basis, ...breaks],
      precision: PRECISIONS[basis],
      'problem.severity': PROBLEM_SEVERITIES[severity],
    },
  }
}

function toPascalCase(id: string): string {
  return id.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
