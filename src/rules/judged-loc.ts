/** A loc as its rules see it: read once, by loc-desk.ts. */
import type { Value } from '../model/document.ts'
import type { HttpUrl, ListedUrl } from '../values/listed-url.ts'
import type { Base, Relation } from '../values/url-scope.ts'

/** A loc that a rule may have something to say about. */
export interface Loc {
  value: Value
  /** The URL as judged: white space of any kind cut off. */
  text: string
  url: ListedUrl
  /** A second URL that it holds, which is the one that was meant. */
  nested: string | null
  /** On a private host, listed by a public site. */
  isPrivate: boolean
  /** How it stands to the document; null where that cannot be said or another fault is the cause. */
  place: { url: HttpUrl; relation: Relation; base: Base; isInScope: boolean } | null
}

/** A loc that was listed before; the numbers are those of the first. */
export interface Repeat {
  value: Value
  kind: 'duplicate' | 'equivalent'
  entry: number
  line: number
  firstLine: number
  firstEntry: number
  /** The entry that lists it again does so for images of its own. */
  hasImages: boolean
}
