/** Following audits, over the store as it is in earnest and real sockets. */
import '#test/support/quick-pglite.ts'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createFollow } from '#src/api/follow-audit.ts'
import { BEGINNING } from '#src/api/follow-steps.ts'
import { createStreams } from '#src/api/streams.ts'
import { createEventGatherer } from '#src/jobs/gather-events.ts'
import { AUDIT_DEFAULTS, type Progress } from '#src/model/audit.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { collect, openEvents, readEvents, type SeenEvent } from '../support/event-stream.ts'
import { createDocument, createFinding, createReport } from './sample-report.ts'
import { createTestApp } from './test-app.ts'

const PROGRESS: Progress = { stage: 'walk', documents: [1, 2], pages: [0, 0], entries: 3, bytes: 4 }
const documents = [createDocument(), createDocument({ url: 'https://blog.example/b.xml' })]
const findings = [createFinding(), createFinding({ fingerprint: 'f2', rule: 'loc-relative', severity: 'note' })]
const report = createReport({ verdict: 'fail', documents, findings })

let store: OpenStore
beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir: 'memory' }, () => {})
}, 60_000)
afterAll(() => store.close())

async function serve(deps: Parameters<typeof createTestApp>[1] = {}) {
  const { app } = createTestApp({}, { store, ...deps })
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

async function createAudit({ isStarted = true, ...options }: { isStarted?: boolean; gate?: null | object } = {}) {
  const { audit } = await store.audits.insert({
    domain: 'blog.example',
    options: { ...AUDIT_DEFAULTS, domain: 'blog.example', ...options } as never,
    sealedHeaders: null,
    idempotencyKey: null,
  })
  if (isStarted) await store.audits.start(audit.id)
  return audit.id
}

function eventsOf(found: { documents?: typeof documents; findings?: typeof findings }) {
  const gatherer = createEventGatherer()
  gatherer.add({ documents: found.documents ?? [], findings: found.findings ?? [] })
  return gatherer.take()
}

const tell = (id: string, found: Parameters<typeof eventsOf>[0], progress = PROGRESS) =>
  store.audits.saveProgress(id, progress, null, eventsOf(found))
const finish = (id: string) => store.audits.finish(id, { status: 'succeeded', report, error: null })
const brief = ({ id, type }: SeenEvent) => `${type} ${id}`

test('an audit is told while it runs, each thing as it is found, and its end ends the stream', async () => {
  const { url } = await serve()
  const id = await createAudit({ isStarted: false })
  const { status, contentType, events } = await openEvents(`${url}/audits/${id}/events`)
  expect([status, contentType]).toEqual([200, 'text/event-stream'])
  expect(await events.next()).toMatchObject({ value: { id: null, type: 'progress', data: { stage: 'discover' } } })

  await store.audits.start(id)
  await tell(id, { documents: documents.slice(0, 1), findings: findings.slice(0, 1) })
  expect(await events.next()).toMatchObject({ value: { id: '1', type: 'document', data: documents[0] } })
  expect(await events.next()).toMatchObject({ value: { id: '2', type: 'finding', data: findings[0] } })
  expect(await events.next()).toMatchObject({ value: { id: null, type: 'progress', data: PROGRESS } })

  await tell(id, { documents: documents.slice(1) })
  expect(await events.next()).toMatchObject({ value: { id: '3', type: 'document', data: documents[1] } })
  await finish(id)
  expect(await events.next()).toEqual({
    done: false,
    value: {
      id: 'done',
      type: 'done',
      data: {
        id,
        status: 'succeeded',
        verdict: 'fail',
        summary: report.summary,
        gate: null,
        error: null,
        finishedAt: expect.any(String),
      },
    },
  })
  expect((await events.next()).done).toBe(true)
})

test('whoever comes back goes on where it was cut off, by header or parameter, also after the end', async () => {
  const { url } = await serve()
  const id = await createAudit()
  await tell(id, { documents, findings })
  await finish(id)
  const address = `${url}/audits/${id}/events`
  const all = ['document 1', 'document 2', 'finding 3', 'finding 4', 'progress null', 'done done']
  expect((await readEvents(address)).map(brief)).toEqual(all)
  expect((await readEvents(address, { 'last-event-id': '3' })).map(brief)).toEqual(all.slice(3))
  expect((await readEvents(`${address}?after=1`)).map(brief)).toEqual(all.slice(1))
  expect((await readEvents(`${address}?after=1`, { 'last-event-id': '4' })).map(brief)).toEqual(all.slice(4))
  expect((await openEvents(address, { 'last-event-id': 'done' })).status).toBe(204)
})

test('what was told twice is streamed once', async () => {
  const { url } = await serve()
  const id = await createAudit()
  await tell(id, { documents: documents.slice(0, 1), findings })
  await tell(id, { documents, findings })
  await finish(id)
  const seen = await readEvents(`${url}/audits/${id}/events`)
  expect(seen.map(({ type }) => type)).toEqual(['document', 'finding', 'finding', 'document', 'progress', 'done'])
})

test('an audit that begins again says so, and its numbers go on', async () => {
  const { url } = await serve()
  const id = await createAudit()
  const { events } = await openEvents(`${url}/audits/${id}/events`)
  await tell(id, { documents })
  expect(brief((await events.next()).value as SeenEvent)).toMatch(/progress|document 1/)
  await store.audits.start(id)
  await tell(id, { documents: documents.slice(0, 1) })
  await finish(id)
  const rest = (await collect(events)).filter(({ type }) => type !== 'progress').map(brief)
  expect(rest.slice(-3)).toEqual(['restart 3', 'document 4', 'done done'])
  expect((await readEvents(`${url}/audits/${id}/events?after=1`)).map(brief)).toEqual([
    'restart 3',
    'document 4',
    'progress null',
    'done done',
  ])
})

test('where events are not kept any more the report is streamed, and can be resumed too', async () => {
  const { url } = await serve()
  const id = await createAudit()
  await tell(id, { documents, findings: findings.slice(0, 1) })
  await finish(id)
  expect(await store.events.forget(new Date(Date.now() + 1_000))).toBeGreaterThanOrEqual(3)
  const address = `${url}/audits/${id}/events`
  const all = ['document d0', 'document d1', 'finding f0', 'finding f1', 'done done']
  // A client from before cannot know what it has missed.
  expect((await readEvents(address, { 'last-event-id': '2' })).map(brief)).toEqual([
    'progress null',
    'restart 0',
    ...all,
  ])
  expect((await readEvents(address)).map(brief)).toEqual(['progress null', ...all])
  expect((await readEvents(address, { 'last-event-id': 'd0' })).map(brief)).toEqual(all.slice(1))
  expect((await readEvents(address, { 'last-event-id': 'f0' })).map(brief)).toEqual(all.slice(3))
})

test('an audit that was over in a moment is streamed from its report', async () => {
  const { url } = await serve()
  const id = await createAudit({ gate: { failOn: 'error', maxEntryDrop: 0.2, unchecked: 'fail' } })
  const { events } = await openEvents(`${url}/audits/${id}/events`)
  await finish(id)
  const seen = await collect(events)
  expect(seen.filter(({ type }) => type !== 'progress').map(brief)).toEqual([
    'document d0',
    'document d1',
    'finding f0',
    'finding f1',
    'done done',
  ])
  expect(seen.at(-1)?.data).toMatchObject({ gate: { passed: false } })
})

test('positions that nobody was given begin anew or are refused', async () => {
  const { url } = await serve()
  const id = await createAudit()
  await tell(id, { documents })
  for (const after of ['99', 'd5', 'f5']) {
    const { events, leave } = await openEvents(`${url}/audits/${id}/events?after=${after}`)
    if (after === '99') expect((await events.next()).value).toMatchObject({ type: 'restart', id: '0' })
    leave()
  }
  for (const [query, headers] of [
    ['?after=x', {}],
    ['', { 'last-event-id': '-1' }],
    ['?before=1', {}],
  ] as const) {
    expect((await openEvents(`${url}/audits/${id}/events${query}`, headers)).status).toBe(400)
  }
  expect((await openEvents(`${url}/audits/${'0'.repeat(8)}/events`)).status).toBe(404)
})

test('an audit that is cancelled while it waits ends its stream', async () => {
  const { url } = await serve()
  const id = await createAudit({ isStarted: false })
  const { events } = await openEvents(`${url}/audits/${id}/events`)
  await events.next()
  await store.audits.cancel(id)
  const seen = await collect(events)
  expect(seen.at(-1)).toMatchObject({ type: 'done', data: { status: 'cancelled', verdict: null } })
})

test('a client that leaves is let go of, and its place is free', async () => {
  const { url } = await serve({ streamLimit: 1 })
  const id = await createAudit()
  const onNews = vi.spyOn(store.events, 'onNews')
  const stops: ReturnType<typeof vi.fn>[] = []
  onNews.mockImplementation(() => {
    const stop = vi.fn()
    stops.push(stop)
    return stop
  })
  onTestFinished(() => onNews.mockRestore())
  const first = await openEvents(`${url}/audits/${id}/events`)
  await first.events.next()
  const refused = await fetch(`${url}/audits/${id}/events`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_STREAMS' })
  first.leave()
  await vi.waitFor(() => expect(stops[0]).toHaveBeenCalled())
  const second = await openEvents(`${url}/audits/${id}/events`)
  expect(second.status).toBe(200)
  second.leave()
})

test('the service that closes ends its streams at once', async () => {
  const { app, url } = await serve()
  const id = await createAudit()
  const { events } = await openEvents(`${url}/audits/${id}/events`)
  await events.next()
  const startedMs = performance.now()
  const ended = collect(events)
  await app.close()
  await ended
  expect(performance.now() - startedMs).toBeLessThan(2_000)
})

test('a slow client holds little, and one that takes nothing is sent away', async () => {
  const id = await createAudit()
  const large = Array.from({ length: 400 }, (_, index) =>
    createFinding({ fingerprint: `large ${index}`, message: 'x'.repeat(100_000) }),
  )
  for (let from = 0; from < large.length; from += 10) await tell(id, { findings: large.slice(from, from + 10) })
  const { url } = await serve()
  const reads = vi.spyOn(store.events, 'read')
  onTestFinished(() => reads.mockRestore())
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET /audits/${id}/events HTTP/1.1\r\nhost: x\r\n\r\n`)
  socket.pause()
  await vi.waitFor(() => expect(reads).toHaveBeenCalled())
  await delay(500)
  // Of 8 batches of 5 MB only those are read that the socket and the one piece ahead take.
  expect(reads.mock.calls.length).toBeLessThan(6)

  const destroy = vi.fn()
  const stream = createStreams(1, { stallLimitMs: 30 }).open({ once: () => {}, destroy } as never)
  const pieces = stream?.bound(
    (async function* () {
      yield 'a'
    })(),
  )
  await pieces?.next()
  await vi.waitFor(() => expect(destroy).toHaveBeenCalledOnce())
})

test('an audit that is removed under its followers ends their streams', async () => {
  const id = await createAudit()
  await tell(id, { documents })
  let isRemoved = false
  const events = {
    ...store.events,
    read: async (...args: Parameters<typeof store.events.read>) => (isRemoved ? undefined : store.events.read(...args)),
  }
  const pace = { look: 10, rest: 1 }
  const follow = createFollow({ store: { events }, onError: () => {}, pace })
  const pieces: string[] = []
  for await (const piece of follow(id, BEGINNING, new AbortController().signal)) {
    pieces.push(piece)
    isRemoved = pieces.length === 2
  }
  expect(pieces).toHaveLength(2)
  expect(pieces[1]).toContain('event: document')
})

test('a database that does not answer keeps nobody waiting without a sign, and sends nobody away', async () => {
  const id = await createAudit()
  const errors: unknown[] = []
  let isDown = true
  const slow = {
    ...store.events,
    read: async (...args: Parameters<typeof store.events.read>) => {
      if (isDown) throw new Error('down')
      await delay(80)
      return store.events.read(...args)
    },
  }
  const follow = createFollow({
    store: { events: slow },

    onError: (error) => errors.push(error),
    pace: { heartbeat: 20, look: 10, rest: 1 },
  })
  const leaving = new AbortController()
  const pieces = follow(id, BEGINNING, leaving.signal)
  expect((await pieces.next()).value).toMatch(/^retry: 2000\n: audit /)
  expect((await pieces.next()).value).toBe(': still here\n\n')
  expect(errors.length).toBeGreaterThan(0)
  isDown = false
  const heard: string[] = []
  for await (const piece of pieces) {
    heard.push(piece)
    if (piece.includes('event: progress')) leaving.abort()
  }
  expect(heard.filter((piece) => piece.startsWith(': still here')).length).toBeGreaterThan(1)
})
