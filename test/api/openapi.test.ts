import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { renderOpenapi } from '#src/api/openapi.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import type { StoredSchedule } from '#src/store/schedules.ts'
import { faultsAgainst } from './described.ts'
import { createFinding, createReport } from './sample-report.ts'
import { createTestApp, type TestApp } from './test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of foreign shape, walked
type Json = any

const yaml = await renderOpenapi()
const document: Json = parse(yaml)
const operations: [name: string, operation: Json][] = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]): [string, Json] => [`${method} ${path}`, operation]),
)

function walk(node: Json, visit: (node: Json, path: string) => void, path = ''): void {
  if (typeof node !== 'object' || node === null) return
  visit(node, path)
  for (const [name, child] of Object.entries(node)) walk(child, visit, `${path}/${name}`)
}

describe('openapi.yaml', () => {
  test('is the one that the schemas give: npm run openapi writes it', async () => {
    expect(yaml).toBe(await readFile(new URL('../../openapi.yaml', import.meta.url), 'utf8'))
  })

  test('has the calls of the contract', () => {
    expect(operations.map(([name]) => name).sort()).toEqual([
      'delete /audits/{id}',
      'delete /batches/{id}',
      'delete /schedules/{id}',
      'delete /session',
      'get /audits',
      'get /audits/{id}',
      'get /audits/{id}/counts',
      'get /audits/{id}/diff',
      'get /audits/{id}/documents',
      'get /audits/{id}/events',
      'get /audits/{id}/findings',
      'get /audits/{id}/pages',
      'get /audits/{id}/report.csv',
      'get /audits/{id}/report.html',
      'get /audits/{id}/report.junit.xml',
      'get /audits/{id}/report.md',
      'get /audits/{id}/report.sarif',
      'get /audits/{id}/report.txt',
      'get /batches',
      'get /batches/{id}',
      'get /batches/{id}.csv',
      'get /domains/{domain}',
      'get /healthz',
      'get /metrics',
      'get /openapi.json',
      'get /openapi.yaml',
      'get /readyz',
      'get /rules',
      'get /rules/{id}',
      'get /schedules',
      'get /schedules/{id}',
      'post /audit',
      'post /batches',
      'post /schedules',
      'post /schedules/{id}/run',
      'post /session',
      'post /validate',
      'put /schedules/{id}',
    ])
  })

  test('names every operation once', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(operations.length)
    expect(ids).not.toContain(undefined)
  })

  test.each(operations)('describes %s', (name, { summary, description, tags, parameters = [], responses }) => {
    expect(summary).toMatch(/./)
    expect(description).toMatch(/\.$/)
    expect(document.tags.map((tag: Json) => tag.name)).toContain(tags[0])
    for (const parameter of parameters) expect(parameter, parameter.name).toHaveProperty('description')
    const inPath = parameters
      .filter((parameter: Json) => parameter.in === 'path')
      .map((parameter: Json) => parameter.name)
    expect(inPath).toEqual([...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter))
    for (const answer of Object.values<Json>(responses)) expect(answer.description).toMatch(/./)
    if (!/z$/.test(name)) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '429', '500']))
  })

  test('describes every field, or leaves that to the schema it points at', () => {
    const bare: string[] = []
    walk(document.components.schemas, (node, path) => {
      if (!path.endsWith('/properties')) return
      for (const [name, field] of Object.entries<Json>(node)) {
        const branches = [field, ...(field.anyOf ?? [])]
        if (!branches.some((branch) => branch.description || branch.$ref)) bare.push(`${path}/${name}`)
      }
    })
    expect(bare).toEqual([])
  })

  test('points at nothing that is not there', () => {
    let refs = 0
    walk(document, ({ $ref }) => {
      if (typeof $ref !== 'string') return
      refs++
      const target = $ref
        .slice(2)
        .split('/')
        .reduce((node: Json, part: string) => node?.[part], document)
      expect(target, $ref).toBeDefined()
    })
    expect(refs).toBeGreaterThan(40)
  })

  test('shows examples that its own schemas accept', () => {
    let examples = 0
    walk(document.components.schemas, (node) => {
      if (!Array.isArray(node.examples)) return
      for (const example of node.examples) {
        examples++
        expect(faultsOf(node, example)).toEqual([])
      }
    })
    expect(examples).toBeGreaterThan(8)
  })

  test('takes streams where any media type is taken', () => {
    expect(Object.keys(document.paths['/validate'].post.requestBody.content)).toContain('*/*')
  })
})

const faultsOf = (schema: Json, value: unknown) => faultsAgainst(document, schema, value)

/** One schedule, whatever is asked for. */
function keepSchedule(store: TestApp['store']): void {
  const schedule: StoredSchedule = {
    id: 'x',
    domain: 'blog.example',
    options: { ...AUDIT_DEFAULTS, domain: 'blog.example', headers: { 'X-A': '***' } },
    cron: '@daily',
    timezone: 'UTC',
    isPaused: false,
    lastAuditId: null,
    lastSkippedAt: '2026-03-01T12:00:00.000Z',
    createdAt: '2026-02-01T12:00:00.000Z',
    updatedAt: '2026-02-01T12:00:00.000Z',
  }
  Object.assign(store.schedules, {
    insert: async () => schedule,
    findWhole: async () => ({ schedule, sealedHeaders: null }),
    list: async () => ({ items: [schedule], next: null }),
  } satisfies Partial<TestApp['store']['schedules']>)
}

