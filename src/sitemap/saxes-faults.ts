/** What saxes reports -> faults, each at its cause; and how reading goes on behind it. */
import type { At } from '../model/document.ts'
import type { TextWindow } from './locator.ts'
import type { FaultWithoutEntry } from './reading.ts'
import { type SaxesInternals, STATE } from './saxes-internals.ts'
import { nameUnit, quoteUnit } from './unit-names.ts'
import { findAttributes } from './xml-attributes.ts'

/** What the reader that saxes reads for knows and does; its state stays where every token needs it. */
export interface MendedReader {
  readonly sax: SaxesInternals
  readonly window: TextWindow
  /** Where saxes reads. */
  here(): At
  /** The `<` of the token under way. */
  tokenAt(): At
  tell(fault: FaultWithoutEntry): void
  /** The text under way could not be read as it stands. */
  damage(): void
  /** The token ends here, and what follows as text is the rest of it. */
  endMalformed(): void
  /** The comment that was told last goes on. */
  reopenComment(): void
}

export interface SaxesFaults {
  /** Takes what saxes says, in its own words: those of saxes 6.0.0. */
  fail(message: string): void
  /** Once for each token: what follows inside it has the same cause. */
  malformed(at: At, detail: string): void
  /** @param doctype the text of the DOCTYPE: no entity that it declares is called undefined */
  declare(doctype: string): void
}

