/** How many check threads a process has. */
import { availableParallelism } from 'node:os'

/** More are never asked for. */
export const THREADS_LIMIT = 64
const DEFAULT_LIMIT = 4

/** One core is left to the main thread: it fetches, answers and stores. */
export function defaultThreads(): number {
  return Math.min(availableParallelism() - 1, DEFAULT_LIMIT)
}
