import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHostPace, type HostPace } from '#src/fetch/host-pace.ts'
import type { SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { fetcherFor, read } from './read.ts'

const never = new AbortController().signal

const answer = (pace: HostPace, times: number, ms: number) => {
  for (let i = 0; i < times; i++) pace.answered('page', ms)
}

describe('the pace of a host', () => {
  it('halves the requests at once and doubles the pause with each overload, and takes it back step by step', () => {
    const pace = createHostPace({ concurrency: 4, firstPauseMs: 100, waitLimitMs: 1_000 })
    const states = [pace.state]
    for (let i = 0; i < 4; i++) {
      pace.overloaded(null)
      states.push(pace.state)
    }
    expect(states.map(({ concurrency, pauseMs }) => [concurrency, pauseMs])).toEqual([
      [4, 0],
      [2, 100],
      [1, 200],
      [1, 400],
      [1, 800],
    ])
    for (const expected of [
      [2, 400],
      [3, 200],
      [4, 100],
      [4, 0],
    ]) {
      answer(pace, 8, 10)
      expect([pace.state.concurrency, pace.state.pauseMs]).toEqual(expected)
    }
  })

  it('slows down where answers take ever longer, and not where they were slow from the beginning', () => {
    const rising = createHostPace({ concurrency: 4, firstPauseMs: 100, waitLimitMs: 1_000 })
    answer(rising, 4, 200)
    answer(rising, 6, 3_000)
    expect(rising.state.concurrency).toBeLessThan(4)
    const slow = createHostPace({ concurrency: 4, firstPauseMs: 100, waitLimitMs: 1_000 })
    answer(slow, 20, 3_000)
    expect(slow.state).toEqual({ concurrency: 4, pauseMs: 0 })
    const quick = createHostPace({ concurrency: 4, firstPauseMs: 100, waitLimitMs: 1_000 })
    answer(quick, 4, 2)
    answer(quick, 20, 400)
    expect(quick.state).toEqual({ concurrency: 4, pauseMs: 0 })
  })

  it('does not compare pages with sitemaps', () => {
    const pace = createHostPace({ concurrency: 4, firstPauseMs: 100, waitLimitMs: 1_000 })
    answer(pace, 4, 100)
    for (let i = 0; i < 10; i++) pace.answered('sitemap', 5_000)
    expect(pace.state.concurrency).toBe(4)
  })

  it('keeps no crawl delay longer than ten seconds', () => {
    const pace = createHostPace({ concurrency: 4, firstPauseMs: 100, waitLimitMs: 1_000 })
    pace.setCrawlDelay(2.5)
    expect(pace.crawlDelayMs).toBe(2_500)
    pace.setCrawlDelay(3600)
    expect(pace.crawlDelayMs).toBe(10_000)
  })

  it('takes a host for silent after four time-outs, if it never answered', () => {
    const silent = createHostPace({ concurrency: 2, firstPauseMs: 100, waitLimitMs: 1_000 })
    for (let i = 0; i < 4; i++) {
      expect(silent.givenUp()).toBeNull()
      silent.timedOut()
    }
    expect(silent.givenUp()).toBe('silent')
    const slow = createHostPace({ concurrency: 2, firstPauseMs: 100, waitLimitMs: 1_000 })
    slow.answered('robots', 10)
    for (let i = 0; i < 10; i++) slow.timedOut()
    expect(slow.givenUp()).toBeNull()
  })

  it('takes ten requests in a row for fewer of them as an answer, unless a good one comes between', () => {
    const limited = createHostPace({ concurrency: 4, firstPauseMs: 100, waitLimitMs: 1_000 })
    for (let i = 0; i < 9; i++) limited.overloaded(null)
    limited.answered('page', 10)
    for (let i = 0; i < 9; i++) limited.overloaded(null)
    expect(limited.givenUp()).toBeNull()
    limited.overloaded(null)
    expect(limited.givenUp()).toBe('limited')
  })

  it('gives up a place that was waited for in vain', async () => {
    const pace = createHostPace({ concurrency: 1, firstPauseMs: 100, waitLimitMs: 1_000 })
    const giveBack = await pace.take(never)
    const stop = new AbortController()
    const second = pace.take(stop.signal)
    const third = pace.take(never)
    stop.abort()
    expect(await second).toBeNull()
    giveBack?.()
    expect(await third).toBeTypeOf('function')
  })
})

describe('requests to one host', () => {
  let server: SiteServer
  let running = 0
  let most = 0
  const times: [path: string, at: number][] = []
  async function* held(): AsyncGenerator<string> {
    running++
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 60))
    yield 'x'
    running--
  }
  beforeAll(async () => {
    server = await startSites([
      {
        host: 'a.example',
        routes: {
          '/held': { body: held },
          '/busy': (_, nth) => (nth === 1 ? { status: 429, headers: [['Retry-After', '600']] } : { body: 'x' }),
          '/busy-2': { status: 429, headers: [['Retry-After', '600']] },
          '/moved': { redirect: '/b' },
          '*': ({ path }) => {
            times.push([path, performance.now()])
            return { body: 'x' }
          },
        },
      },
      { host: 'silent.example', routes: { '*': { hang: true } } },
    ])
  })
  afterAll(() => server.close())

  it('become fewer after a 429', async () => {
    const fetcher = fetcherFor(server, { hostConcurrency: 4, retryAfterLimitMs: 0 })
    const six = () => Promise.all(Array.from({ length: 6 }, () => read(fetcher, 'https://a.example/held')))
    await six()
    expect(most).toBe(4)
    expect(await read(fetcher, 'https://a.example/busy')).toMatchObject({ status: 429, retryAfterS: 600 })
    most = 0
    await six()
    expect(most).toBe(2)
  })

  it('leave a host alone as long as it asked, also those that did not hear it', async () => {
    const fetcher = fetcherFor(server, { retryAfterLimitMs: 400 })
    await read(fetcher, 'https://a.example/busy-2')
    const before = performance.now()
    await read(fetcher, 'https://a.example/free')
    expect(performance.now() - before).toBeGreaterThan(300)
  })

  it('are as far apart as the crawl delay, for pages alone', async () => {
    const fetcher = fetcherFor(server)
    fetcher.setPace('a.example', { crawlDelayS: 0.3 })
    times.length = 0
    await Promise.all(['/p1', '/moved', '/p3'].map((path) => read(fetcher, `https://a.example${path}`, { as: 'page' })))
    const gaps = times.slice(1).map(([, at], index) => at - (times[index]?.[1] ?? 0))
    expect(times.map(([path]) => path)).toEqual(['/p1', '/b', '/p3'])
    for (const gap of gaps) expect(gap).toBeGreaterThan(250)
    times.length = 0
    await Promise.all(['/s1', '/s2', '/s3'].map((path) => read(fetcher, `https://a.example${path}`)))
    expect((times.at(-1)?.[1] ?? 0) - (times[0]?.[1] ?? 0)).toBeLessThan(250)
  })

  it('are made no more to a host that never answered four of them', async () => {
    const fetcher = fetcherFor(server, { requestTimeoutMs: 400 })
    const got = await Promise.all(
      Array.from({ length: 6 }, (_, index) => read(fetcher, `http://silent.example/${index}`)),
    )
    expect(got.map(({ ending }) => ending.kind)).toEqual([
      ...Array.from({ length: 4 }, () => 'unreachable'),
      'cancelled',
      'cancelled',
    ])
    expect(fetcher.givenUpHosts()).toEqual([{ hostname: 'silent.example', because: 'silent' }])
    expect(server.requests.filter(({ host }) => host === 'silent.example')).toHaveLength(4)
  })
})
