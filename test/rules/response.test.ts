import type { UnreachableReason } from '#src/model/exchange.ts'
import { responseRules } from '#src/rules/response.ts'
import { responseRedirectRules } from '#src/rules/response-redirect.ts'
import { type RuleRow, SITEMAP_URL, testRules } from '../support/rule-table.ts'

const URLSET = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://www.example.com/</loc></url></urlset>`
const OTHER = 'https://www.example.com/maps/sitemap.xml'

const REASONS: [UnreachableReason, string, string][] = [
  ['dns', 'no such name', 'The name of www.example.com could not be resolved (no such name).'],
  ['refused-connection', 'ECONNREFUSED', 'www.example.com refused the connection.'],
  ['reset', 'ECONNRESET', 'www.example.com closed the connection before it answered.'],
  [
    'tls-expired',
    'expired on 1 May 2026',
    'The certificate of www.example.com is not valid at this time (expired on 1 May 2026).',
  ],
  [
    'tls-wrong-host',
    'issued for other.example',
    'The certificate of www.example.com is for another host (issued for other.example).',
  ],
  [
    'tls-self-signed',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'The certificate of www.example.com is signed by itself or by an authority that is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
  ],
  [
    'tls-incomplete-chain',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'The server of www.example.com does not send the whole chain of its certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
  ],
  ['tls', 'no shared cipher', 'The TLS handshake with www.example.com failed (no shared cipher).'],
  ['timeout-connect', '10 s', 'www.example.com did not accept a connection in time (10 s).'],
  ['timeout-answer', '30 s', 'www.example.com accepted the connection, but did not answer in time (30 s).'],
  [
    'header-invalid',
    'a line without a colon',
    'www.example.com answered with headers that are no HTTP (a line without a colon); browsers may be more lenient.',
  ],
  [
    'http2-only',
    'no HTTP/1.1 in ALPN',
    'www.example.com needs HTTP/2, and could not be read over it (no HTTP/1.1 in ALPN).',
  ],
  ['other', 'something else', 'www.example.com could not be reached (something else).'],
]

const unreachable: RuleRow[] = REASONS.map(([reason, detail, message]) => ({
  name: `says which way the server could not be reached: ${reason}`,
  document: null,
  http: { status: null, outcome: 'unreachable', ending: { kind: 'unreachable', reason, detail } },
  findings: [{ rule: 'response-unreachable', message }],
}))

