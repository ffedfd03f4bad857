/** Audits that a request names, or the problem that says why they will not do. */
import type { Audit } from '../model/audit.ts'
import type { Store } from '../store/store.ts'
import { createProblem } from './problems.ts'

type Audits = Pick<Store['audits'], 'find'>

export function auditNotFound() {
  return createProblem('AUDIT_NOT_FOUND', 'There is no audit with this id. GET /audits lists them.')
}

/** @throws problem AUDIT_NOT_FOUND */
export async function loadAudit(audits: Audits, id: string): Promise<Audit> {
  const audit = await audits.find(id)
  if (!audit) throw auditNotFound()
  return audit
}

/** Without what its report lists. @throws problem AUDIT_NOT_FOUND */
export async function loadAuditHead(audits: Pick<Store['audits'], 'findHead'>, id: string): Promise<Audit> {
  const audit = await audits.findHead(id)
  if (!audit) throw auditNotFound()
  return audit
}

/**
 * @param parameter that names the audit
 * @param domain that it has to be of; null: any
 * @throws problem PARAMETER_INVALID
 */
export async function loadComparable(
  audits: Audits,
  id: string,
  parameter: string,
  domain: string | null,
): Promise<Audit> {
  const audit = await audits.find(id)
  const detail = whyNot(audit, id, domain)
  if (audit && detail === null) return audit
  throw createProblem('PARAMETER_INVALID', `The parameter "${parameter}" will not do: ${detail}.`, { field: parameter })
}

function whyNot(audit: Audit | undefined, id: string, domain: string | null): string | null {
  if (!audit) return 'there is no audit with this id'
  if (domain !== null && audit.domain !== domain) return `the audit ${id} is of ${audit.domain}, not of ${domain}`
  return audit.status === 'succeeded' ? null : `the audit ${id} has not succeeded: its status is ${audit.status}`
}
