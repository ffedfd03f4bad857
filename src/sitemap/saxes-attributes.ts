/** The attributes of a tag as saxes tells them, with their places where those can be known at once. */
import type { At } from '../model/document.ts'
import type { SaxesInternals } from './saxes-internals.ts'
import { ATTRIBUTES_LIMIT, TOKEN_LIMIT } from './saxes-token.ts'
import { isWhite } from './value-collector.ts'
import type { XmlAttributes } from './xml-reader.ts'

/**
 * @param toAt place of an index of saxes' chunk
 * @returns what the handler of the tag is given; it sets the count back
 */
export function gatherAttributes(sax: SaxesInternals, toAt: (index: number) => At): XmlAttributes {
  const attributes: XmlAttributes = { count: 0, names: [], values: [], ats: [] }
  sax.attributeHandler = ({ name, value }) => {
    const { count } = attributes
    if (count >= ATTRIBUTES_LIMIT) return
    attributes.names[count] = name
    // However the text was cut, and so whatever boundToken did.
    attributes.values[count] = value.length > TOKEN_LIMIT ? value.slice(0, TOKEN_LIMIT) : value
    attributes.count = count + 1
    // `name="value"` with nothing resolved in it and no white space round the equals sign.
    const { chunk, i } = sax
    const equals = i - 3 - value.length
    const start = equals - name.length
    const isPlain =
      sax.text.length === 0 &&
      start > 0 &&
      chunk.charCodeAt(equals) === 0x3d &&
      chunk.charCodeAt(start) === name.charCodeAt(0) &&
      isWhite(chunk.charCodeAt(start - 1))
    attributes.ats[count] = isPlain ? toAt(start) : -1
  }
  return attributes
}
