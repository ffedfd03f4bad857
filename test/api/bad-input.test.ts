import { expect, test } from 'vitest'
import { createTestApp } from './test-app.ts'

const good = { domain: 'blog.example' }

/** What is sent, which field is named, which code, and what the sentence must say. */
const BODIES: [name: string, body: unknown, code: string, field: string | undefined, detail: string | RegExp][] = [
  [
    'an unknown field',
    { ...good, page: 5 },
    'FIELD_UNKNOWN',
    'page',
    'The field "page" is not known here. Did you mean "pages"?',
  ],
  ['an unknown field like no other', { ...good, zzz: 5 }, 'FIELD_UNKNOWN', 'zzz', /Known are "domain", "sitemaps", /],
  [
    'an unknown field of the gate',
    { ...good, gate: { failon: 'error' } },
    'FIELD_UNKNOWN',
    'gate.failon',
    /Did you mean "failOn"\?/,
  ],
  [
    'an unknown field of a suppression',
    { ...good, suppress: [{ rule: 'loc-too-long', reason: 'x', till: 1 }] },
    'FIELD_UNKNOWN',
    'suppress[0].till',
    /not known/,
  ],
  ['no domain', {}, 'FIELD_MISSING', 'domain', 'The field "domain" is missing.'],
  ['a number as domain', { domain: 5 }, 'FIELD_INVALID', 'domain', 'The field "domain" must be a string, not 5.'],
  ['an empty domain', { domain: '' }, 'FIELD_INVALID', 'domain', /must be a string that is not empty/],
  ['a list as body', [good], 'FIELD_INVALID', undefined, 'The body must be an object, not a list.'],
  ['null as body', null, 'FIELD_INVALID', undefined, 'The body must be an object, not null.'],
  [
    'pages as a string',
    { ...good, pages: '5' },
    'FIELD_INVALID',
    'pages',
    'The field "pages" must be a whole number, not "5".',
  ],
  ['half a page', { ...good, pages: 0.5 }, 'FIELD_INVALID', 'pages', /whole number, not 0.5/],
  [
    'pages below zero',
    { ...good, pages: -1 },
    'FIELD_INVALID',
    'pages',
    'The field "pages" must be between 0 and 10000, not -1.',
  ],
  ['too many pages', { ...good, pages: 10_001 }, 'FIELD_INVALID', 'pages', /between 0 and 10000/],
  [
    'no children',
    { ...good, children: 0 },
    'FIELD_INVALID',
    'children',
    'The field "children" must be between 1 and 50000 or "all", not 0.',
  ],
  ['too many children', { ...good, children: 50_001 }, 'FIELD_INVALID', 'children', /between 1 and 50000/],
  [
    'children in another word',
    { ...good, children: 'some' },
    'FIELD_INVALID',
    'children',
    'The field "children" must be a whole number or "all", not "some".',
  ],
  ['seed as a string', { ...good, seed: '1' }, 'FIELD_INVALID', 'seed', /whole number/],
  ['a seed beyond whole numbers', { ...good, seed: 1e300 }, 'FIELD_INVALID', 'seed', /between/],
  [
    'respectRobots as a string',
    { ...good, respectRobots: 'false' },
    'FIELD_INVALID',
    'respectRobots',
    /true or false, not "false"/,
  ],
  ['sitemaps as a string', { ...good, sitemaps: 'https://blog.example/s.xml' }, 'FIELD_INVALID', 'sitemaps', /a list/],
  [
    'a relative sitemap',
    { ...good, sitemaps: ['https://blog.example/s.xml', '/s.xml'] },
    'FIELD_INVALID',
    'sitemaps[1]',
    /absolute http or https URL/,
  ],
  [
    'a sitemap by ftp',
    { ...good, sitemaps: ['ftp://blog.example/s.xml'] },
    'FIELD_INVALID',
    'sitemaps[0]',
    /http or https/,
  ],
  [
    'a sitemap with user information',
    { ...good, sitemaps: ['https://a:b@blog.example/s.xml'] },
    'FIELD_INVALID',
    'sitemaps[0]',
    /user information/,
  ],
  [
    'an unknown profile',
    { ...good, profile: 'baidu' },
    'FIELD_INVALID',
    'profile',
    /"google", "bing", "yandex", "protocol", "xsd" or null, not "baidu"/,
  ],
  [
    'an unknown failOn',
    { ...good, gate: { failOn: 'note' } },
    'FIELD_INVALID',
    'gate.failOn',
    /"error", "new-error", "warning" or "never"/,
  ],
  [
    'a gate as a word',
    { ...good, gate: 'error' },
    'FIELD_INVALID',
    'gate',
    'The field "gate" must be an object or null, not "error".',
  ],
  [
    'an entry drop above one',
    { ...good, gate: { maxEntryDrop: 20 } },
    'FIELD_INVALID',
    'gate.maxEntryDrop',
    /between 0 and 1/,
  ],
  [
    'an unknown rule',
    { ...good, suppress: [{ rule: 'no-such', reason: 'x' }] },
    'FIELD_INVALID',
    'suppress[0].rule',
    /There is no rule "no-such"/,
  ],
  [
    'a suppression without a reason',
    { ...good, suppress: [{ rule: 'loc-too-long' }] },
    'FIELD_MISSING',
    'suppress[0].reason',
    /missing/,
  ],
  [
    'a day that does not exist',
    { ...good, suppress: [{ rule: 'loc-too-long', reason: 'x', until: '2027-02-30' }] },
    'FIELD_INVALID',
    'suppress[0].until',
    /a date such as/,
  ],
  [
    'an unknown baseline',
    { ...good, baseline: '00000000-0000-7000-8000-000000000099' },
    'FIELD_INVALID',
    'baseline',
    /no such audit/,
  ],
  [
    'a webhook',
    { ...good, webhook: 'https://ci.example/hook' },
    'NOT_AVAILABLE',
    'webhook',
    /WEBHOOK_SECRET is not set/,
  ],
  [
    'a header as a number',
    { ...good, headers: { 'X-A': 5 } },
    'FIELD_INVALID',
    'headers.X-A',
    /must be a string, not 5/,
  ],
  ['a Host header', { ...good, headers: { hOst: 'x' } }, 'FIELD_INVALID', 'headers.hOst', /cannot be set/],
  [
    'a Content-Length header',
    { ...good, headers: { 'Content-Length': '5' } },
    'FIELD_INVALID',
    'headers.Content-Length',
    /cannot be set/,
  ],
  [
    'a hop-by-hop header',
    { ...good, headers: { 'Transfer-Encoding': 'chunked' } },
    'FIELD_INVALID',
    'headers.Transfer-Encoding',
    /cannot be set/,
  ],
  [
    'a header that is no token',
    { ...good, headers: { 'X A': 'x' } },
    'FIELD_INVALID',
    'headers.X A',
    /no name of a header/,
  ],
  [
    'a header with a line break in its value',
    { ...good, headers: { 'X-A': 'secret\r\nHost: x' } },
    'FIELD_INVALID',
    'headers.X-A',
    /cannot have/,
  ],
  ['a header beyond Latin-1', { ...good, headers: { 'X-A': 'ж' } }, 'FIELD_INVALID', 'headers.X-A', /cannot have/],
  ['a header twice', { ...good, headers: { 'X-A': '1', 'x-a': '2' } }, 'FIELD_INVALID', 'headers.x-a', /given twice/],
  ['a user agent with a line break', { ...good, userAgent: 'a\nb' }, 'FIELD_INVALID', 'userAgent', /form/],
  [
    'a control character',
    { ...good, suppress: [{ rule: 'loc-too-long', reason: 'a\u0000b' }] },
    'FIELD_INVALID',
    'suppress[0].reason',
    /control characters/,
  ],
  [
    'half a surrogate pair',
    { ...good, suppress: [{ rule: 'loc-too-long', reason: 'a\ud800b' }] },
    'FIELD_INVALID',
    'suppress[0].reason',
    /broken Unicode/,
  ],
  ['user information in the domain', { domain: 'user:secret@blog.example' }, 'DOMAIN_INVALID', 'domain', /\.$/],
  ['user information in the URL', { domain: 'https://user@blog.example/' }, 'DOMAIN_INVALID', 'domain', /\.$/],
  ['a scheme that is not http', { domain: 'ftp://blog.example' }, 'DOMAIN_INVALID', 'domain', /\.$/],
  ['blanks as domain', { domain: '   ' }, 'DOMAIN_INVALID', 'domain', /\.$/],
  ['a port that does not exist', { domain: 'blog.example:99999' }, 'DOMAIN_INVALID', 'domain', /\.$/],
  ['a label with blanks', { domain: 'blog example.com' }, 'DOMAIN_INVALID', 'domain', /\.$/],
  ['localhost', { domain: 'localhost' }, 'TARGET_NOT_ALLOWED', 'domain', /is private/],
  ['localhost with a port', { domain: 'http://localhost:8080/' }, 'TARGET_NOT_ALLOWED', 'domain', /is private/],
  ['a name under localhost', { domain: 'a.localhost' }, 'TARGET_NOT_ALLOWED', 'domain', /is private/],
  ['a single label', { domain: 'intranet' }, 'TARGET_NOT_ALLOWED', 'domain', /is private/],
  ['a loopback address', { domain: '127.0.0.1' }, 'TARGET_NOT_ALLOWED', 'domain', /is private/],
  ['a loopback address in disguise', { domain: '0x7f.1' }, 'TARGET_NOT_ALLOWED', 'domain', /is private/],
  ['a private address', { domain: '10.0.0.1' }, 'TARGET_NOT_ALLOWED', 'domain', /is private/],
  [
    'the address of cloud metadata',
    { domain: 'http://169.254.169.254/latest' },
    'TARGET_NOT_ALLOWED',
    'domain',
    /is private/,
  ],
  ['a private IPv6 address', { domain: '[::1]' }, 'TARGET_NOT_ALLOWED', 'domain', /is private/],
]

