import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { HostLedger, HostNeed, HostShare } from '#src/fetch/host-ledger.ts'
import { createHostLimits, type HostLimits } from '#src/fetch/host-limits.ts'

const never = new AbortController().signal
const HOST = 'a.example'

/** Settles now, or never for this test. */
async function peek<T>(promise: Promise<T>): Promise<T | 'waiting'> {
  return await Promise.race([promise, wait(20, 'waiting' as const)])
}

function take(limits: HostLimits, signal = never) {
  return limits.take(HOST, { signal })
}

describe('the limits of hosts within one process', () => {
  it('hold over all who ask, in the order in which they asked', async () => {
    const limits = createHostLimits({ concurrency: 2 })
    const [first, second] = await Promise.all([take(limits), take(limits)])
    const third = take(limits)
    const fourth = take(limits)
    expect(await peek(third)).toBe('waiting')
    expect(await peek(limits.take('b.example', { signal: never }))).toBeTypeOf('function')
    first?.()
    first?.()
    expect(await peek(third)).toBeTypeOf('function')
    expect(await peek(fourth)).toBe('waiting')
    second?.()
    expect(await peek(fourth)).toBeTypeOf('function')
  })

  it('let what is under way go before what has not begun', async () => {
    const limits = createHostLimits({ concurrency: 1 })
    const giveBack = await take(limits)
    const order: string[] = []
    const queue = (name: string, isUnderWay: boolean) =>
      limits.take(HOST, { signal: never, isUnderWay }).then((done) => {
        order.push(name)
        done?.()
      })
    const all = [queue('new', false), queue('redirect', true), queue('second redirect', true), queue('newer', false)]
    giveBack?.()
    await Promise.all(all)
    expect(order).toEqual(['redirect', 'second redirect', 'new', 'newer'])
  })

  it('end the waiting with the signal, and give no place to one that has left', async () => {
    const limits = createHostLimits({ concurrency: 1 })
    const giveBack = await take(limits)
    const stop = new AbortController()
    const left = take(limits, stop.signal)
    const next = take(limits)
    stop.abort()
    expect(await left).toBeNull()
    expect(await take(limits, stop.signal)).toBeNull()
    giveBack?.()
    expect(await peek(next)).toBeTypeOf('function')
  })

  it('leave a host alone for as long as it asked, whoever heard it', async () => {
    const limits = createHostLimits({ concurrency: 2 })
    limits.pause(HOST, 150)
    limits.pause(HOST, 50)
    expect(limits.pausedMs(HOST)).toBeGreaterThan(100)
    const before = performance.now()
    await take(limits)
    expect(performance.now() - before).toBeGreaterThan(140)
    expect(limits.pausedMs(HOST)).toBe(0)
  })

  it('part the turns of a crawl delay among all, and hold no place while they wait for one', async () => {
    const limits = createHostLimits({ concurrency: 1 })
    const visit = (signal = never) => limits.take(HOST, { signal, turnDelayMs: 150 })
    const before = performance.now()
    ;(await visit())?.()
    const second = visit()
    const stop = new AbortController()
    const left = visit(stop.signal)
    const other = await peek(take(limits))
    expect(other).toBeTypeOf('function')
    stop.abort()
    expect(await left).toBeNull()
    if (typeof other === 'function') other()
    ;(await second)?.()
    expect(performance.now() - before).toBeGreaterThan(145)
    ;(await visit())?.()
    expect(performance.now() - before).toBeGreaterThan(295)
  })
})

