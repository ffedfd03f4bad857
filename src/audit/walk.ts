/** From the places where sitemaps were found through their indexes, level by level; every document is read once. */
import { INDEX_DEPTH_LIMIT } from '../model/standards.ts'
import { chooseChildren } from './choose-children.ts'
import { type DocumentReader, isDocument } from './document-reader.ts'
import type { ReadDocument, WalkNode } from './read-document.ts'

/**
 * Documents that had not begun when the audit was over and are shown all the same, as skipped. Of an index of 50,000 the
 * rest would be a report of its own that says nothing.
 */
export const SKIPPED_SHOWN_LIMIT = 1_000

export interface WalkSettings {
  reader: DocumentReader
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
  /** Chosen, not begun when the audit was over, and no document either: how many. */
  leftOut: number
}

interface Branch {
  document: ReadDocument
  below: Branch[]
}

export async function walk(places: WalkNode[], settings: WalkSettings): Promise<Walk> {
  const byUrl = new Map<string, ReadDocument>()
  const claims = new Set<string>()
  const chosen = new Map<string, number[]>()
  const roots: Branch[] = []
  let done = 0
  let known = 0
  let skipped = 0
  const leftOut = new Set<string>()

  let level: { node: WalkNode; into: Branch[] }[] = places.map((node) => ({ node, into: roots }))
  while (level.length > 0) {
    // Direct names are claimed before anything is fetched, so that a redirect to one of them yields to it.
    const fresh = level.filter(({ node }) => {
      if (claims.has(node.url)) return false
      claims.add(node.url)
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
    const aliases: { url: string; finalUrl: string }[] = []
    const answers = await settings.reader.readLevel({
      nodes,
      claim(finalUrl) {
        if (claims.has(finalUrl)) return false
        claims.add(finalUrl)
        return true
      },
      onDocument: (document) => settings.onDocument(document, ++done, known),
      leavesOut: () => ++skipped > SKIPPED_SHOWN_LIMIT,
    })
    const read = answers.map((answer, index) => {
      const { url } = nodes[index] as WalkNode
      if (!isDocument(answer)) {
        if ('elsewhere' in answer) {
          done++
          aliases.push({ url, finalUrl: answer.elsewhere })
        } else leftOut.add(url)
        return null
      }
      byUrl.set(url, answer)
      byUrl.set(answer.report.finalUrl, answer)
      return answer
    })
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
    wasAttempted: (url) => (claims.has(url) && !leftOut.has(url)) || byUrl.has(url),
    chosen,
    leftOut: leftOut.size,
  }
}

function flatten(branches: Branch[]): ReadDocument[] {
  return branches.flatMap(({ document, below }) => [document, ...flatten(below)])
}
