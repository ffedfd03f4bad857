/** The cookie in which a browser keeps who is using the pages. */
import type { IncomingHttpHeaders } from 'node:http'

const COOKIE = 'sitemap_auditor_session'
/** 90 days. */
const LIFETIME_S = 7_776_000

/** @returns null where the Cookie header holds no session */
export function readSession(cookie: string | undefined): string | null {
  for (const pair of (cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.split('=', 2)
    if (name.trim() === COOKIE && value.trim() !== '') return value.trim()
  }
  return null
}

/**
 * A Set-Cookie value: scripts cannot read it, and other sites cannot have it sent.
 * @param session null: the browser shall forget it
 * @param isSecure the page came over https; over plain http browsers refuse a cookie that says Secure
 */
export function writeSession(session: string | null, isSecure: boolean): string {
  return [
    `${COOKIE}=${session ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${session === null ? 0 : LIFETIME_S}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}

interface Asked {
  method: string
  headers: IncomingHttpHeaders
}

/**
 * False for a call that another site has made the browser send: one that changes something and does not come from our
 * own pages. Sec-Fetch-Site cannot be forged by a page, and is sent over https and on loopback; elsewhere Origin is
 * there; where neither is, JSON cannot be sent across sites without our leave.
 */
export function isFromOwnPages({ method, headers }: Asked): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (headers.origin !== undefined) return URL.parse(headers.origin)?.host === headers.host
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/** TLS may end before this service: the browser's own Origin says how the page came, and proxies say it too. */
export function cameOverHttps({ headers }: Pick<Asked, 'headers'>): boolean {
  return headers.origin?.startsWith('https:') === true || headers['x-forwarded-proto'] === 'https'
}
