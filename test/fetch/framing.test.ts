import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route, SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { fetcherFor, read } from './read.ts'

const TEXT = 'first half, second half'
const HALF = 11
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

const sized = (length: string, body = TEXT): Route => ({ raw: `${HEAD}Content-Length:${length}\r\n\r\n${body}` })
const inChunks = (body: string): string => `${HEAD}Transfer-Encoding: chunked\r\n\r\n${body}`
const hex = (count: number) => count.toString(16)
const first = TEXT.slice(0, HALF)
const second = TEXT.slice(HALF)
const FIRST_CHUNK = `${hex(HALF)}\r\n${first}\r\n`
const LATER_FAULT = `${FIRST_CHUNK}${hex(second.length)} \r\n${second}\r\n0\r\n\r\n`

const PADDED = 'a chunk size padded with blanks'
const BARE = 'a chunk line that ends with a bare line feed'

/** Whole bodies -> what is told of them. */
const WHOLE: Record<string, [raw: string, faults: string[]]> = {
  'the only size is padded': [inChunks(`${hex(TEXT.length)}  \r\n${TEXT}\r\n0\r\n\r\n`), [PADDED]],
  'a later size is padded': [inChunks(LATER_FAULT), [PADDED]],
  'the last size is padded': [inChunks(`${hex(TEXT.length)}\r\n${TEXT}\r\n0     \r\n\r\n`), [PADDED]],
  'lines end with line feeds': [inChunks(`${hex(TEXT.length)}\n${TEXT}\n0\n\n`), [BARE]],
  'blanks stand before an extension': [inChunks(`${hex(TEXT.length)} ; a=b\r\n${TEXT}\r\n0\r\n\r\n`), []],
  'a trailer is no header': [inChunks(`${hex(TEXT.length)}\r\n${TEXT}\r\n0\r\nno header\r\n\r\n`), []],
}

/** Bodies that are not whole -> what came, and the phrase. */
const BROKEN: Record<string, [raw: string, text: string, detail: string]> = {
  'a size is no number': [
    inChunks(`${FIRST_CHUNK}zz\r\n${second}\r\n0\r\n\r\n`),
    first,
    'the chunked coding is broken',
  ],
  'a chunk is longer than its size': [
    inChunks(`${hex(HALF)}\r\n${TEXT}\r\n0\r\n\r\n`),
    first,
    'chunked coding is broken',
  ],
  'a padded one ends early': [inChunks(`${hex(TEXT.length)} \r\n${first}`), first, 'broke off after 11 bytes'],
  'it ends early': [inChunks(`${hex(TEXT.length)}\r\n${first}`), first, 'broke off after 11 bytes'],
}

let server: SiteServer
beforeAll(async () => {
  const raws = [...Object.entries(WHOLE), ...Object.entries(BROKEN)].map(([name, [raw]]) => [name, raw] as const)
  server = await startSites([
    {
      host: 'framing.example',
      routes: {
        ...Object.fromEntries(raws.map(([name, raw]) => [`/${name.replaceAll(' ', '-')}`, { raw }])),
        '/blank': sized(` ${TEXT.length} `),
        '/blanks-and-tab': sized(`  ${TEXT.length} \t`),
        '/blank-none': sized(' 0 ', ''),
        '/blank-cut': sized(` ${TEXT.length} `, first),
        '/changing': (_, nth) => ({ raw: inChunks(nth === 1 ? LATER_FAULT : LATER_FAULT.replace('first', 'other')) }),
        '/closing': (_, nth) => (nth === 1 ? { raw: inChunks(LATER_FAULT) } : { reset: true }),
        '/silent': (_, nth) => (nth === 1 ? { raw: inChunks(LATER_FAULT) } : { hang: true }),
        '/ends-early-as-announced': {
          raw: inChunks(`${hex(TEXT.length)}\r\n${first}`).replace('\r\n', '\r\nConnection: close\r\n'),
        },
        '/missing': { raw: inChunks(LATER_FAULT).replace('200 OK', '404 Not Found') },
      },
    },
  ])
})
afterAll(() => server.close())

const at = (name: string) => `http://framing.example/${name.replaceAll(' ', '-')}`
const asked = (name: string) => server.requests.filter(({ path }) => at(path.slice(1)) === at(name)).length

describe('a Content-Length with blanks behind it (RFC 9112, 5)', () => {
  it.each(['blank', 'blanks-and-tab', 'blank-none'])('is the length of a whole body: %s', async (name) => {
    const got = await read(fetcherFor(server), at(name))
    expect(got.text).toBe(name === 'blank-none' ? '' : TEXT)
    expect(got.end).toMatchObject({ state: 'complete', detail: null, declaredLength: got.text.length })
    expect(got.notices).toEqual([])
  })

  it('that is not reached is a cut', async () => {
    const { end } = await read(fetcherFor(server), at('blank-cut'))
    expect(end).toMatchObject({ state: 'truncated', detail: `the transfer broke off after 11 of ${TEXT.length} bytes` })
  })
})

describe('a chunked body', () => {
  it.each(Object.entries(WHOLE))('is read whole, by asking once more, where %s', async (name, [, faults]) => {
    const got = await read(fetcherFor(server), at(name))
    expect(got).toMatchObject({ text: TEXT, end: { state: 'complete', transferred: TEXT.length } })
    expect(got.notices).toEqual(faults.map((detail) => ({ kind: 'header-invalid', detail })))
    expect(asked(name)).toBe(2)
  })

  it.each(Object.entries(BROKEN))(
    'is told as broken, and what came is kept, where %s',
    async (name, [, text, detail]) => {
      const got = await read(fetcherFor(server), at(name))
      expect(got).toMatchObject({ text, end: { state: 'truncated' } })
      expect(got.end?.detail).toContain(detail)
      expect(asked(name)).toBe(name === 'it ends early' ? 1 : 2)
    },
  )

  it('that ends early on a connection said to close is a cut, and not asked for again', async () => {
    const got = await read(fetcherFor(server), at('ends-early-as-announced'))
    expect(got).toMatchObject({ text: first, end: { detail: 'the transfer broke off after 11 bytes' } })
    expect(asked('ends-early-as-announced')).toBe(1)
  })

  it.each(['changing', 'closing'])('is not mended with another document, nor with none: %s', async (name) => {
    const got = await read(fetcherFor(server), at(name))
    expect(got).toMatchObject({ text: first, end: { state: 'truncated' }, notices: [] })
    expect(got.end?.detail).toBe('the chunked coding is broken behind byte 11')
    expect(asked(name)).toBe(2)
  })

  it('keeps its deadline while it is asked for once more', async () => {
    const got = await read(fetcherFor(server, { requestTimeoutMs: 400 }), at('silent'))
    expect(got).toMatchObject({ text: first, end: { state: 'timeout' } })
  })

  it('of an answer that is no success is not worth a second request', async () => {
    expect((await read(fetcherFor(server), at('missing'))).status).toBe(404)
    expect(asked('missing')).toBe(1)
  })
})
