/** Who asks: API keys and their roles. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiKey, Role } from './dependencies.ts'
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
const RANKS: Record<Role, number> = { read: 1, run: 2, admin: 3 }
const ANONYMOUS: Caller = { id: null, role: 'admin' }

/**
 * Keys and sessions are compared by their digests, all of them each time: the time says nothing of which one was nearly
 * right. A session is made of its key alone: no process keeps it, and it ends when the operator takes the key away.
 */
export function createIdentification(keys: readonly ApiKey[]): Identification {
  const known = keys.map(({ name, role, key }, index) => {
    const session = digestOf(`${SESSION_LABEL}${key}`).toString('base64url')
    const caller: Caller = { id: name === null ? `key-${index + 1}` : `name-${name}`, role }
    return { keyDigest: digestOf(key), session, sessionDigest: digestOf(session), caller }
  })
  const isOpen = keys.length === 0
  const find = (text: string, which: 'keyDigest' | 'sessionDigest') => {
    const digest = digestOf(text)
    let found: (typeof known)[number] | null = null
    for (const one of known) if (timingSafeEqual(one[which], digest)) found = one
    return found
  }
  return {
    isOpen,
    byHeader(authorization) {
      if (isOpen) return ANONYMOUS
      // RFC 9110, 11.4: the scheme is case-insensitive.
      const [scheme = '', ...rest] = (authorization ?? '').trim().split(' ')
      const token = rest.join(' ').trim()
      if (scheme.toLowerCase() !== 'bearer' || token === '') return null
      return find(token, 'keyDigest')?.caller ?? 'unknown'
    },
    bySession: (session) => (isOpen ? ANONYMOUS : (find(session, 'sessionDigest')?.caller ?? 'unknown')),
    openSession: (key) => find(key, 'keyDigest')?.session ?? null,
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
