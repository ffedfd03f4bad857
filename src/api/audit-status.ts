/** How an audit is answered that was waited for. */
import type { Audit } from '../model/audit.ts'

export function hasEnded(audit: Pick<Audit, 'status'>): boolean {
  return audit.status !== 'queued' && audit.status !== 'running'
}

/** The HTTP status of it. */
export function statusOfAudit(audit: Audit): 200 | 202 | 422 | 500 {
  if (!hasEnded(audit)) return 202
  if (audit.status === 'failed') return 500
  return audit.gate?.passed === false ? 422 : 200
}
