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

/** @returns who sent this Authorization header; 'unknown' for a wrong key, null for none */
export type Identify = (authorization: string | undefined) => Caller | 'unknown' | null

const RANKS: Record<Role, number> = { read: 1, run: 2, admin: 3 }
const ANONYMOUS: Caller = { id: null, role: 'admin' }

/** Keys are compared by their digests, all of them each time: the time says nothing of which one was nearly right. */
export function createIdentify(keys: readonly ApiKey[]): Identify {
  if (keys.length === 0) return () => ANONYMOUS
  const known = keys.map(({ name, role, key }, index) => ({
    digest: digestOf(key),
    caller: { id: name === null ? `key-${index + 1}` : `name-${name}`, role } satisfies Caller,
  }))
  return (authorization) => {
    // RFC 9110, 11.4: the scheme is case-insensitive.
    const [scheme = '', ...rest] = (authorization ?? '').trim().split(' ')
    const token = rest.join(' ').trim()
    if (scheme.toLowerCase() !== 'bearer' || token === '') return null
    const digest = digestOf(token)
    let found: Caller | 'unknown' = 'unknown'
    for (const one of known) if (timingSafeEqual(one.digest, digest)) found = one.caller
    return found
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
