/** How an answer was delivered: status, connection, headers. */
import type { UnreachableReason } from '../model/exchange.ts'
import type { ExchangeFacts } from '../model/facts.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { phrase } from './phrase.ts'

const GOOGLE_STATUS =
  'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#http-status-codes'
const GOOGLE_NETWORK =
  'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#network-and-dns-errors'

/** A phrase for where the last answer came from, when it was elsewhere. */
const afterRedirect = ({ hops, finalUrl }: ExchangeFacts): string =>
  hops.length === 0 ? '' : ` after a redirect to ${finalUrl}`

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const responseNotFound = defineRule(
  {
    id: 'response-not-found',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'Every sitemap that an index lists exists',
    why: 'The entries of a missing child are not found through the index, and crawlers keep asking for it.',
    fix: 'Serve the sitemap again, or take its entry out of the index.',
    source: GOOGLE_STATUS,
    searchConsole: 'HTTP error',
    messages: { notFound: 'The index lists this sitemap, but the server answered {status}{after}.' },
  },
  ({ report }) => ({
    response({ isChild, outcome, exchange }) {
      if (!isChild || outcome !== 'absent') return
      report('notFound', null, { status: exchange.status ?? 404, after: afterRedirect(exchange) })
    },
  }),
)

const responseBlocked = defineRule(
  {
    id: 'response-blocked',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The sitemap is served to everybody',
    why: 'What this auditor may not read it cannot judge; whether search engines may read it is not known from here.',
    fix: "Allow this auditor's user agent or address in the firewall, or upload the sitemap to be checked.",
    source: null,
    searchConsole: null,
    messages: {
      refused: 'This auditor was refused with status {status}{after}; what search engines get is not known.',
      limited:
        'This auditor was told to slow down (status {status}{after}{wait}) and did not get the document, which is not judged; what search engines get is not known.',
      challenged:
        'This auditor was met by a challenge of {vendor} ({evidence}){after}; what search engines get is not known.',
    },
  },
  ({ report }) => ({
    response({ outcome, exchange }) {
      if (outcome !== 'blocked') return
      const after = afterRedirect(exchange)
      const { challenge, status, retryAfterS } = exchange
      if (challenge) {
        report('challenged', null, { vendor: challenge.vendor, evidence: challenge.evidence, after })
      } else if (status === 429 || status === 503) {
        const wait = retryAfterS == null ? '' : `, to come back in ${retryAfterS} s`
        report('limited', null, { status, after, wait })
      } else report('refused', null, { status: status ?? 403, after })
    },
  }),
)

const responseServerError = defineRule(
  {
    id: 'response-server-error',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'The server answers without an error of its own',
    why: 'A crawler gets no sitemap, and slows down on a server that fails.',
    fix: 'Look for the error in the log of the server, at the time of this audit.',
    source: GOOGLE_STATUS,
    searchConsole: 'HTTP error',
    messages: { failed: 'The server answered {status}{after}{retried}.' },
  },
  ({ report }) => ({
    response({ outcome, exchange }) {
      if (outcome !== 'server-error') return
      const times = exchange.notices.find((notice) => notice.kind === 'retried')?.times ?? 0
      const retried =
        times === 0 ? '' : times === 1 ? ', and again when asked a second time' : `, asked ${times + 1} times`
      report('failed', null, { status: exchange.status ?? 500, after: afterRedirect(exchange), retried })
    },
  }),
)

/** The message for each reason; the unusual ones carry the detail. */
const UNREACHABLE: Record<UnreachableReason, string> = {
  dns: 'dns',
  'refused-connection': 'refusedConnection',
  reset: 'reset',
  'tls-expired': 'tlsExpired',
  'tls-wrong-host': 'tlsWrongHost',
  'tls-self-signed': 'tlsSelfSigned',
  'tls-incomplete-chain': 'tlsIncompleteChain',
  tls: 'tls',
  'timeout-connect': 'timeoutConnect',
  'timeout-answer': 'timeoutAnswer',
  'header-invalid': 'headerInvalid',
  'http2-only': 'http2Only',
  other: 'other',
}

const responseUnreachable = defineRule(
  {
    id: 'response-unreachable',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'The server can be reached',
    why: 'A crawler that gets no answer gets no sitemap.',
    fix: 'See that the name resolves, the server listens, its certificate is valid and complete, and it answers in time.',
    source: GOOGLE_NETWORK,
    searchConsole: "Couldn't fetch",
    messages: {
      dns: 'The name of {host} could not be resolved ({detail}).',
      refusedConnection: '{host} refused the connection.',
      reset: '{host} closed the connection before it answered.',
      tlsExpired: 'The certificate of {host} is not valid at this time ({detail}).',
      tlsWrongHost: 'The certificate of {host} is for another host ({detail}).',
      tlsSelfSigned: 'The certificate of {host} is signed by itself or by an authority that is not trusted ({detail}).',
      tlsIncompleteChain: 'The server of {host} does not send the whole chain of its certificate ({detail}).',
      tls: 'The TLS handshake with {host} failed ({detail}).',
      timeoutConnect: '{host} did not accept a connection in time ({detail}).',
      timeoutAnswer: '{host} accepted the connection, but did not answer in time ({detail}).',
      headerInvalid: '{host} answered with headers that are no HTTP ({detail}); browsers may be more lenient.',
      http2Only: '{host} needs HTTP/2, and could not be read over it ({detail}).',
      other: '{host} could not be reached ({detail}).',
    },
  },
  ({ report }) => ({
    response({ exchange }) {
      if (exchange.ending.kind !== 'unreachable') return
      const { reason, detail } = exchange.ending
      // All of them take a part of the same data.
      const message = UNREACHABLE[reason] as 'other'
      report(message, null, { host: hostOf(exchange.finalUrl), detail: phrase(detail) })
    },
  }),
)

