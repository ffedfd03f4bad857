/** Something that is asked for when a part appears, and again when what it depends on changes. */
import type { Problem } from '../../model/audit.ts'
import { useCallback, useEffect, useState } from './html.ts'
import { toProblem } from './problem-note.ts'

export interface Loaded<T> {
  /** null until it is there; what was there before stays until the next one comes. */
  value: T | null
  problem: Problem | null
  isLoading: boolean
  reload: () => void
}

/** @param depends the values that the call is made of */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, depends: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ value: null, problem: null, isLoading: true })
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])
  useEffect(() => {
    const leaving = new AbortController()
    setState((before) => ({ ...before, problem: null, isLoading: true }))
    load(leaving.signal).then(
      (value) => {
        if (!leaving.signal.aborted) setState({ value, problem: null, isLoading: false })
      },
      (error) => {
        if (!leaving.signal.aborted) setState((before) => ({ ...before, problem: toProblem(error), isLoading: false }))
      },
    )
    return () => leaving.abort()
  }, [...depends, round])
  return { ...state, reload }
}
