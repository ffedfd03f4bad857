/** What a webhook is sent. */
import { type TSchema, Type } from 'typebox'
import { AuditSchema } from './audit.ts'
import { nullable, oneOf, ref } from './build.ts'
import { ReportSchema } from './report.ts'

type Named = TSchema & { $id: string }

const { documents: _documents, pages: _pages, ...reportFields } = ReportSchema.properties

const WebhookReportSchema = Type.Object(reportFields, {
  $id: 'WebhookReport',
  description: 'A report without its documents and pages.',
}) as unknown as typeof ReportSchema

const WebhookAuditSchema = Type.Object(
  { ...AuditSchema.properties, report: nullable(ref(WebhookReportSchema)) },
  { $id: 'WebhookAudit', description: 'The audit, without the documents and pages of its report.' },
) as unknown as typeof AuditSchema

const WebhookMessageSchema = Type.Object(
  {
    event: oneOf(['audit.succeeded', 'audit.failed', 'audit.cancelled'], 'How the audit ended.'),
    audit: ref(WebhookAuditSchema),
  },
  { $id: 'WebhookMessage', description: 'The body of a webhook.' },
)

export const WEBHOOK_SCHEMAS: readonly Named[] = [
  WebhookMessageSchema as unknown as Named,
  WebhookAuditSchema,
  WebhookReportSchema,
]

/** For the OpenAPI document: a request that this service makes. */
export const WEBHOOKS = {
  auditEnded: {
    post: {
      operationId: 'auditEnded',
      tags: ['Audits'],
      summary: 'An audit has ended',
      description:
        'Sent to the `webhook` of its options, however the audit ended, at least once and in any order.\n\nAn answer ' +
        'within ten seconds counts, its body is not read, and redirects are not followed. What is no success is sent ' +
        'again, ten times over about two hours.',
      security: [],
      parameters: [
        {
          in: 'header',
          name: 'X-Signature',
          required: true,
          description:
            '`t=UNIXSECONDS,v1=HEX`: HEX is the HMAC-SHA256 of `t + "." + body` under WEBHOOK_SECRET. Compare it in ' +
            'constant time, and refuse what is minutes old.',
          schema: { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$' },
        },
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookMessage' } } },
      },
      responses: {
        '2XX': { description: 'It is taken.' },
        '410': { description: 'The receiver is gone: it is not sent again.' },
      },
    },
  },
}
