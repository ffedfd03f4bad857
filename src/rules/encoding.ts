/** Charset: what the bytes are, what the declaration and the HTTP header say they are. */
import { normaliseCharset, sameCharset } from './charset-names.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { mediaTypeOf } from './media-type.ts'

const PROTOCOL_UTF8 = 'https://www.sitemaps.org/protocol.html#escaping'
const XML_ENCODING = 'https://www.w3.org/TR/xml/#charencoding'

const encodingNotUtf8 = defineRule(
  {
    id: 'encoding-not-utf8',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'A sitemap is encoded in UTF-8',
    why: 'The protocol allows UTF-8 only; other encodings are read wrongly or not at all.',
    fix: 'Save the file as UTF-8 and declare encoding="UTF-8".',
    source: PROTOCOL_UTF8,
    searchConsole: null,
    messages: {
      bom: 'The byte order mark says that this document is in {charset}; a sitemap must be in UTF-8.',
      bytes: 'The bytes of this document are no UTF-8 and were read in {charset}; a sitemap must be in UTF-8.',
    },
  },
  ({ report }) => ({
    faults: {
      'not-utf8'(fault) {
        report(fault.proof, fault, { charset: fault.charset }, { expected: 'UTF-8' })
      },
    },
  }),
)

const encodingInvalidBytes = defineRule(
  {
    id: 'encoding-invalid-bytes',
    severity: 'error',
    breaks: ['protocol', 'xml'],
    basis: 'documented',
    title: 'Every byte sequence is valid in the charset of the document',
    why: 'An XML reader must stop at a byte that its encoding does not know.',
    fix: 'Convert the value to UTF-8 where it comes from; one text in another charset put into a UTF-8 file is the usual cause.',
    source: XML_ENCODING,
    searchConsole: 'Parsing error',
    messages: { invalid: 'The bytes {bytes} are not valid in {charset}; the rest of the document was read.' },
  },
  ({ report }) => {
    let first: { bytes: string; charset: string } | null = null
    return {
      faults: {
        'invalid-bytes'(fault) {
          if (first === null) {
            first = { bytes: fault.bytes, charset: fault.charset }
            report('invalid', fault, first, { value: fault.bytes })
          }
        },
      },
      end({ tail }) {
        // The reader names the place of the first sequence and counts the others.
        if (first !== null && tail.invalidSequences > 1)
          report('invalid', null, first, { occurrences: tail.invalidSequences - 1, isMore: true })
      },
    }
  },
)

const encodingDeclarationFalse = defineRule(
  {
    id: 'encoding-declaration-false',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'The XML declaration names the encoding that the bytes are in',
    why: 'Readers differ in whether they believe the declaration or the bytes; some stop, some garble the text.',
    fix: 'Declare encoding="UTF-8" and write UTF-8.',
    source: XML_ENCODING,
    searchConsole: null,
    messages: {
      bom: 'The XML declaration says {declared}, but the byte order mark says {actual}.',
      bytes: 'The XML declaration says {declared}, but the bytes are {actual}.',
    },
  },
  ({ report }) => ({
    faults: {
      'declaration-false'(fault) {
        report(
          fault.proof,
          fault,
          { declared: fault.declared, actual: fault.actual },
          { value: fault.declared, expected: fault.actual },
        )
      },
    },
  }),
)

const encodingCharsetConflict = defineRule(
  {
    id: 'encoding-charset-conflict',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The charset of the Content-Type header agrees with the document',
    why: 'A reader that believes the header before the document reads other characters than were written.',
    fix: 'Send charset=utf-8, or no charset at all.',
    source: null,
    searchConsole: null,
    messages: {
      bytes: 'The Content-Type header says charset={header}, but the document is in {charset}.',
      declaration: 'The Content-Type header says charset={header}, but the XML declaration says {declared}.',
    },
  },
  ({ report, document }) => ({
    end({ tail }) {
      if (tail.bytes === 0 || tail.kind === 'html' || tail.kind === 'unknown') return
      const header = mediaTypeOf(document?.http?.headers ?? [])?.charset
      if (!header) return
      const { charset, declaredCharset } = tail
      const said = { value: header, expected: charset }
      if (declaredCharset !== null && !sameCharset(header, declaredCharset)) {
        // A declaration that is itself false has its own finding; the header is then right.
        if (!sameCharset(header, charset) || sameCharset(declaredCharset, charset))
          report('declaration', null, { header, declared: declaredCharset }, said)
      } else if (!sameCharset(header, charset) && !tail.isAscii) {
        report('bytes', null, { header, charset: normaliseCharset(charset) }, said)
      }
    },
  }),
)

const encodingBom = defineRule(
  {
    id: 'encoding-bom',
    severity: 'note',
    breaks: [],
    basis: 'field',
    title: 'A byte order mark is not needed',
    why: 'It is legal and search engines skip it, but simple scripts take it for text.',
    fix: 'Save the file as UTF-8 without a byte order mark.',
    source: null,
    searchConsole: null,
    messages: { bom: 'The document begins with a UTF-8 byte order mark, which is harmless.' },
  },
  ({ report }) => ({
    faults: {
      bom(fault) {
        report('bom', fault.at, {})
      },
    },
  }),
)

const encodingBomRepeated = defineRule(
  {
    id: 'encoding-bom-repeated',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'A document has one byte order mark at most',
    why: 'The second mark is text before the root element, where XML allows none.',
    fix: 'Remove the marks; files joined from parts that each begin with one are the usual cause.',
    source: XML_ENCODING,
    searchConsole: 'Parsing error',
    messages: { repeated: 'A second byte order mark follows the first; XML allows one.' },
  },
  ({ report }) => ({
    faults: {
      'bom-repeated'(fault) {
        report('repeated', fault.at, {})
      },
    },
  }),
)

export const encodingRules: readonly DefinedRule[] = [
  encodingBom,
  encodingBomRepeated,
  encodingCharsetConflict,
  encodingDeclarationFalse,
  encodingInvalidBytes,
  encodingNotUtf8,
]
