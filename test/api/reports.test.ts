/** Reports in other forms than JSON, over the API. */
import { describe, expect, test } from 'vitest'
import { createFinding, createReport } from './sample-report.ts'
import { createTestApp } from './test-app.ts'

const report = createReport({ verdict: 'fail', findings: [createFinding()] })

async function start(options: object = {}) {
  const made = createTestApp()
  const { store, queue } = made
  Object.assign(store.history, { findPrevious: async () => undefined })
  queue.onJob = (id) => void store.end(id, 'succeeded', report)
  const { location } = (await made.post({ domain: 'blog.example', ...options })).headers
  return { ...made, url: location as string }
}

const FORMS = [
  [
    'html',
    'text/html; charset=utf-8',
    /^inline; filename="sitemaps-blog\.example-2026-03-01\.html"$/,
    /^<!doctype html>/,
  ],
  ['md', 'text/markdown; charset=utf-8; variant=GFM', /^attachment; filename="[\w.-]+\.md"$/, /^## Sitemaps of/],
  ['csv', 'text/csv; charset=utf-8; header=present', /^attachment; filename="[\w.-]+\.csv"$/, /^severity,rule,/],
  ['sarif', 'application/sarif+json', /^attachment; filename="[\w.-]+\.sarif"$/, /^\{"\$schema"/],
  ['junit.xml', 'application/junit+xml; charset=utf-8', /^attachment; filename="[\w.-]+\.junit\.xml"$/, /^<\?xml /],
  ['txt', 'text/plain; charset=utf-8', /^inline; filename="[\w.-]+\.txt"$/, /\nFAIL {2}/],
] as const

describe('a report', () => {
  test.each(FORMS)('is answered as %s, with a name, and is not sniffed', async (suffix, type, disposition, body) => {
    const { get, url } = await start()
    const answer = await get(`${url}/report.${suffix}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.headers['content-disposition']).toMatch(disposition)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'/)
    expect(answer.body).toMatch(body)
  })

  test('as HTML is in a sandbox, where only its own style holds', async () => {
    const { get, url } = await start()
    const { headers } = await get(`${url}/report.html`)
    expect(headers['origin-agent-cluster']).toBe('?0')
    expect(headers['content-security-policy']).toMatch(
      /^sandbox; default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
  })

  test.each(FORMS.filter(([suffix]) => suffix !== 'html'))(
    'is answered as %s where the audit is asked for with its media type',
    async (_suffix, type, _disposition, body) => {
      const { get, url } = await start()
      const answer = await get(url, { accept: type.replace(/;.*/, '') })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
      expect(answer.headers.vary).toMatch(/accept/i)
      expect(answer.body).toMatch(body)
    },
  )

  test('is JSON for whoever wants anything, or what is not there', async () => {
    const { get, url } = await start()
    for (const accept of ['*/*', 'image/png']) {
      const answer = await get(url, { accept })
      expect([answer.statusCode, answer.json().report]).toEqual([200, report])
      expect(answer.headers.vary).toMatch(/accept/i)
    }
  })

  test('as CSV is of findings, pages or documents', async () => {
    const { get, url } = await start()
    expect((await get(`${url}/report.csv?of=pages`)).body).toMatch(/^url,document,entry,/)
    expect((await get(`${url}/report.csv?of=documents`)).body).toMatch(/^url,final_url,/)
    expect((await get(`${url}/report.csv?of=x`)).json().code).toBe('PARAMETER_INVALID')
    expect((await get(`${url}/report.md?of=pages`)).json().code).toBe('PARAMETER_UNKNOWN')
  })

  test('as text has colours only where they are asked for', async () => {
    const { get, url } = await start()
    for (const [path, headers] of [
      [`${url}/report.txt`, {}],
      [url, { accept: 'text/plain' }],
    ] as const) {
      expect((await get(path, headers)).body).not.toContain('\u001b')
      expect((await get(`${path}?color=1`, headers)).body).toContain('\u001b[')
    }
  })

  test.each(['html', 'md', 'csv', 'sarif', 'junit.xml'])(
    'that is not finished is not answered as %s, for it would be taken for the whole',
    async (suffix) => {
      const { store, queue, post, get } = createTestApp()
      queue.onJob = (id) => void store.audits.start(id).then(() => store.audits.saveProgress(id, {} as never, report))
      const { location } = (await post({ domain: 'blog.example' }, { prefer: 'wait=0' })).headers
      const answer = await get(`${location}/report.${suffix}`)
      expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([409, 'NO_REPORT', '2'])
      expect(answer.headers['content-type']).toMatch(/problem\+json/)
    },
  )

  test('that is not finished is text all the same, which says how far it has come', async () => {
    const { store, queue, post, get } = createTestApp()
    const progress = { stage: 'walk', documents: [1, 2], pages: [0, 0], entries: 3, bytes: 4 } as const
    queue.onJob = (id) =>
      void store.audits.start(id).then(() => store.audits.saveProgress(id, progress as never, report))
    const { location } = (await post({ domain: 'blog.example' }, { prefer: 'wait=0' })).headers
    const { body } = await get(location as string, { accept: 'text/plain' })
    expect(body).toContain(
      'The audit still runs: this is what has been found so far.\nNow: reading sitemaps, 1 of 2 documents, 3 entries, 4 bytes\n',
    )
    expect(body).toContain('  loc-too-long\n')
    queue.onJob = () => {}
    const queued = (await post({ domain: 'blog.example' }, { prefer: 'wait=0' })).headers.location
    expect((await get(`${queued}/report.txt`)).body).toMatch(/^Now: waiting for its turn\n/)
  })

  test('of an audit that was cancelled on the way is answered and says so, of one that never ran it is not there', async () => {
    const { store, queue, post, get } = createTestApp()
    queue.onJob = (id) => void store.end(id, 'cancelled', report)
    const { location } = (await post({ domain: 'blog.example' })).headers
    expect((await get(`${location}/report.md`)).body).toContain('The audit was cancelled')
    queue.onJob = (id) => void store.end(id, 'cancelled', null)
    const never = (await post({ domain: 'blog.example' })).headers.location
    expect((await get(`${never}/report.md`)).json()).toMatchObject({ status: 409, code: 'NO_REPORT' })
    expect((await get(`${never}/report.txt`)).body).toContain('ended as cancelled')
  })

  test('of an audit that is not there is 404', async () => {
    const { get } = createTestApp()
    for (const [suffix] of FORMS) expect((await get(`/audits/x/report.${suffix}`)).json().code).toBe('AUDIT_NOT_FOUND')
    expect((await get('/audits/x/report.pdf')).json().code).toBe('NOT_FOUND')
  })

  test('as SARIF tells what is new since the baseline, where it is still there', async () => {
    const made = createTestApp()
    const { store, queue, post, get } = made
    const old = createReport({ findings: [createFinding({ fingerprint: 'old' })] })
    queue.onJob = (id) => void store.end(id, 'succeeded', old)
    const baseline = (await post({ domain: 'blog.example' })).json().id
    const both = [createFinding({ fingerprint: 'old' }), createFinding({ fingerprint: 'new' })]
    queue.onJob = (id) => void store.end(id, 'succeeded', createReport({ findings: both }))
    const statesOf = async (location: unknown) => {
      const [run] = (await get(`${location}/report.sarif`)).json().runs
      return run.results.map((result: { baselineState?: string }) => result.baselineState)
    }
    const named = (await post({ domain: 'blog.example', baseline })).headers.location
    expect(await statesOf(named)).toEqual(['unchanged', 'new'])
    Object.assign(store.history, { findPrevious: async () => baseline })
    const previous = (await post({ domain: 'blog.example' })).headers.location
    expect(await statesOf(previous)).toEqual(['unchanged', 'new'])
    const alone = (await post({ domain: 'blog.example', baseline: null })).headers.location
    expect(await statesOf(alone)).toEqual([undefined, undefined])
  })

  test('is asked for by its head too', async () => {
    const { app, url } = await start()
    const answer = await app.inject({ method: 'HEAD', url: `${url}/report.csv` })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})
