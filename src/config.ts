/**
 * The environment as one frozen, typed object, or a sentence that names the setting at fault. An empty value is unset.
 * Values are read strictly: what is not exactly of its form stops the start, so that nobody believes in a setting that
 * does not hold.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import type { ApiKey, Role } from './api/dependencies.ts'
import { FETCH_DEFAULTS, type FetchSettings, parseConnectTo, parseNetworks, parsePorts } from './fetch/settings.ts'
import { oneLine } from './one-line.ts'
import { defaultThreads, THREADS_LIMIT } from './threads/default-threads.ts'

const packageJson: { version: string; homepage: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** Its message is one line, and shows no secret. */
export class ConfigError extends Error {
  readonly code = 'CONFIG_INVALID'
}

const PROCESS_ROLES = ['all', 'api', 'worker'] as const
const KEY_ROLES: readonly Role[] = ['read', 'run', 'admin']
/** RFC 6750: a key is what a Bearer header can carry. */
const KEY_ENTRY = /^(?:(?<who>[^:]+:[^:]+):)?(?:sha256:(?<sha256>[0-9a-f]{64})|(?<key>[\w.~+/-]+=*))$/i
/** Below it a key is likely a word. Its warning is not a refusal: what was given out goes on working. */
const KEY_LENGTH_MIN = 16
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config {
  version: string
  homepage: string
  host: string
  /** 0: any free one. */
  port: number
  role: (typeof PROCESS_ROLES)[number]
  /** PostgreSQL; null: embedded. */
  databaseUrl: string | null
  /** `memory`: nothing is kept. */
  dataDir: string
  /** Empty: nobody is asked for a key. */
  apiKeys: readonly ApiKey[]
  /** What holds, but should not: a sentence each, without secrets. */
  warnings: readonly string[]
  fetch: Readonly<FetchSettings>
  auditConcurrency: number
  /** Threads that check large documents; 0: the main thread does. */
  checkThreads: number
  /** An audit whose documents would take one process longer, ms, is read by all workers. */
  fanOutMs: number
  /** A worker that was not heard of for so long is dead, and its jobs go to others. */
  workerTimeoutS: number
  auditTimeoutMs: number
  retentionDays: number
  webhookSecret: string | null
  /** null: made once beside the embedded database. */
  secretKey: string | null
  /** Requests a minute for one key or address; 0: no limit. */
  rateLimit: number
  maxQueue: number
  /** How late the event loop may be before expensive requests are refused, ms; 0: any. */
  shedDelayMs: number
  logLevel: (typeof LOG_LEVELS)[number]
}

type Environment = Readonly<Record<string, string | undefined>>

/** Timers of Node end at 2^31 ms; a job of the queue expires within a day. */
const REQUEST_TIMEOUT_LIMIT_MS = 3_600_000
const AUDIT_TIMEOUT_LIMIT_MS = 23 * 3_600_000

const SEARCH_ENGINES =
  /googlebot|google-inspectiontool|bingbot|msnbot|yandex(?:bot|\.com\/bots)|baiduspider|duckduckbot|applebot|slurp/i

