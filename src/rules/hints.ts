/** changefreq and priority: hints of the protocol that the large engines ignore. */
import { CHANGEFREQ_WORDS } from '../model/standards.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { attachHintDesk, SHOWN_HINTS } from './hint-desk.ts'

const WORDS: readonly string[] = CHANGEFREQ_WORDS

const changefreqInvalid = defineRule(
  {
    id: 'changefreq-invalid',
    severity: 'warning',
    breaks: ['protocol', 'xsd'],
    basis: 'documented',
    title: 'changefreq is one of seven words',
    why: 'A reader that uses the hint does not understand another value.',
    fix: `Write one of ${WORDS.join(', ')}, in lower case, or leave changefreq out.`,
    source: 'https://www.sitemaps.org/protocol.html#changefreqdef',
    searchConsole: 'Invalid tag value',
    messages: {
      empty: 'This changefreq is empty.',
      otherCase: 'This changefreq is "{value}"; the word must be in lower case.',
      unknown: 'This changefreq is "{value}", which is none of the seven words of the protocol.',
    },
  },
  ({ report }) => ({
    only: ['oddChangefreq'],
    entry({ changefreq }) {
      if (changefreq === null || changefreq.isDamaged || WORDS.includes(changefreq.text)) return
      const { text } = changefreq
      if (text === '') report('empty', changefreq, {})
      else if (WORDS.includes(text.toLowerCase()))
        report('otherCase', changefreq, { value: text }, { expected: text.toLowerCase() })
      else report('unknown', changefreq, { value: text })
    },
  }),
)

/** xsd:decimal: no exponent, no thousands separators. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

const priorityInvalid = defineRule(
  {
    id: 'priority-invalid',
    severity: 'warning',
    breaks: ['protocol', 'xsd'],
    basis: 'documented',
    title: 'priority is a decimal from 0.0 to 1.0',
    why: 'A reader that uses the hint does not understand another value.',
    fix: 'Write a number from 0.0 to 1.0 with a point, or leave priority out.',
    source: 'https://www.sitemaps.org/protocol.html#prioritydef',
    searchConsole: 'Invalid tag value',
    messages: {
      empty: 'This priority is empty.',
      noDecimal: 'This priority is "{value}", which is no decimal number.',
      outOfRange: 'This priority is {value}; it must be from 0.0 to 1.0.',
    },
  },
  ({ report }) => ({
    only: ['oddPriority'],
    entry({ priority }) {
      if (priority === null || priority.isDamaged) return
      const { text } = priority
      if (text === '') report('empty', priority, {})
      else if (!DECIMAL.test(text)) {
        const expected = /^[01],\d+$/.test(text) ? text.replace(',', '.') : null
        report('noDecimal', priority, { value: text }, { expected })
      } else if (Number(text) < 0 || Number(text) > 1) report('outOfRange', priority, { value: text })
    },
  }),
)

const hintsIgnored = defineRule(
  {
    id: 'hints-ignored',
    severity: 'note',
    breaks: [],
    basis: 'documented',
    title: 'Tags in use are read by search engines',
    why: 'Google and Bing ignore changefreq and priority; a true lastmod is what they use.',
    fix: 'Leave both tags out, and keep lastmod true.',
    source:
      'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#additional-notes-about-xml-sitemaps',
    searchConsole: null,
    messages: {
      ignored: 'Entries of this document use changefreq or priority, which Google and Bing ignore.',
    },
  },
  ({ report, document }) => {
    if (document === undefined) return {}
    const desk = attachHintDesk(document, 'hints-ignored')
    return {
      only: ['shownHints'],
      entry({ changefreq, priority }) {
        const first = changefreq ?? priority
        if (first !== null) report('ignored', first.elementAt, {})
      },
      end() {
        const more = desk.used - SHOWN_HINTS
        if (more > 0) report('ignored', null, {}, { occurrences: more, isMore: true })
      },
    }
  },
)

export const hintRules: readonly DefinedRule[] = [changefreqInvalid, hintsIgnored, priorityInvalid]
