/** Fingerprints of URLs that are equal where the URLs mean the same, at little cost where many look alike. */
import { isUnreserved } from './escape-url.ts'
import { hash53, pairHash } from './hash.ts'
import { readListedUrl } from './listed-url.ts'
import { isNormalEscape, keyOf, urlKey } from './url-key.ts'

export interface UrlFingerprints {
  /**
   * The fingerprint of an http(s) URL in its normal form; 0 where the text has another form or is none.
   * @param seat texts in one seat mostly have one folder: it is looked at once
   */
  ofNormal(text: string, seat: number): number
}

/** Folders that are remembered: few, as each may keep a piece of the document in memory. */
const SEATS = 128

interface Part {
  text: string
  /** 0: not in normal form. */
  hash: number
}

/** Texts that come one after the other should be alike: other folders with one name, or other names in one folder. */
export function createUrlFingerprints(): UrlFingerprints {
  const folders: Part[] = []
  let name: Part = { text: '', hash: hash53('') }

  return {
    ofNormal(text, seat) {
      const cut = cutOf(text)
      // Two slices are compared faster than startsWith and endsWith compare.
      const place = text.slice(0, cut)
      let folder = folders[seat % SEATS]
      if (folder === undefined || folder.text !== place) {
        folder = folderOf(place)
        folders[seat % SEATS] = folder
      }
      if (folder.hash === 0) return 0
      const own = text.slice(cut)
      if (name.text !== own) name = { text: own, hash: nameFingerprint(own) }
      return name.hash === 0 ? 0 : pairHash(folder.hash, name.hash)
    },
  }
}

/**
 * The fingerprint that ofNormal gives of a URL is pairHash of the two of its parts.
 * @param folder up to the last slash that is not at the very end
 * @returns 0 where it is not in normal form
 */
export const folderFingerprint = (folder: string): number => folderOf(folder).hash

/** @param name what follows the folder */
export const nameFingerprint = (name: string): number => (isNormalFrom(name, 0) ? hash53(name) : 0)

/** The same fingerprint for any text. */
export function urlFingerprint(text: string): number {
  const key = keyOf(text)
  const cut = cutOf(key)
  return pairHash(hash53(key.slice(0, cut)), hash53(key.slice(cut)))
}

/** Behind the last slash that is not at the very end: a folder and a name. The root of a host is a folder. */
function cutOf(text: string): number {
  const cut = text.lastIndexOf('/', text.length - 2) + 1
  return cut <= ROOT_LENGTH ? text.length : cut
}

const ROOT_LENGTH = 'https://'.length

function folderOf(text: string): Part {
  const path = text.indexOf('/', text.indexOf('//') + 2) + 1
  const origin = text.slice(0, path)
  const url = readListedUrl(origin)
  const isNormal = path > 0 && url.kind === 'http' && urlKey(url) === origin && isNormalFrom(text, path)
  return { text, hash: isNormal ? hash53(text) : 0 }
}

const ODD = 1
const PERCENT = 2
const DOT = 3
const SLASH = 4

/** Brackets count as odd: in a path they are to be escaped. */
const CLASS = new Uint8Array(128).fill(ODD)
for (let code = 0; code < 128; code++) if (isUnreserved(code)) CLASS[code] = 0
for (const character of ":?#@!$&'()*+,;=") CLASS[character.charCodeAt(0)] = 0
CLASS['%'.charCodeAt(0)] = PERCENT
CLASS['.'.charCodeAt(0)] = DOT
CLASS['/'.charCodeAt(0)] = SLASH

/** Behind a slash of the path: nothing to escape, no escape that would be written otherwise, no dot segment. */
function isNormalFrom(text: string, from: number): boolean {
  let previous = SLASH
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const meaning = code < 128 ? (CLASS[code] as number) : ODD
    if (meaning !== 0) {
      if (meaning === ODD || (meaning === DOT && previous === SLASH)) return false
      if (meaning === PERCENT) {
        if (!isNormalEscape(text, i)) return false
        i += 2
      }
    }
    previous = meaning
  }
  return true
}
