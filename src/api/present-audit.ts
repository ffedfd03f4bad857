/** An audit as it is answered. */
import { type GateResult, judgeGate } from '../audit/gate.ts'
import type { Audit } from '../model/audit.ts'

export function hasEnded(audit: Pick<Audit, 'status'>): boolean {
  return audit.status !== 'queued' && audit.status !== 'running'
}

/** Adds the gate's result where one was asked for and the audit has ended without one. */
export function presentAudit(audit: Audit): Audit {
  if (audit.gate !== null || audit.options.gate === null || !hasEnded(audit)) return audit
  return { ...audit, gate: judge(audit) }
}

function judge({ status, report, options }: Audit): GateResult {
  // What was not audited to its end has not been shown to be good.
  if (status !== 'succeeded' || report === null || options.gate === null) {
    return {
      passed: false,
      reasons: [`The audit has not been carried through: it has ${status === 'failed' ? 'failed' : 'been cancelled'}.`],
    }
  }
  return judgeGate(report, options.gate)
}

/** The HTTP status of an audit that was waited for. */
export function statusOfAudit(audit: Audit): 200 | 202 | 422 | 500 {
  if (!hasEnded(audit)) return 202
  if (audit.status === 'failed') return 500
  return audit.gate?.passed === false ? 422 : 200
}
