import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSealer, SealError } from '#src/store/seal.ts'
import { readSecretKey } from '#src/store/secret-key.ts'

const directory = await mkdtemp(join(tmpdir(), 'auditor-seal-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

const HEADERS = { authorization: 'Basic dXNlcjpwYXNz', 'x-\u00fc': 'a\0b' }

test('what was sealed is opened with the same key, shows nothing, and is never the same twice', () => {
  const sealer = createSealer('a secret of some length')
  const sealed = sealer.seal(HEADERS)
  expect(createSealer('a secret of some length').open(sealed)).toEqual(HEADERS)
  expect(sealed).toMatch(/^v1\.[\w-]+$/)
  expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('Basic')
  expect(sealer.seal(HEADERS)).not.toBe(sealed)
})

test('another key, a changed byte and what was cut are refused', () => {
  const sealer = createSealer('a secret of some length')
  const sealed = sealer.seal(HEADERS)
  expect(() => createSealer('another secret of length').open(sealed)).toThrow(SealError)
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (const at of [0, 13, 30]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => sealer.open(`v1.${changed.toString('base64url')}`)).toThrow(SealError)
  }
  for (const broken of ['', 'v1.', 'v1.AAAA', `v2.${sealed.slice(3)}`, sealed.slice(0, 40)]) {
    expect(() => sealer.open(broken)).toThrow(SealError)
  }
})

test('the key is the setting, else made once beside the embedded database, else there is none', async () => {
  const embedded = { secretKey: null, databaseUrl: null, dataDir: directory }
  expect(await readSecretKey({ ...embedded, secretKey: 'set' })).toBe('set')
  expect(await readSecretKey({ ...embedded, databaseUrl: 'postgres://db.example/a' })).toBeNull()
  const made = await readSecretKey(embedded)
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(await readSecretKey(embedded)).toBe(made)
  const path = join(directory, 'secret.key')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readFile(path, 'utf8')).trim()).toBe(made)
  expect(await readSecretKey({ ...embedded, dataDir: 'memory' })).not.toBe(
    await readSecretKey({ ...embedded, dataDir: 'memory' }),
  )
  await writeFile(path, '')
  await expect(readSecretKey(embedded)).rejects.toThrow(/is empty/)
})
