/** Webhooks over the store and the queue as they are in earnest, told to a receiver on loopback. */
import '#test/support/quick-pglite.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DutyTools } from '#src/duties/duty.ts'
import { sendWebhooks } from '#src/duties/send-webhooks.ts'
import { FETCH_DEFAULTS, parseConnectTo } from '#src/fetch/settings.ts'
import { AUDIT_DEFAULTS, type AuditOptions } from '#src/model/audit.ts'
import { openQueue } from '#src/queue/open-queue.ts'
import type { Queue } from '#src/queue/queue.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { openBackends } from '#test/support/backends.ts'
import { createFakeChannels } from '#test/support/fake-store.ts'
import { makeReport } from '#test/support/sample-report.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const SECRET = 'a secret of the test'
const HOOK = 'http://hooks.example/done?token=hush'

const backends = await openBackends()
afterAll(() => backends.close())

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Answers 204 unless it is told otherwise. */
const received: Received[] = []
let respond: (response: ServerResponse, path: string, nth: number) => void
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const path = request.url ?? ''
  received.push({ path, headers: request.headers, body })
  respond(response, path, received.length)
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  received.length = 0
  respond = (response) => void response.writeHead(204).end()
})

/** As a receiver would, by the words of the README. */
function isOurs({ headers, body }: Received): boolean {
  const given = Object.fromEntries(
    String(headers['x-signature'])
      .split(',')
      .map((part) => part.split('=')),
  )
  const expected = createHmac('sha256', SECRET).update(`${given.t}.`).update(body).digest()
  const isFresh = Math.abs(Date.now() / 1000 - Number(given.t)) < 300
  return isFresh && timingSafeEqual(expected, Buffer.from(given.v1 ?? '', 'hex'))
}

