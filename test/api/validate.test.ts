import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { limitBody } from '#src/api/limit-body.ts'
import { CheckLostError } from '#src/audit/check-document.ts'
import { createDocument } from './sample-report.ts'
import { createTestApp } from './test-app.ts'

describe('POST /validate', () => {
  test.each([
    'application/xml',
    'application/json',
    'application/gzip',
    'text/plain; charset=latin1',
    'what/ever',
    'nonsense',
    undefined,
  ])('takes a body of type %s as it is', async (type) => {
    const { app, uploads } = createTestApp()
    const payload = gzipSync('<urlset/>')
    const headers = { ...(type ? { 'content-type': type } : {}), 'content-encoding': 'gzip' }
    const answer = await app.inject({ method: 'POST', url: '/validate', headers, payload })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ document: { via: 'upload' }, findings: [{ rule: 'loc-too-long' }] })
    expect(uploads).toEqual([{ url: null, profile: null, body: payload }])
  })

  test('hands on the address and the profile', async () => {
    const { app, uploads } = createTestApp()
    const url = `/validate?url=${encodeURIComponent('https://blog.example/s.xml')}&profile=xsd`
    await app.inject({ method: 'POST', url, payload: 'x' })
    expect(uploads).toMatchObject([{ url: 'https://blog.example/s.xml', profile: 'xsd' }])
  })

  test.each([
    {},
    { 'content-type': 'application/xml' },
    { 'content-length': '0' },
    { 'content-type': 'application/json' },
  ])('takes an empty body (%o)', async (headers) => {
    const { app, uploads } = createTestApp()
    const answer = await app.inject({ method: 'POST', url: '/validate', headers })
    expect(answer.statusCode).toBe(200)
    expect(uploads).toMatchObject([{ body: Buffer.alloc(0) }])
  })

  test('takes as many bytes as the limit allows, and not one more', async () => {
    const { app, uploads } = createTestApp({ maxDocumentBytes: 1_000 })
    const send = (length: number) =>
      app.inject({ method: 'POST', url: '/validate', payload: Buffer.alloc(length, 'x') })
    expect((await send(1_000)).statusCode).toBe(200)
    const answer = await send(1_001)
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ code: 'BODY_TOO_LARGE', detail: 'The body may have at most 1,000 bytes.' })
    expect(uploads).toHaveLength(1)
  })

  test('refuses a body without a length as soon as it is over the limit', async () => {
    const { app } = createTestApp({ maxDocumentBytes: 1_000 })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent > 50_000_000) return controller.close()
        sent += 10_000
        controller.enqueue(new Uint8Array(10_000))
      },
    })
    const answer = await fetch(`${url}/validate`, { method: 'POST', body: endless, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(413)
    await answer.body?.cancel()
  })

  test('refuses a length over the limit before the body is sent', async () => {
    const { app } = createTestApp({ maxDocumentBytes: 1_000 })
    const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(url.port), url.hostname)
    socket.write('POST /validate HTTP/1.1\r\nHost: a.example\r\nContent-Length: 999999999\r\nConnection: close\r\n\r\n')
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  test('goes on when a client leaves in the middle of its body', async () => {
    const { app, get, uploads } = createTestApp({ maxDocumentBytes: 1_000 })
    const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(url.port), url.hostname)
    socket.write('POST /validate HTTP/1.1\r\nHost: a.example\r\nContent-Length: 900\r\n\r\n<urlset')
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.end()
    await text(socket)
    expect((await get('/healthz')).statusCode).toBe(200)
    expect(uploads).toEqual([])
  })
})

test('a body that ends early is told apart from one that is whole', async () => {
  const broken = (async function* () {
    yield new Uint8Array(3)
    throw new Error('aborted')
  })()
  const read = async () => {
    for await (const _ of limitBody(broken, 10));
  }
  await expect(read()).rejects.toMatchObject({ problem: { status: 400, code: 'BODY_INCOMPLETE' } })
})

test('so many uploads are checked at once, the next one is asked to come again, and a place is free when one ends', async () => {
  const held = Promise.withResolvers<void>()
  const document = createDocument({ via: 'upload' })
  const { app } = createTestApp(
    {},
    {
      uploadLimit: 2,
      validate: () => held.promise.then(() => ({ document, findings: [], sample: null, notes: [], failures: [] })),
    },
  )
  const upload = () => app.inject({ method: 'POST', url: '/validate', payload: 'x' }).then((answer) => answer)
  const first = [upload(), upload()]
  const refused = await upload()
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  expect(refused.json()).toMatchObject({ code: 'TOO_MANY_UPLOADS' })
  held.resolve()
  for (const answer of await Promise.all(first)) expect(answer.statusCode).toBe(200)
  expect((await upload()).statusCode).toBe(200)
})

test('an upload whose check broke down is answered as a fault of ours, and gives its place back', async () => {
  const lost = () => Promise.reject(new CheckLostError('the thread ended with 1'))
  const { app } = createTestApp({}, { uploadLimit: 1, validate: lost })
  for (let times = 0; times < 2; times++) {
    const answer = await app.inject({ method: 'POST', url: '/validate', payload: 'x' })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: 'INTERNAL' })
  }
})
