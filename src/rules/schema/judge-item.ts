/** Holds an extension element against its row of the tables. */
import type { Alternate, At, Item, Value } from '../../model/document.ts'
import { isWhite } from '../../sitemap/value-collector.ts'
import type { Refusal } from './refusal.ts'
import { type AttributeRow, type ElementRow, LINK_ATTRIBUTES } from './tables.ts'
import { isAnyUri, isLanguage, type SimpleType } from './types.ts'

export interface Court {
  refuse(refusal: Refusal): void
  /** Something could not be read, or was not kept. */
  doubt(): void
}

const NONE: readonly string[] = []
const NO_ROWS: readonly ElementRow[] = []
const NO_ATTRIBUTES: Readonly<Record<string, AttributeRow>> = {}

/** Names are put together for messages only. */
const named = (prefix: string, name: string): string => (prefix === '' ? name : `${prefix}:${name}`)

/** @param prefix of its namespace, for messages: image, news, video */
export function judgeItem(item: Item, row: ElementRow, prefix: string, court: Court): void {
  const { value, children } = item
  const { type } = row
  judgeAttributes(item, row, prefix, court)
  if (type !== null) judgeValue(value, prefix, row.name, type, row.told ?? NONE, court)
  else if (value.text !== '') {
    const element = named(prefix, row.name)
    court.refuse({ message: 'text', at: value.at, data: { element }, value: value.text, subject: element, told: NONE })
  } else if (value.isDamaged) court.doubt()
  if (children.length > 0 || row.children !== undefined) judgeChildren(item, row, prefix, court)
}

function judgeChildren(item: Item, row: ElementRow, prefix: string, court: Court): void {
  const rows = row.children ?? NO_ROWS
  let reached = 0
  /** A bit for each row; the counts of those that come again. */
  let seen = 0
  let counts: number[] | null = null
  for (const child of item.children) {
    const index = findRow(rows, child.name, reached)
    const childRow = rows[index]
    if (childRow === undefined) {
      refuseChild(child, row, prefix, 'childUndeclared', {}, [`${prefix}-tag-unknown`, `${prefix}-tag-removed`], court)
      continue
    }
    let count = 1
    if ((seen & (1 << index)) !== 0) {
      counts ??= []
      count = (counts[index] ?? 1) + 1
      counts[index] = count
    }
    seen |= 1 << index
    const limit = childRow.most ?? 1
    if (count > limit) {
      const told = [`${prefix}-tag-repeated`, 'video-tags-too-many']
      refuseChild(child, row, prefix, 'childRepeated', { limit }, told, court)
    } else if (index < reached) {
      refuseChild(child, row, prefix, 'childOrder', { after: named(prefix, rows[reached]?.name ?? '') }, NONE, court)
    } else reached = index
    judgeItem(child, childRow, prefix, court)
  }
  // What could not be read may be what is missing.
  if (item.value.isDamaged) return
  for (let index = 0; index < rows.length; index++) {
    const { name, isRequired, toldMissing } = rows[index] as ElementRow
    if (!isRequired || (seen & (1 << index)) !== 0) continue
    const data = { parent: named(prefix, row.name), element: named(prefix, name) }
    const subject = `${data.parent} ${data.element}`
    court.refuse({ message: 'childMissing', at: item.at, data, value: null, subject, told: toldMissing ?? NONE })
  }
}

/** Looked for from where the children have got to: mostly it is there. @returns -1 where there is no such row */
function findRow(rows: readonly ElementRow[], name: string, from: number): number {
  for (let index = from; index < rows.length; index++) if (rows[index]?.name === name) return index
  for (let index = 0; index < from; index++) if (rows[index]?.name === name) return index
  return -1
}

function refuseChild(
  { name, at }: Item,
  row: ElementRow,
  prefix: string,
  message: Refusal['message'],
  more: Record<string, string | number>,
  told: readonly string[],
  court: Court,
): void {
  const data = { element: named(prefix, name), parent: named(prefix, row.name), ...more }
  court.refuse({ message, at, data, value: null, subject: `${data.parent} ${data.element}`, told })
}

export function judgeValue(
  value: Value,
  prefix: string,
  name: string,
  type: SimpleType,
  told: readonly string[],
  court: Court,
): void {
  const { text, padding = 0 } = value
  if (type.accepts(text, padding)) {
    // What was cut off, or could not be read, might be refused.
    if (value.isDamaged) court.doubt()
    return
  }
  if (value.isDamaged && text.length < 2_100) {
    court.doubt()
    return
  }
  const { at } = value
  const element = named(prefix, name)
  if (padding > 0 && type.accepts(text, 0)) {
    court.refuse({ message: 'padded', at, data: { element }, value: text, subject: element, told: NONE })
  } else {
    court.refuse({
      message: 'value',
      at,
      data: { element, value: text, asks: type.asks },
      value: text,
      subject: element,
      told,
    })
  }
}

function judgeAttributes(item: Item, row: ElementRow, prefix: string, court: Court): void {
  const declared = row.attributes ?? NO_ATTRIBUTES
  for (const name in item.attributes) {
    if (isFree(name)) continue
    const at = item.attributeAts[name] ?? item.at
    judgeAttribute(name, item.attributes[name] as string, declared[name], named(prefix, row.name), at, court)
  }
  if (row.attributes === undefined) return
  for (const name in declared) {
    const attribute = declared[name] as AttributeRow
    if (!attribute.isRequired || item.attributes[name] !== undefined) continue
    const element = named(prefix, row.name)
    const subject = `${element} ${name}`
    const told = attribute.told ?? NONE
    const data = { element, attribute: name }
    court.refuse({ message: 'attributeMissing', at: item.at, data, value: null, subject, told })
  }
}

function judgeAttribute(
  name: string,
  value: string,
  row: AttributeRow | undefined,
  element: string,
  at: At,
  court: Court,
): void {
  const subject = `${element} ${name}`
  if (row === undefined) {
    court.refuse({
      message: 'attributeUndeclared',
      at,
      data: { element, attribute: name },
      value: null,
      subject,
      told: NONE,
    })
    return
  }
  // Types that keep white space count it; the others have it cut off.
  const text = trimWhite(value)
  if (row.type.accepts(text, value.length - text.length)) return
  const data = { element, attribute: name, value, asks: row.type.asks }
  court.refuse({ message: 'attributeValue', at, data, value, subject, told: row.told ?? NONE })
}

function trimWhite(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isWhite(value.charCodeAt(start))) start++
  while (end > start && isWhite(value.charCodeAt(end - 1))) end--
  return value.slice(start, end)
}

/** Declarations of namespaces, and what XML Schema allows everywhere. */
const isFree = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:') || name.startsWith('xsi:')

/** An xhtml:link. The first lines are for the links that are right: there may be 300,000. */
export function judgeLink(link: Alternate, court: Court): void {
  const { rel, hreflang, href, media, others } = link
  if (
    rel === 'alternate' &&
    hreflang !== null &&
    isLanguage(hreflang) &&
    href !== null &&
    isAnyUri(href) &&
    media === null &&
    !others
  )
    return
  judge('rel', rel, link.relAt)
  judge('hreflang', hreflang, link.hreflangAt)
  judge('href', href, link.hrefAt)
  judge('media', media, link.at)
  for (const name in others) if (!isFree(name)) judge(name, others[name] as string, link.at)

  function judge(name: string, value: string | null, at: At) {
    if (value !== null) judgeAttribute(name, value, LINK_ATTRIBUTES.get(name), 'xhtml:link', at, court)
  }
}
