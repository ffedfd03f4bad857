/** One audit, from when the page is opened: its head, and while it runs what it tells. */
import type { Audit, Problem, Progress } from '../../model/audit.ts'
import type { DocumentReport, Finding, Severity } from '../../model/report.ts'
import { call } from './api.ts'
import { useCallback, useEffect, useRef, useState } from './html.ts'
import { toProblem } from './problem-note.ts'

/** What a running audit has told so far. */
export interface Told {
  progress: Progress | null
  documents: DocumentReport[]
  /** By fingerprint. */
  findings: ReadonlyMap<string, Finding>
}

export interface FollowedAudit {
  /** null until it is there; its report lists nothing. */
  audit: Audit | null
  /** null once the audit has ended. */
  told: Told | null
  problem: Problem | null
  reload: () => void
}

/** What `corrected` says of a finding. */
type Change = Pick<Finding, 'fingerprint' | 'severity' | 'occurrences' | 'share' | 'suppressed'>

/** The page is drawn anew at most so often, ms, however fast events come. */
const DRAW_MS = 250
/** Where no stream can be had, the audit is asked for so often, ms. */
const RETRY_MS = 5_000

export function hasEnded({ status }: Pick<Audit, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}

export function useAudit(id: string): FollowedAudit {
  const [state, setState] = useState<Omit<FollowedAudit, 'reload'>>({ audit: null, told: null, problem: null })
  const [round, setRound] = useState(0)
  const stop = useRef(() => {})
  const reload = useCallback(() => setRound((before) => before + 1), [])
  useEffect(() => {
    const leaving = new AbortController()
    const path = `/audits/${encodeURIComponent(id)}`
    const load = async () => {
      try {
        const audit = await call<Audit>(`${path}?report=head`, { signal: leaving.signal })
        if (leaving.signal.aborted) return
        setState((before) => ({ ...before, audit, problem: null, ...(hasEnded(audit) ? { told: null } : {}) }))
        if (hasEnded(audit)) return
        stop.current = follow(path, {
          onTold: (told) => setState((before) => ({ ...before, told })),
          onStart: () =>
            void call<Audit>(`${path}?report=head`).then(
              (now) => setState((before) => ({ ...before, audit: now })),
              () => {},
            ),
          onDone: () => void load(),
        })
      } catch (error) {
        if (!leaving.signal.aborted) setState((before) => ({ ...before, problem: toProblem(error) }))
      }
    }
    void load()
    return () => {
      leaving.abort()
      stop.current()
    }
  }, [id, round])
  return { ...state, reload }
}

interface Listener {
  onTold: (told: Told) => void
  /** It has begun: the head that was read before knows nothing of that. */
  onStart: () => void
  onDone: () => void
}

/** @returns how to stop */
function follow(path: string, { onTold, onStart, onDone }: Listener): () => void {
  const source = new EventSource(`${path}/events`)
  let documents: DocumentReport[] = []
  let findings = new Map<string, Finding>()
  let progress: Progress | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let isStarted = false
  const draw = () => {
    timer ??= setTimeout(() => {
      timer = null
      onTold({ progress, documents: [...documents], findings: new Map(findings) })
    }, DRAW_MS)
  }
  const on = <T>(type: string, take: (body: T) => void) =>
    source.addEventListener(type, (event) => {
      take(JSON.parse((event as MessageEvent<string>).data) as T)
      draw()
    })
  on<Progress>('progress', (body) => {
    progress = body
    if (!isStarted && (body.documents[1] > 0 || body.stage !== 'discover')) {
      isStarted = true
      onStart()
    }
  })
  on<DocumentReport>('document', (body) => void documents.push(body))
  on<Finding>('finding', (body) => void findings.set(body.fingerprint, body))
  on<{ withdrawn: string[]; changed: Change[] }>('corrected', ({ withdrawn, changed }) => {
    for (const fingerprint of withdrawn) findings.delete(fingerprint)
    for (const change of changed) {
      const finding = findings.get(change.fingerprint)
      if (finding) findings.set(change.fingerprint, { ...finding, ...change })
    }
  })
  on('restart', () => {
    documents = []
    findings = new Map()
  })
  let retry: ReturnType<typeof setTimeout> | null = null
  const end = () => {
    if (timer !== null) clearTimeout(timer)
    if (retry !== null) clearTimeout(retry)
    source.close()
  }
  source.addEventListener('done', () => {
    end()
    onDone()
  })
  // EventSource comes back by itself after a cut; refused for good, the audit is asked for again.
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) retry ??= setTimeout(onDone, RETRY_MS)
  })
  return end
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, note: 2 }

/** Worst first, otherwise as they came: the order of reports. */
export function inReportOrder(findings: Iterable<Finding>): Finding[] {
  return [...findings].sort((one, other) => RANK[one.severity] - RANK[other.severity])
}