describe('an answer', () => {
  const gate = { failOn: 'error' }
  const fails = createReport({ verdict: 'fail', findings: [createFinding()] })
  const audit = { domain: 'blog.example', suppress: [{ rule: 'loc-too-long', reason: 'x' }], headers: { 'X-A': 'b' } }

  test.each<[path: string, status: number, ask: (made: TestApp) => ReturnType<TestApp['get']>]>([
    ['post /audit', 200, ({ post }) => post(audit)],
    [
      'post /audit',
      202,
      ({ post, queue }) => {
        queue.onJob = () => {}
        return post(audit, { prefer: 'wait=0' })
      },
    ],
    ['post /audit', 400, ({ post }) => post({ ...audit, x: 1 })],
    [
      'post /audit',
      422,
      ({ post, queue, store }) => {
        queue.onJob = (id) => void store.end(id, 'succeeded', fails)
        return post({ ...audit, gate })
      },
    ],
    [
      'post /audit',
      500,
      ({ post, queue, store }) => {
        queue.onJob = (id) => void store.end(id, 'failed')
        return post(audit)
      },
    ],
    [
      'get /audits',
      200,
      async ({ post, get }) => {
        await post({ ...audit, gate })
        return get('/audits')
      },
    ],
    ['get /audits/{id}', 200, async ({ post, get }) => get((await post(audit)).headers.location as string)],
    ['get /audits/{id}', 404, ({ get }) => get('/audits/x')],
    [
      'get /audits/{id}/findings',
      200,
      async ({ post, get }) => get(`${(await post(audit)).headers.location}/findings`),
    ],
    [
      'get /audits/{id}/documents',
      200,
      async ({ post, get }) => get(`${(await post(audit)).headers.location}/documents`),
    ],
    ['get /audits/{id}/counts', 200, async ({ post, get }) => get(`${(await post(audit)).headers.location}/counts`)],
    ['get /audits/{id}/pages', 200, async ({ post, get }) => get(`${(await post(audit)).headers.location}/pages`)],
    [
      'delete /audits/{id}',
      202,
      async ({ app, post, queue }) => {
        queue.onJob = () => {}
        const { location } = (await post(audit, { prefer: 'wait=0' })).headers
        return app.inject({ method: 'DELETE', url: location as string })
      },
    ],
    [
      'post /schedules',
      201,
      ({ app, store }) => {
        keepSchedule(store)
        return app.inject({ method: 'POST', url: '/schedules', payload: { domain: 'blog.example', cron: '@daily' } })
      },
    ],
    [
      'get /schedules',
      200,
      ({ get, store }) => {
        keepSchedule(store)
        return get('/schedules')
      },
    ],
    [
      'post /schedules/{id}/run',
      202,
      ({ app, store, queue }) => {
        keepSchedule(store)
        queue.onJob = () => {}
        return app.inject({ method: 'POST', url: '/schedules/x/run' })
      },
    ],
    ['post /validate', 200, ({ app }) => app.inject({ method: 'POST', url: '/validate', payload: 'x' })],
    ['post /validate', 413, ({ app }) => app.inject({ method: 'POST', url: '/validate', payload: 'x'.repeat(2_000) })],
    ['get /rules', 200, ({ get }) => get('/rules')],
    ['get /rules/{id}', 200, ({ get }) => get('/rules/loc-too-long')],
    ['get /healthz', 200, ({ get }) => get('/healthz')],
    ['get /readyz', 200, ({ get }) => get('/readyz')],
    [
      'get /readyz',
      503,
      ({ get, store }) => {
        store.isBroken = true
        return get('/readyz')
      },
    ],
  ])('of %s with %i has the described shape, and nothing else', async (name, status, ask) => {
    const answer = await ask(createTestApp())
    expect(answer.statusCode).toBe(status)
    const [, operation] = operations.find(([known]) => known === name) ?? []
    const { content, headers = {} } = operation.responses[status]
    const mediaType = String(answer.headers['content-type']).replace(/;.*/, '')
    expect(Object.keys(content)).toContain(mediaType)
    expect(faultsOf(content[mediaType].schema, answer.json())).toEqual([])
    for (const header of Object.keys(headers)) {
      if (header !== 'Preference-Applied') expect(answer.headers, header).toHaveProperty(header.toLowerCase())
    }
  })

  test('that differs from its schema is noticed by these tests', async () => {
    const { get } = createTestApp()
    const rule = (await get('/rules/loc-too-long')).json()
    const schema = { $ref: '#/components/schemas/Rule' }
    expect(faultsOf(schema, { ...rule, x: 1 })).not.toEqual([])
    expect(faultsOf(schema, { ...rule, severity: 'bad' })).not.toEqual([])
  })
})