async function until(isSo: () => boolean | Promise<boolean>, what: string, ms = 30_000): Promise<void> {
  for (const deadline = Date.now() + ms; !(await isSo()); await delay(20)) {
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`)
  }
}

describe.each(backends.all.filter(({ name }) => !name.includes('directory')))('webhooks on $name', ({ create }) => {
  let store: OpenStore
  let queue: Queue
  let lines: string[]
  let endDuty: () => Promise<void>
  let tools: DutyTools
  const broken: Error[] = []

  beforeAll(async () => {
    store = await openStore(await create(), (error) => void broken.push(error))
  })
  afterAll(async () => {
    await store.close()
    expect(broken).toEqual([])
  })
  beforeEach(async () => {
    lines = []
    endDuty = async () => {}
    queue = await openQueue({
      link: store.link,
      concurrency: 1,
      auditTimeoutMs: 60_000,
      onError: (error) => void broken.push(error),
    })
    const { port } = receiver.address() as AddressInfo
    tools = {
      config: {
        fetch: { ...FETCH_DEFAULTS, connectTo: parseConnectTo(`hooks.example:80:127.0.0.1:${port}`) },
        auditConcurrency: 1,
        maxQueue: 10,
        retentionDays: 90,
        webhookSecret: SECRET,
      } as DutyTools['config'],
      store,
      queue,
      channels: {
        ...createFakeChannels(),
        webhooks: await queue.open('webhook', { expireS: 60, retryLimit: 2, retryDelayS: 1 }),
      },
      logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    } as Partial<DutyTools> as DutyTools
  })
  afterEach(async () => {
    await endDuty()
    await queue.stop(0)
  })

  async function begin() {
    endDuty = await sendWebhooks(tools)
  }
  async function insert(changes: Partial<AuditOptions> = {}) {
    const { audit } = await store.audits.insert({
      domain: 'a.example',
      options: { ...AUDIT_DEFAULTS, domain: 'a.example', webhook: HOOK, ...changes },
      sealedHeaders: null,
      idempotencyKey: null,
    })
    return audit.id
  }
  async function end(id: string, status: 'succeeded' | 'failed' | 'cancelled' = 'succeeded') {
    await store.audits.start(id)
    const report = status === 'failed' ? null : makeReport()
    await store.audits.finish(id, { status, report, error: null })
  }
  const isSettled = async (id: string) => (await store.webhooks.filterDue([id])).length === 0
  const settled = (id: string) => until(() => isSettled(id), `webhook of ${id} settled`)

  test('an audit that ends is told, signed, without its documents and pages, with its gate', async () => {
    await begin()
    const id = await insert({ gate: { failOn: 'error', maxEntryDrop: 0.2, unchecked: 'fail' } })
    await end(id)
    await settled(id)
    expect(received).toHaveLength(1)
    const [message] = received as [Received]
    expect(isOurs(message)).toBe(true)
    expect(message.path).toBe('/done?token=hush')
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': FETCH_DEFAULTS.userAgent,
    })
    const { documents: _documents, pages: _pages, ...report } = makeReport()
    expect(JSON.parse(message.body)).toMatchObject({
      event: 'audit.succeeded',
      audit: { id, domain: 'a.example', status: 'succeeded', report, gate: { passed: false } },
    })
    expect(JSON.parse(message.body).audit.report).not.toHaveProperty('documents')
    expect(JSON.parse(message.body).audit.report).not.toHaveProperty('pages')
  })

  test.each(['failed', 'cancelled'] as const)('an audit that %s is told as such', async (status) => {
    await begin()
    const id = await insert()
    await end(id, status)
    await settled(id)
    expect(received.map(({ body }) => JSON.parse(body).event)).toEqual([`audit.${status}`])
  })

  test('one that is cancelled while it waits is told too, one without a webhook is not', async () => {
    await begin()
    const quiet = await insert({ webhook: null })
    await store.audits.cancel(quiet)
    const id = await insert()
    await store.audits.cancel(id)
    await settled(id)
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { event: 'audit.cancelled', audit: { id, report: null } },
    ])
  })

  test('what was due before any process was there to see it is told', async () => {
    const ids = [await insert(), await insert(), await insert()]
    for (const id of ids) await end(id)
    await begin()
    for (const id of ids) await settled(id)
    expect(received.map(({ body }) => JSON.parse(body).audit.id).sort()).toEqual(ids.sort())
  })

  test('it is tried again, with a new signature each time, until it is taken', async () => {
    await begin()
    respond = (response, _path, nth) => void response.writeHead(nth < 3 ? 500 : 200).end('ok')
    const id = await insert()
    await end(id)
    await settled(id)
    expect(received.map(isOurs)).toEqual([true, true, true])
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['x-signature'])).size).toBe(3)
  })

  test('after the last attempt it is given up, with a line that holds no secret', async () => {
    await begin()
    respond = (response) => void response.writeHead(503).end()
    const id = await insert()
    await end(id)
    await settled(id)
    expect(received).toHaveLength(3)
    const line = lines.find((one) => one.includes('webhook given up')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      audit: id,
      receiver: 'http://hooks.example',
      why: 'the answer has status 503',
    })
    expect(lines.join('')).not.toContain('hush')
    expect(lines.join('')).not.toContain(SECRET)
  })

  test('a receiver that is gone is not asked again', async () => {
    await begin()
    respond = (response) => void response.writeHead(410).end()
    const id = await insert()
    await end(id)
    await settled(id)
    expect(received).toHaveLength(1)
    expect(lines.join('')).toContain('webhook given up')
  })

  test('a redirect is not followed', async () => {
    await begin()
    respond = (response) => void response.writeHead(307, { location: '/elsewhere' }).end()
    const id = await insert()
    await end(id)
    await until(() => lines.join('').includes('redirects are not followed'), 'an answer')
    expect(received.map(({ path }) => path)).toEqual(['/done?token=hush'])
    await store.webhooks.settle(id, 'failed')
  })

  test.each(['http://127.0.0.1/x', 'http://localhost/x', 'http://10.0.0.1/x', 'http://hooks.example:22/x'])(
    'nothing is sent to %s, and nothing is tried again',
    async (webhook) => {
      await begin()
      const id = await insert({ webhook })
      await end(id)
      await settled(id)
      expect(received).toEqual([])
      expect(lines.filter((line) => line.includes('webhook given up'))).toHaveLength(1)
    },
  )

  test('a receiver that hangs keeps neither the others nor the end of the process', async () => {
    await begin()
    respond = (response, path) => {
      if (path !== '/hangs') response.writeHead(204).end()
    }
    const hanging = [await insert({ webhook: 'http://hooks.example/hangs' }), await insert()] as const
    for (const id of hanging) await end(id)
    await settled(hanging[1])
    const startedMs = performance.now()
    await endDuty()
    await queue.stop(4_000)
    expect(performance.now() - startedMs).toBeLessThan(4_000)
    expect(await isSettled(hanging[0])).toBe(false)
    await store.webhooks.settle(hanging[0], 'failed')
    endDuty = async () => {}
    expect(broken).toEqual([])
  })

  test('without a secret nothing is sent, and what is due stays so', async () => {
    const id = await insert()
    await end(id)
    tools = { ...tools, config: { ...tools.config, webhookSecret: null } }
    await begin()
    await delay(300)
    expect(received).toEqual([])
    expect(lines.join('')).toContain('WEBHOOK_SECRET is not set')
    expect(await isSettled(id)).toBe(false)
    await store.webhooks.settle(id, 'failed')
  })

  test('several processes that see one end tell it once', async () => {
    await begin()
    const others = [await sendWebhooks(tools), await sendWebhooks(tools)]
    const ids = await Promise.all(Array.from({ length: 10 }, () => insert()))
    for (const id of ids) await end(id)
    for (const id of ids) await settled(id)
    for (const endOther of others) await endOther()
    expect(received.map(({ body }) => JSON.parse(body).audit.id).sort()).toEqual(ids.sort())
  })
})
