/** dateModified in JSON-LD: https://schema.org/dateModified */

const SCRIPTS_LIMIT = 20
const NODES_LIMIT = 500
/** What a page is, before what is on it. */
const PAGE_TYPE = /(?:Page|Article|Posting|Product|Recipe|Event|CreativeWork)$/

/**
 * The dateModified of the page itself: of the top-level nodes and those of @graph and mainEntity, not of what they
 * list. @param scripts texts of the application/ld+json scripts; what is no JSON is passed over
 */
export function findDateModified(scripts: string[]): string | null {
  let other: string | null = null
  let nodes = 0
  const visit = (value: unknown, depth: number): string | null => {
    if (typeof value !== 'object' || value === null || depth > 3 || ++nodes > NODES_LIMIT) return null
    if (Array.isArray(value)) {
      for (const one of value) {
        const found = visit(one, depth)
        if (found !== null) return found
      }
      return null
    }
    const node = value as Record<string, unknown>
    const date = node['dateModified']
    if (typeof date === 'string' && date.length <= 60) {
      const types = [node['@type']].flat()
      if (types.some((type) => typeof type === 'string' && PAGE_TYPE.test(type))) return date.trim()
      other ??= date.trim()
    }
    return visit(node['@graph'], depth + 1) ?? visit(node['mainEntity'], depth + 1)
  }
  for (const script of scripts.slice(0, SCRIPTS_LIMIT)) {
    let data: unknown
    try {
      data = JSON.parse(script)
    } catch {
      continue
    }
    const found = visit(data, 0)
    if (found !== null) return found
  }
  return other
}
