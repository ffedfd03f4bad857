/** Answers with a report in another form than JSON. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createKnown } from '../audit/known-findings.ts'
import type { Audit } from '../model/audit.ts'
import type { Rule } from '../model/report.ts'
import type { ReportSource } from '../report/source.ts'
import { hasEnded } from './audit-status.ts'
import type { AppDependencies } from './dependencies.ts'
import { createProblem } from './problems.ts'
import { type FormName, type FormWishes, REPORT_FORMS, type ReportForm } from './report-forms.ts'
import { RETRY_AUDIT_S } from './start-audit.ts'

/** Characters that are handed on at once. */
const CHUNK_LENGTH = 65_536

export type SendReport = (
  form: FormName,
  audit: Audit,
  reply: FastifyReply,
  wishes?: FormWishes,
) => Promise<FastifyReply>

/** @throws problem NO_REPORT where there is nothing to be shown, or not yet; plain text says so itself */
export function createReportSender({
  store,
  rules,
  config,
}: Pick<AppDependencies, 'store' | 'rules' | 'config'>): SendReport {
  const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]))
  const { version, homepage } = config

  /** The audit it was compared with, as far as it is still there. */
  async function findBaseline({ id, options }: Audit): Promise<ReportSource['baseline']> {
    if (options.baseline === null) return null
    const baselineId = options.baseline === 'previous' ? await store.history.findPrevious(id) : options.baseline
    const report = baselineId === undefined ? undefined : (await store.audits.find(baselineId))?.report
    return baselineId === undefined || !report ? null : { id: baselineId, had: createKnown(report.findings) }
  }

  return async (name, audit, reply, wishes = {}) => {
    const form: ReportForm = REPORT_FORMS[name]
    const { report } = audit
    // What says itself how far it has come needs no report; the others would be taken for the whole.
    if (name !== 'txt' && (report === null || !hasEnded(audit))) throw noReport(audit)
    const baseline = name === 'sarif' ? await findBaseline(audit) : null
    const source = { audit, report, rules: byId, tool: { version, homepage }, baseline } as ReportSource
    reply
      .type(`${form.mediaTypes[0]}${form.parameters}`)
      .header('content-disposition', `${form.isInline ? 'inline' : 'attachment'}; filename="${fileName(audit, form)}"`)
      .headers(form.headers ?? {})
    return reply.send(Readable.from(inChunks(form.render(source, audit, wishes))))
  }
}

function noReport(audit: Audit) {
  const { id, status } = audit
  if (!hasEnded(audit)) {
    return createProblem(
      'NO_REPORT',
      `The audit has not ended: it is ${status}. GET /audits/${id} shows what has been found so far, ` +
        `/audits/${id}/events follows it.`,
      { headers: { 'retry-after': String(RETRY_AUDIT_S) } },
    )
  }
  return createProblem('NO_REPORT', `The audit ended as ${status} before there was anything to report.`)
}

/** "sitemaps-blog.example-2026-03-01.html": nothing in it that a file name or a header may not have. */
function fileName({ domain, finishedAt, createdAt }: Audit, { suffix }: ReportForm): string {
  const host = domain.replace(/[^a-z0-9.-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '')
  return `sitemaps-${host}-${(finishedAt ?? createdAt).slice(0, 10)}.${suffix}`
}

function* inChunks(pieces: Iterable<string>): Generator<string, void, void> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
