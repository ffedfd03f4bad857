/** The numbers of the protocol: entries, children, bytes. */
import type { DocumentTail } from '../model/document.ts'
import { CHILDREN_LIMIT, DOCUMENT_SIZE_LIMIT_BYTES, ENTRIES_LIMIT, NEAR_LIMIT_SHARE } from '../model/standards.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'

const PROTOCOL_INDEX = 'https://www.sitemaps.org/protocol.html#index'

/** Lists pages (urlset, feed, text), not sitemaps. */
const listsPages = ({ kind }: DocumentTail): boolean =>
  kind === 'urlset' || kind === 'rss' || kind === 'atom' || kind === 'text'

const entriesTooMany = defineRule(
  {
    id: 'entries-too-many',
    severity: 'error',
    breaks: ['protocol', 'google'],
    basis: 'documented',
    title: 'A sitemap lists 50,000 URLs at most',
    why: 'Search engines refuse the file, or read no further than the limit.',
    fix: 'Split the sitemap, and list its parts in a sitemap index.',
    source: PROTOCOL_INDEX,
    searchConsole: 'Too many URLs',
    messages: {
      tooMany: 'The sitemap has {entries} entries; the limit is {limit}, so it takes {files} files.',
      tooManyAtLeast:
        'The part of the sitemap that was read has {entries} entries; the limit is {limit}, so it takes at least {files} files.',
    },
  },
  ({ report }) => ({
    end({ tail }) {
      const { entries } = tail
      if (!listsPages(tail) || entries <= ENTRIES_LIMIT) return
      report(
        tail.isComplete ? 'tooMany' : 'tooManyAtLeast',
        null,
        { entries, limit: ENTRIES_LIMIT, files: Math.ceil(entries / ENTRIES_LIMIT) },
        { value: String(entries), expected: String(ENTRIES_LIMIT) },
      )
    },
  }),
)

const entriesNearLimit = defineRule(
  {
    id: 'entries-near-limit',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'A sitemap has room for more URLs',
    why: 'A sitemap that grows past 50,000 entries is refused from one day to the next.',
    fix: 'Split the sitemap before it reaches the limit.',
    source: null,
    searchConsole: null,
    messages: {
      near: 'The sitemap has {entries} entries, {percent} % of the limit of {limit}, with {bytePercent} % of the bytes: {perEntry} bytes an entry ({shares}); to stay below 90 % of both limits it takes {byEntries} by entries and {byBytes} by bytes.',
      nearAtLeast: 'The part of the sitemap that was read has {entries} entries, {percent} % of the limit of {limit}.',
    },
  },
  ({ report }) => ({
    end({ tail }) {
      const { entries } = tail
      if (!listsPages(tail) || entries > ENTRIES_LIMIT || entries < NEAR_LIMIT_SHARE * ENTRIES_LIMIT) return
      const percent = (100 * entries) / ENTRIES_LIMIT
      const data = { entries, percent, limit: ENTRIES_LIMIT }
      const bytePercent = (100 * tail.bytes) / DOCUMENT_SIZE_LIMIT_BYTES
      if (tail.isComplete) report('near', null, { ...data, bytePercent, ...splitPlan(tail) })
      else report('nearAtLeast', null, data)
    },
  }),
)

const childrenTooMany = defineRule(
  {
    id: 'children-too-many',
    severity: 'error',
    breaks: ['protocol', 'google'],
    basis: 'documented',
    title: 'A sitemap index lists 50,000 sitemaps at most',
    why: 'Search engines refuse the index, or read no further than the limit.',
    fix: 'Split the index, and name each part in robots.txt.',
    source: 'https://www.sitemaps.org/protocol.html#sitemapIndex_sitemap',
    searchConsole: 'Too many sitemaps',
    messages: {
      tooMany: 'The index has {children} children; the limit is {limit}.',
      tooManyAtLeast: 'The part of the index that was read has {children} children; the limit is {limit}.',
    },
  },
  ({ report }) => ({
    end({ tail }) {
      const { entries, kind, isComplete } = tail
      if (kind !== 'sitemapindex' || entries <= CHILDREN_LIMIT) return
      report(
        isComplete ? 'tooMany' : 'tooManyAtLeast',
        null,
        { children: entries, limit: CHILDREN_LIMIT },
        { value: String(entries), expected: String(CHILDREN_LIMIT) },
      )
    },
  }),
)

