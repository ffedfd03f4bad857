/** Finds the root, says what kind of document it is and what is wrong with its namespace, and hands over to its reader. */
import type { At, LinkForm } from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { NAMESPACES } from '../model/standards.ts'
import { NOTHING } from './element-stack.ts'
import { createFeedReader } from './feed-reader.ts'
import type { BodyReader, FaultWithoutEntry, Reading } from './reading.ts'
import { createUrlsetReader } from './urlset-reader.ts'
import { FEED_NAMESPACES, judgeSitemapNamespace } from './vocabulary.ts'
import { findAttribute } from './xml-attributes.ts'
import {
  createXmlReader,
  type LinkRun,
  type XmlAttributes,
  type XmlHandler,
  type XmlReader,
  type XmlRecord,
  type XmlRun,
  type XmlTag,
} from './xml-reader.ts'

/** Prefixes that `namespaces` lists of one document. */
const NAMESPACES_LIMIT = 100

export interface XmlDocument {
  readonly xml: XmlReader
  /** Settles what is only known at the end. */
  end(): void
}

/** Plain state, and functions over it: V8 then compiles them once for all documents. */
interface XmlDocumentState extends XmlHandler {
  readonly reading: Reading
  body: BodyReader
  hasRoot: boolean
  /** Namespaces that are noted. */
  declared: number
}

/**
 * @param start index of the text's first unit that is XML
 * @param isCareful for tests, as createXmlReader has it
 */
export function createXmlDocument(reading: Reading, start: At, isCareful = false): XmlDocument {
  const state: XmlDocumentState = {
    reading,
    body: SKIPPING,
    hasRoot: false,
    declared: 0,
    open,
    close,
    text,
    fault,
    record,
    records,
    linkForm,
    links,
  }
  const xml = createXmlReader(reading.locator, start, state, isCareful)
  return { xml, end: () => state.body.end() }
}

function open(this: XmlDocumentState, tag: XmlTag, at: At, end: At, attributes: XmlAttributes): boolean {
  if (attributes.count > 0 && tag.ns && tag.ns !== NOTHING) noteNamespaces(this, tag.ns)
  if (!this.hasRoot) readRoot(this, tag, at, end)
  return this.body.open(tag, at, end, attributes)
}

function close(this: XmlDocumentState, name: string, at: At, end: At, isImplied: boolean): boolean {
  return this.body.close(name, at, end, isImplied)
}

function text(this: XmlDocumentState, piece: string, at: At, isDamaged: boolean) {
  this.body.text(piece, at, isDamaged)
}

function fault(this: XmlDocumentState, fault: FaultWithoutEntry) {
  // HTML is told as such, and not as bad XML.
  if (this.reading.kind !== 'html') this.reading.fault(fault)
}

function record(this: XmlDocumentState, tag: XmlTag, at: At, end: At, record: XmlRecord): boolean {
  return this.body.record?.(tag, at, end, record) ?? false
}

function records(this: XmlDocumentState, tag: XmlTag, run: XmlRun): number {
  return this.body.records?.(tag, run) ?? 0
}

function linkForm(this: XmlDocumentState, tag: XmlTag, at: At, attributes: XmlAttributes): LinkForm | null {
  return this.body.linkForm?.(tag, at, attributes) ?? null
}

function links(this: XmlDocumentState, run: LinkRun): boolean {
  return this.body.links?.(run) ?? false
}

function readRoot(state: XmlDocumentState, tag: XmlTag, at: At, end: At) {
  const { reading } = state
  state.hasRoot = true
  const kind = kindOf(tag)
  reading.kind = kind
  if (kind === 'urlset' || kind === 'sitemapindex') state.body = createUrlsetReader(reading, kind)
  else if (kind === 'rss' || kind === 'atom') state.body = createFeedReader(reading, kind)
  const namespace = tag.uri
  const uris = Object.values(tag.ns ?? {})
  reading.head({
    kind,
    root: tag.local,
    rootAt: reading.locator.find(at),
    namespace: namespace === '' ? null : namespace,
    isNews: kind !== 'sitemapindex' && kind !== 'unknown' && uris.includes(NAMESPACES.news),
    declaresAlternates: uris.includes(NAMESPACES.xhtml),
  })
  judgeRoot(reading, tag, kind, at, end)
}

function judgeRoot(reading: Reading, tag: XmlTag, kind: DocumentKind, at: At, end: At) {
  const { uri, prefix, local } = tag
  const declaration = () => findAttribute(reading.locator.window, at, end, prefix === '' ? 'xmlns' : `xmlns:${prefix}`)
  if (kind === 'unknown') {
    reading.fault({ code: 'root-unknown', at, name: tag.name, uri })
  } else if (kind === 'urlset' || kind === 'sitemapindex') {
    const judged = judgeSitemapNamespace(uri)
    // A prefix that nobody declared is told as such.
    if (prefix !== '' && uri === prefix) return
    if (judged === 'missing') reading.fault({ code: 'namespace-missing', at })
    else if (judged === 'legacy') reading.fault({ code: 'namespace-legacy', at: declaration(), uri })
    else if (judged === 'variant') reading.fault({ code: 'namespace-variant', at: declaration(), uri })
  } else if (local === 'RDF') {
    const isOld = Object.values(tag.ns ?? {}).some((one) => one.includes('my.netscape.com'))
    reading.fault({ code: 'feed-version', at, format: isOld ? 'RSS 0.90' : 'RSS 1.0' })
  } else if (kind === 'rss') {
    const version = tag.attributes['version']?.value.trim() ?? ''
    if (!/^2(?:\.|$)/.test(version)) {
      const place = findAttribute(reading.locator.window, at, end, 'version')
      reading.fault({
        code: 'feed-version',
        at: place,
        format: version === '' ? 'RSS without version' : `RSS ${version.slice(0, 20)}`,
      })
    }
  } else if (kind === 'atom' && uri === FEED_NAMESPACES.atom03) {
    reading.fault({ code: 'feed-version', at: declaration(), format: 'Atom 0.3' })
  }
}

function noteNamespaces(state: XmlDocumentState, ns: Readonly<Record<string, string>>) {
  const { namespaces } = state.reading
  for (const prefix in ns) {
    if (state.declared >= NAMESPACES_LIMIT || prefix in namespaces || prefix === '__proto__') continue
    state.declared++
    namespaces[prefix] = (ns[prefix] as string).slice(0, 2_048)
  }
}

const SKIPPING: BodyReader = { open: () => false, close: () => false, text() {}, end() {} }

/** By local name: a root in the wrong namespace is read all the same. Case counts. */
function kindOf({ local }: XmlTag): DocumentKind {
  switch (local) {
    case 'urlset':
    case 'sitemapindex':
      return local
    case 'rss':
    case 'RDF':
      return 'rss'
    case 'feed':
      return 'atom'
    default:
      return local.toLowerCase() === 'html' ? 'html' : 'unknown'
  }
}
