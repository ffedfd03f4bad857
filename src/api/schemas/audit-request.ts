/** The body of POST /audit. */
import { type Static, Type } from 'typebox'
import { AUDIT_DEFAULTS, GATE_DEFAULTS } from '../../model/audit.ts'
import { FAIL_ON } from './audit.ts'
import { type NamedSchema, nullable, oneOf, text, textByName } from './build.ts'
import { PROFILES } from './words.ts'

const PAGES_MAX = 10_000
const CHILDREN_MAX = 50_000
const SITEMAPS_MAX = 1_000
const SUPPRESS_MAX = 1_000
const HEADERS_MAX = 50
const URL_LENGTH_MAX = 8_192

const DOCUMENT_TEXT =
  'URL of a document as findings show it; each `*` stands for any text, also for none and over slashes. Null: all ' +
  'documents, and findings that stand in none.'
const UNTIL_TEXT =
  'Last day on which it holds, to its end in UTC. Behind it the findings count again, and a note says so. Null: always.'

const suppress = Type.Object(
  {
    rule: text('Id of a rule.', { minLength: 1, maxLength: 100 }),
    document: Type.Optional(nullable(text(DOCUMENT_TEXT, { minLength: 1, maxLength: URL_LENGTH_MAX }))),
    until: Type.Optional(nullable(text(UNTIL_TEXT, { format: 'date' }))),
    reason: text('Why it is so; it is shown with the finding.', { minLength: 1, maxLength: 1_000 }),
  },
  { additionalProperties: false },
)

const gate = Type.Object(
  {
    failOn: Type.Optional(
      oneOf(
        FAIL_ON,
        'Findings that close the gate; new-error: errors that the baseline did not have. Emptied, lost and host-changed ' +
          `documents close every gate. Default: ${GATE_DEFAULTS.failOn}.`,
      ),
    ),
    maxEntryDrop: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: `Share of entries that each document may lose against the baseline. Default: ${GATE_DEFAULTS.maxEntryDrop}.`,
      }),
    ),
    unchecked: Type.Optional(
      oneOf(['fail', 'pass'], `What the verdict \`unchecked\` does. Default: ${GATE_DEFAULTS.unchecked}.`),
    ),
  },
  { additionalProperties: false, description: 'Answers 422 when the audit does not pass; null: no gate.' },
)

/** Each with its name; a schedule has them too. */
export const AUDIT_REQUEST_FIELDS = {
  domain: text('Host, host:port, or http(s) origin or URL (its path is ignored, and said so).', {
    minLength: 1,
    maxLength: 2_048,
  }),
  sitemaps: Type.Optional(
    Type.Array(text('An absolute http(s) URL.', { maxLength: URL_LENGTH_MAX }), {
      maxItems: SITEMAPS_MAX,
      default: AUDIT_DEFAULTS.sitemaps,
      description: 'Audit these instead of discovering.',
    }),
  ),
  children: Type.Optional(
    Type.Unsafe<number | 'all'>({
      anyOf: [{ type: 'integer', minimum: 1, maximum: CHILDREN_MAX }, { const: 'all' }],
      default: AUDIT_DEFAULTS.children,
      description: 'Per index: 1 = first, 2 = first and last, 3 = first, middle, last; more: evenly spread; "all".',
    }),
  ),
  pages: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: PAGES_MAX,
      default: AUDIT_DEFAULTS.pages,
      description: 'Listed URLs to fetch in the whole audit; 0 = none.',
    }),
  ),
  seed: Type.Optional(
    Type.Integer({
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      default: AUDIT_DEFAULTS.seed,
      description: 'Same seed, same site: same sample.',
    }),
  ),
  respectRobots: Type.Optional(
    Type.Boolean({
      default: AUDIT_DEFAULTS.respectRobots,
      description: 'Leave alone the pages that robots.txt closes to us.',
    }),
  ),
  compareUserAgents: Type.Optional(
    Type.Boolean({
      default: AUDIT_DEFAULTS.compareUserAgents,
      description:
        'Ask for up to ten documents once more under the name of a browser, and tell what differs with both answers ' +
        '(response-differs-by-agent).',
    }),
  ),
  userAgent: Type.Optional(
    nullable(
      text('Name to send instead of our own; null: our own.', {
        minLength: 1,
        maxLength: 512,
        // RFC 9110, 5.5: visible ASCII and blanks, no blank at the ends.
        pattern: '^[!-~](?:[ -~]*[!-~])?$',
        default: null,
      }),
    ),
  ),
  headers: Type.Optional(
    textByName(
      'Extra request headers, for the audited origin only (a staging login). Kept encrypted while the audit waits, ' +
        'forgotten when it ends, never shown.',
      {
        maxLength: 8_192,
        maxProperties: HEADERS_MAX,
        default: AUDIT_DEFAULTS.headers,
      },
    ),
  ),
  profile: Type.Optional(
    nullable(oneOf(PROFILES, 'Judge by this reader alone: what breaks only others’ rules is a note; null: all.')),
  ),
  baseline: Type.Optional(
    nullable(
      text('What to compare with: `previous`, the id of an audit, or null: nothing.', {
        maxLength: 100,
        default: AUDIT_DEFAULTS.baseline,
      }),
    ),
  ),
  suppress: Type.Optional(
    Type.Array(suppress, { maxItems: SUPPRESS_MAX, default: [], description: 'Known findings that shall not count.' }),
  ),
  gate: Type.Optional(nullable(gate)),
  webhook: Type.Optional(
    nullable(
      text(
        'URL that is told by POST when the audit ends: `{ event, audit }`, the audit without its documents and pages, ' +
          'signed in `X-Signature: t=UNIXSECONDS,v1=HEX` by HMAC-SHA256 of `t + "." + body` under WEBHOOK_SECRET. A 2xx ' +
          'is success, redirects are not followed, everything else is tried again.',
        { maxLength: URL_LENGTH_MAX },
      ),
    ),
  ),
}

const schema = Type.Object(AUDIT_REQUEST_FIELDS, {
  $id: 'AuditRequest',
  additionalProperties: false,
  description: 'What to audit, and how. Only `domain` is required.',
})

export type AuditRequest = Static<typeof schema>

export const AuditRequestSchema = schema as unknown as NamedSchema<AuditRequest>
