/** Builds the Items of an extension element: its children of the same namespace, with their text. */
import type { At, Item } from '../model/document.ts'
import type { TextWindow } from './locator.ts'
import { addText, beginValue, createValueCollector, finishValue, type ValueCollector } from './value-collector.ts'
import { findAttributes } from './xml-attributes.ts'
import type { XmlTag } from './xml-reader.ts'

/** Children of one element that are kept; a video has at most some sixty. */
const CHILDREN_LIMIT = 1_000
/** Elements of one item that are kept at all depths together: a tree of them may be as large as the document. */
const DESCENDANTS_LIMIT = 5_000

export interface ItemBuilder {
  /** Depth inside the item under way; 0: none. */
  readonly depth: number
  /** @param name the item's name: local, or as the caller wants it */
  open(name: string, tag: XmlTag, at: At, end: At): void
  text(text: string, at: At, isDamaged: boolean): void
  /** Something that is not read stands inside the innermost element. */
  damage(): void
  /** Returns the outermost item when it is this that was closed. */
  close(mayHoldReplacements: boolean): Item | null
}

const NO_ATTRIBUTES: Record<string, string> = {}
const NO_PLACES: Record<string, At> = {}

/** Plain state, and functions over it: V8 then compiles them once for all documents. */
interface ItemBuilderState extends ItemBuilder {
  readonly window: TextWindow
  readonly items: Item[]
  readonly values: ValueCollector[]
  depth: number
  /** Elements below the outermost item. */
  descendants: number
}

export function createItemBuilder(window: TextWindow): ItemBuilder {
  const state: ItemBuilderState = { window, items: [], values: [], depth: 0, descendants: 0, open, text, damage, close }
  return state
}

function open(this: ItemBuilderState, name: string, tag: XmlTag, at: At, end: At) {
  const { depth, items, values, window } = this
  const value = values[depth] ?? createValueCollector()
  values[depth] = value
  beginValue(value, at)
  const item: Item = {
    name,
    at,
    attributes: NO_ATTRIBUTES,
    attributeAts: NO_PLACES,
    value: { text: '', at, elementAt: at, isDamaged: false, padding: 0 },
    children: [],
  }
  if (end - at > tag.name.length + 3) readAttributes(item, tag, window, end)
  const parent = items[depth - 1]
  if (depth === 0) this.descendants = 0
  else if (parent) {
    if (parent.children.length < CHILDREN_LIMIT && ++this.descendants <= DESCENDANTS_LIMIT) parent.children.push(item)
    else (values[depth - 1] as ValueCollector).isDamaged = true
  }
  items[depth] = item
  this.depth = depth + 1
}

function text(this: ItemBuilderState, text: string, at: At, isDamaged: boolean) {
  addText(this.values[this.depth - 1] as ValueCollector, text, at, isDamaged, this.window)
}

function damage(this: ItemBuilderState) {
  ;(this.values[this.depth - 1] as ValueCollector).isDamaged = true
}

function close(this: ItemBuilderState, mayHoldReplacements: boolean): Item | null {
  const depth = --this.depth
  const item = this.items[depth] as Item
  item.value = finishValue(this.values[depth] as ValueCollector, mayHoldReplacements)
  return depth === 0 ? item : null
}

function readAttributes(item: Item, tag: XmlTag, window: TextWindow, end: At) {
  item.attributes = {}
  item.attributeAts = {}
  for (const { name, at } of findAttributes(window, item.at, end)) {
    const attribute = tag.attributes[name]
    if (attribute === undefined || name === '__proto__') continue
    item.attributes[name] = attribute.value.slice(0, 16_384)
    item.attributeAts[name] ??= at
  }
}
