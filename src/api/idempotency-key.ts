/** The Idempotency-Key of a request that starts an audit. */
import type { Caller } from './access.ts'
import { createProblem } from './problems.ts'

/**
 * Keys of different callers do not meet.
 * @returns what the store knows it by; null where none was sent
 * @throws problem HEADER_INVALID
 */
export function readIdempotencyKey(header: string | undefined, caller: Caller | 'unknown' | null): string | null {
  if (header === undefined) return null
  if (!/^[!-~]{1,255}$/.test(header)) {
    const detail = 'The header "Idempotency-Key" must be 1 to 255 visible ASCII characters.'
    throw createProblem('HEADER_INVALID', detail, { field: 'Idempotency-Key' })
  }
  const id = typeof caller === 'object' && caller !== null ? caller.id : null
  return `${id ?? ''} ${header}`
}
