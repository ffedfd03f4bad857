/** What came as the body of an answer (or as an upload): whether it is a sitemap, whole, and what was said of it. */
import type { DocumentBodyFacts, DocumentContext, Fault } from '../model/document.ts'
import { type DefinedRule, defineRule, type Hooks } from './define-rule.ts'
import { type MediaType, mediaTypeOf } from './media-type.ts'
import { hasPathEnding } from './url-ending.ts'

const PROTOCOL = 'https://www.sitemaps.org/protocol.html'

const afterRedirect = (document: DocumentContext | undefined): string =>
  document?.http && document.http.hops.length > 0 ? ` after a redirect to ${document.finalUrl}` : ''

/** Hooks that call `note` for each fault of a gzip layer that leaves the body in doubt. */
const gzipFaults = (note: () => void): NonNullable<Hooks['faults']> => ({
  'gzip-corrupt': note,
  'gzip-truncated': note,
  'gzip-checksum': note,
})

const responseHtml = defineRule(
  {
    id: 'response-html',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'A sitemap is no HTML page',
    why: 'A crawler finds no entries in a page; an error page or the home page with status 200 is the usual cause.',
    fix: 'Serve the sitemap at this URL, and answer 404 for what does not exist.',
    source: PROTOCOL,
    searchConsole: 'Your Sitemap appears to be an HTML page',
    messages: {
      titled: 'The answer{after} is an HTML page with the title "{title}".',
      untitled: 'The answer{after} is an HTML page.',
    },
  },
  ({ report, document }) => ({
    end({ tail }) {
      if (tail.kind !== 'html') return
      const after = afterRedirect(document)
      const title = tail.title?.replace(/\s+/g, ' ').trim() ?? ''
      if (title === '') report('untitled', null, { after })
      else report('titled', null, { after, title }, { value: title })
    },
  }),
)

const responseEmpty = defineRule(
  {
    id: 'response-empty',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'The answer has a body',
    why: 'There is nothing to read in it.',
    fix: 'Serve the sitemap; an error of the script that makes it, or an empty cache, is the usual cause.',
    source: PROTOCOL,
    searchConsole: null,
    messages: {
      empty: 'The document has no bytes.',
      emptyInside: 'The document unpacks to no bytes at all.',
    },
  },
  ({ report }) => {
    let hasGzipFault = false
    return {
      faults: gzipFaults(() => {
        hasGzipFault = true
      }),
      end({ tail, ending }) {
        if (tail.bytes > 0 || ending.state !== 'complete' || ending.coding.state !== 'ok' || hasGzipFault) return
        report(ending.transferred === 0 ? 'empty' : 'emptyInside', null, {})
      },
    }
  },
)

const responseNotASitemap = defineRule(
  {
    id: 'response-not-a-sitemap',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'A sitemap is XML, a feed or a list of URLs',
    why: 'A crawler cannot read another format.',
    fix: 'Serve the sitemap at this URL, or take what names it out.',
    source: `${PROTOCOL}#otherformats`,
    searchConsole: 'Unsupported format',
    messages: {
      format: 'The answer{after} is no sitemap: it looks like {format}.',
      unknown: 'The answer{after} is neither XML nor a feed nor a list of URLs.',
    },
  },
  ({ report, document }) => {
    let isArchive = false
    let hasCause = false
    return {
      fault({ code }) {
        // gzip-other-archive and gzip-layers speak of archives.
        if (code === 'archive') isArchive = true
        // An unknown root, a cut or broken document say themselves why nothing was recognised.
        if (!HARMLESS.has(code)) hasCause = true
      },
      end({ tail, ending }) {
        if (tail.kind !== 'unknown' || tail.bytes === 0 || ending.coding.state !== 'ok' || isArchive) return
        const after = afterRedirect(document)
        if (tail.format !== null) report('format', null, { after, format: tail.format })
        else if (!hasCause && ending.state === 'complete') report('unknown', null, { after })
      },
    }
  },
)

/** Faults that do not hinder a document from being recognised. */
const HARMLESS: ReadonlySet<Fault['code']> = new Set([
  'bom',
  'doctype',
  'leading-content',
  'xml-version',
  'gzip-padding',
])

