/** From the places where sitemaps were found through their indexes, level by level; every document is read once. */
import pLimit from 'p-limit'
import { INDEX_DEPTH_LIMIT } from '../model/standards.ts'
import { chooseChildren } from './choose-children.ts'
import { type ReadDocument, type ReadSettings, readDocument, type WalkNode } from './read-document.ts'

export interface WalkSettings extends ReadSettings {
  children: number | 'all'
  /** After each document: how many are done, and how many are known so far. */
  onDocument(document: ReadDocument, done: number, known: number): void
}

export interface Walk {
  /** In walking order: each place, then its children, depth first. */
  documents: ReadDocument[]
  /** Every URL that was tried -> the document that was read for it. */
  byUrl: Map<string, ReadDocument>
  /** Whether a request was made for this URL, or led to it. */
  wasAttempted(url: string): boolean
  /** Entry numbers of the children chosen, by the index's URL. */
  chosen: Map<string, number[]>
}

interface Branch {
  document: ReadDocument
  below: Branch[]
}

export async function walk(places: WalkNode[], settings: WalkSettings): Promise<Walk> {
  const limit = pLimit(settings.tools.documentConcurrency)
  const byUrl = new Map<string, ReadDocument>()
  const claims = new Map<string, WalkNode>()
  const chosen = new Map<string, number[]>()
  const roots: Branch[] = []
  let done = 0
  let known = 0

  let level: { node: WalkNode; into: Branch[] }[] = places.map((node) => ({ node, into: roots }))
  while (level.length > 0) {
    // Direct names are claimed before anything is fetched, so that a redirect to one of them yields to it.
    const fresh = level.filter(({ node }) => {
      if (claims.has(node.url)) return false
      claims.set(node.url, node)
      return true
    })
    known += fresh.length
    const read = await readLevel(fresh.map(({ node }) => node))
    const next: typeof level = []
    for (const [index, document] of read.entries()) {
      const place = fresh[index]
      if (document === null || !place) continue
      const branch: Branch = { document, below: [] }
      place.into.push(branch)
      for (const node of childrenOf(document)) next.push({ node, into: branch.below })
    }
    level = next
  }

  /** Reads the nodes of one level; null where the answer was another document's. */
  async function readLevel(nodes: WalkNode[]): Promise<(ReadDocument | null)[]> {
    const heads: Promise<void>[] = []
    const aliases: { url: string; finalUrl: string }[] = []
    const read = await Promise.all(
      nodes.map((node, index) => {
        let tellHead = () => {}
        heads.push(new Promise((resolve) => (tellHead = resolve)))
        return limit(async () => {
          const document = await readDocument(node, settings, async (finalUrl) => {
            if (finalUrl !== node.url) {
              // Of two addresses that lead to a third the earlier one has it, whichever answered first.
              await Promise.all(heads.slice(0, index))
              if (claims.has(finalUrl)) {
                aliases.push({ url: node.url, finalUrl })
                return false
              }
              claims.set(finalUrl, node)
            }
            tellHead()
            return true
          })
          tellHead()
          done++
          if (document === 'read-elsewhere') return null
          byUrl.set(node.url, document)
          byUrl.set(document.report.finalUrl, document)
          settings.onDocument(document, done, known)
          return document
        })
      }),
    )
    for (const { url, finalUrl } of aliases) {
      const document = byUrl.get(finalUrl)
      if (document) byUrl.set(url, document)
    }
    return read
  }

  function childrenOf(document: ReadDocument): WalkNode[] {
    const { node, check, report } = document
    if (check === null || report.kind !== 'sitemapindex') return []
    const own = new Set([...node.ancestors, node.url, report.finalUrl])
    const picked =
      node.depth >= INDEX_DEPTH_LIMIT ? [] : chooseChildren(check.children, settings.children, (url) => own.has(url))
    const numbers = picked.map((child) => child.entry)
    chosen.set(node.url, numbers)
    if (report.children) report.children.chosen = numbers
    return picked.map((child) => ({
      url: child.url as string,
      via: `${node.url}#${child.entry}`,
      parent: node.url,
      depth: node.depth + 1,
      ancestors: [...node.ancestors, node.url],
      line: null,
      isNamedByRobots: node.isNamedByRobots,
    }))
  }

  return {
    documents: flatten(roots),
    byUrl,
    wasAttempted: (url) => claims.has(url) || byUrl.has(url),
    chosen,
  }
}

function flatten(branches: Branch[]): ReadDocument[] {
  return branches.flatMap(({ document, below }) => [document, ...flatten(below)])
}
