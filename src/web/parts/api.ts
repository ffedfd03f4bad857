/** The public API, as the pages ask it. */
import type { Problem } from '../../model/audit.ts'

export interface Page<T> {
  items: T[]
  next: string | null
}

/** An answer that is a problem, or none: then `status` is 0. */
export interface ProblemError extends Error {
  problem: Problem
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Waits until somebody has given a key; set by the frame. */
let askForKey: () => Promise<void> = async () => {}

export function onKeyNeeded(ask: () => Promise<void>): void {
  askForKey = ask
}

/**
 * @param path absolute path with its query
 * @returns the body, null for an answer without one
 * @throws ProblemError
 */
export async function call<T>(path: string, how: Call = {}): Promise<T> {
  const text = await callText(path, how)
  return (text === '' ? null : JSON.parse(text)) as T
}

/**
 * The same for what is no JSON.
 * @throws ProblemError
 */
export async function callText(
  path: string,
  { method = 'GET', body, headers = {}, signal }: Call = {},
): Promise<string> {
  const send = () =>
    fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  let answer = await send().catch(toProblem)
  while (answer.status === 401 && path !== '/session') {
    await askForKey()
    answer = await send().catch(toProblem)
  }
  const text = await answer.text().catch(toProblem)
  if (answer.ok) return text
  throw createProblemError(readProblem(text, answer.status))
}

/** Reads every page of a list, at most `limit` items of it. */
export async function callAll<T>(path: string, limit = 10_000, signal?: AbortSignal): Promise<T[]> {
  const items: T[] = []
  let cursor: string | null = null
  do {
    const page: Page<T> = await call(withQuery(path, { limit: '1000', cursor }), signal ? { signal } : {})
    items.push(...page.items)
    cursor = page.next
  } while (cursor !== null && items.length < limit)
  return items
}

/** Adds parameters; those that are null or empty are left out. */
export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`
}

/** The last part, or the part behind `name`, of the page's own path: "/audits/X/diff" has X behind "audits". */
export function partOfPath(name: string): string {
  const parts = location.pathname.split('/')
  return decodeURIComponent(parts[parts.indexOf(name) + 1] ?? '')
}

export function isProblemError(error: unknown): error is ProblemError {
  return error instanceof Error && 'problem' in error
}

export function createProblemError(problem: Problem): ProblemError {
  return Object.assign(new Error(problem.detail), { problem })
}

function readProblem(text: string, status: number): Problem {
  try {
    const problem = JSON.parse(text)
    if (typeof problem?.detail === 'string') return problem
  } catch {
    // Not ours: a proxy's page.
  }
  return {
    type: 'about:blank',
    title: 'No answer that can be read',
    status,
    detail: `The answer was ${status}.`,
    code: 'UNREADABLE',
  }
}

function toProblem(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw createProblemError({
    type: 'about:blank',
    title: 'The service does not answer',
    status: 0,
    detail: 'The service cannot be reached. It may be starting anew; try again in a moment.',
    code: 'UNREACHABLE',
  })
}
