/**
 * Checks one document: a function of its bytes, its address and a small context, so that the same function serves
 * POST /validate, an audit in one process, and a job on another machine. What it returns is plain JSON.
 */
import type { Child, DocumentAlternates, DocumentFingerprints, ForeignHost } from '../model/checked-document.ts'
import type { DocumentBodyFacts, DocumentContext, DocumentHead, DocumentTail, Location } from '../model/document.ts'
import type { BodyEnding } from '../model/exchange.ts'
import type { ResponseFacts } from '../model/facts.ts'
import type { DocumentReport, Finding } from '../model/report.ts'
import { attachAlternateDesk } from '../rules/alternate-desk.ts'
import type { DefinedRule } from '../rules/define-rule.ts'
import { traitBits } from '../rules/entry-traits.ts'
import { createForeignHosts } from '../rules/foreign-hosts.ts'
import { RULES } from '../rules/index.ts'
import { judgeDocument, type RuleFailure } from '../rules/judge.ts'
import { attachLastmodDesk } from '../rules/lastmod-desk.ts'
import { createLastmodStats } from '../rules/lastmod-stats.ts'
import { attachDesk } from '../rules/loc-desk.ts'
import { attachSchemaDesk } from '../rules/schema/schema-desk.ts'
import { SCHEMA_TRAITS, settleSchema } from '../rules/schema.ts'
import { createDocumentReader, type DocumentReader } from '../sitemap/document-reader.ts'
import type { DocumentHandler } from '../sitemap/document-text.ts'
import { requestUrl } from '../values/request-url.ts'
import { documentNotes } from './bound-notes.ts'
import { createChildCollector } from './collect-children.ts'
import { createFingerprintCollector } from './collect-fingerprints.ts'
import { type Candidates, createCandidatePicker } from './pick-candidates.ts'
import { outcomeOfBody, reportDocument } from './report-document.ts'
import { resolveFeedLink } from './resolve-feed-link.ts'
import { takeTurn } from './take-turn.ts'

export interface CheckOptions {
  /** Hard stop for the uncompressed document. */
  maxBytes: number
  seed: number
  /** Seeded candidates for the page sample; 0: none are picked. */
  candidates: number
  /** Where the document hangs in the walk. */
  node: Pick<DocumentReport, 'via' | 'parent' | 'depth'>
  /** How it was delivered, once its body ended; null for an upload. */
  delivery: ((ending: BodyEnding, tail: DocumentTail) => ResponseFacts) | null
  /** Default: all of them. */
  rules?: readonly DefinedRule[]
}

/** Plain data but for `rules` and `signal`. */
export interface DocumentOptions extends Omit<CheckOptions, 'delivery'> {
  /** How it was delivered, besides its context and its body; null for an upload. */
  delivery: Pick<ResponseFacts, 'exchange' | 'isChild'> | null
  /** Ends the reading: a few bytes that have come may unpack to hours of work. */
  signal?: AbortSignal
}

export interface DocumentCheck {
  report: DocumentReport
  findings: Finding[]
  failures: RuleFailure[]
  candidates: Candidates
  children: Child[]
  foreign: ForeignHost[]
  newest: { value: string; location: Location } | null
  fingerprints: DocumentFingerprints
  /** What was compared in part, in sentences. */
  notes: string[]
  /** null where the document has none, and for an upload, which is judged alone. */
  alternates: DocumentAlternates | null
  /** A news sitemap, by its namespaces. */
  isNews: boolean
  /** What it is, where it is no sitemap: "HTML", "JSON", ... */
  format: string | null
  /** Time spent on reading and rules, without the waiting for bytes. */
  checkMs: number
}

/** A check that is fed by hand; `write` and `push` may be given any cut of the bytes. */
export interface RunningCheck extends Pick<DocumentReader, 'write' | 'push' | 'step' | 'stop' | 'close'> {
  /** Nothing more is taken: stop sending. */
  readonly isFull: boolean
  readonly progress: { bytes: number; entries: number }
  end(ending: BodyEnding): DocumentCheck
}

