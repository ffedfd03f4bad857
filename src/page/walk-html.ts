/** What the HTML parser makes of a page, as far as crawlers ask: the elements of interest, and where the head ended. */
import { type html, Parser, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'

type Name = 'meta' | 'link' | 'base' | 'title' | 'script'

export interface HtmlElement {
  name: Name
  attributes: Record<string, string>
  /** Where the parser put it; what it put into a template is left out. */
  zone: 'head' | 'body'
  /** UTF-16 index of its `<` in the text; null for what the parser made up. */
  at: number | null
  /** Of title and script. */
  text: string
}

export interface HtmlWalk {
  /** In document order, at most ELEMENTS_LIMIT. */
  elements: HtmlElement[]
  isHeadEnded: boolean
  /** What ended the head: an element's name, "text", or "/head" where it was closed as it should be. null before. */
  headEndedBy: string | null
  hasNoscriptInHead: boolean
}

export interface WalkOptions {
  isScripting: boolean
  /** More of the page exists than the text holds: its end means nothing. */
  isCut: boolean
  /** Stops where the body begins. */
  headOnly?: boolean
}

const ELEMENTS_LIMIT = 2_000
/** Blink nests no deeper either; a parser's work for one tag grows with the depth. */
const DEPTH_LIMIT = 512
/** Elements that are made, those that the parser makes up among them: six bytes may make four. No real page comes near. */
const NODES_LIMIT = 150_000
/** Characters of a title or script that are kept. */
const TEXT_LENGTH = 262_144

const HTML = 'http://www.w3.org/1999/xhtml'
const NAMES = new Set<string>(['meta', 'link', 'base', 'title', 'script'] satisfies Name[])

interface Node {
  name: string
  namespace: string
  attributes: Token.Attribute[]
  parent: Node | null
  zone: 'none' | 'head' | 'body' | 'template'
  location: Token.ElementLocation | null
  template: Node | null
  element: HtmlElement | null
}

type Nodes = TreeAdapterTypeMap<Node, Node, Node, Node, Node, Node, Node, Node, Node, Node>

/** Ends the parse from inside the tree adapter; the parser has no other way out. */
const STOP = Symbol('stop')

/**
 * Parses a page with parse5. Nothing is kept but the way up from each open element, so memory does not grow with the
 * page. Never throws for what is in the text.
 */
export function walkHtml(text: string, options: WalkOptions): HtmlWalk {
  const walk: HtmlWalk = { elements: [], isHeadEnded: false, headEndedBy: null, hasNoscriptInHead: false }
  const parser = new Parser<Nodes>({
    scriptingEnabled: options.isScripting,
    sourceCodeLocationInfo: true,
    treeAdapter: createAdapter(walk, options),
  })
  try {
    parser.tokenizer.write(text, !options.isCut)
  } catch (error) {
    if (error !== STOP) throw error
  }
  return walk
}

function createAdapter(walk: HtmlWalk, options: WalkOptions): TreeAdapter<Nodes> {
  let isBodyImplied = false
  let isHeadClosed = false
  let depth = 0
  let nodes = 0

  const endHead = (by: string) => {
    walk.headEndedBy ??= isHeadClosed && by !== 'body' ? '/head' : by
  }

  const append = (parent: Node, node: Node) => {
    node.parent = parent
    if (node.name === 'head' && parent.name === 'html' && node.namespace === HTML) node.zone = 'head'
    else if ((node.name === 'body' || node.name === 'frameset') && parent.name === 'html') {
      node.zone = 'body'
      if (!walk.isHeadEnded) {
        walk.isHeadEnded = true
        isBodyImplied = node.location === null
        if (!isBodyImplied) endHead(node.name)
        if (options.headOnly) throw STOP
      }
    } else node.zone = parent.zone
    if (isBodyImplied && node.zone === 'body' && node.name !== 'body' && node.name !== '#comment') endHead(node.name)
    if (node.namespace !== HTML || (node.zone !== 'head' && node.zone !== 'body')) return
    if (node.zone === 'head' && node.name === 'noscript') walk.hasNoscriptInHead = true
    if (!NAMES.has(node.name) || node.element !== null || walk.elements.length >= ELEMENTS_LIMIT) return
    node.element = {
      name: node.name as Name,
      attributes: Object.fromEntries(node.attributes.map(({ name, value }) => [name, value])),
      zone: node.zone,
      at: node.location?.startOffset ?? null,
      text: '',
    }
    if (isOfInterest(node.element)) walk.elements.push(node.element)
  }

  const insertText = (parent: Node, text: string) => {
    if (isBodyImplied && parent.name === 'body' && /\S/.test(text)) endHead('text')
    const { element } = parent
    if (element && element.text.length < TEXT_LENGTH) element.text += text.slice(0, TEXT_LENGTH - element.text.length)
  }

  const create = (name: string, namespace = '', attributes: Token.Attribute[] = []): Node => ({
    name,
    namespace,
    attributes,
    parent: null,
    zone: 'none',
    location: null,
    template: null,
    element: null,
  })

  return {
    createDocument: () => create('#document'),
    createDocumentFragment: () => ({ ...create('#fragment'), zone: 'template' }),
    createElement(name, namespace, attributes) {
      if (++nodes > NODES_LIMIT) throw STOP
      return create(name, namespace, attributes)
    },
    createCommentNode: () => create('#comment'),
    createTextNode: () => create('#text'),
    appendChild: append,
    insertBefore: append,
    insertText,
    insertTextBefore: insertText,
    detachNode: (node) => {
      node.parent = null
    },
    // Children are not kept: the parser asks for them only to move them, and they need not be moved.
    getFirstChild: () => null,
    getChildNodes: () => [],
    getParentNode: (node) => node.parent,
    getAttrList: (node) => node.attributes,
    getTagName: (node) => node.name,
    getNamespaceURI: (node) => node.namespace as html.NS,
    setTemplateContent: (node, content) => {
      node.template = content
    },
    getTemplateContent: (node) => node.template ?? create('#fragment'),
    adoptAttributes: () => {},
    setDocumentType: () => {},
    setDocumentMode: () => {},
    getDocumentMode: () => 'no-quirks' as html.DOCUMENT_MODE,
    getTextNodeContent: () => '',
    getCommentNodeContent: () => '',
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (node): node is Node => node.name === '#text',
    isCommentNode: (node): node is Node => node.name === '#comment',
    isDocumentTypeNode: (_node): _node is Node => false,
    isElementNode: (node): node is Node => node.namespace !== '',
    getNodeSourceCodeLocation: (node: Node | undefined) => node?.location ?? null,
    setNodeSourceCodeLocation: (node: Node | undefined, location) => {
      if (node) node.location = location
    },
    updateNodeSourceCodeLocation: (node: Node | undefined, location) => {
      if (node?.zone === 'head' && node.name === 'head' && location.endTag && !walk.isHeadEnded) isHeadClosed = true
    },
    onItemPush: () => {
      if (++depth > DEPTH_LIMIT) throw STOP
    },
    onItemPop: () => {
      depth--
    },
  }
}

/** Scripts are kept for the data in them alone, links for what they relate to. */
function isOfInterest({ name, attributes }: HtmlElement): boolean {
  if (name === 'script') return /^\s*application\/ld\+json\s*(?:;|$)/i.test(attributes['type'] ?? '')
  if (name === 'link') return /(?:^|\s)(?:canonical|alternate)(?:\s|$)/i.test(attributes['rel'] ?? '')
  if (name === 'base') return attributes['href'] !== undefined
  return true
}