test.each(BODIES)('%s is refused, and the answer says why', async (_name, body, code, field, detail) => {
  const { app, queue } = createTestApp()
  const answer = await app.inject({
    method: 'POST',
    url: '/audit',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect(answer.json()).toMatchObject({ status: 400, code })
  expect(answer.json().field).toBe(field)
  expect(answer.json().detail).toMatch(detail)
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/)
  expect(answer.body).not.toContain('secret')
  expect(queue.jobs).toEqual([])
})

test('what the operator allows is audited', async () => {
  const { post } = createTestApp({ isDomainAllowed: () => true })
  expect((await post({ domain: 'localhost:8080' })).statusCode).toBe(200)
})

test('headers are refused where they cannot be kept safe', async () => {
  const { post } = createTestApp({ sealHeaders: () => null })
  const answer = await post({ ...good, headers: { 'X-A': 'b' } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'NOT_AVAILABLE', field: 'headers' })
})

test('an audit that has not succeeded is no baseline, one that has is', async () => {
  const { post, store, queue } = createTestApp()
  const known = (await post(good)).json().id
  expect((await post({ ...good, baseline: known })).statusCode).toBe(200)
  queue.onJob = (id) => void store.end(id, 'cancelled')
  const cancelled = (await post(good)).json().id
  expect((await post({ ...good, baseline: cancelled })).json()).toMatchObject({ status: 400, field: 'baseline' })
})

test.each([
  ['ftp://ci.example/hook', 'FIELD_INVALID'],
  ['https://user:secret@ci.example/hook', 'FIELD_INVALID'],
  ['ci.example', 'FIELD_INVALID'],
  ['http://127.0.0.1/hook', 'TARGET_NOT_ALLOWED'],
  ['http://localhost/hook', 'TARGET_NOT_ALLOWED'],
])('the webhook %s is refused where webhooks can be signed', async (webhook, code) => {
  const { post } = createTestApp({ hasWebhookSecret: true })
  expect((await post({ ...good, webhook })).json()).toMatchObject({ status: 400, code, field: 'webhook' })
})

test('a webhook is taken where it can be signed', async () => {
  const { post } = createTestApp({ hasWebhookSecret: true })
  const webhook = 'https://ci.example/hook?token=x'
  expect((await post({ ...good, webhook })).json()).toMatchObject({ options: { webhook } })
})

test('the bounds themselves are taken', async () => {
  const { post } = createTestApp()
  for (const bounds of [
    { pages: 0, children: 1 },
    { pages: 10_000, children: 50_000 },
    { children: 'all' },
    { gate: null },
  ]) {
    expect((await post({ ...good, ...bounds })).statusCode).toBe(200)
  }
})

test.each([
  ['{"domain":', /no well-formed JSON/],
  ['', /empty/],
  ['{"__proto__":{}}', /no well-formed JSON/],
  [`{"domain":"blog.example","headers":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, /must be an object/],
])('a body that is no JSON object is refused (%#)', async (payload, detail) => {
  const { app } = createTestApp()
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/audit', headers, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().detail).toMatch(detail)
})

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', 'nonsense'])(
  'a body of type %s is refused with 415',
  async (type) => {
    const { app } = createTestApp()
    const answer = await app.inject({
      method: 'POST',
      url: '/audit',
      headers: { 'content-type': type },
      payload: '{"domain":"blog.example"}',
    })
    expect(answer.statusCode).toBe(415)
    expect(answer.json().code).toBe('MEDIA_TYPE_UNSUPPORTED')
    expect(answer.json().detail).toContain('application/json')
  },
)

test('a body over a megabyte is refused with 413', async () => {
  const { post } = createTestApp()
  const answer = await post({ domain: 'x'.repeat(1_048_576) })
  expect(answer.statusCode).toBe(413)
  expect(answer.json().code).toBe('BODY_TOO_LARGE')
})

test.each([
  ['/audits?limit=0', 'limit', /between 1 and 1000/],
  ['/audits?limit=1001', 'limit', /between 1 and 1000/],
  ['/audits?limit=', 'limit', /whole number/],
  ['/audits?limit=1e2', 'limit', /whole number/],
  ['/audits?limit=+5', 'limit', /whole number/],
  ['/audits?limit=05', 'limit', /whole number/],
  ['/audits?limit=5.0', 'limit', /whole number/],
  ['/audits?limit=5&limit=6', 'limit', /whole number, not a list/],
  ['/audits?status=done', 'status', /"queued", "running"/],
  ['/audits?verdict=', 'verdict', /"pass"/],
  ['/audits?since=yesterday', 'since', /a time with its zone/],
  ['/audits?since=2026-02-30T00:00:00Z', 'since', /time/],
  ['/audits?since=2026-01-01', 'since', /time/],
  ['/audits?domain=a%20b', 'domain', /\.$/],
  ['/audits?cursor=nonsense', 'cursor', /cursor/],
  ['/validate?url=sitemap.xml', 'url', /absolute http or https URL/],
  ['/validate?profile=baidu', 'profile', /"google"/],
])('%s names the parameter at fault', async (url, field, detail) => {
  const { app } = createTestApp()
  const answer = await app.inject({ method: url.startsWith('/validate') ? 'POST' : 'GET', url })
  expect(answer.json()).toMatchObject({ status: 400, code: 'PARAMETER_INVALID', field })
  expect(answer.json().detail).toMatch(detail)
})

test.each([
  ['GET', '/audits?page=2'],
  ['POST', '/audit?wait=5'],
  ['GET', '/audits/x?full=1'],
  ['DELETE', '/audits/x?force=1'],
  ['GET', '/audits/x/findings?Rule=a'],
  ['GET', '/audits/x/documents?rule=a'],
  ['POST', '/validate?URL=a'],
  ['GET', '/rules?limit=5'],
  ['GET', '/rules/loc-too-long?x'],
  ['GET', '/openapi.json?x=1'],
  ['GET', '/openapi.yaml?x=1'],
] as const)('%s %s names the unknown parameter', async (method, url) => {
  const { app } = createTestApp()
  const answer = await app.inject({ method, url, ...(url.startsWith('/audit?') ? { payload: good } : {}) })
  expect(answer.json()).toMatchObject({ status: 400, code: 'PARAMETER_UNKNOWN' })
  expect(answer.json().field).toBe(url.replace(/^.*\?/, '').replace(/=.*$/, ''))
})

test('control characters in parameters do not reach the store', async () => {
  const { get } = createTestApp()
  const answer = await get('/audits/x/findings?document=a%00b')
  expect(answer.json()).toMatchObject({ status: 400, code: 'PARAMETER_INVALID', field: 'document' })
  expect((await get('/audits/a%00b')).json()).toMatchObject({ status: 400, field: 'id' })
})
