/** Audits beside each other: what is different between two, and how those of a domain follow each other. */
import { Type } from 'typebox'
import type { Diff, DomainAudit, DomainHistory } from '../../model/history.ts'
import { define, nullable, oneOf, pair, ref, text, time } from './build.ts'
import { FindingSchema } from './finding.ts'
import { GateResultSchema } from './gate.ts'
import { SummarySchema, VERDICT_TEXT } from './report.ts'
import { STATUSES, VERDICTS } from './words.ts'

const urls = (description: string) => Type.Array(Type.String(), { maxItems: 100, description })
const findings = (description: string) => Type.Array(ref(FindingSchema), { description })
const documents = (description: string) => Type.Array(Type.String(), { description })

const DocumentDiffSchema = define<Diff['documents']['changed'][number]>()(
  'DocumentDiff',
  'A document that both audits read, with other bytes.',
  {
    url: text('Its URL.'),
    entries: pair('integer', 'Its entries before and after; children where it is an index.'),
    addedUrls: urls(
      'URLs that it lists now and did not list before. Of a document with more than 1,000 URLs a sample is compared: ' +
        'the 1,000 with the smallest hashes of either side.',
    ),
    removedUrls: urls('URLs that it listed before and does not list now. Likewise a sample.'),
  },
)

export const DiffSchema = define<Diff>()('Diff', 'What is different between two audits of one site.', {
  audit: text('Id of the later audit.'),
  against: text('Id of the audit that it is compared with.'),
  findings: Type.Object(
    {
      new: findings('What `against` did not have.'),
      fixed: findings(
        'What `against` had and this audit has not, although it looked again. What history-* said of a third audit is ' +
          'not among them.',
      ),
      unchanged: findings('What both have, as this audit tells it.'),
    },
    { description: 'Findings, told apart by their fingerprints.' },
  ),
  documents: Type.Object(
    {
      added: documents('Read now, and plainly not there before.'),
      lost: documents(
        'Read before, and plainly not there now: absent, no sitemap, or listed no more. What was not chosen or could ' +
          'not be read is not lost.',
      ),
      changed: Type.Array(ref(DocumentDiffSchema), { description: 'Read by both, with other bytes.' }),
    },
    { description: 'URLs of documents.' },
  ),
})

const DomainAuditSchema = define<DomainAudit>()('DomainAudit', 'An audit in the history of its domain.', {
  id: text('Its id.'),
  status: oneOf(STATUSES, 'failed is our own fault, never that of the site.'),
  createdAt: time('When it was asked for.'),
  finishedAt: nullable(time('When it ended.')),
  verdict: nullable(oneOf(VERDICTS, VERDICT_TEXT)),
  summary: nullable(ref(SummarySchema)),
  gate: nullable(ref(GateResultSchema)),
  baseline: nullable(text('Id of the audit that it was compared with.')),
  optionsKey: text('The same for audits with the same options: only their numbers can be compared.'),
})

export const DomainHistorySchema = define<DomainHistory>()('DomainHistory', 'The audits of one domain, newest first.', {
  domain: text('ASCII, lower-case host, with its port where that is not the default.'),
  items: Type.Array(ref(DomainAuditSchema), { description: 'This page of the list.' }),
  next: nullable(text('Give it as `cursor` to read on; null at the end.')),
})

export const HISTORY_SCHEMAS = [DiffSchema, DocumentDiffSchema, DomainHistorySchema, DomainAuditSchema]
