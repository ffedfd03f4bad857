/** Batches, as they are asked for and answered. */
import { type Static, Type } from 'typebox'
import type { Batch, BatchAudit, BatchSummary } from '../../model/batch.ts'
import { AUDIT_REQUEST_FIELDS } from './audit-request.ts'
import { count, define, listOf, type NamedSchema, nullable, oneOf, pair, ref, share, text, time } from './build.ts'
import { VERDICT_TEXT } from './report.ts'
import { ScheduleOptionsSchema } from './schedule.ts'
import { VERDICTS } from './words.ts'

export const BATCH_DOMAINS_MAX = 10_000
export const BATCH_STATUSES = ['running', 'succeeded', 'cancelled'] as const

const { domain: _domain, ...optionFields } = AUDIT_REQUEST_FIELDS

const options = Type.Object(optionFields, {
  $id: 'BatchOptionsRequest',
  additionalProperties: false,
  description:
    'As the body of POST /audit, without `domain`: they hold for every domain. A webhook is told of each audit.',
})

const BatchOptionsRequestSchema = options as unknown as NamedSchema<Static<typeof options>>

const request = Type.Object(
  {
    domains: Type.Array(
      // An empty one is told with the other domains that will not do.
      text('Host, host:port, or http(s) origin or URL (its path is ignored).', { maxLength: 2_048 }),
      {
        minItems: 1,
        maxItems: BATCH_DOMAINS_MAX,
        description:
          'What to audit. One that is named again, in whatever form, is audited once, as it was named first.',
      },
    ),
    options: Type.Optional(ref(BatchOptionsRequestSchema)),
  },
  {
    $id: 'BatchRequest',
    additionalProperties: false,
    description: 'Many domains to audit alike.',
  },
)

export type BatchRequest = Static<typeof request>
export const BatchRequestSchema = request as unknown as NamedSchema<BatchRequest>

const countsByName = (description: string) =>
  Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    description,
  })

const BatchTotalsSchema = define<Batch['totals']>()('BatchTotals', 'Numbers of domains whose audit has ended.', {
  read: count('At least one document was read.'),
  absent: count('Every place said that nothing is there.'),
  blocked: count('No document was read, and a place refused us.'),
  unreachable: count('Neither, and a place could not be asked or failed by itself.'),
  skipped: count(
    'The audit failed, which is our fault, or was cancelled: nothing is known of the domain, and it counts in nothing ' +
      'else.',
  ),
  form: countsByName('How the sitemaps are arranged -> domains; of those read.'),
  partition: countsByName('What the files are split by -> domains; of those read.'),
  outOfScope: count('Of those read: a document lists URLs outside its folder.'),
  hints: count('Of those read: a document uses changefreq or priority.'),
  oneLastmod: count('Of those read: a document has one lastmod for all its entries.'),
  noLastmod: count('Of those read: no entry has a lastmod; those of indexes do not count.'),
  nearLimit: count('Of those read: a document is near a limit of the protocol.'),
  findings: countsByName('Rule -> domains with such a finding; what is suppressed does not count.'),
})

const BatchAuditSchema = define<BatchAudit>()('BatchAudit', 'One audit of a batch that has ended.', {
  domain: text('ASCII, lower-case host, with its port where that is not the default.'),
  id: text('Id of the audit.'),
  verdict: nullable(oneOf(VERDICTS, VERDICT_TEXT)),
  entries: count('Page URLs listed.'),
  limits: Type.Object(
    {
      entries: share('Largest share of 50,000 entries that a document has.'),
      bytes: share('Largest share of 52,428,800 bytes that a document has.'),
    },
    { description: 'How near the documents are to the limits of the protocol.' },
  ),
})

const head = {
  id: text('Its id.'),
  status: oneOf(BATCH_STATUSES, 'cancelled: what waited is not audited, and what ran ends as cancelled.'),
  progress: pair('integer', 'Domains whose audit has ended, and all of them.'),
  duplicates: count('Domains that were named again and left out.'),
  createdAt: time('When it was asked for.'),
  finishedAt: nullable(time('When its last audit had ended.')),
}

const BatchSummarySchema = define<BatchSummary>()('BatchSummary', 'A batch in a list.', head)

export const BatchSchema = define<Batch>()('Batch', 'Many domains audited alike, and what they have in common.', {
  ...head,
  options: ref(ScheduleOptionsSchema),
  totals: ref(BatchTotalsSchema),
  audits: Type.Array(ref(BatchAuditSchema), {
    description: 'The hundred audits with the largest shares of the limits, the largest first. The CSV has all.',
  }),
})

export const BatchListSchema = listOf('BatchList', 'Batches, newest first.', BatchSummarySchema)

export const BATCH_SCHEMAS = [
  BatchRequestSchema,
  BatchOptionsRequestSchema,
  BatchSchema,
  BatchTotalsSchema,
  BatchAuditSchema,
  BatchSummarySchema,
  BatchListSchema,
] as const
