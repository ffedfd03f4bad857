/** Audits beside each other: what is different between two, and how those of a domain follow each other. */
import { Type } from 'typebox'
import type { Diff } from '../../audit/diff.ts'
import type { DomainAudit } from '../../store/history.ts'
import { define, nullable, oneOf, pair, ref, text, time } from './build.ts'
import { FindingSchema } from './finding.ts'
import { GateResultSchema } from './gate.ts'
import { SummarySchema, VERDICT_TEXT } from './report.ts'
import { STATUSES, VERDICTS } from './words.ts'

const BASELINE_ID = '019ad1c2-3f60-7a1e-9c1d-5b6f8a2c4e10'
const AUDIT_ID = '019ad6e8-7b20-7c44-8f3a-1d2e3f405162'

const DIFF_EXAMPLE: Diff = {
  audit: AUDIT_ID,
  against: BASELINE_ID,
  findings: { new: [], fixed: [], unchanged: [] },
  documents: {
    added: ['https://example.com/sitemap-3.xml'],
    lost: [],
    changed: [
      {
        url: 'https://example.com/sitemap-2.xml',
        entries: [120, 119],
        addedUrls: [],
        removedUrls: ['https://example.com/old-page'],
      },
    ],
  },
}

const DOMAIN_AUDIT_EXAMPLE: DomainAudit = {
  id: AUDIT_ID,
  status: 'succeeded',
  createdAt: '2026-11-30T06:00:00.120Z',
  finishedAt: '2026-11-30T06:00:09.480Z',
  verdict: 'warn',
  summary: {
    documents: 4,
    read: 4,
    entries: 339,
    pages: 20,
    findings: { error: 0, warning: 2, note: 1 },
    unchecked: 0,
  },
  gate: { passed: true, reasons: [] },
  baseline: BASELINE_ID,
  optionsKey: '2f7c0b1e9a4d4c6f8e5a3b2d1c0f9e8d',
}

const urls = (description: string) => Type.Array(Type.String(), { maxItems: 100, description })
const findings = (description: string) => Type.Array(ref(FindingSchema), { description })
const documents = (description: string) => Type.Array(Type.String(), { description })

export const DocumentDiffSchema = define<Diff['documents']['changed'][number]>()(
  'DocumentDiff',
  'A document that both audits read, with other bytes.',
  {
    url: text('Its URL.', { examples: ['https://example.com/sitemap.xml'] }),
    entries: pair('integer', 'Its entries before and after; children where it is an index.'),
    addedUrls: urls(
      'URLs that it lists now and did not list before. Of a document with more than 1,000 URLs a sample is compared: ' +
        'the 1,000 with the smallest hashes of either side.',
    ),
    removedUrls: urls('URLs that it listed before and does not list now. Likewise a sample.'),
  },
)

export const DiffSchema = define<Diff>()(
  'Diff',
  'What is different between two audits of one site.',
  {
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
  },
  { examples: [DIFF_EXAMPLE] },
)

export const DomainAuditSchema = define<DomainAudit>()(
  'DomainAudit',
  'An audit in the history of its domain.',
  {
    id: text('Its id.'),
    status: oneOf(STATUSES, 'failed is our own fault, never that of the site.'),
    createdAt: time('When it was asked for.'),
    finishedAt: nullable(time('When it ended.')),
    verdict: nullable(oneOf(VERDICTS, VERDICT_TEXT)),
    summary: nullable(ref(SummarySchema)),
    gate: nullable(ref(GateResultSchema)),
    baseline: nullable(text('Id of the audit that it was compared with.')),
    optionsKey: text('The same for audits with the same options: only their numbers can be compared.', {
      examples: ['2f7c0b1e9a4d4c6f8e5a3b2d1c0f9e8d'],
    }),
  },
  { examples: [DOMAIN_AUDIT_EXAMPLE] },
)

interface DomainHistory {
  domain: string
  items: DomainAudit[]
  next: string | null
}

export const DomainHistorySchema = define<DomainHistory>()('DomainHistory', 'The audits of one domain, newest first.', {
  domain: text('ASCII, lower-case host, with its port where that is not the default.', { examples: ['example.com'] }),
  items: Type.Array(ref(DomainAuditSchema), { description: 'This page of the list.' }),
  next: nullable(text('Give it as `cursor` to read on; null at the end.')),
})

export const HISTORY_SCHEMAS = [DiffSchema, DocumentDiffSchema, DomainHistorySchema, DomainAuditSchema]