/**
 * The declared length is wrong, not the body: its root was closed, or it is a list whose gzip trailer was verified. A
 * transport coding proves nothing here: where the transfer was cut, fetch/ does not tell whether the coding was too.
 */
function isWhole({ tail, ending }: DocumentBodyFacts, hasGzipFault: boolean): boolean {
  if (hasGzipFault || tail.isUnpacked === false || ending.coding.state !== 'ok') return false
  return tail.isRootClosed || (tail.kind === 'text' && tail.gzipLayers > 0)
}

const responseTruncated = defineRule(
  {
    id: 'response-truncated',
    severity: 'error',
    breaks: [],
    basis: 'field',
    title: 'The transfer of a document comes to its end',
    why: 'The rest of the document is missing, and with it every entry that stood there.',
    fix: 'Look for what ends the answer: a time limit of the server or a proxy, or a wrong Content-Length.',
    source: null,
    searchConsole: null,
    messages: {
      ofLength: 'The transfer ended early: {transferred} of {declared} bytes came; counts are lower bounds.',
      unfinished: 'The transfer ended early, after {transferred} bytes ({detail}); counts are lower bounds.',
      declaredTooShort:
        'The document goes on behind the {declared} bytes that Content-Length declares, where clients stop reading; counts are lower bounds.',
    },
  },
  ({ report }) => {
    let hasGzipFault = false
    return {
      faults: gzipFaults(() => {
        hasGzipFault = true
      }),
      end(facts) {
        const { state, declaredLength, transferred, detail, surplus = 0 } = facts.ending
        const isSitemap = facts.tail.kind !== 'html' && facts.tail.kind !== 'unknown'
        const isCutShort = state === 'complete' && surplus > 0 && isSitemap && !isWhole(facts, hasGzipFault)
        if (isCutShort && declaredLength !== null) report('declaredTooShort', null, { declared: declaredLength })
        if (state !== 'truncated') return
        if (declaredLength !== null && transferred < declaredLength) {
          if (!isWhole(facts, hasGzipFault)) report('ofLength', null, { transferred, declared: declaredLength })
        } else report('unfinished', null, { transferred, detail: detail ?? 'the connection was closed' })
      },
    }
  },
)

const responseLengthMismatch = defineRule(
  {
    id: 'response-length-mismatch',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'Content-Length is the length of the body',
    why: 'Careful clients wait for bytes that never come, or refuse the answer.',
    fix: 'Let the server count the length itself; a length taken before compression is the usual cause.',
    source: null,
    searchConsole: null,
    messages: {
      fewer: 'Content-Length says {declared} bytes, and {transferred} came, although the document is complete.',
      more: 'Content-Length says {declared} bytes, but more came: {transferred} in all.',
      behind:
        'Content-Length says {declared} bytes, where the document is complete, but at least {surplus} more came behind them.',
    },
  },
  ({ report }) => {
    let hasGzipFault = false
    return {
      faults: gzipFaults(() => {
        hasGzipFault = true
      }),
      end(facts) {
        const { state, declaredLength: declared, transferred, surplus = 0 } = facts.ending
        if (declared === null) return
        const isBehind = surplus > 0 && state === 'complete' && isWhole(facts, hasGzipFault)
        if (isBehind) report('behind', null, { declared, surplus })
        if (declared === transferred) return
        if (state !== 'complete' && state !== 'truncated') return
        if (transferred > declared) report('more', null, { declared, transferred })
        else if (state === 'complete' || isWhole(facts, hasGzipFault)) report('fewer', null, { declared, transferred })
      },
    }
  },
)

