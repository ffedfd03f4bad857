/** A finding that stands by itself, not in the group of its rule. */
import type { Finding } from '../../model/report.ts'
import { FindingCard } from './finding-card.ts'
import { html } from './html.ts'
import { SeverityMark } from './marks.ts'

const NOTHING_SAID = { message: null, fix: null }

export function FindingItem({ finding, auditId }: { finding: Finding; auditId: string }) {
  return html`<article class="panel stack">
    <p class="row"><${SeverityMark} severity=${finding.severity} /><a href=${`/rules/${finding.rule}`}>${finding.rule}</a></p>
    <ul class="findings"><${FindingCard} finding=${finding} auditId=${auditId} origin=${null} said=${NOTHING_SAID} /></ul>
  </article>`
}
