/** What a set of URLs shares, written as one URL with stars: `/tag/*`, `/*.pdf`, `/search?q=*`, `/shop/*?utm_*`. */

import { detachText } from './detach-text.ts'

export interface Pattern {
  add(url: string): void
  /** null where they share no more than the root. */
  text(): string | null
}

/** Parameters of the first URL that the others may share. */
const NAMES_LIMIT = 8
const NAME_LENGTH_LIMIT = 100

/**
 * Folds URLs into the longest common folder of their paths, a common ending of whole segments or an extension, and a
 * parameter that each of them has, whatever their hosts. Holds what the first URL has, however many are added. Every
 * URL that was added fits the pattern.
 */
export function createPattern(): Pattern {
  /** Path of the first URL; null before it. */
  let path: string | null = null
  let isOnePath = true
  let folder = ''
  let suffix = ''
  let shortest = 0
  let names: readonly string[] = []
  let stems: readonly string[] = []

  function begin(cutOut: string, start: number, end: number): void {
    const url = detachText(cutOut)
    path = url.slice(start, end)
    // A relative reference counts from its first character.
    folder = path.slice(0, path.lastIndexOf('/') + 1)
    suffix = path
    shortest = path.length
    names = namesOf(url, end)
    stems = [...new Set(names.flatMap((name) => stemOf(name) ?? []))]
  }

  return {
    add(url) {
      const start = pathStart(url)
      const end = endOfPath(url, start)
      if (path === null) return begin(url, start, end)
      const length = end - start
      if (length < shortest) shortest = length
      if (isOnePath && !(length === path.length && url.startsWith(path, start))) isOnePath = false
      if (!isOnePath) {
        // A `?` ends what the folder may be compared with: it has none.
        if (!url.startsWith(folder, start)) folder = sharedFolder(folder, url, start)
        if (suffix !== '' && !url.endsWith(suffix, end)) suffix = sharedEnding(suffix, url, start, end)
      }
      if (names.length === 0 && stems.length === 0) return
      const own = namesOf(url, end)
      names = names.filter((name) => own.includes(name))
      stems = stems.filter((stem) => own.some((name) => name.startsWith(stem)))
    },
    text() {
      if (path === null) return null
      const [name] = names
      const [stem] = stems
      const query = name !== undefined ? `?${name}=*` : stem !== undefined ? `?${stem}*` : ''
      if (isOnePath && query !== '' && path !== '') return path + query
      const ending = endingOf(suffix, shortest - folder.length)
      if (folder.length <= 1 && ending === '' && query === '') return null
      return `${folder}*${ending}${query}`
    },
  }
}

function sharedFolder(folder: string, url: string, start: number): string {
  let shared = 0
  while (shared < folder.length && folder.charCodeAt(shared) === url.charCodeAt(start + shared)) shared++
  return shared === 0 ? '' : folder.slice(0, folder.lastIndexOf('/', shared - 1) + 1)
}

function sharedEnding(suffix: string, url: string, start: number, end: number): string {
  let shared = 0
  while (
    shared < suffix.length &&
    end - shared > start &&
    suffix.charCodeAt(suffix.length - 1 - shared) === url.charCodeAt(end - 1 - shared)
  )
    shared++
  return shared === 0 ? '' : suffix.slice(-shared)
}

/** The longest part of the shared ending that begins with a slash or is an extension, and leaves the folder alone. */
function endingOf(suffix: string, room: number): string {
  for (let at = suffix.indexOf('/'); at >= 0 && at < suffix.length - 1; at = suffix.indexOf('/', at + 1)) {
    if (suffix.length - at <= room) return suffix.slice(at)
  }
  const dot = suffix.lastIndexOf('.')
  const extension = dot < 0 ? '' : suffix.slice(dot)
  return extension.length <= room && /^\.[a-z\d]{1,8}$/i.test(extension) ? extension : ''
}

/** Names of the parameters, as they are written. */
function namesOf(url: string, end: number): readonly string[] {
  if (url.charCodeAt(end) !== 63) return NONE
  const hash = url.indexOf('#', end)
  const query = url.slice(end + 1, hash < 0 ? url.length : hash)
  const found: string[] = []
  for (const part of query.split('&', NAMES_LIMIT)) {
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    if (equals > 0 && name.length <= NAME_LENGTH_LIMIT) found.push(name)
  }
  return found
}
const NONE: readonly string[] = []

/** The family that a parameter belongs to by its name, such as `utm_`. */
function stemOf(name: string): string | null {
  const underscore = name.indexOf('_')
  return underscore < 2 ? null : name.slice(0, underscore + 1)
}

function pathStart(url: string): number {
  const authority = url.indexOf('://')
  if (authority < 0) return 0
  for (let i = 0; i < authority; i++) {
    const code = url.charCodeAt(i)
    // Behind one of these it belongs to a URL in the path or the query.
    if (code === 47 || code === 63 || code === 35) return 0
  }
  for (let i = authority + 3; i < url.length; i++) {
    const code = url.charCodeAt(i)
    if (code === 47 || code === 63 || code === 35) return i
  }
  return url.length
}

function endOfPath(url: string, from: number): number {
  for (let i = from; i < url.length; i++) {
    const code = url.charCodeAt(i)
    if (code === 63 || code === 35) return i
  }
  return url.length
}
