/** POST /audit for a person at a terminal, over the store as it is in earnest and real sockets. */
import '#test/support/quick-pglite.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTeller } from '#src/api/tell-progress.ts'
import type { Progress } from '#src/model/audit.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { createFakeQueue } from '../support/fake-store.ts'
import { createFinding, createReport } from './sample-report.ts'
import { createTestApp } from './test-app.ts'

const PROGRESS: Progress = { stage: 'walk', documents: [1, 2], pages: [0, 0], entries: 3_000, bytes: 4 }
const report = createReport({ verdict: 'fail', findings: [createFinding()] })

let store: OpenStore
beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir: 'memory' }, () => {})
}, 60_000)
afterAll(() => store.close())

/** @param run what becomes of each audit */
async function serve(run: (id: string) => Promise<unknown>, deps: Parameters<typeof createTestApp>[1] = {}) {
  const queue = createFakeQueue()
  queue.onJob = (id) => void run(id)
  const { app } = createTestApp({ maxQueue: 100 }, { store, queue, ...deps })
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

function ask(url: string, options: object = {}, headers: Record<string, string> = {}, signal?: AbortSignal) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/plain', ...headers },
    body: JSON.stringify({ domain: 'blog.example', ...options }),
    ...(signal ? { signal } : {}),
  })
}

async function finish(id: string) {
  await store.audits.start(id)
  await store.audits.finish(id, { status: 'succeeded', report, error: null })
}

test('progress is told while the audit runs, and the summary ends with the verdict', async () => {
  const seen = Promise.withResolvers<void>()
  const { url } = await serve(async (id) => {
    await store.audits.start(id)
    await store.audits.saveProgress(id, PROGRESS, null)
    await seen.promise
    await finish(id)
  })
  const answer = await ask(`${url}/audit`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('location')).toMatch(/^\/audits\//)
  let text = ''
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.includes('1 of 2 documents')) seen.resolve()
  }
  const [head, ...lines] = text.split('\n')
  expect(head).toMatch(/^Audit [\w-]{36} of blog\.example$/)
  expect(lines.find((line) => line.includes('reading sitemaps'))).toMatch(
    /^ +\d+ s {2}reading sitemaps, 1 of 2 documents, 3,000 entries, 4 bytes$/,
  )
  expect(text).toContain('  loc-too-long\n    This loc has 2,100 characters; the limit is 2,047.\n')
  expect(text).toContain('https://blog.example/sitemap.xml:3:10\n')
  expect(text).toMatch(/\nFAIL {2}.*\n\nMore: \/audits\//)
  expect(text).not.toContain('\u001b')
})

test('with a gate nothing is told before the end, and the status says whether it passed', async () => {
  const { url } = await serve(finish)
  const closed = await ask(`${url}/audit`, { gate: {} })
  expect(closed.status).toBe(422)
  expect(await closed.text()).toMatch(/\nFAIL {2}.*\nGate: closed\n {2}error loc-too-long: /)
  const passed = await ask(`${url}/audit`, { gate: { failOn: 'never' } })
  expect(passed.status).toBe(200)
  expect(await passed.text()).toContain('\nGate: passed\n')
})

test('colours are sent where they are asked for', async () => {
  const { url } = await serve(finish)
  expect(await (await ask(`${url}/audit?color=1`)).text()).toContain('\u001b[31mloc-too-long\u001b[39m')
  expect((await ask(`${url}/audit?color=yes`)).status).toBe(400)
})

test('a wait that is over ends the text with where to look', async () => {
  const { url } = await serve(async (id) => store.audits.start(id))
  const answer = await ask(`${url}/audit`, {}, { prefer: 'wait=1' })
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=1'])
  expect(await answer.text()).toMatch(
    /It has not ended after 1 s\. Look again with: curl -H 'accept: text\/plain' \.\.\.\/audits\/[\w-]{36}\n$/,
  )
  const gated = await ask(`${url}/audit`, { gate: {} }, { prefer: 'wait=1' })
  expect([gated.status, gated.headers.get('retry-after')]).toEqual([202, '2'])
  const atOnce = await ask(`${url}/audit`, {}, { prefer: 'respond-async' })
  expect(atOnce.status).toBe(202)
  expect(await atOnce.text()).toContain('It has not ended yet.')
})

test('an audit that failed says so', async () => {
  const error = { type: 'about:blank', title: 'x', status: 500, detail: 'The worker died.', code: 'INTERNAL' }
  const { url } = await serve((id) => store.audits.finish(id, { status: 'failed', report: null, error }))
  expect(await (await ask(`${url}/audit`)).text()).toContain('The worker died.\nThe audit ended as failed')
})

test('what is wrong with a request is a problem as ever', async () => {
  const { url } = await serve(finish)
  const answer = await ask(`${url}/audit`, { pages: 'x' })
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'FIELD_INVALID'])
})

test('a client that leaves is forgotten', async () => {
  let listening = 0
  const events = {
    ...store.events,
    onNews: (...news: Parameters<OpenStore['events']['onNews']>) => {
      listening++
      const stop = store.events.onNews(...news)
      return () => {
        listening--
        stop()
      }
    },
  }
  const { url } = await serve(async (id) => store.audits.start(id), { store: { ...store, events } })
  const leaving = new AbortController()
  const answer = await ask(`${url}/audit`, {}, { prefer: 'wait=600' }, leaving.signal)
  await answer.body?.getReader().read()
  await vi.waitFor(() => expect(listening).toBe(1))
  leaving.abort()
  await vi.waitFor(() => expect(listening).toBe(0), 5_000)
})

test('a service that closes says where to look and does not wait', async () => {
  const { app, url } = await serve(async (id) => store.audits.start(id))
  const answer = await ask(`${url}/audit`, {}, { prefer: 'wait=600' })
  const text = answer.text()
  await delay(50)
  await app.close()
  expect(await text).toContain('Look again with:')
})

test('whoever comes when too many are told waits without being told, and gets the summary', async () => {
  const { url } = await serve(async (id) => delay(300).then(() => finish(id)), { streamLimit: 0 })
  const text = await (await ask(`${url}/audit`)).text()
  expect(text).toMatch(/^https:\/\/blog\.example\n/)
  expect(text).toContain('FAIL')
})

test('a database that does not answer for a while is asked again, and the line is repeated', async () => {
  let looks = 0
  const errors: unknown[] = []
  const leave = new AbortController()
  const tell = createTeller({
    store: {
      events: {
        ...store.events,
        onNews: () => () => {},
        async read() {
          looks++
          if (looks === 2) throw new Error('gone')
          return { status: 'running', progress: PROGRESS, lastSeq: 0, events: [] }
        },
      },
    },
    onError: (error) => errors.push(error),
    pace: { look: 1, rest: 1, repeat: 20 },
  })
  const lines: string[] = []
  for await (const line of tell('x', leave.signal)) {
    lines.push(line)
    if (lines.length === 3) leave.abort()
  }
  expect(errors).toEqual([new Error('gone')])
  expect(new Set(lines.map((line) => line.replace(/^ *\d+ s/, '')))).toEqual(
    new Set(['  reading sitemaps, 1 of 2 documents, 3,000 entries, 4 bytes\n']),
  )
})
