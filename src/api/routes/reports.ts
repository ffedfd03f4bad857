/** The report of an audit in other forms, each at an address of its own. */
import { type TSchema, Type } from 'typebox'
import { COLOR, schemaOfForm } from '../audit-forms.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { loadAudit } from '../load-audit.ts'
import { CSV_TABLES, type FormName, REPORT_FORMS } from '../report-forms.ts'
import { AUDIT_ID, NO_QUERY, problems, query } from '../schemas/answers.ts'
import { oneOf, text } from '../schemas/build.ts'
import { createReportSender } from '../send-report.ts'

interface Described {
  operationId: string
  summary: string
  description: string
  query?: TSchema
}

const DESCRIBED: Record<FormName, Described> = {
  html: {
    operationId: 'getReportHtml',
    summary: 'The report as one HTML file',
    description:
      'Opens offline: nothing is loaded and nothing is run. At most 2,000 findings, 2,000 documents and 1,000 pages ' +
      'are shown, the worst findings first; what is left out is counted.',
  },
  md: {
    operationId: 'getReportMarkdown',
    summary: 'The report as Markdown',
    description:
      'Fits a comment on a pull request (65,536 characters): the worst findings first, and what does not fit is ' +
      'counted. Text of the audited site stands in code spans, where it means nothing.',
  },
  csv: {
    operationId: 'getReportCsv',
    summary: 'Findings, pages or documents as CSV',
    description:
      'RFC 4180, UTF-8, a row for each. A finding has the place where it was first seen. A cell that a spreadsheet ' +
      'would take for a formula begins with an apostrophe; control characters are escaped.',
    query: Type.Optional(oneOf(CSV_TABLES, 'The table. Default: findings.')),
  },
  sarif: {
    operationId: 'getReportSarif',
    summary: 'The report as SARIF',
    description:
      'SARIF 2.1.0, for code scanning. Documents are named relative to the site, so that GitHub takes the file; at ' +
      'most 25,000 results, of which GitHub keeps the first 5,000.',
  },
  junit: {
    operationId: 'getReportJunit',
    summary: 'The report as JUnit XML',
    description:
      'A suite for each document, a case for each rule that found something in it. Errors are failures and nothing ' +
      'else is: a document that was not read, and a suppressed finding, is skipped.',
  },
  txt: {
    operationId: 'getReportText',
    summary: 'The report as plain text',
    description: 'As a person reads it in a terminal. Of an audit that runs, how far it has come.',
    query: Type.Optional(COLOR),
  },
}

export function addReportRoutes(api: Api, deps: Pick<AppDependencies, 'store' | 'rules' | 'config'>): void {
  const send = createReportSender(deps)
  for (const name of Object.keys(REPORT_FORMS) as FormName[]) {
    const { suffix, mediaTypes } = REPORT_FORMS[name]
    const { query: wish, ...described } = DESCRIBED[name]
    api.get(
      `/audits/:id/report.${suffix}`,
      {
        config: { isExpensive: true },
        schema: {
          ...described,
          tags: ['Audits'],
          params: AUDIT_ID,
          querystring: wish === undefined ? NO_QUERY : query({ [name === 'csv' ? 'of' : 'color']: wish }),
          response: {
            200: {
              description: 'The report.',
              headers: { 'Content-Disposition': text('Its file name.') },
              content: { [mediaTypes[0]]: { schema: schemaOfForm(mediaTypes[0], described.summary) } },
            },
            ...problems('PARAMETER_UNKNOWN', 'PARAMETER_INVALID', 'AUDIT_NOT_FOUND', 'NO_REPORT', 'OVERLOADED'),
          },
        },
      },
      async ({ params, query: wishes }, reply) => {
        const { id } = params as { id: string }
        return (await send(name, await loadAudit(deps.store.audits, id), reply, wishes as object)) as never
      },
    )
  }
}
