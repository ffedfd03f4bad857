import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdToMinimumRate, type TooSlowError } from '#src/fetch/minimum-rate.ts'
import type { SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { fetcherFor, read } from './read.ts'

async function* stall(): AsyncGenerator<string> {
  yield 'x'.repeat(1000)
  await wait(5_000)
  yield 'late'
}

let server: SiteServer
beforeAll(async () => {
  server = await startSites([
    {
      host: 'slow.example',
      routes: {
        '/drip': { body: 'x'.repeat(1000), drip: { bytes: 1, everyMs: 20 } },
        '/stall': { body: stall },
        '/steady': { body: 'x'.repeat(2000), drip: { bytes: 50, everyMs: 10 } },
      },
    },
  ])
})
afterAll(() => server.close())

const minimumRate = { bytesPerSecond: 500, windowMs: 200 }

describe('HT-07: a body that', () => {
  it('drips is given up by its rate, long before the wall clock', async () => {
    for (const scheme of ['http', 'https']) {
      const got = await read(fetcherFor(server, { minimumRate }), `${scheme}://slow.example/drip`)
      expect(got.end).toMatchObject({
        state: 'timeout',
        detail: expect.stringMatching(/^no more than \d{1,2} bytes came in 0.2 s$/),
      })
      expect(got.ms + 0).toBeLessThan(1_000)
      expect(got.text.length).toBeGreaterThan(2)
    }
  })

  it('has stalled is given up after one window in which nothing came', async () => {
    const before = performance.now()
    const got = await read(fetcherFor(server, { minimumRate }), 'https://slow.example/stall')
    expect(got.end).toMatchObject({ state: 'timeout', detail: 'nothing more came for 0.2 s', transferred: 1000 })
    expect(performance.now() - before).toBeLessThan(1_500)
  })

  it('comes steadily enough is read to its end', async () => {
    const got = await read(fetcherFor(server, { minimumRate }), 'https://slow.example/steady')
    expect(got.end).toMatchObject({ state: 'complete', transferred: 2000 })
  })

  it('is within the rate is ended by the wall clock, and that is what is said', async () => {
    const settings = { minimumRate: { bytesPerSecond: 1, windowMs: 100 }, requestTimeoutMs: 300 }
    const got = await read(fetcherFor(server, settings), 'https://slow.example/drip')
    expect(got.end).toMatchObject({ state: 'timeout', detail: 'the body did not end within 0.3 s' })
  })
})

describe('the minimum rate', () => {
  it('does not count the time that the reader takes', async () => {
    async function* source() {
      for (let i = 0; i < 5; i++) yield new Uint8Array(1)
    }
    const reasons: TooSlowError[] = []
    let count = 0
    for await (const _ of holdToMinimumRate(source(), { bytesPerSecond: 1e6, windowMs: 250 }, (r) => reasons.push(r))) {
      count++
      await wait(100)
    }
    expect({ count, reasons }).toEqual({ count: 5, reasons: [] })
  })
})
