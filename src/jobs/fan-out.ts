/**
 * Reads the documents of an audit with all workers together, once there are so many that this pays: what is left is parted
 * into bundles, each a job that any worker takes, and the results are gathered as they come. The plan and the results are
 * in the store: when this process dies, whoever runs the audit next takes over what is there.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  createLevelReading,
  type DocumentReader,
  isDocument,
  type Level,
  type LevelAnswer,
  type ReaderSettings,
} from '../audit/document-reader.ts'
import { addUnmade } from '../audit/pace-notes.ts'
import { type ReadDocument, readDocument, type WalkNode } from '../audit/read-document.ts'
import { loadDocument } from '../audit/stored-document.ts'
import type { Unmade } from '../model/exchange.ts'
import type { Channels } from '../queue/channels.ts'
import type { DonePart, PartStore } from '../store/parts.ts'
import { createPartShelf } from './part-shelf.ts'
import { createReadingPace, planBundles } from './plan-bundles.ts'

export interface FanOutTools {
  parts: PartStore
  bundles: Pick<Channels['bundles'], 'sendAll'>
  logger: Logger
  /** What is left is parted when it would take this process longer. */
  thresholdMs: number
}

/** The same for what is left of uncompressed bytes. */
const THRESHOLD_BYTES = 1_000_000_000
/** Fewer documents are read here, whatever they cost. */
const DOCUMENTS_LEAST = 2
/** Results that are taken at once: each may bring its findings. */
const TAKEN_AT_ONCE = 100
/** Results that come within it are taken together. */
const GATHER_MS = 100
/** A look without a notice. */
const LOOK_EVERY_MS = 5_000
/** Bundles whose job was lost are sent again. */
const SEND_AGAIN_MS = 30_000
/** A database that is away is asked again. */
const ASK_AGAIN_MS = 1_000
/** Time for workers to hand in what they have of a document when the audit was cancelled. */
const HAND_IN_MS = 700

