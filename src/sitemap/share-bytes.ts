/** The bytes of a document by what they hold. */
import type { BytesByKind } from '../model/report.ts'
import type { Reading } from './reading.ts'

/**
 * Text is counted in units, so the shares are scaled to the bytes.
 * @param units those of the extensions
 * @param all those of the whole text
 */
export function shareBytes(units: Reading['units'], all: number, bytes: number): BytesByKind {
  const total = Math.max(1, all)
  const scaled = (count: number) => Math.round((count / total) * bytes)
  const shares = {
    alternates: scaled(units.alternates),
    images: scaled(units.images),
    videos: scaled(units.videos),
    news: scaled(units.news),
    other: scaled(units.other),
  }
  const { alternates, images, videos, news, other } = shares
  return { core: Math.max(0, bytes - alternates - images - videos - news - other), ...shares }
}
