/** Every regular expression of the source, and texts that make a bad one slow. */
import { parseSync } from 'vite'
import { readSources } from '../support/source-files.ts'

export interface Pattern {
  /** "src/a/b.ts: /pattern/flags" */
  id: string
  pattern: string
  flags: string
}

interface Node {
  type?: string
  regex?: { pattern: string; flags: string }
  callee?: { type?: string; name?: string }
  arguments?: Node[]
  start?: number
  end?: number
}

/** `dynamic`: where one is made of a text at run time, "src/a/b.ts: new RegExp(...)". */
export function collectPatterns(): { patterns: Pattern[]; dynamic: string[] } {
  const patterns: Pattern[] = []
  const dynamic: string[] = []
  for (const [path, text] of readSources('src')) {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if (Array.isArray(value)) {
        for (const one of value) visit(one)
        return
      }
      const node = value as Node
      if (node.type === 'Literal' && node.regex)
        patterns.push({ id: `${path}: /${node.regex.pattern}/${node.regex.flags}`, ...node.regex })
      if (
        (node.type === 'NewExpression' || node.type === 'CallExpression') &&
        node.callee?.type === 'Identifier' &&
        node.callee.name === 'RegExp'
      ) {
        dynamic.push(`${path}: ${text.slice(node.start, node.end)}`)
      }
      for (const child of Object.values(node)) visit(child)
    }
    visit(parseSync(path, text).program)
  }
  return { patterns, dynamic }
}

/** Characters that the classes of patterns are made of. */
const SAMPLES = [...' \t\n\ra1A/<>"\'=-&;,.:%*#@_![]{}()?+', '\u0001', '\u00e9', '\u2028', '\ufeff']

/**
 * Texts of about `length` characters: what a pattern is made of, again and again, behind its beginnings, and at the end
 * something that breaks it off.
 */
export function* attacksOn({ pattern }: Pattern, length: number): Generator<string> {
  const runs = [...pattern.matchAll(/(?:[\w<>"'=&;:!#%@~, -]|\\[/.\-?*+()[\]{}|$^])+/g)]
    .map(([run]) => run.replace(/\\(.)/g, '$1').slice(0, 30))
    .filter((run) => run.length > 1)
    .slice(0, 6)
  const own = [...new Set(pattern)].filter((character) => !'\\()[]{}|?+*^$.'.includes(character)).slice(0, 8)
  const singles = [...new Set([...SAMPLES, ...own])]
  const pairs = [...own.slice(0, 4), ' ', 'a'].flatMap((first) =>
    [' ', ...own.slice(0, 2)].map((second) => first + second),
  )
  const pumps = [...new Set([...singles, ...pairs, ...runs, ...runs.map((run) => `${run} `)])]
  for (const start of ['', ...runs.slice(0, 2)]) {
    for (const pump of pumps) {
      const middle = pump.repeat(Math.ceil(length / pump.length))
      yield `${start}${middle}\u0000`
    }
  }
}
