/** Keys of which the service has the digest alone: what lies in its settings opens nothing. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createIdentification } from '#src/api/access.ts'
import { createSealer } from '#src/store/seal.ts'
import { createTestApp } from './test-app.ts'

const KEY = 'f3b1c2d4e5a6978877665544332211000123456789abcdef'
const SHA256 = createHash('sha256').update(KEY).digest('hex')
const OWN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

const apiKeys = [
  { name: 'ci', role: 'run' as const, sha256: SHA256 },
  { name: 'reader', role: 'read' as const, key: 'key-read' },
]

function createSealed(secret = 'a secret of many characters') {
  const sealer = createSealer(secret)
  return createTestApp({ apiKeys, sealHeaders: sealer.seal, openHeaders: sealer.open })
}

describe('a key that is given by its digest', () => {
  test('is taken, with its role', async () => {
    const { get, post } = createSealed()
    const authorization = `Bearer ${KEY}`
    expect((await get('/rules', { authorization })).statusCode).toBe(200)
    expect((await post({ domain: 'blog.example' }, { authorization })).statusCode).toBe(200)
    expect((await get('/rules', { authorization: 'Bearer key-read' })).statusCode).toBe(200)
  })

  test.each([SHA256, `sha256:${SHA256}`, `ci:run:sha256:${SHA256}`, KEY.slice(1), `${KEY}0`])(
    'is not "%s"',
    async (token) => {
      const { app, get } = createSealed()
      expect((await get('/rules', { authorization: `Bearer ${token}` })).statusCode).toBe(401)
      const session = await app.inject({ method: 'POST', url: '/session', payload: { key: token }, headers: OWN })
      expect(session.statusCode).toBe(401)
    },
  )

  test('opens a session that holds neither key nor digest, and stands for it in every process with the same secret', async () => {
    const { app } = createSealed()
    const answer = await app.inject({ method: 'POST', url: '/session', payload: { key: KEY }, headers: OWN })
    expect(answer.statusCode).toBe(204)
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    const held =
      decodeURIComponent(cookie) + Buffer.from(cookie.split('.').at(-1) ?? '', 'base64url').toString('latin1')
    for (const secret of [KEY, SHA256]) expect(held).not.toContain(secret)

    expect((await createSealed().get('/rules', { cookie })).statusCode).toBe(200)
    const other = createSealed()
    const start = { method: 'POST', url: '/audit', payload: { domain: 'blog.example' } } as const
    expect((await other.app.inject({ ...start, headers: { ...OWN, cookie } })).statusCode).toBe(200)
    expect((await createSealed('another secret of many characters').get('/rules', { cookie })).statusCode).toBe(401)
    const changed = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await createSealed().get('/rules', { cookie: changed.slice(0, -1) })).statusCode).toBe(401)
  })

  test('opens no session by what the digest alone can make', async () => {
    const { get } = createSealed()
    const byDigest = (label: string) => createHash('sha256').update(`${label}${SHA256}`).digest('base64url')
    for (const session of [SHA256, KEY, byDigest(''), byDigest('sitemap-auditor session\n')]) {
      expect((await get('/rules', { cookie: `sitemap_auditor_session=${session}` })).statusCode).toBe(401)
    }
  })

  test('opens no session by the sealed headers of an audit', async () => {
    const { app, post, store, get } = createSealed()
    const inserted: (string | null)[] = []
    const insert = store.audits.insert
    store.audits.insert = (audit) => {
      inserted.push(audit.sealedHeaders)
      return insert(audit)
    }
    const authorization = `Bearer ${KEY}`
    await post({ domain: 'blog.example', headers: { session: SHA256, 'x-of': SHA256 } }, { authorization })
    expect(inserted[0]).toMatch(/^v1\./)
    const cookie = `sitemap_auditor_session=${inserted[0]}`
    expect((await get('/rules', { cookie })).statusCode).toBe(401)
    const named = { domain: 'blog.example', headers: { 'session of': SHA256 } }
    const refused = await app.inject({ method: 'POST', url: '/audit', payload: named, headers: { authorization } })
    expect(refused.statusCode).toBe(400)
  })
})

test('where nothing can be sealed, such a key opens no session and is taken all the same', () => {
  const identification = createIdentification(apiKeys)
  expect(identification.openSession(KEY)).toBeNull()
  expect(identification.bySession('v1.AAAA')).toBe('unknown')
  expect(identification.byHeader(`Bearer ${KEY}`)).toEqual({ id: 'name-ci', role: 'run' })
})

test('a session is opened by no more than a key and its JSON', async () => {
  const { app } = createSealed()
  const answer = await app.inject({
    method: 'POST',
    url: '/session',
    payload: { key: 'x'.repeat(9_000) },
    headers: OWN,
  })
  expect(answer.json()).toMatchObject({ code: 'BODY_TOO_LARGE', detail: expect.stringContaining('8,192') })
})
