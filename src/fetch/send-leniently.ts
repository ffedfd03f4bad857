/**
 * Reads an answer that a strict HTTP parser refuses, as browsers read it: lines that are no header are skipped and told,
 * bare line feeds end lines, heads may be long. Over the same guarded connector; one request, then the socket is closed.
 */
import type { Socket } from 'node:net'
import type { HeaderLines } from '../model/exchange.ts'
import { type ByteReader, createByteReader } from './byte-reader.ts'
import type { Connector } from './connect.ts'
import { codedError } from './failure.ts'
import { openSocket } from './open-socket.ts'
import type { Request, Sent } from './send.ts'

/** A head that is longer is not read. */
const HEAD_LIMIT_BYTES = 256 * 1024
const CHUNK_LINE_LIMIT_BYTES = 4_096
const LINE_SHOWN = 60
const LINE_FEED = 10

/** Never rejects. */
export async function sendLeniently(connector: Connector, request: Request): Promise<Sent> {
  const { url, signal } = request
  let close: (() => void) | null = null
  try {
    const { socket: opened, release } = await openSocket(connector, request)
    close = () => {
      release()
      opened.destroy()
    }
    const lines = Object.entries({ host: url.host, ...request.headers, connection: 'close' })
    opened.write(
      `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      'latin1',
    )
    const reader = createByteReader(chunksOf(opened, signal, release))
    const head = await readHead(reader)
    return {
      kind: 'answer',
      status: head.status,
      headers: head.headers,
      body: readBody(reader, head),
      stop: () => opened.destroy(),
      surplus: () => 0,
      faults: head.faults,
    }
  } catch (error) {
    close?.()
    return { kind: 'failed', error: signal.aborted ? signal.reason : error, wasSent: close !== null }
  }
}

async function* chunksOf(socket: Socket, signal: AbortSignal, release: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* socket as AsyncIterable<Uint8Array>
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    release()
    socket.destroy()
  }
}

interface Head {
  status: number
  headers: HeaderLines
  faults: string[]
}

/** Skips interim answers (1xx). */
async function readHead(reader: ByteReader): Promise<Head> {
  let budget = HEAD_LIMIT_BYTES
  async function readLine(): Promise<string> {
    const line = await takeLine(reader, budget)
    if (line === null) throw codedError('HPE_INVALID_EOF_STATE', 'The head of the answer does not end.')
    budget -= line.length + 1
    return line
  }

  while (true) {
    const status = /^HTTP\/\d(?:\.\d)? {1,10}(\d{3})(?: |$)/.exec(await readLine())?.[1]
    if (status === undefined) throw codedError('HPE_INVALID_CONSTANT', 'The answer does not begin with a status line.')
    const headers: [string, string][] = []
    const faults: string[] = []
    for (let line = await readLine(); line !== ''; line = await readLine()) {
      const last = headers.at(-1)
      const field = /^([!#$%&'*+.^_`|~\w-]+)([\t ]*):(.*)$/s.exec(line)
      if (/^[\t ]/.test(line) && last) {
        faults.push(`a header folded over two lines (${last[0]})`)
        last[1] += ` ${line.trim()}`
      } else if (!field) faults.push(`a line that is no header: ${show(line)}`)
      else {
        const [, name = '', gap = '', value = ''] = field
        if (gap !== '') faults.push(`white space before the colon: ${show(line)}`)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        if (/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) faults.push(`a control character in the header ${name}`)
        headers.push([name.toLowerCase(), value.trim()])
      }
    }
    if (HEAD_LIMIT_BYTES - budget > 16_384) faults.push(`${HEAD_LIMIT_BYTES - budget} bytes of header lines`)
    if (Number(status) >= 200) return { status: Number(status), headers, faults }
  }
}

/** A line without its end, as Latin-1; null where there is none within `limit` bytes. */
async function takeLine(reader: ByteReader, limit: number): Promise<string | null> {
  const line = await reader.takeThrough(LINE_FEED, limit)
  if (!line) return null
  return Buffer.from(line.buffer, line.byteOffset, line.length - 1)
    .toString('latin1')
    .replace(/\r$/, '')
}

/** RFC 9112, 6.3: chunked, else by length, else to the end of the connection. */
async function* readBody(reader: ByteReader, { status, headers, faults }: Head): AsyncGenerator<Uint8Array> {
  try {
    if (status === 204 || status === 304) return
    const values = (wanted: string) => headers.filter(([name]) => name === wanted).map(([, value]) => value)
    if (values('transfer-encoding').some((value) => /\bchunked\s*$/i.test(value)))
      return yield* readChunks(reader, faults)
    const lengths = new Set(values('content-length'))
    const [length] = lengths
    if (lengths.size === 1 && length !== undefined && /^\d{1,15}$/.test(length)) {
      yield* readExactly(reader, Number(length))
      return
    }
    for (let chunk = await reader.next(); chunk; chunk = await reader.next()) yield chunk
  } finally {
    await reader.stop()
  }
}

/** Adds to `faults`, each once, what no strict parser takes. */
async function* readChunks(reader: ByteReader, faults: string[]): AsyncGenerator<Uint8Array> {
  function fault(what: string): void {
    if (!faults.includes(what)) faults.push(what)
  }

  async function readLine(): Promise<string> {
    const start = reader.position
    const bytes = await reader.takeThrough(LINE_FEED, CHUNK_LINE_LIMIT_BYTES)
    if (!bytes && reader.position - start < CHUNK_LINE_LIMIT_BYTES) throw earlyEnd()
    if (!bytes) throw codedError('HPE_INVALID_CHUNK_SIZE', 'A line of the chunked coding does not end.')
    const line = Buffer.from(bytes).toString('latin1')
    if (line.endsWith('\r\n')) return line.slice(0, -2)
    fault('a chunk line that ends with a bare line feed')
    return line.slice(0, -1)
  }

  while (true) {
    const line = await readLine()
    const size = /^[\t ]{0,100}0{0,100}([0-9a-f]{1,8})[\t ]{0,100}(?:;|$)/i.exec(line)?.[1]
    if (size === undefined) throw codedError('HPE_INVALID_CHUNK_SIZE', 'The chunked coding is broken.')
    // Before an extension they are allowed (RFC 9112, 7.1.1).
    if (/^[\t ]|^[^;]*[\t ]$/.test(line)) fault('a chunk size padded with blanks')
    if (Number.parseInt(size, 16) === 0) return
    yield* readExactly(reader, Number.parseInt(size, 16))
    if ((await readLine()) !== '') throw codedError('HPE_STRICT', 'A chunk is longer than its size.')
  }
}

async function* readExactly(reader: ByteReader, count: number): AsyncGenerator<Uint8Array> {
  for (let left = count; left > 0; ) {
    const chunk = await reader.next(left)
    if (!chunk) throw earlyEnd()
    left -= chunk.length
    yield chunk
  }
}

function earlyEnd(): Error {
  return codedError('ECONNRESET', 'The connection ended early.')
}

/** A foreign line, cut, with everything unprintable replaced. */
function show(line: string): string {
  const cut = line.length > LINE_SHOWN ? `${line.slice(0, LINE_SHOWN)}...` : line
  return `"${cut.replace(/[^\x20-\x7e]/g, '?')}"`
}
