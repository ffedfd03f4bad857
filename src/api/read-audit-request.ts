/** From the body of POST /audit to the options of an audit, or a problem that names the field. */
import { AUDIT_DEFAULTS, type AuditOptions } from '../model/audit.ts'
import { type Domain, parseDomain } from '../values/domain.ts'
import type { AppDependencies } from './dependencies.ts'
import { isHttpUrl } from './http-url.ts'
import { createProblem, type ProblemCode } from './problems.ts'
import { checkRequestHeaders } from './request-headers.ts'
import { type AuditRequest, GATE_DEFAULTS } from './schemas/audit-request.ts'

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
  const { config } = needs
  const { domain: given, ...wishes } = body
  const domain = readDomain(given, 'DOMAIN_INVALID')
  if (!config.isDomainAllowed(domain.host, domain.port)) {
    throw createProblem(
      'TARGET_NOT_ALLOWED',
      `The host ${domain.host} is private. The operator can allow it by ALLOW_NETWORKS or CONNECT_TO.`,
      { field: 'domain' },
    )
  }
  const options: AuditOptions = {
    domain: given,
    ...AUDIT_DEFAULTS,
    ...wishes,
    headers: maskHeaders(body.headers ?? {}),
    suppress: (body.suppress ?? []).map(({ document = null, until = null, ...row }) => ({ ...row, document, until })),
    gate: body.gate ? { ...GATE_DEFAULTS, ...body.gate } : null,
  }
  checkSitemaps(options)
  checkSuppress(options, needs)
  checkWebhook(options, needs)
  await checkBaseline(options, needs)
  return { domain: domain.domain, options, sealedHeaders: sealHeaders(body.headers ?? {}, config) }
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

function sealHeaders(headers: Record<string, string>, config: Needs['config']): string | null {
  if (Object.keys(headers).length === 0) return null
  checkRequestHeaders(headers)
  const sealed = config.sealHeaders(headers)
  if (sealed === null) throw notAvailable('headers', 'Request headers cannot be kept here: SECRET_KEY is not set.')
  return sealed
}

function checkSitemaps({ sitemaps }: AuditOptions): void {
  for (const [index, url] of sitemaps.entries()) {
    if (isHttpUrl(url)) continue
    const field = `sitemaps[${index}]`
    const detail = `The field "${field}" must be an absolute http or https URL without user information.`
    throw createProblem('FIELD_INVALID', detail, { field })
  }
}

function checkSuppress({ suppress }: AuditOptions, { rules }: Needs): void {
  for (const [index, { rule }] of suppress.entries()) {
    if (rules.some(({ id }) => id === rule)) continue
    const detail = `There is no rule ${JSON.stringify(rule)}. GET /rules lists them.`
    throw createProblem('FIELD_INVALID', detail, { field: `suppress[${index}].rule` })
  }
}

function checkWebhook({ webhook }: AuditOptions, { config }: Needs): void {
  if (webhook === null) return
  const detail = config.hasWebhookSecret
    ? 'Webhooks are not sent by this version.'
    : 'Webhooks cannot be signed here: WEBHOOK_SECRET is not set.'
  throw notAvailable('webhook', detail)
}

async function checkBaseline({ baseline }: AuditOptions, { store }: Needs): Promise<void> {
  if (baseline === null || baseline === 'previous') return
  const audit = await store.audits.find(baseline)
  if (audit?.status === 'succeeded') return
  const detail = audit
    ? `The audit ${baseline} has not succeeded and cannot be a baseline.`
    : 'The baseline must be "previous", null or the id of an audit that has succeeded; there is no such audit.'
  throw createProblem('FIELD_INVALID', detail, { field: 'baseline' })
}

function notAvailable(field: string, detail: string) {
  return createProblem('NOT_AVAILABLE', detail, { field })
}
