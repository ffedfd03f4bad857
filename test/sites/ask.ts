/** Asks the described sites without sockets: what they serve is what a report can be held against. */
import type { Answer, Site } from '../support/site.ts'
import { SITES } from './index.ts'

const hosts = new Map<string, Site>(Object.values(SITES).flatMap((sites) => sites.map((site) => [site.host, site])))

/** The answer to GET of an https URL; 404 where no such site or path is described. */
export function ask(url: string): { status: number; body: string; answer: Answer } {
  const { host, pathname, search } = new URL(url)
  const path = pathname + search
  const route = hosts.get(host)?.routes[path] ?? hosts.get(host)?.routes['*'] ?? { status: 404 }
  const request = { host, method: 'GET', path, headers: {}, body: '', secure: true }
  const answer = typeof route === 'function' ? route(request, 1) : route
  return { status: answer.status ?? (answer.redirect ? 301 : 200), body: String(answer.body ?? ''), answer }
}
