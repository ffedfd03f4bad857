/** What a document is called in a picture: the end of its URL, which tells it from its siblings. */

const LENGTH = 36

export function documentName(url: string): string {
  const { pathname, search } = URL.parse(url) ?? { pathname: url, search: '' }
  const path = `${pathname}${search}`
  if (path.length <= LENGTH) return path
  const end = path.slice(-LENGTH + 1)
  return `…${end.includes('/') ? end.slice(end.indexOf('/')) : end}`
}
