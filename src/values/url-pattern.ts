/** The path pattern that a set of URLs shares, such as `/tag/*`. */

export interface Pattern {
  add(url: string): void
  /** null where they share no more than the root. */
  text(): string | null
}

/** Folds URLs into the longest common path prefix that ends in a slash. Holds one string, however many are added. */
export function createPattern(): Pattern {
  let prefix: string | null = null
  let start = 0
  return {
    add(url) {
      if (prefix !== null && url.length >= prefix.length && url.startsWith(prefix)) return
      if (prefix === null) {
        start = pathStart(url)
        prefix = url.slice(0, url.lastIndexOf('/', endOfPath(url) - 1) + 1)
        if (prefix.length < start + 1) prefix = url.slice(0, start)
        return
      }
      let shared = 0
      while (shared < prefix.length && prefix.charCodeAt(shared) === url.charCodeAt(shared)) shared++
      prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('/', shared - 1) + 1))
    },
    text() {
      if (prefix === null || prefix.length <= start + 1) return null
      return `${prefix.slice(start)}*`
    },
  }
}

function pathStart(url: string): number {
  const scheme = url.indexOf('://')
  if (scheme < 0) return 0
  const slash = url.indexOf('/', scheme + 3)
  return slash < 0 ? url.length : slash
}

function endOfPath(url: string): number {
  const end = url.search(/[?#]/)
  return end < 0 ? url.length : end
}
