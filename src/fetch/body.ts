/** The body of an answer as its reader meets it: counted, decoded, held to budget and deadline, never throwing. */
import type { Body, BodyEnding, HeaderLines } from '../model/exchange.ts'
import { decodeBody } from './decode-body.ts'
import { isFramingFault } from './failure.ts'
import { TooSlowError } from './minimum-rate.ts'

/** Why an exchange was stopped by us; the reasons of its abort signal. */
export const DEADLINE = new Error('The deadline of the exchange has passed.')
export const CANCELLED = new Error('The audit was cancelled.')

export interface PeekableBody extends Body {
  /** The first decoded bytes, at least `count` unless there are fewer; they are handed out again. */
  peek(count: number): Promise<Uint8Array>
}

export interface BodyOptions {
  headers: HeaderLines
  /** Decoded bytes. */
  maxBytes: number
  /** Wall clock of the exchange, for the phrase. */
  timeoutMs: number
  /** Bytes behind the end of `source`; asked for once it has ended. */
  surplus(): number
  onBytes(count: number): void
  /** Called once, when nothing more will be read. */
  onEnd(): void
}

/** Wraps the body of one answer. `source` throws where the transfer breaks. */
export function createBody(source: AsyncIterable<Uint8Array>, options: BodyOptions): PeekableBody {
  const ending: Omit<BodyEnding, 'coding'> = {
    transferred: 0,
    state: 'complete',
    detail: null,
    declaredLength: findLength(options.headers),
  }
  let isOver = false
  let isClaimed = false
  const ahead: Uint8Array[] = []

  function stop(state: BodyEnding['state'], detail: string | null): void {
    if (ending.state !== 'complete') return
    ending.state = state
    ending.detail = detail
  }

  function finish(): void {
    if (isOver) return
    isOver = true
    options.onEnd()
  }

  /** The transfer's faults are told by the ending; decoders see the bytes that came, and then the end. */
  async function* count(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        ending.transferred += chunk.length
        options.onBytes(chunk.length)
        yield chunk
      }
      const surplus = options.surplus()
      const isFramedByLength = ending.declaredLength !== null && !isChunked
      if (surplus > 0 && isFramedByLength && ending.transferred === ending.declaredLength) ending.surplus = surplus
    } catch (error) {
      // Nothing is missing, whatever went wrong behind the last byte: undici, for one, misreads a Content-Length that
      // blanks follow (RFC 9112, 5) and ends the whole body with an error.
      const isWhole = !isChunked && ending.transferred === ending.declaredLength
      if (isWhole && error !== CANCELLED) return
      if (error === DEADLINE) stop('timeout', `the body did not end within ${options.timeoutMs / 1000} s`)
      else if (error instanceof TooSlowError) stop('timeout', describeSlowness(error))
      else if (error === CANCELLED) stop('cancelled', 'the audit was cancelled')
      else stop('truncated', isFramingFault(error) ? describeFault(ending) : describeCut(ending))
    }
  }

  const isChunked = options.headers.some(([name]) => name === 'transfer-encoding')
  const values = options.headers.filter(([name]) => name === 'content-encoding').map(([, value]) => value)
  const decoded = decodeBody(count(), values)

  async function take(): Promise<Uint8Array | null> {
    if (isOver) return null
    const { done, value } = await decoded.chunks.next()
    if (!done) return value
    finish()
    return null
  }

  async function* read(): AsyncGenerator<Uint8Array> {
    let handedOut = 0
    try {
      while (true) {
        const chunk = ahead.shift() ?? (await take())
        if (!chunk) return
        const room = options.maxBytes - handedOut
        if (chunk.length > room) {
          if (room > 0) yield chunk.subarray(0, room)
          stop('budget', `reading stopped after ${options.maxBytes} bytes`)
          return
        }
        handedOut += chunk.length
        yield chunk
      }
    } finally {
      if (!isOver) await give(ending.state === 'complete' ? 'reading was stopped' : null)
    }
  }

  async function give(detail: string | null): Promise<void> {
    if (isOver) return
    if (detail !== null) stop('cancelled', detail)
    finish()
    // Runs the generators' finally blocks: engines and sockets are freed even while a chunk is being waited for.
    await decoded.chunks.return(undefined)
  }

  return {
    chunks: {
      [Symbol.asyncIterator]() {
        if (isClaimed) return nothing()
        isClaimed = true
        return read()
      },
    },
    async peek(count) {
      let length = ahead.reduce((sum, chunk) => sum + chunk.length, 0)
      while (length < count) {
        const chunk = await take()
        if (!chunk) break
        ahead.push(chunk)
        length += chunk.length
      }
      return Buffer.concat(ahead)
    },
    ending() {
      const coding = decoded.coding()
      // A cut transfer cuts the compressed data too: one cause, told once.
      const isConsequence = ending.state !== 'complete' && coding.state === 'truncated'
      return { ...ending, coding: isConsequence ? { ...coding, state: 'ok', offset: null } : coding }
    },
    cancel() {
      void give('reading was stopped')
    },
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function findLength(headers: HeaderLines): number | null {
  const value = headers.find(([name]) => name === 'content-length')?.[1]
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : null
}

function describeSlowness({ bytes, windowMs }: TooSlowError): string {
  const seconds = windowMs / 1000
  return bytes === 0 ? `nothing more came for ${seconds} s` : `no more than ${bytes} bytes came in ${seconds} s`
}

function describeFault({ transferred }: { transferred: number }): string {
  return `the chunked coding is broken behind byte ${transferred}`
}

function describeCut({ transferred, declaredLength }: { transferred: number; declaredLength: number | null }): string {
  return declaredLength === null
    ? `the transfer broke off after ${transferred} bytes`
    : `the transfer broke off after ${transferred} of ${declaredLength} bytes`
}