/** @throws ConfigError */
export function readConfig(env: Environment): Config {
  const host = readText(env, 'HOST') ?? '127.0.0.1'
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) === 0 && !/^[a-z0-9_.-]+$/i.test(host)) {
    throw new ConfigError(`HOST must be an address or a host name, not ${quote(host)}.`)
  }
  const role = readChoice(env, 'ROLE', PROCESS_ROLES, 'all')
  const databaseUrl = readDatabaseUrl(env)
  const apiKeys = readApiKeys(env)
  const allowAnonymous = readChoice(env, 'ALLOW_ANONYMOUS', ['true', 'false'], 'false') === 'true'

  const config: Config = {
    version: packageJson.version,
    homepage: packageJson.homepage,
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: readInteger(env, 'PORT', 3000, 0, 65_535),
    role,
    databaseUrl,
    dataDir: readText(env, 'DATA_DIR') ?? './data',
    apiKeys: Object.freeze(apiKeys),
    warnings: Object.freeze(warnOfKeys(apiKeys)),
    fetch: Object.freeze({
      userAgent: readUserAgent(env),
      allowNetworks: readList(env, 'ALLOW_NETWORKS', parseNetworks),
      connectTo: readList(env, 'CONNECT_TO', parseConnectTo),
      allowPorts: readList(env, 'ALLOW_PORTS', parsePorts),
      requestTimeoutMs: readInteger(
        env,
        'REQUEST_TIMEOUT_MS',
        FETCH_DEFAULTS.requestTimeoutMs,
        1,
        REQUEST_TIMEOUT_LIMIT_MS,
      ),
      hostConcurrency: readInteger(env, 'HOST_CONCURRENCY', FETCH_DEFAULTS.hostConcurrency, 1, 100),
      maxDocumentBytes: readInteger(
        env,
        'MAX_DOCUMENT_BYTES',
        FETCH_DEFAULTS.maxDocumentBytes,
        1,
        Number.MAX_SAFE_INTEGER,
      ),
    }),
    auditConcurrency: readInteger(env, 'AUDIT_CONCURRENCY', 4, 1, 100),
    checkThreads: readInteger(env, 'CHECK_THREADS', defaultThreads(), 0, THREADS_LIMIT),
    // A process that is alone reads nothing sooner by it: it only loses less when it dies.
    fanOutMs: readInteger(env, 'FAN_OUT_MS', databaseUrl === null ? 60_000 : 5_000, 0, 86_400_000),
    workerTimeoutS: readInteger(env, 'WORKER_TIMEOUT_S', 30, 10, 300),
    auditTimeoutMs: readInteger(env, 'AUDIT_TIMEOUT_MS', 900_000, 1, AUDIT_TIMEOUT_LIMIT_MS),
    retentionDays: readInteger(env, 'RETENTION_DAYS', 90, 1, 36_500),
    webhookSecret: readSecret(env, 'WEBHOOK_SECRET', 1),
    secretKey: readSecret(env, 'SECRET_KEY', 16),
    rateLimit: readInteger(env, 'RATE_LIMIT', 600, 0, 1_000_000_000),
    maxQueue: readInteger(env, 'MAX_QUEUE', 10_000, 1, 1_000_000_000),
    shedDelayMs: readInteger(env, 'SHED_DELAY_MS', 1_000, 0, 60_000),
    logLevel: readChoice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  }

  if (!isLoopback(config.host) && apiKeys.length === 0 && !allowAnonymous) {
    throw new ConfigError(
      `HOST ${config.host} can be reached from other machines: set API_KEYS, or ALLOW_ANONYMOUS=true if everybody there may use the service.`,
    )
  }
  if (role !== 'all' && databaseUrl === null) {
    throw new ConfigError(`ROLE ${role} needs DATABASE_URL: the embedded database serves one process only.`)
  }
  if (
    role !== 'worker' &&
    databaseUrl !== null &&
    config.secretKey === null &&
    apiKeys.some((one) => 'sha256' in one)
  ) {
    throw new ConfigError(
      'API_KEYS: keys that are given as sha256 need SECRET_KEY where DATABASE_URL is set: sessions of the pages are sealed with it.',
    )
  }
  return Object.freeze(config)
}

function readText(env: Environment, name: string): string | undefined {
  const text = env[name]
  return text === '' ? undefined : text
}