const responsePrivateAddress = defineRule(
  {
    id: 'response-private-address',
    severity: 'error',
    breaks: [],
    basis: 'convention',
    title: 'A public sitemap has a public address',
    why: 'Search engines cannot reach it, and this auditor connects to public addresses only.',
    fix: 'Serve the sitemap at a public address; in a network of your own, let the operator of this service allow the address.',
    source: null,
    searchConsole: null,
    messages: {
      direct: '{url} was not connected to: {detail}.',
      redirected: 'The URL redirects to {url}, which was not connected to: {detail}.',
    },
  },
  ({ report }) => ({
    response({ exchange }) {
      if (exchange.ending.kind !== 'refused') return
      const { url, detail } = exchange.ending
      report(exchange.hops.length === 0 ? 'direct' : 'redirected', null, { url, detail: phrase(detail) })
    },
  }),
)

const responseInsecure = defineRule(
  {
    id: 'response-insecure',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'A sitemap of an https site is served over https',
    why: 'Anybody on the way can change it, and its URLs lie in the scope of http.',
    fix: 'Name the https URL of the sitemap.',
    source: null,
    searchConsole: null,
    messages: { insecure: 'The sitemap is served over http, while the site is audited at {origin}.' },
  },
  ({ report }) => ({
    response({ exchange, outcome, context }) {
      if (outcome !== 'read' || !context.origin?.startsWith('https:') || !exchange.finalUrl.startsWith('http:')) return
      report('insecure', null, { origin: context.origin }, { value: exchange.finalUrl })
    },
  }),
)

const responseConditionalEmpty = defineRule(
  {
    id: 'response-conditional-empty',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'A conditional request is answered with 304 or with the whole document',
    why: 'Crawlers ask conditionally when they come again, and would take the sitemap for empty.',
    fix: 'Let the server answer 304 where the document has not changed, and send the whole body with every 200; a cache in front of it is the usual cause.',
    source: null,
    searchConsole: null,
    messages: {
      empty:
        'Asked with {condition}, the server answered 200 without a body; without it the document has {bytes} bytes.',
    },
  },
  ({ report }) => ({
    response({ emptyAnswer }) {
      if (emptyAnswer) report('empty', null, { ...emptyAnswer })
    },
  }),
)

const responseHeaderInvalid = defineRule(
  {
    id: 'response-header-invalid',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The headers of the answer are valid HTTP',
    why: 'Strict clients refuse the whole answer, although browsers show it.',
    fix: 'Find what writes the malformed header line: the application, or a proxy before it.',
    source: null,
    searchConsole: null,
    messages: { invalid: 'The answer has header lines that are no HTTP ({detail}); what could be read was read.' },
  },
  ({ report }) => {
    const judge = ({ exchange }: { exchange: ExchangeFacts }) => {
      for (const notice of exchange.notices)
        if (notice.kind === 'header-invalid') report('invalid', null, { detail: phrase(notice.detail) })
    }
    return { robots: judge, response: judge }
  },
)

const responseIpv6Broken = defineRule(
  {
    id: 'response-ipv6-broken',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'A host answers at every address that its name has',
    why: 'A client that tries IPv6 first waits until it gives up, or fails.',
    fix: 'Make the server answer at its IPv6 address, or take the AAAA record out.',
    source: null,
    searchConsole: null,
    messages: { broken: 'The IPv6 address of {host} does not answer ({detail}); IPv4 was used.' },
  },
  ({ report }) => {
    // A host is found out by the first request that it does not answer, mostly that for its robots.txt.
    const judge = ({ exchange }: { exchange: ExchangeFacts }) => {
      for (const notice of exchange.notices)
        if (notice.kind === 'ipv6-broken') {
          const { host, detail } = notice
          report('broken', null, { host, detail: phrase(detail) }, { subject: host })
        }
    }
    return { robots: judge, response: judge }
  },
)

const responseUnstable = defineRule(
  {
    id: 'response-unstable',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'A document is the same when it is read twice',
    why: 'Search engines see now this, now that, and lose the entries that are missing at the time.',
    fix: 'Look at what makes the document: a cache that is filled and emptied is the usual cause.',
    source: null,
    searchConsole: null,
    messages: { unstable: 'A second read of the document answered otherwise: {detail}.' },
  },
  ({ report }) => ({
    response({ secondRead }) {
      if (secondRead?.differs) report('unstable', null, { detail: phrase(secondRead.detail) })
    },
  }),
)

export const responseRules: readonly DefinedRule[] = [
  responseBlocked,
  responseConditionalEmpty,
  responseHeaderInvalid,
  responseInsecure,
  responseIpv6Broken,
  responseNotFound,
  responsePrivateAddress,
  responseServerError,
  responseUnreachable,
  responseUnstable,
]
