/** Rules and what they find. */
import { Type } from 'typebox'
import type { Example, Finding, Rule } from '../../model/report.ts'
import { count, define, listOf, nullable, oneOf, ref, share, text, whole } from './build.ts'
import { BASES, BREAKS, SEVERITIES } from './words.ts'

export const RuleSchema = define<Rule>()('Rule', 'What is checked, why, and how to mend it.', {
  id: text('Subject first, then the failing state. Never reused for another meaning.'),
  severity: oneOf(SEVERITIES, 'How bad it is without a profile.'),
  title: text('What holds where all is well, in one sentence.'),
  why: text('What happens to sites that break it.'),
  fix: text('What to do.'),
  breaks: Type.Array(oneOf(BREAKS, 'A standard or reader.'), { description: 'Whose rules a finding breaks.' }),
  basis: oneOf(
    BASES,
    'documented: a sentence can be linked; convention: good practice; field: seen to hurt, documented nowhere.',
  ),
  source: nullable(text('URL of the sentence it enforces; null where the basis is not documented.')),
  searchConsole: nullable(text('The name that people see in Search Console.')),
  examples: Type.Optional(
    nullable(
      Type.Object(
        { wrong: text('What breaks it.'), right: text('What does not.') },
        {
          description:
            'A part of a document, a whole one, robots.txt, a page or the head of an answer; null: there is none. ' +
            'Absent in the list of all rules.',
        },
      ),
    ),
  ),
})

export const RuleListSchema = listOf('RuleList', 'The catalogue of rules, whole: `next` is always null.', RuleSchema)

export const ExampleSchema = define<Example>()('Example', 'One occurrence of a finding, with its place.', {
  line: nullable(whole('Line, from 1.', { minimum: 1 })),
  column: nullable(whole('Column, from 1, in code points of the decoded text; a BOM is not counted.', { minimum: 1 })),
  offset: nullable(count('Byte in the uncompressed document, from 0.')),
  entry: nullable(whole('Number of the entry, from 1.', { minimum: 1 })),
  loc: nullable(text('The URL of the entry, as written.')),
  value: nullable(text('The value at fault, as written.')),
  expected: nullable(text('What should have been there.')),
  snippet: nullable(text('The source line round the place.')),
})

export const FindingSchema = define<Finding>()(
  'Finding',
  'One rule in one document, page or robots.txt, about one subject (a message of the rule and the host, tag or code that it names), whatever its number of occurrences.',
  {
    rule: text('Id of the rule.'),
    severity: oneOf(SEVERITIES, 'How bad it is, under the profile of the audit.'),
    message: text('One sentence about this case, with the values.'),
    fix: text('What to do.'),
    document: nullable(text('URL of what it stands in.')),
    occurrences: whole('How often.', { minimum: 1 }),
    examples: Type.Array(ref(ExampleSchema), { maxItems: 10, description: 'The first ten.' }),
    pattern: nullable(text('The URL pattern that the occurrences share.')),
    share: nullable(share('Occurrences by candidates, 0 to 1.')),
    fingerprint: text('The same for the same finding next time.'),
    suppressed: nullable(text('The reason, where it was suppressed: it does not count then.')),
  },
)

export const FindingListSchema = listOf('FindingList', 'Findings of an audit.', FindingSchema)