const documentTooLarge = defineRule(
  {
    id: 'document-too-large',
    severity: 'error',
    breaks: ['protocol', 'google'],
    basis: 'documented',
    title: 'A document has 52,428,800 bytes (50 MB) at most, uncompressed',
    why: 'Search engines refuse the file, or read no further than the limit; compression does not raise it.',
    fix: 'Split the document, and list its parts in a sitemap index.',
    source: PROTOCOL_INDEX,
    searchConsole: 'Sitemap file size error',
    messages: {
      tooLarge:
        'The document has {bytes} bytes uncompressed, {percent} % of the limit of {limit}: {perEntry} bytes an entry ({shares}); to stay below 90 % of both limits it takes {byEntries} by entries and {byBytes} by bytes.',
      tooLargeAtLeast: 'The document has more than {limit} bytes uncompressed: {bytes} were read, and there is more.',
      tooLargeAlone: 'The document has {bytes} bytes uncompressed, {percent} % of the limit of {limit}.',
    },
  },
  ({ report }) => ({
    end({ tail, ending }) {
      const { bytes } = tail
      if (bytes <= DOCUMENT_SIZE_LIMIT_BYTES) return
      const limit = DOCUMENT_SIZE_LIMIT_BYTES
      const percent = (100 * bytes) / limit
      const extra = { value: String(bytes), expected: String(limit) }
      // A document that came whole may still be broken: its bytes are counted all the same.
      if (ending.state !== 'complete' || tail.isUnpacked === false)
        report('tooLargeAtLeast', null, { bytes, limit }, extra)
      else if (tail.entries === 0 || !tail.isComplete) report('tooLargeAlone', null, { bytes, percent, limit }, extra)
      else report('tooLarge', null, { bytes, percent, limit, ...splitPlan(tail) }, extra)
    },
  }),
)

const documentNearLimit = defineRule(
  {
    id: 'document-near-limit',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'A document has room to grow below 50 MB',
    why: 'The limit of bytes is often met long before that of entries, and a file past it is refused.',
    fix: 'Split the document before it reaches the limit.',
    source: null,
    searchConsole: null,
    messages: {
      near: 'The document has {bytes} bytes uncompressed, {percent} % of the limit of {limit}, with {entryPercent} % of the entries: {perEntry} bytes an entry ({shares}); to stay below 90 % of both limits it takes {byEntries} by entries and {byBytes} by bytes.',
      nearAtLeast: 'The part of the document that was read has {bytes} bytes, {percent} % of the limit of {limit}.',
      nearAlone: 'The document has {bytes} bytes uncompressed, {percent} % of the limit of {limit}.',
    },
  },
  ({ report }) => ({
    end({ tail }) {
      const { bytes, entries } = tail
      const limit = DOCUMENT_SIZE_LIMIT_BYTES
      if (bytes > limit || bytes < NEAR_LIMIT_SHARE * limit) return
      const percent = (100 * bytes) / limit
      if (!tail.isComplete) report('nearAtLeast', null, { bytes, percent, limit })
      else if (entries === 0) report('nearAlone', null, { bytes, percent, limit })
      else
        report('near', null, {
          bytes,
          percent,
          limit,
          entryPercent: (100 * entries) / ENTRIES_LIMIT,
          ...splitPlan(tail),
        })
    },
  }),
)

const KINDS: Record<keyof DocumentTail['bytesByKind'], string> = {
  core: 'loc and core tags',
  alternates: 'hreflang',
  images: 'images',
  videos: 'videos',
  news: 'news',
  other: 'other',
}

/** What fills the document, and how many files keep below NEAR_LIMIT_SHARE of each limit. */
function splitPlan({ bytes, entries, bytesByKind }: DocumentTail) {
  const kinds = Object.entries(bytesByKind) as [keyof typeof KINDS, number][]
  const total = kinds.reduce((sum, [, count]) => sum + count, 0) || 1
  const shares = kinds
    .map(([kind, count]) => ({ kind, percent: Math.round((100 * count) / total) }))
    .filter(({ percent }) => percent > 0)
    .sort((a, b) => b.percent - a.percent)
    .map(({ kind, percent }) => `${KINDS[kind]} ${percent} %`)
    .join(', ')
  return {
    perEntry: Math.round(bytes / entries),
    shares: shares === '' ? 'share by kind not known' : shares,
    byEntries: filesFor(entries, ENTRIES_LIMIT),
    byBytes: filesFor(bytes, DOCUMENT_SIZE_LIMIT_BYTES),
  }
}

function filesFor(amount: number, limit: number): string {
  const files = Math.floor(amount / (NEAR_LIMIT_SHARE * limit)) + 1
  return files === 1 ? '1 file' : `${files.toLocaleString('en-US')} files`
}

export const limitRules: readonly DefinedRule[] = [
  childrenTooMany,
  documentNearLimit,
  documentTooLarge,
  entriesNearLimit,
  entriesTooMany,
]