testRules(
  'The delivery of a document',
  [...responseRules, ...responseRedirectRules],
  [
    { name: 'finds nothing in a plain answer', document: URLSET, http: {}, findings: [] },
    { name: 'has nothing to say of an upload', document: URLSET, findings: [] },
    ...unreachable,
    {
      name: 'reports a child of an index that is not there',
      document: null,
      http: { status: 404, outcome: 'absent', isChild: true },
      findings: [{ rule: 'response-not-found', message: 'The index lists this sitemap, but the server answered 404.' }],
    },
    {
      name: 'names the redirect that a missing child led through',
      document: null,
      http: {
        status: 410,
        outcome: 'absent',
        isChild: true,
        finalUrl: OTHER,
        hops: [{ status: 301, url: SITEMAP_URL }],
      },
      findings: [
        {
          rule: 'response-not-found',
          message: `The index lists this sitemap, but the server answered 410 after a redirect to ${OTHER}.`,
        },
      ],
    },
    {
      name: 'leaves a missing place that is no child to discovery',
      document: null,
      http: { status: 404, outcome: 'absent' },
      findings: [],
    },
    {
      name: 'HT-01: speaks of this auditor alone when it is refused',
      document: null,
      http: { status: 403, outcome: 'blocked' },
      findings: [
        {
          rule: 'response-blocked',
          message: 'This auditor was refused with status 403; what search engines get is not known.',
        },
      ],
    },
    {
      name: 'tells a limit of requests from a refusal',
      document: null,
      http: { status: 429, outcome: 'blocked' },
      findings: [
        {
          rule: 'response-blocked',
          message:
            'This auditor was told to slow down (status 429) and did not get the document, which is not judged; what search engines get is not known.',
        },
      ],
    },
    {
      name: 'RD-09: gives the time after which a limited document may be had',
      document: null,
      http: { status: 503, outcome: 'blocked', retryAfterS: 3600 },
      findings: [
        {
          rule: 'response-blocked',
          message:
            'This auditor was told to slow down (status 503, to come back in 3600 s) and did not get the document, which is not judged; what search engines get is not known.',
        },
      ],
    },
    {
      name: 'HT-03: names a challenge page that came with status 200',
      document: null,
      http: { outcome: 'blocked', challenge: { vendor: 'Cloudflare', evidence: 'cf-mitigated: challenge' } },
      findings: [
        {
          rule: 'response-blocked',
          message:
            'This auditor was met by a challenge of Cloudflare (cf-mitigated: challenge); what search engines get is not known.',
        },
      ],
    },
    {
      name: 'reports an error of the server, and how often it was asked',
      document: null,
      http: {
        status: 503,
        outcome: 'server-error',
        notices: [{ kind: 'retried', times: 2, detail: 'status 503' }],
      },
      findings: [{ rule: 'response-server-error', message: 'The server answered 503, asked 3 times.' }],
    },
    {
      name: 'reports an error of the server that was asked once',
      document: null,
      http: { status: 500, outcome: 'server-error' },
      findings: [{ rule: 'response-server-error', message: 'The server answered 500.' }],
    },
    {
      name: 'SS-02: names a private address without anything that it answers',
      document: null,
      url: 'http://169.254.169.254/latest/',
      http: {
        status: null,
        outcome: 'refused',
        ending: {
          kind: 'refused',
          url: 'http://169.254.169.254/latest/',
          detail: 'its address 169.254.169.254 is not public',
        },
      },
      findings: [
        {
          rule: 'response-private-address',
          message: 'http://169.254.169.254/latest/ was not connected to: its address 169.254.169.254 is not public.',
        },
      ],
    },
    {
      name: 'SS-09: names the private target of a redirect',
      document: null,
      http: {
        status: 302,
        outcome: 'refused',
        hops: [{ status: 302, url: SITEMAP_URL }],
        ending: { kind: 'refused', url: 'http://100.64.0.1/', detail: 'its address 100.64.0.1 is not public.' },
      },
      findings: [
        {
          rule: 'response-private-address',
          message:
            'The URL redirects to http://100.64.0.1/, which was not connected to: its address 100.64.0.1 is not public.',
        },
      ],
    },
    {
      name: 'gives the status and the target of one redirect',
      document: URLSET,
      http: { hops: [{ status: 302, url: SITEMAP_URL }], finalUrl: OTHER },
      findings: [
        {
          rule: 'response-redirected',
          message: `The URL redirects with status 302 to ${OTHER}.`,
          expected: OTHER,
        },
      ],
    },
    {
      name: 'lists every hop of several redirects',
      document: URLSET,
      http: {
        hops: [
          { status: 301, url: 'http://example.com/sitemap.xml' },
          { status: 308, url: 'https://example.com/sitemap.xml' },
        ],
        finalUrl: SITEMAP_URL,
      },
      findings: [
        {
          rule: 'response-redirected',
          message: `The URL redirects 2 times: http://example.com/sitemap.xml (301), https://example.com/sitemap.xml (308), and ends at ${SITEMAP_URL}.`,
        },
      ],
    },
    {
      name: 'says nothing of the redirect where its target is no sitemap',
      document: '<!doctype html><title>Home</title>',
      http: { hops: [{ status: 302, url: SITEMAP_URL }], finalUrl: 'https://www.example.com/' },
      findings: [],
    },
    {
      name: 'reports a loop with its hops',
      document: null,
      http: {
        status: 302,
        outcome: 'unreachable',
        hops: [
          { status: 302, url: 'https://www.example.com/a' },
          { status: 302, url: 'https://www.example.com/b' },
        ],
        ending: { kind: 'redirect-loop', detail: 'seen before' },
      },
      findings: [
        {
          rule: 'response-redirect-loop',
          message:
            'The redirects lead back to a URL they came from: https://www.example.com/a (302), https://www.example.com/b (302).',
        },
      ],
    },
    {
      name: 'reports more redirects than crawlers follow',
      document: null,
      http: {
        status: 302,
        outcome: 'unreachable',
        hops: [{ status: 302, url: 'https://www.example.com/1' }],
        ending: { kind: 'redirect-limit', detail: 'more than 10' },
      },
      findings: [
        {
          rule: 'response-redirect-loop',
          message: 'There are more redirects than crawlers follow: https://www.example.com/1 (302).',
        },
      ],
    },
    {
      name: 'SS-03: reports a redirect that leads nowhere',
      document: null,
      http: {
        status: 302,
        outcome: 'unreachable',
        ending: { kind: 'redirect-broken', detail: 'its Location has the scheme file' },
      },
      findings: [
        {
          rule: 'response-redirect-broken',
          message: `The answer of ${SITEMAP_URL} is a redirect that leads nowhere: its Location has the scheme file.`,
        },
      ],
    },
    {
      name: 'notes a sitemap over http on an https site',
      document: URLSET,
      url: 'http://www.example.com/sitemap.xml',
      http: {},
      findings: [
        {
          rule: 'response-insecure',
          message: 'The sitemap is served over http, while the site is audited at https://www.example.com.',
        },
      ],
    },
    {
      name: 'does not mind http on an http site, nor http that redirects to https',
      document: URLSET,
      url: 'http://www.example.com/sitemap.xml',
      http: {},
      context: { origin: 'http://www.example.com' },
      findings: [],
    },
    {
      name: 'tells what was odd on the way, each once',
      document: URLSET,
      http: {
        notices: [
          { kind: 'header-invalid', detail: 'a line without a colon' },
          { kind: 'location-unescaped', url: SITEMAP_URL, value: '/caf\u00e9' },
          { kind: 'ipv6-broken', host: 'www.example.com', detail: 'no answer within 5 s' },
          { kind: 'retried', times: 1, detail: 'status 503' },
        ],
      },
      findings: [
        {
          rule: 'response-header-invalid',
          message:
            'The answer has header lines that are no HTTP (a line without a colon); what could be read was read.',
        },
        {
          rule: 'response-ipv6-broken',
          message: 'The IPv6 address of www.example.com does not answer (no answer within 5 s); IPv4 was used.',
        },
        {
          rule: 'response-location-unescaped',
          message: `The redirect of ${SITEMAP_URL} has raw non-ASCII bytes in its Location, which was read as UTF-8: /caf\u00e9.`,
        },
      ],
    },
    {
      name: 'reports a circle that ends once its cookie is kept, and not the redirect beside it',
      document: URLSET,
      http: {
        hops: [{ status: 302, url: SITEMAP_URL }],
        notices: [{ kind: 'cookie-needed', url: SITEMAP_URL }],
      },
      findings: [
        {
          rule: 'response-cookie-needed',
          message: `${SITEMAP_URL} redirects in a circle until the cookie that it sets comes back: ${SITEMAP_URL} (302).`,
        },
      ],
    },
    {
      name: 'reports a conditional request that was answered with nothing, and not the whole answer to the next one',
      document: URLSET,
      http: { emptyAnswer: { condition: 'If-None-Match', bytes: 1234 } },
      findings: [
        {
          rule: 'response-conditional-empty',
          message:
            'Asked with If-None-Match, the server answered 200 without a body; without it the document has 1,234 bytes.',
        },
      ],
    },
    {
      name: 'HT-05, IX-23: reports that a second read answered otherwise',
      document: URLSET,
      http: { secondRead: { differs: true, detail: 'the first read had 0 entries, the second 1' } },
      findings: [
        {
          rule: 'response-unstable',
          message: 'A second read of the document answered otherwise: the first read had 0 entries, the second 1.',
        },
      ],
    },
    {
      name: 'finds nothing in a second read that is the same',
      document: URLSET,
      http: { secondRead: { differs: false, detail: '' } },
      findings: [],
    },
  ],
)