function readInteger(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most)) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not ${quote(text)}.`)
  }
  return value
}

function readChoice<T extends string>(env: Environment, name: string, choices: readonly T[], fallback: T): T {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) {
    throw new ConfigError(
      `${name} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}, not ${quote(text)}.`,
    )
  }
  return choice
}

function readList<T>(env: Environment, name: string, parse: (text: string) => T[]): T[] {
  const text = readText(env, name)
  if (text === undefined) return []
  try {
    return parse(text)
  } catch (error) {
    throw new ConfigError(`${name}: ${error instanceof Error ? oneLine(error.message) : 'is malformed.'}`)
  }
}

function readDatabaseUrl(env: Environment): string | null {
  const text = readText(env, 'DATABASE_URL')
  if (text === undefined) return null
  // Not shown: it may hold a password.
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new ConfigError('DATABASE_URL must be of the form postgres://USER:PASSWORD@HOST:PORT/DATABASE.')
  }
  return text
}

function readApiKeys(env: Environment): ApiKey[] {
  const text = readText(env, 'API_KEYS')
  if (text === undefined) return []
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const keys = entries.map(readApiKey)
  if (keys.length === 0) throw new ConfigError('API_KEYS has no key in it.')
  const seen = new Set<string>()
  for (const [index, one] of keys.entries()) {
    const digest = 'key' in one ? createHash('sha256').update(one.key).digest('hex') : one.sha256
    if (seen.has(digest)) throw new ConfigError(`API_KEYS: entry ${index + 1} repeats the key of an earlier one.`)
    seen.add(digest)
  }
  return keys
}

/** NAME:ROLE:KEY, NAME:ROLE:sha256:HEX, or either without name and role. */
function readApiKey(entry: string, index: number): ApiKey {
  const { who, sha256, key = '' } = KEY_ENTRY.exec(entry)?.groups ?? {}
  const [name = null, role = 'admin'] = who?.split(':') ?? []
  const knownRole = KEY_ROLES.find((candidate) => candidate === role)
  // Said by its number: the entry is a secret.
  if (!knownRole || (key === '' && sha256 === undefined)) {
    throw new ConfigError(
      `API_KEYS: entry ${index + 1} is not of the form KEY or NAME:ROLE:KEY with a role of read, run or admin and a key of letters, digits and -._~+/, or sha256:HEX with the 64 digits of its digest.`,
    )
  }
  const owner = { name, role: knownRole }
  return Object.freeze(sha256 === undefined ? { ...owner, key } : { ...owner, sha256: sha256.toLowerCase() })
}

/** A digest says nothing of the key that it was made of. */
function warnOfKeys(keys: readonly ApiKey[]): string[] {
  return keys.flatMap((one, index) =>
    'key' in one && one.key.length < KEY_LENGTH_MIN
      ? [
          `API_KEYS: the key of entry ${index + 1} has fewer than ${KEY_LENGTH_MIN} characters and may be guessed. "openssl rand -hex 24" makes one.`,
        ]
      : [],
  )
}

function readUserAgent(env: Environment): string {
  const text = readText(env, 'USER_AGENT')
  if (text === undefined) return `SitemapAuditor/${packageJson.version} (+${packageJson.homepage})`
  // RFC 9110, 10.1.5: a product token first; it is also the name that robots.txt knows us by.
  if (!/^[a-z][a-z_-]*(?:\/[!-~]+)?(?: [ -~]*)?$/i.test(text)) {
    throw new ConfigError(`USER_AGENT must begin with a name of letters, - and _ and be ASCII, not ${quote(text)}.`)
  }
  if (SEARCH_ENGINES.test(text)) {
    throw new ConfigError(`USER_AGENT must not pretend to be a search engine, as ${quote(text)} does.`)
  }
  return text
}

function readSecret(env: Environment, name: string, minLength: number): string | null {
  const text = readText(env, name)
  if (text === undefined) return null
  if (text.trim() === '') throw new ConfigError(`${name} is blank: a secret must have characters that are no spaces.`)
  if (text.length < minLength) throw new ConfigError(`${name} must have at least ${minLength} characters.`)
  return text
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')
LOOPBACK.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')

/** Names other than localhost may lead anywhere; `::` and `0.0.0.0` are every address. */
function isLoopback(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host.toLowerCase() === 'localhost'
  return LOOPBACK.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

/** Short and on one line, whatever the environment holds. */
function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}...` : text)
}