describe('the share of a process', () => {
  /** A ledger that answers as the test says, and remembers what it was told. */
  function ledgerOf(answer: (need: HostNeed) => HostShare | Promise<HostShare>, leaseMs = 400) {
    const told: HostNeed[] = []
    const ledger: HostLedger = {
      leaseMs,
      share: async (_host, need) => {
        told.push(need)
        return answer(need)
      },
      takeTurn: async () => 0,
      pause: async () => {},
      onChange: () => () => {},
      leave: async () => {},
    }
    return { ledger, told }
  }
  const alone = { mayRun: 4, pausedMs: 0, isContended: false }

  it('is asked for once, serves many requests, is renewed while it is used and given back when it is not', async () => {
    const { ledger, told } = ledgerOf(({ wanted }) => (wanted === 0 ? { ...alone, mayRun: 0 } : alone))
    const limits = createHostLimits({ concurrency: 4, ledger })
    for (let i = 0; i < 30; i++) (await take(limits))?.()
    expect(told).toEqual([{ running: 0, wanted: 1 }])
    const giveBack = await take(limits)
    await wait(250)
    expect(told.length).toBeGreaterThan(1)
    giveBack?.()
    await wait(1_000)
    expect(told.at(-1)).toEqual({ running: 0, wanted: 0 })
    await limits.close()
  })

  it('is never overdrawn, and what is over is given back when others wait', async () => {
    let mayRun = 3
    const { ledger, told } = ledgerOf(() => ({ mayRun, pausedMs: 0, isContended: true }))
    const limits = createHostLimits({ concurrency: 4, ledger })
    const held = await Promise.all([take(limits), take(limits), take(limits)])
    mayRun = 1
    const fourth = take(limits)
    await wait(300)
    held[0]?.()
    await wait(50)
    expect(told.at(-1)).toEqual({ running: 2, wanted: 3 })
    held[1]?.()
    expect(await peek(fourth)).toBe('waiting')
    held[2]?.()
    expect(await peek(fourth)).toBeTypeOf('function')
    await limits.close()
  })

  it('runs out where the ledger is away: requests wait, and go on when it is back', async () => {
    let isAway = false
    const { ledger } = ledgerOf(() => {
      if (isAway) throw new Error('away')
      return alone
    })
    const errors: Error[] = []
    const limits = createHostLimits({ concurrency: 4, ledger, onError: (error) => void errors.push(error) })
    const giveBack = await take(limits)
    isAway = true
    // Within the lease it goes on with what it holds.
    expect(await peek(take(limits))).toBeTypeOf('function')
    await wait(500)
    const late = take(limits)
    expect(await peek(late)).toBe('waiting')
    expect(errors.length).toBeGreaterThan(0)
    isAway = false
    expect(await late).toBeTypeOf('function')
    giveBack?.()
    await limits.close()
  })

  it('begins nothing that the ledger did not count while it is being asked', async () => {
    const asked: { need: HostNeed; answer: (share: HostShare) => void }[] = []
    let look = (_host: string | null) => {}
    const { ledger } = ledgerOf(() => alone)
    const limits = createHostLimits({
      concurrency: 4,
      ledger: {
        ...ledger,
        leaseMs: 60_000,
        share: (_host, need) => new Promise((resolve) => asked.push({ need, answer: resolve })),
        onChange(listener) {
          look = listener
          return () => {}
        },
      },
    })
    const first = take(limits)
    asked[0]?.answer({ mayRun: 3, pausedMs: 0, isContended: true })
    const giveBack = await first
    look(HOST)
    expect(asked[1]?.need).toMatchObject({ running: 1 })
    // Its old share would let it begin, and the answer may just have given that to another.
    const second = take(limits)
    expect(await peek(second)).toBe('waiting')
    asked[1]?.answer({ mayRun: 1, pausedMs: 0, isContended: true })
    expect(await peek(second)).toBe('waiting')
    giveBack?.()
    expect(await peek(second)).toBeTypeOf('function')
    await limits.close()
  })

  it('ends no waiting but by the signal, also where the ledger never answers', async () => {
    const { ledger } = ledgerOf(() => new Promise<HostShare>(() => {}))
    const limits = createHostLimits({ concurrency: 4, ledger: { ...ledger, takeTurn: () => new Promise(() => {}) } })
    const stop = new AbortController()
    const waiting = [take(limits, stop.signal), limits.take(HOST, { signal: stop.signal, turnDelayMs: 10 })]
    await wait(30)
    stop.abort()
    expect(await Promise.all(waiting)).toEqual([null, null])
    await limits.close()
  })

  it('waits with the host for as long as any process was asked to', async () => {
    const { ledger } = ledgerOf(() => ({ ...alone, pausedMs: 200 }))
    const limits = createHostLimits({ concurrency: 4, ledger })
    const waiting = take(limits)
    expect(await peek(waiting)).toBe('waiting')
    expect(limits.pausedMs(HOST)).toBeGreaterThan(100)
    await limits.close()
  })
})
