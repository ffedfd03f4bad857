/** From the body of POST /audit to the options of an audit, or a problem that names the field. */
import { AUDIT_DEFAULTS, type AuditOptions, GATE_DEFAULTS } from '../model/audit.ts'
import { type Domain, parseDomain } from '../values/domain.ts'
import type { AppDependencies } from './dependencies.ts'
import { isHttpUrl } from './http-url.ts'
import { createProblem, type ProblemCode } from './problems.ts'
import { checkRequestHeaders } from './request-headers.ts'
import type { AuditRequest } from './schemas/audit-request.ts'

/** What is stored: header values are replaced, the real ones travel sealed. */
export interface ReadRequest {
  /** Host with a port that is not the default. */
  domain: string
  options: AuditOptions
  sealedHeaders: string | null
}

type Needs = Pick<AppDependencies, 'store' | 'rules' | 'config'>

/**
 * @param body already of the right shape
 * @throws problems DOMAIN_INVALID, TARGET_NOT_ALLOWED, FIELD_INVALID, NOT_AVAILABLE
 */
export async function readAuditRequest(body: AuditRequest, needs: Needs): Promise<ReadRequest> {
  const { domain: given, ...wishes } = body
  const domain = readDomain(given, 'DOMAIN_INVALID')
  if (!needs.config.isDomainAllowed(domain.host, domain.port)) {
    throw createProblem('TARGET_NOT_ALLOWED', describeTarget(domain), { field: 'domain' })
  }
  const { options, sealedHeaders } = await readAuditOptions(wishes, needs, '', domain.domain)
  return { domain: domain.domain, options: { ...options, domain: given }, sealedHeaders }
}

/** Why a host may not be audited, in one sentence for people. */
export function describeTarget({ host }: Domain): string {
  return `The host ${host} is private. The operator can allow it by ALLOW_NETWORKS or CONNECT_TO.`
}

/**
 * What an audit is asked to do, whatever its domain: also of schedules and batches.
 * @param at where the options stand in the body: "" or "options."
 * @param domain that a baseline has to be of; null: it is for several
 * @returns `options.domain` is empty
 * @throws problems FIELD_INVALID, NOT_AVAILABLE
 */
export async function readAuditOptions(
  wishes: Omit<AuditRequest, 'domain'>,
  needs: Needs,
  at = '',
  domain: string | null = null,
): Promise<Pick<ReadRequest, 'options' | 'sealedHeaders'>> {
  const options: AuditOptions = {
    domain: '',
    ...AUDIT_DEFAULTS,
    ...wishes,
    headers: maskHeaders(wishes.headers ?? {}),
    suppress: (wishes.suppress ?? []).map(({ document = null, until = null, ...row }) => ({ ...row, document, until })),
    gate: wishes.gate ? { ...GATE_DEFAULTS, ...wishes.gate } : null,
  }
  checkSitemaps(options, at)
  checkSuppress(options, needs, at)
  checkWebhook(options, needs, at)
  await checkBaseline(options, needs, at, domain)
  return { options, sealedHeaders: sealHeaders(wishes.headers ?? {}, needs.config, at) }
}

/** @throws the problem given, naming `domain` */
export function readDomain(text: string, code: ProblemCode): Domain {
  const domain = parseDomain(text)
  if ('error' in domain) throw createProblem(code, domain.error, { field: 'domain' })
  return domain
}

function maskHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, '***']))
}

function sealHeaders(headers: Record<string, string>, config: Needs['config'], at: string): string | null {
  if (Object.keys(headers).length === 0) return null
  checkRequestHeaders(headers, at)
  const sealed = config.sealHeaders(headers)
  if (sealed === null) throw notAvailable(`${at}headers`, 'Request headers cannot be kept here: SECRET_KEY is not set.')
  return sealed
}

function checkSitemaps({ sitemaps }: AuditOptions, at: string): void {
  for (const [index, url] of sitemaps.entries()) {
    if (isHttpUrl(url)) continue
    const field = `${at}sitemaps[${index}]`
    const detail = `The field "${field}" must be an absolute http or https URL without user information.`
    throw createProblem('FIELD_INVALID', detail, { field })
  }
}

function checkSuppress({ suppress }: AuditOptions, { rules }: Needs, at: string): void {
  for (const [index, { rule }] of suppress.entries()) {
    if (rules.some(({ id }) => id === rule)) continue
    const detail = `There is no rule ${JSON.stringify(rule)}. GET /rules lists them.`
    throw createProblem('FIELD_INVALID', detail, { field: `${at}suppress[${index}].rule` })
  }
}

function checkWebhook({ webhook }: AuditOptions, { config }: Needs, at: string): void {
  if (webhook === null) return
  const field = `${at}webhook`
  if (!config.hasWebhookSecret) {
    throw notAvailable(field, 'Webhooks cannot be signed here: WEBHOOK_SECRET is not set.')
  }
  if (!isHttpUrl(webhook)) {
    const detail = `The field "${field}" must be an absolute http or https URL without user information.`
    throw createProblem('FIELD_INVALID', detail, { field })
  }
  const refusal = config.refusalOfWebhook(new URL(webhook))
  if (refusal !== null) throw createProblem('TARGET_NOT_ALLOWED', `No webhook is sent there: ${refusal}.`, { field })
}

async function checkBaseline(
  { baseline }: AuditOptions,
  { store }: Needs,
  at: string,
  domain: string | null,
): Promise<void> {
  if (baseline === null || baseline === 'previous') return
  const audit = await store.audits.find(baseline)
  const isOfDomain = domain === null || audit?.domain === domain
  if (audit?.status === 'succeeded' && isOfDomain) return
  const detail = audit
    ? isOfDomain
      ? `The audit ${baseline} has not succeeded and cannot be a baseline.`
      : `The audit ${baseline} is of ${audit.domain} and cannot be a baseline for ${domain}.`
    : 'The baseline must be "previous", null or the id of an audit that has succeeded; there is no such audit.'
  throw createProblem('FIELD_INVALID', detail, { field: `${at}baseline` })
}

function notAvailable(field: string, detail: string) {
  return createProblem('NOT_AVAILABLE', detail, { field })
}
