/** How full each document is of both limits of the protocol. */
import type { DocumentReport } from '../../model/report.ts'
import { documentPath } from '../parts/finding-source.ts'
import { formatBytes, formatCount, formatCounted, formatShare } from '../parts/format.ts'
import { html } from '../parts/html.ts'
import { documentName } from './document-name.ts'
import { Picture } from './picture.ts'

/** https://www.sitemaps.org/protocol.html#index */
const ENTRIES_LIMIT = 50_000
const BYTES_LIMIT = 52_428_800
/** As model/standards.ts has it. */
const NEAR = 0.9
const SHOWN = 12

type Filled = DocumentReport & { limit: NonNullable<DocumentReport['limit']> }

/** @param audit whose pages of documents are linked; null: no links */
export function LimitBars({ documents, audit }: { documents: readonly DocumentReport[]; audit: string | null }) {
  const filled = documents.filter(isFilled).sort((a, b) => fullness(b) - fullness(a))
  if (filled.length === 0) return null
  const most = Math.max(1, ...filled.map(fullness))
  const shown = filled.slice(0, SHOWN)
  return html`<${Picture} title="How full the files are" says=${describe(filled)}>
    <ul class="rows">
      ${shown.map(
        (document) => html`<li key=${document.url} class="limit-row">
          <span class="row-name url" title=${document.url}>
            ${audit === null ? documentName(document.url) : html`<a href=${documentPath(audit, document)}>${documentName(document.url)}</a>`}
          </span>
          <${Bar}
            share=${document.limit.entries}
            most=${most}
            text=${`${formatCount(document.entries ?? 0)} entries, ${formatShare(document.limit.entries)}`}
          />
          <${Bar}
            share=${document.limit.bytes}
            most=${most}
            text=${`${formatBytes(document.bytes?.uncompressed ?? 0)}, ${formatShare(document.limit.bytes)}`}
          />
        </li>`,
      )}
    </ul>
    ${filled.length > SHOWN && html`<p class="hint">The ${SHOWN} fullest of ${formatCount(filled.length)} are shown.</p>`}
  <//>`
}

/** The numbers stand beside it as text. */
function Bar({ share, most, text }: { share: number; most: number; text: string }) {
  const tone = share > 1 ? 'over' : share >= NEAR ? 'near' : 'fine'
  return html`<span class="bar-cell">
    <svg class="strip" height="12" aria-hidden="true" focusable="false">
      <rect class="track" width=${percent(1 / most)} height="12" />
      <rect class=${`fill ${tone}`} y="2" width=${percent(share / most)} height="8" />
      <rect class="limit" x=${percent(1 / most)} width="2" height="12" transform="translate(-2 0)" />
    </svg>
    <span class="number">${text}${share > 1 ? ': over the limit' : ''}</span>
  </span>`
}

const percent = (share: number) => `${Math.max(0, Math.min(1, share)) * 100}%`
const fullness = ({ limit }: Filled) => Math.max(limit.entries, limit.bytes)

function isFilled(document: DocumentReport): document is Filled {
  return document.limit !== null
}

function describe(filled: Filled[]): string {
  const limits = `The limits are ${formatCount(ENTRIES_LIMIT)} entries and ${formatCount(BYTES_LIMIT)} bytes a file, unpacked.`
  const over = filled.filter((document) => fullness(document) > 1).length
  const near = filled.filter((document) => fullness(document) >= NEAR).length - over
  const parts = [
    ...(over > 0 ? [`${formatCounted(over, 'file is', 'files are')} over a limit`] : []),
    ...(near > 0 ? [`${formatCounted(near, 'file is', 'files are')} near ${over > 0 ? 'one' : 'a limit'}`] : []),
  ]
  if (parts.length > 0) return `${parts.join(', ')}. ${limits}`
  const [fullest] = filled
  return fullest
    ? `${filled.length === 1 ? 'It' : 'The fullest'} has ${formatShare(fullness(fullest))} of a limit. ${limits}`
    : limits
}