export function createSaxesFaults(reader: MendedReader): SaxesFaults {
  const { sax, window, here, tokenAt, tell } = reader
  /** The token that was called malformed already. */
  let malformedToken = -1
  let lastIllegal = -1
  let declaredEntities: Set<string> | null = null
  let hasSecondRoot = false
  const unboundPrefixes = new Set<string>()

  const unit = (at: At) => window.text.charCodeAt(at - window.base)

  function malformed(at: At, detail: string) {
    const token = tokenAt()
    if (malformedToken === token) return
    malformedToken = token
    tell({ code: 'malformed', at, detail })
  }

  function declare(doctype: string) {
    for (const match of doctype.matchAll(/<!ENTITY\s{1,100}([^\s%]{1,100})\s/g)) {
      declaredEntities ??= new Set()
      if (declaredEntities.size < 1_000) declaredEntities.add(match[1] as string)
    }
  }

  function fail(message: string) {
    const at = here() - 1
    switch (message) {
      case 'undefined entity.': {
        reader.damage()
        const ampersand = window.base + window.text.lastIndexOf('&', at - window.base)
        const entity = window.text.slice(ampersand + 1 - window.base, at - window.base)
        if (!declaredEntities?.has(entity)) tell({ code: 'entity-undefined', at: ampersand, entity })
        return
      }
      case 'malformed character entity.': {
        reader.damage()
        const ampersand = window.base + window.text.lastIndexOf('&', at - window.base)
        const shown = window.text.slice(ampersand - window.base, at + 1 - window.base)
        tell({ code: 'character-illegal', at: ampersand, shown, isReference: true })
        return
      }
      case 'disallowed character.':
        if (unit(at) === 0x3c) return lessThanInAttribute(at)
        reader.damage()
        if (at !== lastIllegal) {
          lastIllegal = at
          const shown = nameUnit(unit(at))
          tell({ code: 'character-illegal', at, shown, isReference: false })
        }
        return
      case 'text data outside of root node.':
        // Found at its first character instead of its end, when the token behind it is read.
        return
      case 'documents may contain only one root.':
        if (!hasSecondRoot) malformed(tokenAt(), 'A second root element follows the first.')
        hasSecondRoot = true
        return
      case 'an XML declaration must be at the start of the document.':
      case 'the XML declaration must appear at the start of the document.':
        malformed(tokenAt(), 'An XML declaration stands inside the document.')
        hasSecondRoot = true
        return
      case 'inappropriately located doctype declaration.':
        return
      case 'version number must match /^1\\.[0-9]+$/.':
        return
      case 'incorrect syntax.':
        malformed(tokenAt(), '"<!" begins neither a comment, nor CDATA, nor a DOCTYPE.')
        sax.state = STATE.text
        sax.openWakaBang = ''
        reader.endMalformed()
        return
      case 'disallowed character in tag name':
        malformed(tokenAt(), 'A "<" begins no tag: as text it is written "&lt;".')
        reader.damage()
        // What follows may be a `<` that does begin one. (A line break would be counted twice.)
        if (!/\s/.test(String.fromCharCode(unit(at)))) unread()
        reader.endMalformed()
        return
      case 'malformed comment.':
        return malformedComment(at)
      case 'unquoted attribute value.':
        return malformed(before(sax.name, at), `The value of attribute ${sax.name} has no quotes.`)
      case 'attribute without value.':
        return malformed(before(sax.name, at), `Attribute ${sax.name} has no value.`)
      case 'no whitespace between attributes.':
        return malformed(at, 'There is no white space between two attributes.')
      case 'the string "]]>" is disallowed in char data.':
        return tell({ code: 'malformed', at: at - 2, detail: '"]]>" stands in text.' })
      case 'disallowed character in processing instruction name.':
        // "<?=": told when it ends, or as the unclosed PI that it is.
        if (sax.piTarget === '') return
        return malformed(at, 'The name of a processing instruction has a character that it may not have.')
      case 'disallowed character in tag name.':
      case 'disallowed character in attribute name.':
      case 'disallowed character in closing tag.':
      case 'forward-slash in opening tag not followed by >.':
        malformed(at, `The tag has a character that may not stand there: ${quoteUnit(unit(at))}.`)
        return recover(at)
    }
    if (message.startsWith('unbound namespace prefix')) {
      const prefix = JSON.parse(message.slice(message.indexOf('"'), -1)) as string
      if (unboundPrefixes.has(prefix)) return
      if (unboundPrefixes.size < 1_000) unboundPrefixes.add(prefix)
      const attribute = findAttributes(window, tokenAt(), here()).find(({ name }) => name.startsWith(`${prefix}:`))
      const isElement = sax.tag?.name.startsWith(`${prefix}:`)
      return tell({ code: 'prefix-unbound', at: isElement ? tokenAt() : (attribute?.at ?? tokenAt()), prefix })
    }
    if (message.startsWith('duplicate attribute')) {
      const name = message.slice(message.lastIndexOf('}') + 1, -1).replace('duplicate attribute: ', '')
      const same = findAttributes(window, tokenAt(), here()).filter(
        (attribute) => attribute.name === name || attribute.name.endsWith(`:${name}`),
      )
      const second = same.find((one, i) => same.slice(0, i).some((other) => other.name === one.name)) ?? same[1]
      return tell({ code: 'attribute-duplicate', at: second?.at ?? tokenAt(), name: second?.name ?? name })
    }
    malformed(at, `${message.charAt(0).toUpperCase()}${message.slice(1)}`)
  }

  function unread() {
    sax.i = sax.prevI
  }
  function before(name: string, at: At): At {
    const found = window.text.lastIndexOf(name, at - window.base - 1)
    return found < 0 || name === '' ? at : window.base + found
  }
  function lessThanInAttribute(at: At) {
    const isOpenEnded = sax.text.includes('>')
    const detail = isOpenEnded
      ? `The value of attribute ${sax.name} is not closed.`
      : `The value of attribute ${sax.name} has a "<": it is written "&lt;".`
    malformed(isOpenEnded ? before(sax.name, at) : at, detail)
    if (!isOpenEnded || sax.state !== STATE.attributeQuoted) return
    // The quote that would close it belongs to another tag: go on with the tag that begins here.
    sax.q = null
    finishTag()
  }
  /** At a `<` inside a tag: the tag's `>` is missing. Only where saxes does nothing more after it told. */
  function recover(at: At) {
    if (unit(at) !== 0x3c) return
    const { state } = sax
    if (state === STATE.closeTag || state === STATE.closeTagSawWhite) {
      unread()
      sax.closeTag()
    } else if (state === STATE.attribute || state === STATE.attributeName || state === STATE.attributeClosed) {
      finishTag()
    }
  }
  function finishTag() {
    unread()
    sax.text = ''
    sax.name = ''
    sax.openTag()
  }

  function malformedComment(at: At) {
    // saxes told the comment's end, and takes it back.
    reader.reopenComment()
    malformed(at - 2, '"--" stands inside a comment.')
  }

  return { fail, malformed, declare }
}
