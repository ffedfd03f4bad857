/** What every undoer of a coding is. */
import type { ByteReader } from './byte-reader.ts'

/** Undoes one coding; faults go into `report`. Yields what could be decoded. */
export type Decoder = (reader: ByteReader, report: DecodeReport) => AsyncGenerator<Uint8Array>

export interface DecodeReport {
  /** The first fault counts; bytes before it have been yielded. */
  broke(state: 'corrupt' | 'truncated' | 'checksum', offset: number): void
  /** The bytes are not in this coding; the decoder yields them as they are. */
  isFalse(): void
}
