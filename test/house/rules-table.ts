/** `npm run readme`: writes the table of rules in the README anew. */
import { writeFileSync } from 'node:fs'
import { RULES } from '#src/rules/index.ts'
import { readProjectFile } from '#test/support/source-files.ts'

const BEGIN = '<!-- rules: written by npm run readme -->'
const END = '<!-- end of the rules -->'

/** The README with the table as the rules are now. @throws where it has no room for it */
export function renderReadme(readme: string): string {
  const from = readme.indexOf(BEGIN)
  const to = readme.indexOf(END)
  if (from < 0 || to < from) throw new Error(`The README has no "${BEGIN}" with "${END}" behind it.`)
  return `${readme.slice(0, from + BEGIN.length)}\n\n${renderRules()}\n\n${readme.slice(to)}`
}

function renderRules(): string {
  const count = (wanted: string) => RULES.filter(({ severity }) => severity === wanted).length
  return [
    `${RULES.length} rules: ${count('error')} errors, ${count('warning')} warnings, ${count('note')} notes.`,
    '',
    '| rule | severity | breaks | what it asks for |',
    '| --- | --- | --- | --- |',
    ...RULES.map(
      ({ id, severity, breaks, title }) => `| \`${id}\` | ${severity} | ${breaks.join(', ')} | ${escapeCell(title)} |`,
    ),
  ].join('\n')
}

const ESCAPES: Record<string, string> = { '|': '\\|', '<': '&lt;', '>': '&gt;', '*': '\\*', _: '\\_' }
const escapeCell = (text: string): string => text.replace(/[|<>*_]/g, (character) => ESCAPES[character] as string)

if (import.meta.main) {
  const path = new URL('../../README.md', import.meta.url)
  writeFileSync(path, renderReadme(readProjectFile('README.md')))
}
