/** What a report says of one sampled page. */
import { Type } from 'typebox'
import type { CanonicalStatement, NoindexStatement, PageReport } from '../../model/report.ts'
import { count, define, listOf, nullable, oneOf, ref, text, whole } from './build.ts'
import { HopSchema, OUTCOME_TEXT } from './document-report.ts'
import { OUTCOMES } from './words.ts'

export const NoindexSchema = define<NoindexStatement>()('Noindex', 'A statement that keeps a page out of the index.', {
  source: oneOf(['meta', 'header'], 'A meta element or an X-Robots-Tag header.'),
  agent: text('The crawler it is for; * for all.'),
  value: text('As written.'),
})

export const CanonicalSchema = define<CanonicalStatement>()('Canonical', 'A canonical that a page names.', {
  source: oneOf(['head', 'header'], 'A link element in the head or a Link header.'),
  href: text('As written.'),
  resolved: nullable(text('As an absolute URL; null where it is none.')),
})

export const PageReportSchema = define<PageReport>()('PageReport', 'One listed URL that was fetched as a sample.', {
  url: text('As listed.'),
  document: text('URL of the sitemap that lists it.'),
  entry: whole('Number of its entry there.', { minimum: 1 }),
  outcome: oneOf([...OUTCOMES, 'disallowed'], `${OUTCOME_TEXT} disallowed: robots.txt closes it to us.`),
  status: nullable(whole('Status of the last answer.')),
  hops: Type.Array(ref(HopSchema), { description: 'Redirects before the last answer.' }),
  finalUrl: nullable(text('URL of the last answer.')),
  replacement: nullable(text('The URL to list instead, where one is known.')),
  indexable: nullable(Type.Boolean({ description: 'False: noindex for all crawlers; null: not judged.' })),
  noindex: Type.Array(ref(NoindexSchema), { description: 'Every statement with noindex or none.' }),
  canonical: Type.Array(ref(CanonicalSchema), { description: 'Every canonical that counts.' }),
  lastmod: Type.Object(
    {
      sitemap: nullable(text('As listed.')),
      page: nullable(text('What the page says of itself.')),
      pageSource: nullable(oneOf(['dateModified', 'article:modified_time', 'Last-Modified'], 'Where it says so.')),
    },
    { description: 'The date in the sitemap and the date on the page.' },
  ),
  ms: count('Time to the last answer, milliseconds.'),
})

export const PageListSchema = listOf('PageList', 'Pages of an audit.', PageReportSchema)
