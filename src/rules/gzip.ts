/** gzip: layers inside the document, and the transport coding where it broke. */
import type { BodyEnding } from '../model/exchange.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { hasPathEnding } from './url-ending.ts'

const RFC_GZIP = 'https://www.rfc-editor.org/rfc/rfc1952'

/** The phrase for where the transport coding broke. */
function placeOf({ coding }: BodyEnding): string {
  return coding.offset === null ? '' : ` at byte ${coding.offset} of the encoded body`
}

const tokensOf = ({ coding }: BodyEnding): string => coding.undone.at(-1) ?? coding.tokens.at(-1) ?? 'gzip'

/** A transfer that we ended ourselves says nothing about the file's end. */
const isOurStop = ({ state }: BodyEnding): boolean => state === 'budget' || state === 'timeout' || state === 'cancelled'

/**
 * Faults of the inner layers wait for the end: they have no line, and when the transport coding broke they only follow
 * from it.
 */
const gzipCorrupt = defineRule(
  {
    id: 'gzip-corrupt',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'Compressed data can be unpacked to its end',
    why: 'A crawler gets no further than the broken byte, and many drop the whole file.',
    fix: 'Compress the file anew, and see that nothing on the way (upload in text mode, a rewriting proxy) changes its bytes.',
    source: `${RFC_GZIP}#section-2.3`,
    searchConsole: 'Compression error',
    messages: {
      layer: 'The gzip data of the file is broken ({detail}); what stands before the break was read.',
      coding:
        'The body was sent with Content-Encoding {coding} and its compressed data is broken{place}; what stands before the break was read.',
    },
  },
  ({ report }) => {
    let detail: string | null = null
    return {
      faults: {
        'gzip-corrupt'(fault) {
          detail ??= fault.detail
        },
      },
      end({ ending }) {
        if (ending.coding.state === 'corrupt')
          report('coding', null, { coding: tokensOf(ending), place: placeOf(ending) })
        else if (detail !== null && ending.coding.state === 'ok') report('layer', null, { detail })
      },
    }
  },
)

const gzipTruncated = defineRule(
  {
    id: 'gzip-truncated',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'Compressed data is complete',
    why: 'The end of the file is missing, and with it every entry that stood there.',
    fix: 'Write the file to a temporary name and rename it when it is complete, and compare its size with what is served.',
    source: `${RFC_GZIP}#section-2.3.1`,
    searchConsole: 'Compression error',
    messages: {
      layer: 'The gzip data of the file is cut off ({detail}); counts are lower bounds.',
      coding:
        'The body was sent with Content-Encoding {coding} and its compressed data is cut off; counts are lower bounds.',
    },
  },
  ({ report }) => {
    let detail: string | null = null
    return {
      faults: {
        'gzip-truncated'(fault) {
          detail ??= fault.detail
        },
      },
      end({ ending }) {
        if (isOurStop(ending)) return
        if (ending.coding.state === 'truncated') report('coding', null, { coding: tokensOf(ending) })
        else if (detail !== null && ending.coding.state === 'ok') report('layer', null, { detail })
      },
    }
  },
)

const gzipChecksumMismatch = defineRule(
  {
    id: 'gzip-checksum-mismatch',
    severity: 'error',
    breaks: [],
    basis: 'documented',
    title: 'Checksum and length of compressed data are right',
    why: 'The bytes that were unpacked are not the bytes that were packed, and careful readers refuse them.',
    fix: 'Compress the file anew with a tool that writes its own trailer, and do not patch compressed files.',
    source: `${RFC_GZIP}#section-2.3.1`,
    searchConsole: 'Compression error',
    messages: {
      layer: 'The trailer of the gzip file does not fit its data ({detail}).',
      coding: 'The body was sent with Content-Encoding {coding}, and its checksum or length does not fit its data.',
    },
  },
  ({ report }) => {
    let detail: string | null = null
    let count = 0
    return {
      faults: {
        'gzip-checksum'(fault) {
          detail ??= fault.detail
          count++
        },
      },
      end({ ending }) {
        if (ending.coding.state === 'checksum') report('coding', null, { coding: tokensOf(ending) })
        if (detail !== null) report('layer', null, { detail }, { occurrences: count })
      },
    }
  },
)

