/** Who reads the documents that the walk comes to: this process alone, unless the audit is given another reader. */
import pLimit from 'p-limit'
import type { Fetcher, Unmade } from '../model/exchange.ts'
import { createBreath } from './breath.ts'
import { createLocalShelf, type HeavyShelf } from './heavy-shelf.ts'
import { type ReadDocument, type ReadSettings, readDocument, type WalkNode } from './read-document.ts'

/** One level of the walk. Its nodes are named by different URLs, none of which was read before. */
export interface Level {
  nodes: readonly WalkNode[]
  /**
   * Takes an address that one of the nodes led to for it, and every other node's claim comes too late then.
   * @returns false where the address is taken: named by a node, or led to by an earlier one
   */
  claim(finalUrl: string): boolean
  /** Call when a document is there to stay. */
  onDocument(document: ReadDocument): void
  /** To be asked for a node that had not begun when the audit was over: whether it is left out and no document made. */
  leavesOut(): boolean
}

/** The document of a node, the address that it led to where that is another document's, or that it was left out. */
export type LevelAnswer = ReadDocument | { elsewhere: string } | { isLeftOut: true }

export const isDocument = (answer: LevelAnswer): answer is ReadDocument => 'report' in answer

export interface DocumentReader {
  /**
   * Reads the documents of one level. Of two nodes that lead to a third address the earlier one has it, whichever answered
   * first. Never rejects for what the site does, nor when the signal fires: what was not read by then is skipped.
   * @returns in the order of the nodes
   */
  readLevel(level: Level): Promise<LevelAnswer[]>
  shelf: HeavyShelf
  /** What was requested by others than the fetcher of the audit. */
  totals: Readonly<Fetcher['totals']>
  /** Hosts that others than the fetcher of the audit have given up. */
  givenUpHosts: Fetcher['givenUpHosts']
  /** What others than the fetcher of the audit could not request. */
  unmade(): Unmade | null
  /** What went wrong by our own fault, as sentences for the report. */
  notes(): string[]
}

/** @param leftMs until the audit has to be at its end */
export type CreateReader = (settings: ReaderSettings, leftMs: number) => DocumentReader

export interface ReaderSettings extends ReadSettings {
  tools: ReadSettings['tools'] & {
    /** Documents read at once. */
    documentConcurrency: number
  }
}

/** Reads in this process, several documents at once. */
export function createLocalReader(settings: ReaderSettings): DocumentReader {
  const limit = pLimit(settings.tools.documentConcurrency)
  const shelf = createLocalShelf()
  const breath = createBreath()
  return {
    shelf,
    totals: { requests: 0, bytes: 0, ms: 0 },
    givenUpHosts: () => [],
    unmade: () => null,
    notes: () => [],
    readLevel(level) {
      const readNext = createLevelReading(level, settings)
      return Promise.all(
        level.nodes.map(() =>
          limit(async () => {
            const answer = await readNext()
            // What is cancelled ends at once: thousands of them would end in one go.
            await breath()
            if (!isDocument(answer)) return answer
            shelf.put(answer)
            level.onDocument(answer)
            return answer
          }),
        ),
      )
    },
  }
}

/**
 * Reads the nodes of a level one by one, in their order, each as soon as it is called for.
 * @returns what reads the next one
 */
export function createLevelReading(
  { nodes, claim, leavesOut }: Level,
  settings: ReadSettings,
): () => Promise<LevelAnswer> {
  const heads: Promise<void>[] = []

  return async () => {
    const index = heads.length
    const node = nodes[index]
    if (node === undefined) throw new Error('the level has no further node')
    if (settings.signal.aborted && leavesOut()) {
      heads.push(Promise.resolve())
      return { isLeftOut: true }
    }
    let tellHead = () => {}
    heads.push(new Promise((resolve) => (tellHead = resolve)))
    let address = node.url
    try {
      const document = await readDocument(node, settings, async (finalUrl) => {
        address = finalUrl
        if (finalUrl !== node.url) {
          await Promise.all(heads.slice(0, index))
          if (!claim(finalUrl)) return false
        }
        tellHead()
        return true
      })
      return document === 'read-elsewhere' ? { elsewhere: address } : document
    } finally {
      tellHead()
    }
  }
}
