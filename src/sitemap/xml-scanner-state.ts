/** What the scanner knows while it reads. Plain state, and functions over it: V8 then compiles them once for all documents. */
import type { At } from '../model/document.ts'
import { type ElementStack, NOTHING } from './element-stack.ts'
import { createLinkLane, type LinkLane } from './link-lane.ts'
import { createShape, type RecordShape } from './record-shape.ts'
import type { SaxesTag } from './saxes-internals.ts'
import { NOWHERE } from './text-survey.ts'
import { createWordTree, type WordTree } from './word-tree.ts'
import type { XmlAttributes, XmlHandler, XmlRecord, XmlTag } from './xml-reader.ts'
import { createRecord } from './xml-records.ts'
import { uriOf } from './xml-scopes.ts'
import { createName } from './xml-words.ts'

/** A name of an element or attribute. */
export interface Name {
  name: string
  prefix: string
  local: string
  /** The scope that the tags belong to; -1: none yet. */
  scope: number
  /** null: its prefix is not bound. */
  uri: string | null
  tag: SaxesTag
  /** Number of the tag that had this attribute last. */
  seen: number
  readonly codes: Uint8Array
  /** How many elements of the name are not to be tried as records. */
  pause: number
  /** What was read last behind it, and is likely to come again: the next open tag, or the next attribute. */
  next: Name | null
  /** Likewise the first attribute of an element. */
  attribute: Name | null
  /** And the value of an attribute, if it was a word. */
  value: Word | null
}

/** A short value of attributes. */
export interface Word {
  readonly text: string
  readonly codes: Uint8Array
}

/** A tag whose dictionary of attributes is made when somebody asks for it. One is used for all, one after the other. */
export interface AttributedTag extends XmlTag {
  name: string
  prefix: string
  local: string
  uri: string
  readonly scanner: Scanner
  dictionary: XmlTag['attributes'] | null
}

export interface Scanner {
  readonly stack: ElementStack
  readonly handler: XmlHandler
  readonly elements: WordTree<Name>
  readonly attributeNames: WordTree<Name>
  readonly words: WordTree<Word>
  /** As the handler said last. */
  wantsText: boolean
  /** The last scan stopped because the text ended, and nothing was wrong. */
  isStarved: boolean

  text: string
  /** Index of its last `<`. */
  lastLess: number
  units: Uint8Array
  fours: Int32Array
  base: At
  hasReturn: boolean
  /** The next `&` and `]]>` from the place under reading on. */
  ampersand: number
  brackets: number
  /** Indexes of tabs and line breaks, and how many of them are passed. */
  breaks: Int32Array
  passedBreaks: number

  /** The innermost open tag that declares namespaces, and a number for it. */
  declaring: SaxesTag | null
  scope: number

  readonly attributes: XmlAttributes
  readonly attributed: AttributedTag | null
  readonly record: XmlRecord
  readonly lane: LinkLane
  /** How the records are written, as far as they are written alike. */
  readonly shape: RecordShape
  /** The open tag that was read last. */
  name: Name
  /** The names of the open elements, as far as they were read here. */
  readonly open: Name[]
  isSelfClosing: boolean
  /** Tags with attributes so far. */
  tags: number
}

/** On the prototype: with a getter of its own, every tag would have its own hidden class. */
const ATTRIBUTED_TAG = {
  get attributes(): XmlTag['attributes'] {
    const tag = this as unknown as AttributedTag
    tag.dictionary ??= dictionaryOf(tag.scanner)
    return tag.dictionary
  },
}

export function createScanner(stack: ElementStack, handler: XmlHandler): Scanner {
  const scanner: Scanner & { attributed: AttributedTag | null } = {
    stack,
    handler,
    elements: createWordTree<Name>(),
    attributeNames: createWordTree<Name>(),
    words: createWordTree<Word>(),
    wantsText: false,
    isStarved: false,
    text: '',
    lastLess: -1,
    units: new Uint8Array(0),
    fours: new Int32Array(0),
    base: 0,
    hasReturn: false,
    ampersand: NOWHERE,
    brackets: NOWHERE,
    breaks: new Int32Array(0),
    passedBreaks: 0,
    declaring: null,
    scope: 0,
    attributes: { count: 0, names: [], values: [], ats: [] },
    attributed: null,
    lane: createLinkLane(),
    record: createRecord(),
    shape: createShape(createRecord()),
    name: createName('', '', ''),
    open: [],
    isSelfClosing: false,
    tags: 0,
  }
  const own = { name: '', prefix: '', local: '', uri: '', ns: NOTHING, scanner, dictionary: null }
  scanner.attributed = Object.assign(Object.create(ATTRIBUTED_TAG), own) as AttributedTag
  return scanner
}

/** The tag that was just read, for the call that tells it. */
export function attributedTag({ attributed, name }: Scanner): XmlTag {
  const tag = attributed as AttributedTag
  tag.name = name.name
  tag.prefix = name.prefix
  tag.local = name.local
  tag.uri = name.uri as string
  tag.dictionary = null
  return tag
}

function dictionaryOf({ attributes, stack }: Scanner): SaxesTag['attributes'] {
  const dictionary: Record<string, { value: string; uri: string; local: string }> = Object.create(null)
  for (let i = 0; i < attributes.count; i++) {
    const name = attributes.names[i] as string
    const colon = name.indexOf(':')
    const uri = colon < 0 ? '' : (uriOf(stack, name.slice(0, colon)) as string)
    dictionary[name] = { value: attributes.values[i] as string, uri, local: name.slice(colon + 1) }
  }
  return dictionary
}