const gzipTrailingData = defineRule(
  {
    id: 'gzip-trailing-data',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'Nothing follows the last gzip member',
    why: 'Some unpackers stop with an error at bytes that are no gzip, and lose what they have read.',
    fix: 'Write nothing after the compressed data; a script that prints after it is the usual cause.',
    source: null,
    searchConsole: null,
    messages: {
      trailing: 'After the last gzip member, from byte {offset} on, follow bytes that are not gzip: {count} in all.',
    },
  },
  ({ report }) => ({
    faults: {
      'gzip-trailing'(fault) {
        report('trailing', null, { offset: fault.offset, count: fault.count }, { entry: null })
      },
    },
  }),
)

const gzipZeroPadding = defineRule(
  {
    id: 'gzip-zero-padding',
    severity: 'note',
    breaks: [],
    basis: 'field',
    title: 'Compressed data is not padded',
    why: 'Zero bytes after the last member are harmless to gzip itself, but not every unpacker skips them.',
    fix: 'Cut the file at the end of its last member.',
    source: null,
    searchConsole: null,
    messages: {
      padding: 'After the last gzip member, from byte {offset} on, follow nothing but zero bytes: {count} in all.',
    },
  },
  ({ report }) => ({
    faults: {
      'gzip-padding'(fault) {
        report('padding', null, { offset: fault.offset, count: fault.count }, { entry: null })
      },
    },
  }),
)

const gzipNamedPlain = defineRule(
  {
    id: 'gzip-named-plain',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'A URL that ends in .gz serves gzip',
    why: 'Readers that go by the name try to unpack the file and lose it.',
    fix: 'Compress the file, or drop .gz from its name.',
    source: null,
    searchConsole: null,
    messages: { plain: 'The URL ends in .gz, but the bytes are not gzip; they were read as they are.' },
  },
  ({ report, document }) => ({
    end({ tail, ending }) {
      if (!document || tail.gzipLayers > 0 || ending.coding.undone.length > 0) return
      // Another cause speaks for itself there: nothing came, or what came is no sitemap at all.
      if (tail.bytes === 0 || tail.kind === 'html' || tail.kind === 'unknown') return
      if (hasPathEnding(document.finalUrl, '.gz')) report('plain', null, {})
    },
  }),
)

const gzipLayers = defineRule(
  {
    id: 'gzip-layers',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'A document is compressed once',
    why: 'A crawler unpacks the file once and finds gzip where it expects XML.',
    fix: 'Compress the file once; keep the server from compressing what is already compressed.',
    source: null,
    searchConsole: null,
    messages: {
      layers: 'The document is compressed {layers} times inside the transfer; all layers were unpacked.',
      tooMany: 'The document is compressed more than {layers} times inside the transfer; the rest was not unpacked.',
    },
  },
  ({ report }) => {
    let hasMore = false
    return {
      faults: {
        archive({ format }) {
          if (format === LEFT_GZIP) hasMore = true
        },
      },
      end({ tail }) {
        if (hasMore) report('tooMany', null, { layers: tail.gzipLayers })
        else if (tail.gzipLayers > 1) report('layers', null, { layers: tail.gzipLayers })
      },
    }
  },
)

/** gzip that is left when no more layers are peeled; that is no other archive. */
const LEFT_GZIP = 'gzip'

const gzipOtherArchive = defineRule(
  {
    id: 'gzip-other-archive',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Compressed sitemaps are gzip',
    why: 'gzip is the only compression that the protocol knows; crawlers do not open other archives.',
    fix: 'Compress the sitemap itself with gzip, without an archive round it.',
    source: 'https://www.sitemaps.org/protocol.html#index',
    searchConsole: 'Unsupported format',
    messages: { archive: 'The file is a {format} archive, which was not opened; a compressed sitemap must be gzip.' },
  },
  ({ report }) => ({
    faults: {
      archive({ format }) {
        if (format !== LEFT_GZIP) report('archive', null, { format }, { subject: format, entry: null })
      },
    },
  }),
)

export const gzipRules: readonly DefinedRule[] = [
  gzipChecksumMismatch,
  gzipCorrupt,
  gzipLayers,
  gzipNamedPlain,
  gzipOtherArchive,
  gzipTrailingData,
  gzipTruncated,
  gzipZeroPadding,
]
