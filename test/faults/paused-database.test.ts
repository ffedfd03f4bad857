/**
 * A database that is stopped where it stands: it takes connections and statements, and answers none. One that is killed
 * stands in test/cluster/workers.test.ts, connections that break in test/queue/queue.test.ts.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { askThrough, watchDatabase } from '#src/api/watch-database.ts'
import type { Audit } from '#src/model/audit.ts'
import { makeSite } from '../cluster/cluster.ts'
import { startPostgres } from '../support/postgres.ts'
import { startService } from '../support/service.ts'
import { startSites } from '../support/site-server.ts'

const PAUSE_MS = process.env['LONG'] ? 60_000 : 10_000
/** Of a request whose statement was under way when the database stopped. */
const ANSWER_LIMIT_MS = 9_500

const postgres = await startPostgres()
afterAll(() => postgres?.stop())

describe.skipIf(!postgres)('while the database stands still', () => {
  test('requests are refused within seconds, and what ran and waited ends once when it goes on', async () => {
    if (!postgres) return
    const before = Array.from({ length: 6 }, (_, index) => `before-${index}.example`)
    const during = Array.from({ length: 60 }, (_, index) => `during-${index}.example`)
    const sites = await startSites([
      ...before.map((host) => makeSite(host, { entries: 5, delayMs: 400 })),
      ...during.map((host) => makeSite(host, { entries: 2 })),
    ])
    const service = await startService(sites, {
      DATABASE_URL: await postgres.createDatabase(),
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    })
    let log = ''
    service.process.stdout?.on('data', (chunk) => {
      log += chunk
    })
    const answers: { what: string; status: number; ms: number; atMs: number }[] = []
    const startedAt = performance.now()
    async function ask(method: string, path: string, domain?: string, waitS?: number) {
      const from = performance.now()
      const answer = await fetch(service.url + path, {
        method,
        headers: { 'content-type': 'application/json', prefer: waitS ? `wait=${waitS}` : 'respond-async' },
        ...(domain && { body: JSON.stringify({ domain, pages: 5 }) }),
      })
      const body = (await answer.json()) as Audit
      const ms = performance.now() - from
      if (!waitS)
        answers.push({
          what: `${method} ${path.replace(/-\w{4}.*/, '')}`,
          status: answer.status,
          ms,
          atMs: from - startedAt,
        })
      return body
    }
    try {
      const ids = await Promise.all(before.slice(1).map(async (domain) => (await ask('POST', '/audit', domain)).id))
      const waiting = ask('POST', '/audit', before[0], 120)
      await expect.poll(() => sites.requests.length, { timeout: 10_000 }).toBeGreaterThan(8)

      answers.length = 0
      await postgres.pause()
      const pausedAt = performance.now()
      const asking: Promise<unknown>[] = []
      for (let n = 0; performance.now() - pausedAt < PAUSE_MS; n++) {
        asking.push(
          ask('GET', '/healthz'),
          ask('GET', '/readyz'),
          ask('GET', `/audits/${ids[0]}`),
          ask('POST', '/audit', during[n]),
        )
        await delay(1_000)
      }
      await Promise.race([Promise.all(asking), delay(ANSWER_LIMIT_MS)])
      const late = asking.length - answers.length
      postgres.resume()
      await Promise.all(asking)
      expect(late).toBe(0)

      for (const { what, status, ms } of answers) {
        const [wanted, limitMs] =
          what === 'GET /healthz' ? [200, 1_000] : what === 'GET /readyz' ? [503, 3_000] : [503, ANSWER_LIMIT_MS]
        expect([what, status]).toEqual([what, wanted])
        expect(ms).toBeLessThan(limitMs)
      }
      // Once it is known to be silent nobody waits for it.
      const knownMs = answers[0] ? answers[0].atMs + ANSWER_LIMIT_MS : 0
      const refused = answers.filter(({ what, atMs }) => what.startsWith('GET /audits') && atMs > knownMs)
      for (const { ms } of refused) expect(ms).toBeLessThan(1_000)

      expect(await waiting).toMatchObject({ domain: before[0], status: 'succeeded', report: { verdict: 'pass' } })
      const list = async () =>
        ((await (await fetch(`${service.url}/audits?limit=200`)).json()) as { items: Audit[] }).items
      const open = async () => (await list()).filter(({ status }) => status === 'queued' || status === 'running')
      // One that was taken although nobody could be told so gets its job by a look, each minute.
      await expect
        .poll(async () => (await open()).filter(({ domain }) => domain.startsWith('before')), { timeout: 30_000 })
        .toEqual([])
      const audits = await list()
      for (const domain of before) {
        expect(audits.filter((audit) => audit.domain === domain)).toMatchObject([{ status: 'succeeded' }])
      }
      for (const domain of during) {
        expect(audits.filter((audit) => audit.domain === domain).length).toBeLessThan(2)
      }
      const begun = sites.requests.filter(({ host, path }) => host.startsWith('before') && path === '/robots.txt')
      // A worker that was not heard of for half a minute is dead to the queue, and its jobs are run again.
      if (PAUSE_MS < 30_000) expect(begun.map(({ host }) => host).sort()).toEqual(before)
      expect(log.match(/the database does not answer: requests are refused/g)).toHaveLength(1)
      expect(await service.stop()).toBe(0)
    } finally {
      postgres.resume()
      await service.stop()
      await sites.close()
    }
  }, 240_000)
})

describe('the watch over a database', () => {
  const soon = { patienceMs: 20, signMs: 20 }

  test('lets a long statement go on as long as the database gives a sign of life', async () => {
    const watch = watchDatabase(async () => {}, soon)
    expect(await watch.ask(() => delay(150, 'an answer'))).toBe('an answer')
  })

  test('ends all waiting when it gives none, refuses at once from then on, and until it does', async () => {
    const sign = Promise.withResolvers<void>()
    const changes: boolean[] = []
    const watch = watchDatabase(() => sign.promise, { ...soon, onChange: (isSilent) => void changes.push(isSilent) })
    const forever = new Promise<void>(() => {})
    const store = { audits: { find: () => forever, onNews: () => 'at once' } }
    const { audits } = askThrough(watch, store, ['onNews'])
    const asking = [audits.find(), audits.find()]
    for (const one of asking) await expect(one).rejects.toMatchObject({ code: '08006' })
    let isAsked = false
    const next = watch.ask(async () => {
      isAsked = true
    })
    await expect(next).rejects.toMatchObject({ code: '08006' })
    expect(isAsked).toBe(false)
    expect(audits.onNews()).toBe('at once')
    sign.resolve()
    await expect.poll(() => changes).toEqual([true, false])
    expect(await watch.ask(async () => 'an answer')).toBe('an answer')
  })

  test('hands on what a database says that is away', async () => {
    const watch = watchDatabase(async () => {
      throw new Error('refused')
    }, soon)
    await expect(
      watch.ask(async () => {
        await delay(60)
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    expect(await watch.ask(async () => 'an answer')).toBe('an answer')
  })
})
