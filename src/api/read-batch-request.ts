/** From the body of POST /batches to a batch, or a problem that names every domain at fault. */
import { createHash } from 'node:crypto'
import type { Problem } from '../model/audit.ts'
import type { NewBatch } from '../store/batches.ts'
import { parseDomain } from '../values/domain.ts'
import type { AppDependencies } from './dependencies.ts'
import { type ApiError, createProblem } from './problems.ts'
import { describeTarget, readAuditOptions } from './read-audit-request.ts'
import type { BatchRequest } from './schemas/batch.ts'

/** So many are told in the sentence; `errors` has all of them. */
const TOLD = 5

type Fault = NonNullable<Problem['errors']>[number] & { isPrivate: boolean }

/**
 * Doubles are left out: the first of those with the same host and port stands.
 * @param body already of the right shape
 * @throws problems DOMAIN_INVALID, TARGET_NOT_ALLOWED, FIELD_INVALID, NOT_AVAILABLE
 */
export async function readBatchRequest(
  { domains: given, options: wishes = {} }: BatchRequest,
  deps: Pick<AppDependencies, 'store' | 'rules' | 'config'>,
): Promise<Omit<NewBatch, 'idempotencyKey'>> {
  const faults: Fault[] = []
  const byDomain = new Map<string, string>()
  for (const [index, text] of given.entries()) {
    const domain = parseDomain(text)
    const field = `domains[${index}]`
    if ('error' in domain) faults.push({ field, detail: domain.error, isPrivate: false })
    else if (!deps.config.isDomainAllowed(domain.host, domain.port)) {
      faults.push({ field, detail: describeTarget(domain), isPrivate: true })
    } else if (!byDomain.has(domain.domain)) byDomain.set(domain.domain, text)
  }
  if (faults.length > 0) throw describeFaults(faults, given.length)
  const { options, sealedHeaders } = await readAuditOptions(wishes, deps, 'options.')
  const domains = Array.from(byDomain, ([domain, text]) => ({ domain, given: text }))
  return {
    domains,
    duplicates: given.length - domains.length,
    options,
    sealedHeaders,
    digest: createHash('sha256')
      .update(JSON.stringify([domains, options]))
      .digest('hex'),
  }
}

function describeFaults(faults: readonly Fault[], of: number): ApiError {
  const told = faults.slice(0, TOLD).map(({ field, detail }) => `${field}: ${detail}`)
  const left = faults.length - told.length
  const which = left > 0 ? ` And ${left} more: see "errors".` : ''
  const detail = `${faults.length} of ${of} domains cannot be audited, and none is. ${told.join(' ')}${which}`
  const code = faults.every(({ isPrivate }) => isPrivate) ? 'TARGET_NOT_ALLOWED' : 'DOMAIN_INVALID'
  const error = createProblem(code, detail, { field: faults[0]?.field ?? 'domains' })
  error.problem.errors = faults.map(({ field, detail: why }) => ({ field, detail: why }))
  return error
}
