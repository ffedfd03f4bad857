/** What the prefixes of names mean, where they stand. */
import { type ElementStack, NOTHING } from './element-stack.ts'
import { interned } from './interned.ts'
import type { SaxesTag } from './saxes-internals.ts'
import type { Name, Scanner } from './xml-scanner-state.ts'

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

/** Of names whose scope is not settled. */
export const NO_TAG: SaxesTag = {
  name: '',
  prefix: '',
  local: '',
  uri: '',
  attributes: NOTHING,
  ns: NOTHING,
  isSelfClosing: false,
}

export function resolve(scanner: Scanner, word: Name) {
  const { name, prefix, local } = word
  const uri = uriOf(scanner.stack, prefix)
  word.scope = scanner.scope
  word.uri = uri
  if (uri === null) return
  word.tag = { name, prefix, local, uri, attributes: NOTHING, ns: NOTHING, isSelfClosing: false }
}

export function uriOf({ tags }: ElementStack, prefix: string): string | null {
  if (prefix === 'xml') return XML_NAMESPACE
  for (let i = tags.length - 1; i >= 0; i--) {
    const uri = (tags[i] as SaxesTag).ns[prefix]
    if (uri !== undefined) return interned(uri)
  }
  return prefix === '' ? '' : null
}

/** What a prefix means may have changed while the careful reader read. */
export function enterScope(scanner: Scanner) {
  const { tags } = scanner.stack
  let found: SaxesTag | null = null
  for (let i = tags.length - 1; i >= 0 && found === null; i--) {
    const tag = tags[i] as SaxesTag
    if (tag.ns !== NOTHING && Object.keys(tag.ns).length > 0) found = tag
  }
  if (found === scanner.declaring) return
  scanner.declaring = found
  scanner.scope++
}
