/** The forms in which a report can be had: names, media types, and who writes them. */
import type { Audit } from '../model/audit.ts'
import { renderDocumentsCsv } from '../report/documents-csv.ts'
import { renderFindingsCsv } from '../report/findings-csv.ts'
import { HTML_POLICY, renderHtml } from '../report/html.ts'
import { renderJunit } from '../report/junit.ts'
import { renderMarkdown } from '../report/markdown.ts'
import { renderPagesCsv } from '../report/pages-csv.ts'
import { renderSarif } from '../report/sarif.ts'
import type { ReportSource } from '../report/source.ts'
import { renderText } from '../report/text.ts'

export const CSV_TABLES = ['findings', 'pages', 'documents'] as const

export interface FormWishes {
  /** Which table of the CSV. Default: findings. */
  of?: (typeof CSV_TABLES)[number]
  /** Of plain text. */
  color?: '0' | '1'
}

export interface ReportForm {
  /** Behind `/audits/{id}/report.` */
  suffix: string
  /** As it is sent; the first is sent, all can be asked for. */
  mediaTypes: readonly [string, ...string[]]
  parameters: string
  /** Shown by browsers; else saved. */
  isInline: boolean
  headers?: Record<string, string>
  render(source: ReportSource, audit: Audit, wishes: FormWishes): Iterable<string>
}

export const REPORT_FORMS = {
  html: {
    suffix: 'html',
    mediaTypes: ['text/html'],
    parameters: '; charset=utf-8',
    isInline: true,
    // Whatever is in it: a document of an origin of its own, in which nothing runs.
    headers: {
      'content-security-policy': `sandbox; ${HTML_POLICY}; frame-ancestors 'none'`,
      // An origin of its own cannot be keyed by that of the service: browsers would warn that they were asked to.
      'origin-agent-cluster': '?0',
    },
    render: renderHtml,
  },
  md: {
    suffix: 'md',
    mediaTypes: ['text/markdown'],
    // RFC 7763, 4: the flavour.
    parameters: '; charset=utf-8; variant=GFM',
    isInline: false,
    render: (source) => [renderMarkdown(source)],
  },
  csv: {
    suffix: 'csv',
    mediaTypes: ['text/csv'],
    parameters: '; charset=utf-8; header=present',
    isInline: false,
    render({ report }, _audit, { of = 'findings' }) {
      switch (of) {
        case 'findings':
          return renderFindingsCsv(report.findings)
        case 'pages':
          return renderPagesCsv(report.pages)
        case 'documents':
          return renderDocumentsCsv(report.documents)
      }
    },
  },
  sarif: {
    suffix: 'sarif',
    mediaTypes: ['application/sarif+json'],
    parameters: '',
    isInline: false,
    render: renderSarif,
  },
  junit: {
    suffix: 'junit.xml',
    // Nobody has registered one; this is what clients ask for.
    mediaTypes: ['application/junit+xml', 'application/xml', 'text/xml'],
    parameters: '; charset=utf-8',
    isInline: false,
    render: renderJunit,
  },
  txt: {
    suffix: 'txt',
    mediaTypes: ['text/plain'],
    parameters: '; charset=utf-8',
    isInline: true,
    render: (_source, audit, { color }) => renderText(audit, { isColoured: color === '1' }),
  },
} as const satisfies Record<string, ReportForm>

export type FormName = keyof typeof REPORT_FORMS
