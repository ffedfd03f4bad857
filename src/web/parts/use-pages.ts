/** A list that is read page by page, as far as somebody wants to see it. */
import type { Problem } from '../../model/audit.ts'
import type { Page } from './api.ts'
import { useCallback, useEffect, useRef, useState } from './html.ts'
import { toProblem } from './problem-note.ts'

export interface Pages<T> {
  items: T[]
  /** There is more to ask for. */
  hasMore: boolean
  isLoading: boolean
  problem: Problem | null
  more: () => void
}

interface State<T> {
  items: T[]
  next: string | null
  isLoading: boolean
  problem: Problem | null
}

/** @param load one page of the list, from this cursor */
export function usePages<T>(
  load: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>,
  depends: readonly unknown[],
): Pages<T> {
  const [state, setState] = useState<State<T>>({ items: [], next: null, isLoading: true, problem: null })
  const leaving = useRef(new AbortController())
  const read = useCallback((before: T[], cursor: string | null) => {
    const { signal } = leaving.current
    // What is shown stays until there is something else.
    setState((shown) => ({ ...shown, isLoading: true, problem: null }))
    load(cursor, signal).then(
      ({ items, next }) => {
        if (!signal.aborted) setState({ items: [...before, ...items], next, isLoading: false, problem: null })
      },
      (error) => {
        if (!signal.aborted) setState((shown) => ({ ...shown, isLoading: false, problem: toProblem(error) }))
      },
    )
  }, depends)
  useEffect(() => {
    leaving.current = new AbortController()
    read([], null)
    return () => leaving.current.abort()
  }, [read])
  const { items, next, isLoading, problem } = state
  return { items, hasMore: next !== null || problem !== null, isLoading, problem, more: () => read(items, next) }
}
