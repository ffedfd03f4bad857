/** Lists the children of an index as they are read. */
import type { Child } from '../model/checked-document.ts'
import type { At, Entry, Location, Value } from '../model/document.ts'
import { CHILDREN_LIMIT } from '../model/standards.ts'
import { detachText } from '../values/detach-text.ts'

export interface ChildCollector {
  add(entry: Entry): void
  /** In order; a second loc in one entry is a child of its own with the same entry number. */
  children: Child[]
}

/**
 * @param baseUrl relative locs are resolved against it: wrong, but read
 * @param locate the reader's
 */
export function createChildCollector(baseUrl: string, locate: (at: At) => Location): ChildCollector {
  const children: Child[] = []
  return {
    children,
    add(entry) {
      for (const loc of entry.loc === null ? entry.extraLocs : [entry.loc, ...entry.extraLocs]) {
        if (children.length >= CHILDREN_LIMIT || loc.text === '') continue
        children.push({
          entry: entry.number,
          loc: detachText(loc.text),
          url: loc.isDamaged ? null : resolve(loc, baseUrl),
          lastmod: entry.lastmod ? detachText(entry.lastmod.text) || null : null,
          location: locate(loc.at),
          lastmodLocation: entry.lastmod ? locate(entry.lastmod.at) : null,
        })
      }
    },
  }
}

function resolve(loc: Value, baseUrl: string): string | null {
  if (!URL.canParse(loc.text, baseUrl)) return null
  const url = new URL(loc.text, baseUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  url.hash = ''
  url.username = ''
  url.password = ''
  return url.href
}
