import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#src/config.ts'

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the settings were taken')
}

describe('readConfig', () => {
  test('an empty environment has every default of the contract', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      role: 'all',
      databaseUrl: null,
      dataDir: './data',
      apiKeys: [],
      auditConcurrency: 4,
      fanOutMs: 60_000,
      auditTimeoutMs: 900_000,
      retentionDays: 90,
      webhookSecret: null,
      secretKey: null,
      rateLimit: 600,
      maxQueue: 10_000,
      shedDelayMs: 1_000,
      logLevel: 'info',
      fetch: {
        allowNetworks: [],
        connectTo: [],
        allowPorts: [],
        requestTimeoutMs: 30_000,
        hostConcurrency: 4,
        maxDocumentBytes: 209_715_200,
      },
    })
    expect(config.fetch.userAgent).toMatch(/^SitemapAuditor\/\d+\.\d+\.\d+ \(\+https:\/\/\S+\)$/)
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.isFrozen(config.fetch)).toBe(true)
  })

  test('an empty value is unset', () => {
    const names = ['HOST', 'PORT', 'ROLE', 'DATABASE_URL', 'DATA_DIR', 'API_KEYS', 'ALLOW_ANONYMOUS', 'ALLOW_NETWORKS']
    names.push('CONNECT_TO', 'ALLOW_PORTS', 'USER_AGENT', 'SECRET_KEY', 'WEBHOOK_SECRET', 'LOG_LEVEL', 'RATE_LIMIT')
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
  })

  test('keys are bare and admin, or have a name and a role', () => {
    expect(readConfig({ API_KEYS: 'abc==, ci:run:k-1._~+/' }).apiKeys).toEqual([
      { name: null, role: 'admin', key: 'abc==' },
      { name: 'ci', role: 'run', key: 'k-1._~+/' },
    ])
  })

  test('a key may be given by its digest, so that it lies nowhere', () => {
    const sha256 = createHash('sha256').update('k-1').digest('hex')
    expect(readConfig({ API_KEYS: `sha256:${sha256}` }).apiKeys).toEqual([{ name: null, role: 'admin', sha256 }])
    expect(readConfig({ API_KEYS: `ci:run:sha256:${sha256.toUpperCase()}, other` }).apiKeys).toEqual([
      { name: 'ci', role: 'run', sha256 },
      { name: null, role: 'admin', key: 'other' },
    ])
    expect(refusalOf({ API_KEYS: `ci:run:k-1,sha256:${sha256}` })).toMatch(/^API_KEYS: entry 2 repeats the key/)
    expect(refusalOf({ API_KEYS: `sha256:${sha256.slice(1)}` })).toMatch(/^API_KEYS: entry 1 is not of the form/)
    expect(refusalOf({ API_KEYS: `ci:chief:sha256:${sha256}` })).toMatch(/^API_KEYS: entry 1 is not of the form/)
    const shared = { API_KEYS: `sha256:${sha256}`, DATABASE_URL: 'postgres://db.example/a' }
    expect(refusalOf(shared)).toMatch(/^API_KEYS: .* need SECRET_KEY/)
    expect(readConfig({ ...shared, ROLE: 'worker' }).apiKeys).toHaveLength(1)
    expect(readConfig({ ...shared, SECRET_KEY: 'a secret of many characters' }).apiKeys).toHaveLength(1)
  })

  test('a key that may be guessed is taken with a warning that does not show it', () => {
    const { warnings } = readConfig({ API_KEYS: `ci:run:hushhush,reader:read:${'k'.repeat(16)}` })
    expect(warnings).toEqual([expect.stringMatching(/^API_KEYS: the key of entry 1 has fewer than 16 characters.*\.$/)])
    expect(warnings.join()).not.toContain('hushhush')
    expect(readConfig({}).warnings).toEqual([])
  })

  test('networks, ports and connections are read', () => {
    const { fetch } = readConfig({
      ALLOW_NETWORKS: '10.0.0.0/8, fd00::/8',
      ALLOW_PORTS: '8080',
      CONNECT_TO: 'a.example:443:127.0.0.1:8443,:::9000',
    })
    expect(fetch.allowNetworks).toEqual(['10.0.0.0/8', 'fd00::/8'])
    expect(fetch.allowPorts).toEqual([8080])
    expect(fetch.connectTo).toEqual([
      { host1: 'a.example', port1: 443, host2: '127.0.0.1', port2: 8443 },
      { host1: null, port1: null, host2: null, port2: 9000 },
    ])
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', ' 3000'],
    ['PORT', '-1'],
    ['PORT', '0x10'],
    ['HOST', 'two words'],
    ['ROLE', 'master'],
    ['DATABASE_URL', 'mysql://a/b'],
    ['API_KEYS', 'name:run'],
    ['API_KEYS', 'name:chief:key'],
    ['API_KEYS', ':run:key'],
    ['API_KEYS', 'name:run:'],
    ['API_KEYS', 'a:run:b:c'],
    ['API_KEYS', 'with blank'],
    ['API_KEYS', ','],
    ['API_KEYS', 'same,ci:run:same'],
    ['ALLOW_ANONYMOUS', 'yes'],
    ['ALLOW_NETWORKS', '10.0.0.0/33'],
    ['ALLOW_NETWORKS', 'nonsense'],
    ['CONNECT_TO', 'a.example:443'],
    ['CONNECT_TO', 'a.example:443:b.example:70000'],
    ['ALLOW_PORTS', '8080,http'],
    ['ALLOW_PORTS', '0'],
    ['USER_AGENT', 'Gr\u00fc\u00dfe/1'],
    ['USER_AGENT', 'Name/1\nX-Header: 1'],
    ['USER_AGENT', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['AUDIT_CONCURRENCY', '0'],
    ['HOST_CONCURRENCY', '0'],
    ['REQUEST_TIMEOUT_MS', '30s'],
    ['AUDIT_TIMEOUT_MS', '99999999999'],
    ['MAX_DOCUMENT_BYTES', '200MB'],
    ['RETENTION_DAYS', '0'],
    ['SECRET_KEY', 'short'],
    ['SECRET_KEY', ' '.repeat(20)],
    ['WEBHOOK_SECRET', ' '],
    ['WEBHOOK_SECRET', '\t\n'],
    ['RATE_LIMIT', '-5'],
    ['MAX_QUEUE', '1e3'],
    ['SHED_DELAY_MS', '1s'],
    ['LOG_LEVEL', 'verbose'],
  ])('%s=%s is refused in one line that names it', (name, value) => {
    const refusal = refusalOf({ [name]: value })
    expect(refusal).toMatch(new RegExp(`^${name}\\b`))
    expect(refusal).not.toMatch(/\n/)
    expect(refusal).toMatch(/\.$/)
  })

  test('a refusal shows no secret', () => {
    expect(refusalOf({ API_KEYS: 'name:chief:hushhush' })).not.toContain('hushhush')
    expect(refusalOf({ DATABASE_URL: 'mysql://u:hushhush@h/d' })).not.toContain('hushhush')
    expect(refusalOf({ SECRET_KEY: 'hushhush' })).not.toContain('hushhush')
  })

  test.each(['0.0.0.0', '::', '[::]', '192.0.2.7', 'auditor.example', '::ffff:192.0.2.7'])(
    'HOST=%s is not loopback and needs keys',
    (HOST) => {
      expect(refusalOf({ HOST })).toMatch(/^HOST .*API_KEYS.*ALLOW_ANONYMOUS=true/)
      expect(readConfig({ HOST, API_KEYS: 'k' }).apiKeys).toHaveLength(1)
      expect(readConfig({ HOST, ALLOW_ANONYMOUS: 'true' }).apiKeys).toHaveLength(0)
      expect(refusalOf({ HOST, ALLOW_ANONYMOUS: 'false' })).toMatch(/^HOST /)
    },
  )

  test.each(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1'])(
    'HOST=%s is loopback and needs none',
    (HOST) => {
      expect(readConfig({ HOST }).host).toBe(HOST.replace(/[[\]]/g, ''))
    },
  )

  test.each(['api', 'worker'])('ROLE=%s without DATABASE_URL is refused', (ROLE) => {
    expect(refusalOf({ ROLE })).toMatch(new RegExp(`^ROLE ${ROLE} needs DATABASE_URL`))
    expect(readConfig({ ROLE, DATABASE_URL: 'postgres://u:p@db.example:5432/a' }).role).toBe(ROLE)
  })
})

test('an audit is parted sooner where several processes can read it', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db.example/auditor', SECRET_KEY: 'k'.repeat(32) }).fanOutMs).toBe(5_000)
  expect(readConfig({}).fanOutMs).toBe(60_000)
})
