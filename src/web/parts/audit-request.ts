/** What the form of the home page asks for, as the body of POST /audit: only what differs from the defaults. */
import type { AuditOptions } from '../../model/audit.ts'

export type AuditRequest = { domain: string } & Partial<Omit<AuditOptions, 'domain' | 'gate'>> & {
    gate?: { failOn: string } | null
  }

/** Those of the API: a test holds them to it. */
const DEFAULTS: Omit<AuditOptions, 'domain'> = {
  sitemaps: [],
  children: 3,
  pages: 20,
  seed: 1,
  respectRobots: true,
  compareUserAgents: false,
  userAgent: null,
  headers: {},
  profile: null,
  baseline: 'previous',
  suppress: [],
  gate: null,
  webhook: null,
}

/** The defaults that the form shows. */
export const SHOWN_DEFAULTS = {
  children: String(DEFAULTS.children),
  pages: String(DEFAULTS.pages),
  seed: String(DEFAULTS.seed),
}

export function readAuditForm(form: HTMLFormElement): AuditRequest {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const lines = text('sitemaps').split(/\s+/).filter(Boolean)
  const children = text('children')
  const numberUnless = (name: 'pages' | 'seed') =>
    text(name) === '' || text(name) === SHOWN_DEFAULTS[name] ? {} : { [name]: Number(text(name)) }
  return {
    domain: text('domain'),
    ...(lines.length === 0 ? {} : { sitemaps: lines }),
    ...(children === '' || children === SHOWN_DEFAULTS.children
      ? {}
      : { children: children === 'all' ? ('all' as const) : Number(children) }),
    ...numberUnless('pages'),
    ...numberUnless('seed'),
    ...(text('profile') === '' ? {} : { profile: text('profile') as NonNullable<AuditOptions['profile']> }),
    ...(text('userAgent') === '' ? {} : { userAgent: text('userAgent') }),
    ...(data.has('ignoreRobots') ? { respectRobots: false } : {}),
    ...(data.has('compareUserAgents') ? { compareUserAgents: true } : {}),
    ...(text('failOn') === '' ? {} : { gate: { failOn: text('failOn') } }),
  }
}

/** The request that an audit was made of: what differs from the defaults. */
export function requestOf({ domain, ...options }: AuditOptions): AuditRequest {
  const differs = Object.entries(options).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULTS[name as keyof typeof DEFAULTS]),
  )
  return { domain, ...Object.fromEntries(differs) } as AuditRequest
}
