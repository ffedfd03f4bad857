/** The report of an audit. */
import { Type } from 'typebox'
import type { DiscoveryPlace, Estimate, Report, Structure } from '../../model/report.ts'
import { count, define, nullable, oneOf, pair, ref, text, whole } from './build.ts'
import { DocumentReportSchema, OUTCOME_TEXT } from './document-report.ts'
import { FindingSchema } from './finding.ts'
import { PageReportSchema } from './page-report.ts'
import { OUTCOMES, VERDICTS } from './words.ts'

export const VERDICT_TEXT =
  'fail: an error that counts; warn: a warning; pass: neither; unchecked: no document was read and some place was ' +
  'not plainly absent.'

export const SummarySchema = define<Report['summary']>()('Summary', 'The report in numbers.', {
  documents: count('Documents attempted.'),
  read: count('Documents read.'),
  entries: count('Page URLs, each document once, not the children of an index.'),
  pages: count('Pages sampled.'),
  findings: Type.Object(
    { error: count('Errors.'), warning: count('Warnings.'), note: count('Notes.') },
    { description: 'Findings by severity; suppressed ones do not count.' },
  ),
  unchecked: count('Documents and pages that are blocked, unreachable, server-error, refused or skipped.'),
})

export const StructureSchema = define<Structure>()('Structure', 'How the site arranges its sitemaps.', {
  form: oneOf(['single', 'robots-list', 'index', 'nested-index', 'none'], 'How they hang together.'),
  partition: oneOf(
    ['none', 'sequence', 'type', 'language', 'date', 'mixed'],
    'By what the entries are divided over the documents.',
  ),
  depth: count('The deepest document.'),
})

export const DiscoveryPlaceSchema = define<DiscoveryPlace>()(
  'DiscoveryPlace',
  'A place where a sitemap was looked for.',
  {
    url: text('What was asked for.'),
    via: text('Who named it.'),
    outcome: oneOf(OUTCOMES, OUTCOME_TEXT),
    status: nullable(whole('HTTP status, where there was an answer.')),
  },
)

export const EstimateSchema = define<Estimate>()('Estimate', 'What the sample of pages says of all entries.', {
  what: oneOf(['redirected', 'noindex', 'canonical-other', 'broken'], 'What was judged.'),
  bad: count('Pages that are so.'),
  judged: count('Pages that could be judged.'),
  of: count('Entries that the sample stands for.'),
  interval: pair('number', 'The share among all entries, 95 % interval.'),
})

export const ReportSchema = define<Report>()('Report', 'What an audit found. Partial while it runs.', {
  verdict: oneOf(VERDICTS, VERDICT_TEXT),
  origin: text('The origin audited, after http or https was settled.'),
  summary: ref(SummarySchema),
  structure: ref(StructureSchema),
  robots: Type.Object(
    {
      url: text('Where it was asked for.'),
      outcome: oneOf(OUTCOMES, OUTCOME_TEXT),
      status: nullable(whole('HTTP status, where there was an answer.')),
      sitemaps: Type.Array(
        Type.Object({
          line: whole('Line, from 1.', { minimum: 1 }),
          value: text('As written.'),
          url: nullable(text('The URL it stands for; null where it is none.')),
        }),
        { description: 'Its Sitemap lines.' },
      ),
    },
    { description: 'The robots.txt of the origin.' },
  ),
  discovery: Type.Array(ref(DiscoveryPlaceSchema), { description: 'Every place that was looked at.' }),
  documents: Type.Array(ref(DocumentReportSchema), { description: 'What was attempted, in walking order.' }),
  pages: Type.Array(ref(PageReportSchema), { description: 'The sampled pages.' }),
  estimates: Type.Array(ref(EstimateSchema), { description: 'Shares among all entries, by the sample.' }),
  findings: Type.Array(ref(FindingSchema), { description: 'What is wrong.' }),
  notes: Type.Array(Type.String(), { description: 'How the audit was done, in sentences.' }),
  timing: Type.Object(
    {
      totalMs: count('The whole audit, milliseconds.'),
      fetchMs: count('Time spent on fetching, milliseconds.'),
      checkMs: count('Time spent on checking, milliseconds.'),
      requests: count('Requests sent.'),
      bytes: count('Bytes received.'),
    },
    { description: 'What it took.' },
  ),
})
