/** The title of an HTML document that came instead of a sitemap: often it says why. */

/** Text of an HTML document in which its title is looked for. */
const TITLE_SEARCH_UNITS = 262_144
/** Characters of a title that are kept. */
const TITLE_LENGTH = 4_096

export interface TitleSearch {
  write(text: string): void
  /** Null: none was found. White space is collapsed; references are not resolved. */
  find(): string | null
}

export function createTitleSearch(): TitleSearch {
  let html = ''
  return {
    write(text) {
      if (html.length < TITLE_SEARCH_UNITS) html += text
    },
    find: () => titleOf(html),
  }
}

function titleOf(html: string): string | null {
  const open = /<title(?:\s[^>]{0,1000})?>/i.exec(html)
  if (!open) return null
  const text = html.slice(open.index + open[0].length, open.index + open[0].length + TITLE_LENGTH)
  const close = text.search(/<\/title/i)
  return (close < 0 ? text : text.slice(0, close)).replace(/\s+/g, ' ').trim()
}
