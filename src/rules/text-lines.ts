/** The lines of a text sitemap. */
import { type DefinedRule, defineRule } from './define-rule.ts'

const TEXT_FORMAT = 'https://www.sitemaps.org/protocol.html#otherformats'

const lineNotUrl = defineRule(
  {
    id: 'line-not-url',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every line of a text sitemap is one absolute URL',
    why: 'A text sitemap holds nothing but URLs; another line is an invalid URL to its readers.',
    fix: 'Remove comments and headings, and give each URL a line of its own.',
    source: TEXT_FORMAT,
    searchConsole: 'Invalid URL',
    messages: {
      comment: 'This line is a comment, which text sitemaps do not have.',
      several: 'This line has more than one URL.',
      other: 'This line is no absolute URL: "{text}".',
    },
  },
  ({ report }) => ({
    faults: {
      'line-not-url'(fault) {
        const { text } = fault
        if (text.trimStart().startsWith('#')) report('comment', fault, {})
        else if (text.split('://').length > 2 && /\s/.test(text.trim())) report('several', fault, {})
        else report('other', fault, { text: text.trim() })
      },
    },
  }),
)

const lineBlank = defineRule(
  {
    id: 'line-blank',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'A text sitemap has no blank lines inside',
    why: 'Readers skip them; they are a sign that something was lost when the list was made.',
    fix: 'Remove the blank lines.',
    source: null,
    searchConsole: null,
    messages: { blank: 'A blank line stands inside the list.' },
  },
  ({ report }) => ({
    faults: {
      'line-blank'(fault) {
        report('blank', fault.at, {})
      },
    },
  }),
)

export const textLineRules: readonly DefinedRule[] = [lineBlank, lineNotUrl]
