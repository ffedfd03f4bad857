/** The documents of a running audit as they are read, the newest first. */
import type { DocumentReport } from '../../model/report.ts'
import { DocumentFacts } from './document-facts.ts'
import { formatCount } from './format.ts'
import { html } from './html.ts'

const SHOWN = 30
const NO_COUNTS = new Map()

export function LiveDocuments({ documents, auditId }: { documents: readonly DocumentReport[]; auditId: string }) {
  const newest = documents.slice(-SHOWN).reverse()
  return html`<section aria-labelledby="documents">
    <h2 id="documents">Documents</h2>
    ${
      documents.length === 0
        ? html`<p class="empty">None has been read so far.</p>`
        : html`<ul class="tree panel">
            ${newest.map(
              (document) => html`<li key=${`${document.via} ${document.url}`}>
                <${DocumentFacts} document=${document} auditId=${auditId} origin=${null} counts=${NO_COUNTS} />
              </li>`,
            )}
          </ul>`
    }
    ${documents.length > SHOWN && html`<p class="hint number">The newest ${SHOWN} of ${formatCount(documents.length)}.</p>`}
  </section>`
}