const CANCELLED = 'the audit was cancelled'
const LIMIT_REACHED = 'our own limit for one document was reached'

export function startCheck(context: DocumentContext, options: CheckOptions): RunningCheck {
  const parts = createParts(context, options, {
    locate: (at) => reader.locate(at),
    lineOf: (at) => reader.lineOf(at),
    find: (at) => reader.find(at),
  })
  const reader = createDocumentReader(parts.handler, { maxBytes: options.maxBytes })
  return {
    write: reader.write,
    push: reader.push,
    step: reader.step,
    stop: reader.stop,
    close: reader.close,
    get isFull() {
      return reader.isFull
    },
    get progress() {
      return reader.progress
    },
    end(ending) {
      const tail = reader.end(ending)
      // A small file may unpack beyond the limit in its last bytes.
      const isFull = reader.isFull && ending.state === 'complete'
      return parts.end(isFull ? { ...ending, state: 'budget', detail: LIMIT_REACHED } : ending, tail)
    },
  }
}

const SCHEMA_BITS = traitBits(SCHEMA_TRAITS)

/** Everything that is done with what the reader tells; apart from it, so that each can be measured alone. */
export interface CheckParts {
  handler: DocumentHandler
  /** Call once, when the reader has told the last of it. */
  end(ending: BodyEnding, tail: DocumentTail): DocumentCheck
}

/** @param places the reader's */
export function createParts(
  context: DocumentContext,
  options: CheckOptions,
  { locate, lineOf, find }: Pick<DocumentReader, 'locate' | 'lineOf' | 'find'>,
): CheckParts {
  let head: DocumentHead = { kind: 'unknown', root: null, rootAt: null, namespace: null, isNews: false }
  // Before the rules take their seats at the same desk.
  const schema = attachSchemaDesk(context, 'verdict')
  const judge = judgeDocument(options.rules ?? RULES, context, locate, lineOf)
  const locs = attachDesk(context, 'check-document')
  const lastmods = attachLastmodDesk(context, 'check-document')
  const alternates = attachAlternateDesk(context, 'check-document')
  const stats = createLastmodStats(context, locate)
  const foreign = createForeignHosts(context, locate)
  const children = createChildCollector(context.finalUrl, locate)
  const fingerprints = createFingerprintCollector(locs)
  const picker = createCandidatePicker(options.seed, options.candidates, find, (loc) =>
    requestUrl(loc, context.isPrivateSite),
  )
  return {
    handler: {
      head(known) {
        head = known
        schema.start(known)
        judge.start(known)
        alternates.begin(known)
      },
      entry(entry) {
        if (head.kind === 'rss' || head.kind === 'atom') resolveFeedLink(entry, context.finalUrl)
        const traits = judge.entry(entry)
        if ((traits & SCHEMA_BITS) !== 0) schema.judge(entry)
        stats.add(entry, head.kind)
        foreign.collect(entry, head.kind)
        if (head.kind === 'sitemapindex') {
          children.add(entry)
          return
        }
        fingerprints.add(entry)
        alternates.read(entry, lineOf)
        picker.add(entry, locs, lastmods)
      },
      // What it leaves out, foreign hosts for one, a plain entry does not have.
      plain(entry) {
        const traits = judge.plain(entry)
        if (traits < 0) return false
        if ((traits & SCHEMA_BITS) !== 0) schema.judge(entry.whole())
        stats.addPlain(entry)
        fingerprints.addPlain(entry)
        alternates.readPlain(entry)
        picker.add(entry, locs, lastmods)
        return true
      },
      plainRun(run) {
        const count = judge.plainRun(run)
        if (count === 0) return 0
        stats.addRun(run, count)
        fingerprints.addRun(run, count)
        alternates.readRun(run, count)
        picker.addRun(run, count, locs, lastmods)
        return count
      },
      loose: (entry) => schema.judgeLoose(entry),
      fault(fault) {
        schema.fault(fault)
        judge.fault(fault)
      },
    },
    end(ending, tail) {
      const candidates = picker.finish()
      const facts: DocumentBodyFacts = { head, tail, ending }
      const lastmod = stats.finish()
      const response = options.delivery?.(ending, tail) ?? null
      const { findings, failures } = judge.end(facts, response)
      const kept = fingerprints.finish()
      return {
        report: {
          ...reportDocument({ context, node: options.node, facts, response, lastmod, children: children.children }),
          xsd: schema.finish(facts),
        },
        findings: settleSchema(findings, schema),
        failures,
        candidates,
        children: children.children,
        foreign: foreign.finish(),
        newest: lastmod.newest && { value: lastmod.newest.value, location: lastmod.newest.location },
        fingerprints: kept,
        notes: documentNotes(context.url, kept, locs.isCapped(), lastmod.isCapped),
        alternates: context.source === 'upload' ? null : alternates.finish(),
        isNews: head.isNews,
        format: tail.kind === 'html' ? 'HTML' : tail.format,
        checkMs: 0,
      }
    },
  }
}

