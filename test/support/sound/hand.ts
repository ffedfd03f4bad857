/** The hand that writes sound documents: chooses among the many right ways to write one thing in XML. */
import fc, { type GeneratorValue } from 'fast-check'

/** How one document is written throughout. */
export interface Style {
  /** Line break, and what stands before each line inside an entry. */
  newline: string
  indent: string
  quote: '"' | "'"
  /** Prefixes with their colon, by what they stand for; "" for the default namespace. */
  core: string
  xhtml: string
  image: string
  video: string
  news: string
  media: string
}

export interface Hand {
  style: Style
  pick<T>(...values: readonly T[]): T
  /** True once in `of` times. */
  seldom(of?: number): boolean
  /** From `min` to `max`, both included. */
  count(min: number, max: number): number
  /** Text content for this value: references, CDATA, comments and white space round it. */
  text(value: string): string
  /** ` name="value"`, quoted and escaped. */
  attribute(name: string, value: string): string
  /** An element on a line of its own. */
  line(name: string, content: string, attributes?: string): string
  /** The items in any order. */
  shuffle<T>(items: readonly T[]): T[]
}

/** Everything as generators write it: no other prefix, no comment in a place where few expect one. */
export const PLAIN_STYLE: Style = {
  newline: '\n',
  indent: '',
  quote: '"',
  core: '',
  xhtml: 'xhtml:',
  image: 'image:',
  video: 'video:',
  news: 'news:',
  media: 'media:',
}

/** @param chosen what the document keeps to; the rest is chosen */
export function createHand(g: GeneratorValue, chosen: Partial<Style> = {}): Hand {
  const count = (min: number, max: number) => g(fc.integer, { min, max })
  const pick = <T>(...values: readonly T[]): T => values[count(0, values.length - 1)] as T
  const seldom = (of = 8) => count(1, of) === of && of > 1
  const style: Style = {
    newline: pick('\n', '\r\n', '\n\n', '', '\r'),
    indent: pick('', '  ', '\t'),
    quote: pick('"', "'"),
    core: pick('', '', 'sm:', 's-1.x:'),
    xhtml: pick('xhtml:', 'x:', 'html:'),
    image: pick('image:', 'img:', 'i:'),
    video: pick('video:', 'v:'),
    news: pick('news:', 'n:'),
    media: pick('media:', 'm:'),
    ...chosen,
  }

  /** Escapes what must be escaped, in one of its forms, and now and then a character that need not be. */
  function escaped(value: string, isAttribute: boolean): string {
    const characters = Array.from(value)
    const odd = characters.length > 0 && seldom() ? count(0, characters.length - 1) : -1
    const forms: Record<string, string> = {
      '&': value.includes('&') ? pick('&amp;', '&#38;', '&#x26;') : '',
      '<': value.includes('<') ? pick('&lt;', '&#60;', '&#x3C;') : '',
      '>': '&gt;',
      '"': '&quot;',
      "'": isAttribute ? '&apos;' : "'",
    }
    return characters.map((character, i) => forms[character] ?? (i === odd ? reference(character) : character)).join('')
  }
  function reference(character: string): string {
    const code = character.codePointAt(0) as number
    return pick(`&#${code};`, `&#x${code.toString(16)};`, `&#x${code.toString(16).toUpperCase()};`)
  }

  return {
    style,
    pick,
    seldom,
    count,
    text(value) {
      const round = seldom() ? pick(' ', '\n', '\r\n\t', '\n      ') : ''
      const form = count(0, 9)
      const at = Math.floor(value.length / 2)
      const inside =
        form === 9
          ? `<![CDATA[${value}]]>`
          : form === 8
            ? `${escaped(value.slice(0, at), false)}<![CDATA[${value.slice(at)}]]>`
            : form === 7
              ? `${escaped(value.slice(0, at), false)}<!-- a - comment & <more> -->${escaped(value.slice(at), false)}`
              : escaped(value, false)
      return round + inside + round
    },
    attribute(name, value) {
      const equals = seldom(12) ? pick(' = ', '=\n', ' =') : '='
      const space = seldom(12) ? pick('\n  ', '  ', '\t') : ' '
      return `${space}${name}${equals}${style.quote}${escaped(value, true)}${style.quote}`
    },
    line(name, content, attributes = '') {
      const behind = seldom(20) ? pick('<!-- -->', '<?note x?>', ' ') : ''
      const close = seldom(20) ? pick(' ', '\n') : ''
      const element =
        content === '' && attributes !== '' && !seldom(5)
          ? `<${name}${attributes}${close}/>`
          : `<${name}${attributes}${close}>${content}</${name}${close}>`
      return `${style.indent}${element}${behind}${style.newline}`
    },
    shuffle(items) {
      if (!seldom(3)) return [...items]
      const left = [...items]
      return items.map(() => left.splice(count(0, left.length - 1), 1)[0] as (typeof items)[number])
    },
  }
}
