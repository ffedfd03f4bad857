/** Whatever is sent to the API, no route answers 500, and every error is a problem with a code. */
import '#test/support/quick-pglite.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { createTestApp } from '../api/test-app.ts'
import { FUZZ_TIMEOUT_MS, fuzz } from './fuzz.ts'

let store: OpenStore

beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir: 'memory' }, () => {})
}, 60_000)
afterAll(() => store.close())

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const
const PATHS = [
  '/audit',
  '/audits',
  '/audits/x',
  '/audits/x/events',
  '/audits/x/findings',
  '/audits/x/report.html',
  '/audits/x/report.csv',
  '/audits/x/report.sarif',
  '/audits/x/diff',
  '/validate',
  '/batches',
  '/batches/x',
  '/batches/x.csv',
  '/schedules',
  '/schedules/x',
  '/schedules/x/run',
  '/domains/shop.example',
  '/rules',
  '/rules/loc-too-long',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/',
  '/x',
  '/%',
  '/%00',
  '/audits/%ff',
  '/audits/..%2f..%2fetc',
  '//',
  '/audits/__proto__',
  '/rules/constructor',
  `/audits/${'x'.repeat(3_000)}`,
]
const FIELDS = [
  'domain',
  'sitemaps',
  'children',
  'pages',
  'seed',
  'respectRobots',
  'compareUserAgents',
  'userAgent',
  'headers',
  'profile',
  'baseline',
  'suppress',
  'gate',
  'webhook',
  'domains',
  'options',
  'cron',
  'timezone',
  'paused',
  'rule',
  'reason',
  'until',
  'failOn',
  'maxEntryDrop',
  '__proto__',
  'constructor',
  'toString',
]
const PARAMETERS = [
  'limit',
  'cursor',
  'domain',
  'status',
  'verdict',
  'since',
  'rule',
  'severity',
  'document',
  'against',
  'url',
  'profile',
  'baseline',
  'failOn',
  'maxEntryDrop',
  'after',
  'x',
  '__proto__',
  'limit[]',
]

const value = fc.oneof(
  fc.constantFrom<unknown>(
    'shop.example',
    'https://shop.example',
    'http://[',
    'localhost',
    '',
    'all',
    'previous',
    'error',
    'never',
    '* * * * *',
    'Europe/Paris',
    'google',
    null,
    true,
    0,
    -1,
    3,
    1e308,
    0.5,
    '\u0000',
    '\ud800',
    'a'.repeat(3_000),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
const fields: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  object: fc.dictionary(
    fc.constantFrom(...FIELDS),
    fc.oneof({ weight: 4, arbitrary: value }, tie('object'), fc.array(tie('object'), { maxLength: 3 })),
    { maxKeys: 6 },
  ),
})).object
const body = fc.oneof(
  fields.map((fields) => JSON.stringify(fields)),
  fields.map((fields) => JSON.stringify({ domain: 'shop.example', ...(fields as object) })),
  fields.map((fields) =>
    JSON.stringify({ domain: 'shop.example', cron: '0 3 * * *', timezone: 'UTC', options: fields }),
  ),
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.constantFrom(
    '{"__proto__":{"x":1}}',
    '{"domain":"a.example","domain":1}',
    `${'['.repeat(50_000)}`,
    `{"domain":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    '{"constructor":{"prototype":{}}}',
    '\ufeff{}',
    'null',
    '""',
    '[]',
    '0',
  ),
)
const header = fc.tuple(
  fc.constantFrom(
    'prefer',
    'idempotency-key',
    'authorization',
    'accept',
    'last-event-id',
    'if-none-match',
    'range',
    'accept-encoding',
    'cookie',
    'origin',
    'content-encoding',
    'x-forwarded-for',
  ),
  fc.oneof(
    fc.constantFrom(
      'wait=0',
      'wait=-1',
      'wait=99999999999',
      'respond-async',
      'Bearer x',
      'text/html',
      '*/*;q=x',
      '0',
      '-1',
      'bytes=0-',
      'gzip',
      'a=b; c',
      'null',
    ),
    fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
  ),
)
const request = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc.oneof(
    fc.constantFrom(...PATHS),
    fc.webPath().map((path) => `/${path.replace(/^\/+/, '')}`),
  ),
  query: fc.array(
    fc.tuple(
      fc.constantFrom(...PARAMETERS),
      fc.oneof(
        fc.string({ maxLength: 20 }),
        fc.constantFrom('1', '-1', '1e9', 'x', '%', '2025-01-01', 'previous', 'https://a.example/'),
      ),
    ),
    { maxLength: 3 },
  ),
  type: fc.constantFrom('application/json', 'application/json; charset=x', 'text/plain', 'application/xml', 'x', ''),
  headers: fc.array(header, { maxLength: 3 }),
  body,
})

test(
  'every route, with any query, headers and body',
  async () => {
    const { app } = createTestApp({ maxQueue: 1_000_000 }, { store })
    const runs = await fuzz(request, [], async ({ method, path, query, type, headers, body }) => {
      const search = query.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&')
      const answer = await app.inject({
        method,
        url: search === '' ? path : `${path}?${search}`,
        headers: { ...Object.fromEntries(headers), prefer: 'wait=0', ...(type !== '' && { 'content-type': type }) },
        ...(method !== 'GET' && method !== 'HEAD' && { payload: body }),
      })
      expect(answer.statusCode).not.toBe(500)
      expect(answer.statusCode).toBeLessThan(504)
      if (answer.statusCode < 400 || method === 'HEAD' || answer.statusCode === 422) return
      if (answer.headers['content-type']?.toString().startsWith('text/html')) {
        // The page that says so, for a browser that asks for an address where nothing is.
        expect([method, answer.statusCode]).toEqual(['GET', 404])
        expect(Object.fromEntries(headers)).toMatchObject({ accept: expect.stringContaining('text/html') })
        return
      }
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(answer.json()).toMatchObject({ status: answer.statusCode, code: expect.stringMatching(/^[A-Z_]+$/) })
    })
    expect(runs).toBeGreaterThan(10)
  },
  FUZZ_TIMEOUT_MS,
)
