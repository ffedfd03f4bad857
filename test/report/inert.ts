import { expect } from 'vitest'

/** Holds that Markdown has no code that is left open, mention or HTML but ours. @returns what stands outside its code */
export function expectInertOutsideCode(markdown: string): string {
  const outside = markdown
    .replace(/^ *(`{3,})text\n[^\n]*\n[^\n]*\n *\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)(?:.*?[^`])\1(?!`)/g, 'CODE')
  expect(outside).not.toContain('`')
  expect(outside).not.toContain('@')
  expect(outside).not.toMatch(/<(?!\/?(?:details|summary|sub)>)/)
  return outside
}