const responseBudgetExceeded = defineRule(
  {
    id: 'response-budget-exceeded',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'A document can be read within the bounds of an audit',
    why: 'Reading stopped at a bound of this auditor, so that what follows was not judged.',
    fix: 'Make the document smaller or the server faster, or raise the bound of this service.',
    source: null,
    searchConsole: null,
    messages: {
      bytes: 'Reading stopped at our own limit, after {bytes} bytes uncompressed; counts are lower bounds.',
      time: 'Reading stopped at our own time limit, after {bytes} bytes ({detail}); counts are lower bounds.',
    },
  },
  ({ report }) => ({
    end({ tail, ending }) {
      const { bytes } = tail
      if (ending.state === 'budget') report('bytes', null, { bytes })
      if (ending.state === 'timeout') report('time', null, { bytes, detail: ending.detail ?? 'too slow' })
    },
  }),
)

const responseCodingUnknown = defineRule(
  {
    id: 'response-coding-unknown',
    severity: 'note',
    breaks: [],
    basis: 'field',
    title: 'Content-Encoding names a known coding',
    why: 'A client that does not know the coding may refuse the body.',
    fix: 'Send gzip, deflate or br, or no Content-Encoding.',
    source: null,
    searchConsole: null,
    messages: { unknown: 'Content-Encoding names {coding}, which nobody knows; the body was taken as it came.' },
  },
  ({ report }) => ({
    end({ ending }) {
      for (const coding of ending.coding.unknown)
        report('unknown', null, { coding }, { subject: coding, value: coding })
    },
  }),
)

const responseCodingFalse = defineRule(
  {
    id: 'response-coding-false',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The body is in the coding that Content-Encoding names',
    why: 'A client that trusts the header cannot decode the body, and has no sitemap.',
    fix: 'Take the header out, or send the body in that coding.',
    source: null,
    searchConsole: null,
    messages: { false: 'Content-Encoding says {coding}, but the bytes are not in it; they were read as they are.' },
  },
  ({ report }) => ({
    end({ ending }) {
      const { false: coding } = ending.coding
      if (coding !== null) report('false', null, { coding }, { subject: coding, value: coding })
    },
  }),
)

const GZIP_TYPES: ReadonlySet<string> = new Set([
  'application/gzip',
  'application/x-gzip',
  'application/x-gzip-compressed',
  'application/gzip-compressed',
  'application/x-compressed',
  'application/octet-stream',
  'binary/octet-stream',
])

const responseMediaType = defineRule(
  {
    id: 'response-media-type',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'The media type says what the bytes are',
    why: 'Search engines look at the bytes, but other readers go by the header.',
    fix: 'Send application/xml or text/xml for XML, text/plain for a list of URLs, application/gzip for gzip.',
    source: null,
    searchConsole: null,
    messages: { otherwise: 'The Content-Type header says {said}, but the bytes are {actual}.' },
  },
  ({ report, document }) => ({
    end(facts) {
      const { tail } = facts
      if (tail.bytes === 0 || tail.kind === 'html' || tail.kind === 'unknown') return
      const type = mediaTypeOf(document?.http?.headers ?? [])
      if (type === null || fits(type, facts, document)) return
      const actual = tail.gzipLayers > 0 ? 'gzip' : tail.kind === 'text' ? 'a plain list of URLs' : 'XML'
      report('otherwise', null, { said: type.essence, actual }, { subject: type.essence, value: type.essence })
    },
  }),
)

function fits({ essence }: MediaType, { tail, ending }: DocumentBodyFacts, document?: DocumentContext): boolean {
  if (tail.gzipLayers > 0) return GZIP_TYPES.has(essence)
  // The type may be that of the file as it is stored, which a coding was then made of; and where the name alone says
  // gzip, gzip-named-plain is the finding.
  const isNamedGzip = document !== undefined && hasPathEnding(document.finalUrl, '.gz')
  if (GZIP_TYPES.has(essence) && (ending.coding.undone.includes('gzip') || isNamedGzip)) return true
  if (tail.kind === 'text') return essence === 'text/plain'
  return essence === 'text/xml' || essence === 'application/xml' || essence.endsWith('+xml')
}

export const responseBodyRules: readonly DefinedRule[] = [
  responseBudgetExceeded,
  responseCodingFalse,
  responseCodingUnknown,
  responseEmpty,
  responseHtml,
  responseLengthMismatch,
  responseMediaType,
  responseNotASitemap,
  responseTruncated,
]
