/** What the bytes of a document are made of. */
import type { BytesByKind, DocumentReport } from '../../model/report.ts'
import { formatBytes, formatShare } from '../parts/format.ts'
import { html } from '../parts/html.ts'
import { documentName } from './document-name.ts'
import { Picture } from './picture.ts'

const KINDS: Record<keyof BytesByKind, string> = {
  core: 'URLs, dates and hints',
  alternates: 'alternates (hreflang)',
  images: 'images',
  videos: 'videos',
  news: 'news',
  other: 'other extensions',
}

interface Props {
  document: Pick<DocumentReport, 'bytes' | 'entries' | 'url'>
  /** Of several. */
  isHeaviest?: boolean
}

export function ByteKinds({ document: { bytes, entries, url }, isHeaviest = false }: Props) {
  if (!bytes?.byKind || bytes.uncompressed === 0) return null
  const parts = (Object.entries(bytes.byKind) as [keyof BytesByKind, number][])
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => ({ kind, count, share: count / bytes.uncompressed }))
  const [most] = parts
  if (most === undefined) return null
  let from = 0
  const each = entries ? ` An entry has ${formatBytes(Math.round(bytes.uncompressed / entries))} on average.` : ''
  const packed =
    bytes.transferred < bytes.uncompressed ? ` ${formatBytes(bytes.transferred)} were sent, compressed.` : ''
  return html`<${Picture}
    title=${isHeaviest ? 'What the bytes of the heaviest file are' : 'What the bytes are'}
    says=${`${isHeaviest ? `${documentName(url)}: ` : ''}${formatBytes(bytes.uncompressed)}, of which ${formatShare(most.share)} ${KINDS[most.kind]}.${each}${packed}`}
  >
    <svg class="strip stacked" height="22" aria-hidden="true" focusable="false">
      ${parts.map(({ kind, share }) => {
        const x = from
        from += share
        return html`<rect key=${kind} class=${`kind ${kind}`} x=${`${x * 100}%`} width=${`${share * 100}%`} height="22" />`
      })}
    </svg>
    <ul class="legend">
      ${parts.map(
        ({ kind, count, share }) => html`<li key=${kind}>
          <svg width="12" height="12" aria-hidden="true" focusable="false"><rect class=${`kind ${kind}`} width="12" height="12" /></svg>
          <span>${KINDS[kind]}</span>
          <span class="number">${formatBytes(count)}, ${formatShare(share)}</span>
        </li>`,
      )}
    </ul>
  <//>`
}
