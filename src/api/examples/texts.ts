/** What is answered in other forms than JSON, each made by what makes it for everybody. */
import type { Audit } from '../../model/audit.ts'
import type { Report, Rule } from '../../model/report.ts'
import { type FormName, type FormWishes, REPORT_FORMS, type ReportForm } from '../report-forms.ts'
import { AUDIT, PROGRESS } from './audits.ts'
import { DOCUMENTS } from './documents.ts'
import { FINDINGS } from './findings.ts'
import { PAGES } from './pages.ts'
import { REPORT } from './report.ts'
import { getRule } from './rules.ts'

const [, STALE] = FINDINGS
const SHOWN = [STALE]
const REPORT_SHOWN: Report = { ...REPORT, documents: DOCUMENTS.slice(0, 1), pages: PAGES, findings: SHOWN }
const AUDIT_SHOWN: Audit = { ...AUDIT, report: REPORT_SHOWN }
const RULES: ReadonlyMap<string, Rule> = new Map([[STALE.rule, getRule(STALE.rule)]])

/** One finding, one document and two pages. */
export function renderExample(name: FormName, tool: { version: string; homepage: string }, wishes: FormWishes = {}) {
  const form: ReportForm = REPORT_FORMS[name]
  const source = { audit: AUDIT_SHOWN, report: REPORT_SHOWN, rules: RULES, tool, baseline: null }
  return [...form.render(source, AUDIT_SHOWN, wishes)].join('')
}

/** The whole file has its styles in it. */
export const HTML_BEGINNING = '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<!-- and so on -->\n'

const { id, status, gate, error, finishedAt } = AUDIT
const { verdict, summary } = REPORT
const ENDING = { id, status, verdict, summary, gate, error, finishedAt }

export const EVENTS = [
  'retry: 2000',
  `: audit ${id}`,
  '',
  'event: progress',
  `data: ${JSON.stringify(PROGRESS)}`,
  '',
  'id: f0',
  'event: finding',
  `data: ${JSON.stringify(STALE)}`,
  '',
  'id: done',
  'event: done',
  `data: ${JSON.stringify(ENDING)}`,
  '',
  '',
].join('\n')

export const METRICS = [
  '# HELP sitemap_auditor_audits_running Audits that run here now.',
  '# TYPE sitemap_auditor_audits_running gauge',
  'sitemap_auditor_audits_running 1',
  '',
].join('\n')
