/** Finds the root, says what kind of document it is and what is wrong with its namespace, and hands over to its reader. */
import type { At } from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { NAMESPACES } from '../model/standards.ts'
import { createFeedReader } from './feed-reader.ts'
import type { BodyReader, Reading } from './reading.ts'
import { createUrlsetReader } from './urlset-reader.ts'
import { FEED_NAMESPACES, judgeSitemapNamespace } from './vocabulary.ts'
import { findAttribute } from './xml-attributes.ts'
import { createXmlReader, type XmlHandler, type XmlReader, type XmlTag } from './xml-reader.ts'

/** Prefixes that `namespaces` lists of one document. */
const NAMESPACES_LIMIT = 100

export interface XmlDocument {
  readonly xml: XmlReader
  /** Settles what is only known at the end. */
  end(): void
}

/**
 * @param start index of the text's first unit that is XML
 * @param isCareful for tests, as createXmlReader has it
 */
export function createXmlDocument(reading: Reading, start: At, isCareful = false): XmlDocument {
  const { locator } = reading
  let body: BodyReader = SKIPPING
  let hasRoot = false
  let declared = 0

  function root(tag: XmlTag, at: At, end: At) {
    hasRoot = true
    const kind = kindOf(tag)
    reading.kind = kind
    if (kind === 'urlset' || kind === 'sitemapindex') body = createUrlsetReader(reading, kind)
    else if (kind === 'rss' || kind === 'atom') body = createFeedReader(reading, kind)
    const namespace = tag.uri
    const uris = Object.values(tag.ns ?? {})
    reading.head({
      kind,
      root: tag.local,
      rootAt: locator.find(at),
      namespace: namespace === '' ? null : namespace,
      isNews: kind !== 'sitemapindex' && kind !== 'unknown' && uris.includes(NAMESPACES.news),
    })
    judgeRoot(tag, kind, at, end)
  }

  function judgeRoot(tag: XmlTag, kind: DocumentKind, at: At, end: At) {
    const { uri, prefix, local } = tag
    const declaration = () => findAttribute(locator.window, at, end, prefix === '' ? 'xmlns' : `xmlns:${prefix}`)
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
        const place = findAttribute(locator.window, at, end, 'version')
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

  function noteNamespaces(ns: Readonly<Record<string, string>>) {
    for (const prefix in ns) {
      if (declared >= NAMESPACES_LIMIT || prefix in reading.namespaces || prefix === '__proto__') continue
      declared++
      reading.namespaces[prefix] = (ns[prefix] as string).slice(0, 2_048)
    }
  }

  const handler: XmlHandler = {
    open(tag, at, end, attributes) {
      if (attributes.count > 0 && tag.ns) noteNamespaces(tag.ns)
      if (!hasRoot) root(tag, at, end)
      return body.open(tag, at, end, attributes)
    },
    close: (name, at, end, isImplied) => body.close(name, at, end, isImplied),
    text: (text, at, isDamaged) => body.text(text, at, isDamaged),
    // HTML is told as such, and not as bad XML.
    fault: (fault) => reading.kind !== 'html' && reading.fault(fault),
  }
  const xml = createXmlReader(locator, start, handler, isCareful)
  return { xml, end: () => body.end() }
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