export interface DocumentSource {
  /** Each chunk is given away: its memory may be moved to another thread. */
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Final once the iteration has ended; before, how far it came. */
  ending(): BodyEnding
  /** Frees what the source holds. */
  cancel(): void
}

/** Bytes that are taken in one go. */
const PIECE_BYTES = 65_536

/** Checks a document from beginning to end, on this thread or another one. `onProgress` is called as it goes on. */
export type CheckDocument = (
  source: DocumentSource,
  context: DocumentContext,
  options: DocumentOptions,
  onProgress?: (progress: { bytes: number; entries: number }) => void,
) => Promise<DocumentCheck>

/** The thread that checked a document is gone, by our own fault: nothing is known of the document. */
export class CheckLostError extends Error {
  readonly code = 'CHECK_LOST'
}

/** On this thread, in turns with others; `onProgress` is called after each chunk. */
export async function checkDocument(
  source: DocumentSource,
  context: DocumentContext,
  options: DocumentOptions,
  onProgress?: (progress: { bytes: number; entries: number }) => void,
): Promise<DocumentCheck> {
  const { delivery } = options
  const check = startCheck(context, {
    ...options,
    delivery:
      delivery &&
      ((ending, tail) => ({
        ...delivery,
        outcome: outcomeOfBody({ tail, ending }),
        context,
        ending,
        tail,
        secondRead: null,
      })),
  })
  let checkMs = 0
  /** What was pushed, step by step. */
  async function work() {
    for (let hasMore = true; hasMore && !options.signal?.aborted; ) {
      const from = performance.now()
      hasMore = check.step()
      const ms = performance.now() - from
      checkMs += ms
      // Others live on this thread: health checks, deadlines, heartbeats.
      if (await takeTurn()) onProgress?.(check.progress)
    }
  }

  for await (const chunk of source.chunks) {
    for (let at = 0; at < chunk.length && !check.isFull && !options.signal?.aborted; at += PIECE_BYTES) {
      check.push(chunk.subarray(at, at + PIECE_BYTES))
      await work()
    }
    onProgress?.(check.progress)
    if (check.isFull || options.signal?.aborted) break
  }
  const ending = source.ending()
  if (check.isFull || options.signal?.aborted) source.cancel()
  const asRead: BodyEnding = check.isFull ? { ...ending, state: 'budget', detail: LIMIT_REACHED } : ending
  check.close(asRead)
  // All of a small file that unpacks to much is worked off here.
  await work()
  const isCancelled = options.signal?.aborted ?? false
  if (isCancelled) check.stop()
  const known: BodyEnding =
    isCancelled && asRead.state === 'complete' ? { ...asRead, state: 'cancelled', detail: CANCELLED } : asRead
  const from = performance.now()
  const checked = check.end(known)
  return { ...checked, checkMs: checkMs + performance.now() - from }
}
