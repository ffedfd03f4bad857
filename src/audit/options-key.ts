/** Which audits of a domain can be compared with each other. */
import { createHash } from 'node:crypto'
import type { AuditOptions } from '../model/audit.ts'

/** Options that change what is done with the result, not the result. */
const OUTSIDE = new Set<string>(['domain', 'gate', 'webhook', 'suppress', 'baseline'] satisfies (keyof AuditOptions)[])

/**
 * The same for audits with the same options: gate, webhook, suppressions and baseline do not count, and of request
 * headers the names do, whatever their order and case.
 * @returns 32 hexadecimal digits
 */
export function createOptionsKey(options: AuditOptions): string {
  const { headers, ...rest } = options
  const counted = Object.entries(rest)
    .filter(([name]) => !OUTSIDE.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const names = Object.keys(headers)
    .map((name) => name.toLowerCase())
    .sort()
  return createHash('sha256')
    .update(JSON.stringify([counted, names]))
    .digest('hex')
    .slice(0, 32)
}