/** @param leftMs until the audit has to be at its end */
export function createFanOutReader(
  auditId: string,
  { parts, bundles, logger, thresholdMs }: FanOutTools,
  settings: ReaderSettings,
  leftMs: number,
): DocumentReader {
  const { signal } = settings
  const { documentConcurrency } = settings.tools
  const endsAt = performance.now() + leftMs
  const shelf = createPartShelf(auditId, parts)
  /** Of this level: an index says nothing of what its children cost. */
  let pace = createReadingPace(documentConcurrency)
  const totals = { requests: 0, bytes: 0, ms: 0 }
  let unmade: Unmade | null = null
  const givenUp = new Map<string, ReturnType<DocumentReader['givenUpHosts']>[number]>()
  /** Addresses that are taken, whoever else is led to them. */
  const settled = new Set<string>()
  /** An earlier run of this audit has left something; null: not looked for yet. */
  let isResumed: boolean | null = null
  let isBegun = false
  /** What it has left of deeper levels, by URL. */
  const early = new Map<string, DonePart>()
  let ordinals = 0
  let deaths = 0

  /** Reads a document here. @param read reads it */
  async function readHere(read: () => Promise<LevelAnswer>): Promise<LevelAnswer> {
    const from = performance.now()
    const answer = await read()
    if (!isDocument(answer)) return answer
    learn(answer, performance.now() - from)
    shelf.put(answer)
    return answer
  }

  function learn({ report, check }: ReadDocument, ms: number): void {
    pace.add({ ms, checkMs: check?.checkMs ?? 0, bytes: report.bytes?.uncompressed ?? 0 })
  }

  function isLarge(documents: number, depth: number): boolean {
    if (documents < DOCUMENTS_LEAST || signal.aborted) return false
    if (isResumed || (thresholdMs === 0 && depth > 0)) return true
    const expected = pace.expect(documents)
    return expected !== null && (expected.ms > thresholdMs || expected.bytes > THRESHOLD_BYTES)
  }

  async function readLevel(level: Level): Promise<LevelAnswer[]> {
    const { nodes } = level
    const depth = nodes[0]?.depth ?? 0
    pace = createReadingPace(documentConcurrency)
    isResumed ??= (await insist(() => parts.list(auditId)))?.length !== 0
    const answers: LevelAnswer[] = []
    const readNext = createLevelReading(level, settings)
    let next = 0
    const readOn = async () => {
      while (next < nodes.length && !isLarge(nodes.length - next, depth)) {
        const index = next++
        const answer = await readHere(readNext)
        answers[index] = answer
        if (isDocument(answer)) level.onDocument(answer)
      }
    }
    await Promise.all(Array.from({ length: documentConcurrency }, readOn))
    for (const [index, answer] of answers.entries()) settle(nodes[index] as WalkNode, answer)
    if (next < nodes.length) answers.push(...(await readTogether({ ...level, nodes: nodes.slice(next) })))
    return answers
  }

  function settle({ url }: WalkNode, answer: LevelAnswer): void {
    settled.add(url)
    if (isDocument(answer)) settled.add(answer.report.finalUrl)
    else if ('elsewhere' in answer) settled.add(answer.elsewhere)
  }

  /** Asks the database until it answers; undefined when the audit is over before. */
  async function insist<T>(ask: () => Promise<T>): Promise<T | undefined> {
    while (true) {
      try {
        return await ask()
      } catch (error) {
        if (signal.aborted) return undefined
        logger.warn({ err: error, audit: auditId }, 'documents of an audit: the database does not answer')
        await delay(ASK_AGAIN_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  async function readTogether(level: Level): Promise<LevelAnswer[]> {
    const { nodes } = level
    const gathered = createGathering(level)
    const isPlanned = await insist(() => plan(nodes))
    for (const { url } of nodes) {
      const part = early.get(url)
      if (part) gathered.add(part)
      early.delete(url)
    }
    if (isPlanned) await gather(gathered)
    const answers: LevelAnswer[] = []
    for (const [index, node] of nodes.entries()) {
      const answer = await gathered.answerOf(index, node)
      settle(node, answer)
      answers.push(answer)
    }
    return answers
  }

  /** Writes down what is to be read, behind what is there already, and sends a job for each bundle that is open. */
  async function plan(nodes: readonly WalkNode[]): Promise<true> {
    const { origin, isPrivateSite } = settings
    if (!isBegun) await parts.begin(auditId, { origin, isPrivateSite }, Math.max(0, endsAt - performance.now()))
    isBegun = true
    const known = new Map((await parts.list(auditId)).map((part) => [part.node.url, part]))
    const first = ordinals
    const fresh: { node: WalkNode; ordinal: number }[] = []
    const moved: { key: string; ordinal: number }[] = []
    const gone: string[] = []
    const depth = nodes[0]?.depth
    const planned = new Set<string>()
    for (const [index, node] of nodes.entries()) {
      const ordinal = first + index
      planned.add(node.url)
      const part = known.get(node.url)
      if (part && JSON.stringify(part.node) === JSON.stringify(node)) {
        if (part.ordinal !== ordinal) moved.push({ key: part.key, ordinal })
        continue
      }
      // The same address under another entry: what is said of it would not be the same.
      if (part) gone.push(part.key)
      fresh.push({ node, ordinal })
    }
    for (const { key, node } of known.values()) if (node.depth === depth && !planned.has(node.url)) gone.push(key)

    let bundle = Math.max(0, ...[...known.values()].map((part) => part.bundle))
    let at = 0
    const seated = planBundles(fresh.length, pace.mean()).flatMap((size) => {
      const some = fresh.slice(at, at + size)
      at += size
      bundle++
      return some.map((part) => ({ ...part, bundle }))
    })
    await parts.change(auditId, { gone, moved, fresh: seated })
    await parts.settleClaims(auditId, [...settled])
    await sendBundles()
    ordinals = first + nodes.length
    return true
  }

  /** Jobs that are there already are not made twice. */
  async function sendBundles(): Promise<void> {
    const open = await parts.openBundles(auditId)
    await bundles.sendAll(open.map((bundle) => ({ data: { auditId, bundle }, key: `${auditId}:${bundle}` })))
  }

  /** Takes results until all are there, or the audit is over. */
  async function gather(gathered: ReturnType<typeof createGathering>): Promise<void> {
    let wake = () => {}
    const stopListening = parts.onDone(auditId, () => wake())
    const over = new AbortController()
    const lastCall = () => void setTimeout(() => over.abort(), HAND_IN_MS).unref()
    if (signal.aborted) lastCall()
    else signal.addEventListener('abort', lastCall, { once: true })
    let sentAt = performance.now()
    try {
      while (!gathered.isWhole() && !over.signal.aborted) {
        const news = Promise.withResolvers<void>()
        wake = news.resolve
        const taken = await insist(() => parts.take(auditId, TAKEN_AT_ONCE))
        for (const part of taken ?? []) gathered.add(part)
        if (taken?.length === TAKEN_AT_ONCE || gathered.isWhole()) continue
        // Several come with one question when it is not asked for each of them.
        if (taken !== undefined && taken.length > 0) {
          await delay(GATHER_MS, undefined, { signal: over.signal }).catch(() => {})
          continue
        }
        if (performance.now() - sentAt > SEND_AGAIN_MS) {
          await insist(sendBundles)
          sentAt = performance.now()
        }
        const look = new AbortController()
        const pause = delay(LOOK_EVERY_MS, undefined, { signal: AbortSignal.any([look.signal, over.signal]) })
        await Promise.race([news.promise, pause.catch(() => {})])
        look.abort()
      }
    } finally {
      stopListening()
      signal.removeEventListener('abort', lastCall)
    }
  }

  /** The results of one level, whatever the order in which they come. */
  function createGathering({ nodes, claim, onDocument, leavesOut }: Level) {
    const byUrl = new Map(nodes.map(({ url }, index) => [url, index]))
    const results: { part: DonePart; answer: LevelAnswer }[] = []
    let missing = nodes.length

    return {
      isWhole: () => missing === 0,

      add(part: DonePart) {
        const { url, read, cost, deaths: died } = part.result
        const index = byUrl.get(url)
        if (index === undefined) {
          early.set(url, part)
          return
        }
        if (results[index] !== undefined) return
        missing--
        totals.requests += cost.totals.requests
        totals.bytes += cost.totals.bytes
        totals.ms += cost.totals.ms
        for (const host of cost.givenUp) givenUp.set(host.hostname, host)
        unmade = addUnmade(unmade, cost.unmade ?? null)
        if (died !== undefined) deaths++
        if (!('light' in read)) {
          results[index] = { part, answer: read }
          return
        }
        const document = loadDocument({ light: read.light, heavy: null })
        results[index] = { part, answer: document }
        learn(document, cost.ms)
        if (!isLedAway(document)) onDocument(document)
      },

      /** Call in the order of the nodes: of two that were led to one address the earlier one has it. */
      async answerOf(index: number, node: WalkNode): Promise<LevelAnswer> {
        const result = results[index]
        if (result === undefined) return readBelated(node)
        const { part, answer } = result
        if (!isDocument(answer)) {
          if (!('elsewhere' in answer)) return answer
          // Whoever had it first is gone: the site, or the list of its documents, changed in between.
          return claim(answer.elsewhere) ? readBelated(node) : answer
        }
        if (isLedAway(answer) && !claim(answer.report.finalUrl)) return { elsewhere: answer.report.finalUrl }
        shelf.putStored(answer, part.key, part.header)
        if (isLedAway(answer)) onDocument(answer)
        return answer
      },
    }

    /** One that nobody has read: where the audit is over it is skipped, or left out. */
    async function readBelated(node: WalkNode): Promise<LevelAnswer> {
      if (signal.aborted && leavesOut()) return { isLeftOut: true }
      const answer = await readHere(async () => {
        const document = await readDocument(node, settings, async () => true)
        return document === 'read-elsewhere' ? { elsewhere: node.url } : document
      })
      if (isDocument(answer)) onDocument(answer)
      return answer
    }
  }

  return {
    readLevel,
    shelf,
    totals,
    givenUpHosts: () => [...givenUp.values()],
    unmade: () => unmade,
    notes() {
      if (deaths === 0) return []
      const were = deaths === 1 ? 'One document was' : `${deaths} documents were`
      return [`${were} left out by our own fault: workers died while they read it.`]
    },
  }
}

/** Its answer came from another address than its own. */
function isLedAway({ node, report, exchange }: ReadDocument): boolean {
  return exchange.ending.kind === 'answer' && report.finalUrl !== node.url
}
