/** Who asks: API keys and their roles. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ApiConfig, ApiKey, Role } from './dependencies.ts'
import { createProblem } from './problems.ts'

/** What a route asks for: nothing, or at least this role. */
export type Access = 'open' | Role

export interface Caller {
  /** Tells callers apart where it matters (limits, idempotency); null: nobody is asked for a key. */
  id: string | null
  role: Role
}

/** How callers say who they are, by keys that the operator has given out. */
export interface Identification {
  /** Nobody is asked for a key. */
  isOpen: boolean
  /** @returns who sent this Authorization header; 'unknown' for a wrong key, null for none */
  byHeader(authorization: string | undefined): Caller | 'unknown' | null
  /** @returns whose session this is; 'unknown' where its key is no longer one */
  bySession(session: string): Caller | 'unknown'
  /** @returns what the browser keeps instead of the key; null for a key that is not known */
  openSession(key: string): string | null
}

/** Keeps the digest that a browser holds apart from every other digest of the key. */
const SESSION_LABEL = 'sitemap-auditor session\n'
/** No header has a blank in its name: what is sealed for an audit never passes for a session. */
const SEALED_FIELD = 'session of'
/** Of SHA-256. */
const DIGEST_BYTES = 32
const RANKS: Record<Role, number> = { read: 1, run: 2, admin: 3 }
const ANONYMOUS: Caller = { id: null, role: 'admin' }

/**
 * Keys and sessions are compared by their digests, all of them each time: the time says nothing of which one was nearly
 * right. No process keeps a session, and it ends when the operator takes its key away: it is made of the key alone; or,
 * where only the digest of the key is here, of that digest under the seal of SECRET_KEY, because whoever reads the
 * settings knows the digest.
 * @param seal left out: keys that are given by their digests open no sessions
 */
export function createIdentification(
  keys: readonly ApiKey[],
  seal: Partial<Pick<ApiConfig, 'sealHeaders' | 'openHeaders'>> = {},
): Identification {
  const known = keys.map((one, index) => {
    const session = 'key' in one ? digestOf(`${SESSION_LABEL}${one.key}`).toString('base64url') : null
    const caller: Caller = { id: one.name === null ? `key-${index + 1}` : `name-${one.name}`, role: one.role }
    return {
      keyDigest: 'key' in one ? digestOf(one.key) : Buffer.from(one.sha256, 'hex'),
      session,
      sessionDigest: session === null ? randomBytes(DIGEST_BYTES) : digestOf(session),
      caller,
    }
  })
  const isOpen = keys.length === 0
  const find = (digest: Buffer, which: 'keyDigest' | 'sessionDigest') => {
    let found: (typeof known)[number] | null = null
    for (const one of known) if (timingSafeEqual(one[which], digest)) found = one
    return found
  }
  const findSealed = (session: string) => {
    const digest = readSealed(session, seal.openHeaders)
    return digest === null ? null : find(digest, 'keyDigest')
  }
  return {
    isOpen,
    byHeader(authorization) {
      if (isOpen) return ANONYMOUS
      // RFC 9110, 11.4: the scheme is case-insensitive.
      const [scheme = '', ...rest] = (authorization ?? '').trim().split(' ')
      const token = rest.join(' ').trim()
      if (scheme.toLowerCase() !== 'bearer' || token === '') return null
      return find(digestOf(token), 'keyDigest')?.caller ?? 'unknown'
    },
    bySession(session) {
      if (isOpen) return ANONYMOUS
      return (find(digestOf(session), 'sessionDigest') ?? findSealed(session))?.caller ?? 'unknown'
    },
    openSession(key) {
      const found = find(digestOf(key), 'keyDigest')
      if (found === null) return null
      return found.session ?? seal.sealHeaders?.({ [SEALED_FIELD]: found.keyDigest.toString('hex') }) ?? null
    },
  }
}

/** @returns the digest of the key that it was made of; null for what is no sealed session */
function readSealed(session: string, open: ApiConfig['openHeaders'] | undefined): Buffer | null {
  try {
    const digest = Buffer.from(open?.(session)[SEALED_FIELD] ?? '', 'hex')
    return digest.length === DIGEST_BYTES ? digest : null
  } catch {
    // Anybody can write a cookie.
    return null
  }
}

/** @throws problems UNAUTHORIZED, FORBIDDEN */
export function requireRole(caller: Caller | 'unknown' | null, role: Role): asserts caller is Caller {
  if (caller === null) {
    throw createProblem('UNAUTHORIZED', 'Send an API key as "Authorization: Bearer KEY".', {
      headers: { 'www-authenticate': 'Bearer realm="sitemap-auditor"' },
    })
  }
  if (caller === 'unknown') {
    throw createProblem('UNAUTHORIZED', 'This API key is not known.', {
      headers: { 'www-authenticate': 'Bearer realm="sitemap-auditor", error="invalid_token"' },
    })
  }
  if (RANKS[caller.role] < RANKS[role]) {
    throw createProblem('FORBIDDEN', `This needs the role ${role}; the key has the role ${caller.role}.`, {
      headers: { 'www-authenticate': 'Bearer realm="sitemap-auditor", error="insufficient_scope"' },
    })
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
