/** How much there is of packed alternates, without unpacking them. */
import type { DocumentAlternates } from '../model/checked-document.ts'

/** Entries with alternates, and links kept of them. */
export function countAlternates({ sources, targets }: Pick<DocumentAlternates, 'sources' | 'targets'>): {
  sources: number
  links: number
} {
  return { sources: countNumbers(sources), links: countNumbers(targets) }
}

/** Float64 numbers in the base64 of their array. */
function countNumbers(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return ((text.length / 4) * 3 - padding) / Float64Array.BYTES_PER_ELEMENT
}
