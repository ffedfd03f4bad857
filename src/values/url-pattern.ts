/** The path pattern that a set of URLs shares, such as `/tag/*`. */

export interface Pattern {
  add(url: string): void
  /** null where they share no more than the root. */
  text(): string | null
}

/**
 * Folds URLs into the longest common folder of their paths, whatever their hosts. Holds one string, however many are
 * added.
 */
export function createPattern(): Pattern {
  let folder: string | null = null
  return {
    add(url) {
      const start = pathStart(url)
      if (folder === null) {
        // A relative reference counts from its first character.
        folder = url.slice(start, url.lastIndexOf('/', endOfPath(url, start) - 1) + 1)
        return
      }
      if (url.startsWith(folder, start)) return
      let shared = 0
      while (shared < folder.length && folder.charCodeAt(shared) === url.charCodeAt(start + shared)) shared++
      folder = shared === 0 ? '' : folder.slice(0, folder.lastIndexOf('/', shared - 1) + 1)
    },
    text: () => (folder === null || folder.length <= 1 ? null : `${folder}*`),
  }
}

function pathStart(url: string): number {
  const authority = url.indexOf('://')
  // Behind a slash it belongs to a URL in the path or the query.
  if (authority < 0 || url.indexOf('/') <= authority) return 0
  const slash = url.indexOf('/', authority + 3)
  return slash < 0 ? url.length : slash
}

function endOfPath(url: string, from: number): number {
  for (let i = from; i < url.length; i++) {
    const code = url.charCodeAt(i)
    if (code === 63 || code === 35) return i
  }
  return url.length
}
