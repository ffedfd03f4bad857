/** The verdict as one sentence: what it is, and how far it reaches. */
import type { Audit } from '../../model/audit.ts'
import type { Report } from '../../model/report.ts'
import { formatCount, formatCounted } from './format.ts'

export function describeVerdict({ verdict, summary, robots, discovery }: Report): string {
  const { error, warning, note } = summary.findings
  const notes = note > 0 ? ` ${formatCounted(note, 'note')}.` : ''
  const unread =
    summary.unchecked > 0 ? ` ${formatCount(summary.unchecked)} of what was tried could not be checked.` : ''
  switch (verdict) {
    case 'fail':
      if (summary.read === 0)
        return `No sitemap could be used: ${formatCounted(error, 'error')}${and(warning)}.${notes}${unread}`
      return `${formatCounted(error, 'error')}${and(warning)} in ${where(summary)}.${notes}${unread}`
    case 'warn':
      return `No errors; ${formatCounted(warning, 'warning')} in ${where(summary)}.${notes}${unread}`
    case 'pass':
      return `Nothing is wrong with ${where(summary)}.${notes}${unread}`
    case 'unchecked': {
      const places = discovery.length + (robots.outcome === 'read' || robots.outcome === 'absent' ? 0 : 1)
      return `Nothing could be judged: of ${formatCounted(places, 'place')} asked, none gave a sitemap, and some could not be asked. This says nothing about the sitemaps.`
    }
  }
}

function and(warning: number): string {
  return warning > 0 ? ` and ${formatCounted(warning, 'warning')}` : ''
}

function where({ read, entries, pages }: Report['summary']): string {
  const sampled = pages > 0 ? `, ${formatCounted(pages, 'page')} of them sampled` : ''
  return `${formatCounted(read, 'document')} with ${formatCounted(entries, 'URL')}${sampled}`
}

/** What an audit without a verdict has come to. */
export function describeStatus({ status, error }: Audit): string {
  switch (status) {
    case 'queued':
      return 'The audit waits for its turn.'
    case 'running':
      return 'The audit is running: what follows is what it has found so far.'
    case 'cancelled':
      return 'The audit was cancelled: what follows is what it had found until then.'
    case 'failed':
      return `The audit failed, which is the fault of this service and says nothing about the site. ${error?.detail ?? ''}`
    case 'succeeded':
      return 'The audit is done.'
  }
}
