/** Which children of an index are read. */
import type { Child } from '../model/checked-document.ts'

/**
 * Of n distinct children: 1 is the first, 2 the first and last, 3 the first, the lower middle and the last, more are
 * evenly spread.
 * @param isOwn says of a URL that it is the index itself or one above it: read already, and no sample
 */
export function chooseChildren(children: Child[], wanted: number | 'all', isOwn: (url: string) => boolean): Child[] {
  const distinct = new Map<string, Child>()
  for (const child of children) {
    if (child.url !== null && !isOwn(child.url) && !distinct.has(child.url)) distinct.set(child.url, child)
  }
  const all = [...distinct.values()]
  if (wanted === 'all' || wanted >= all.length) return all
  if (wanted === 1) return all.slice(0, 1)
  const step = (all.length - 1) / (wanted - 1)
  return Array.from({ length: wanted }, (_, nth) => all[Math.floor(nth * step)] as Child)
}
