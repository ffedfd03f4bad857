/** What a host answers to a path that cannot exist: the measure of soft 404s. */

import { outcomeOf } from '../fetch/classify.ts'
import type { ProbeFacts } from '../model/facts.ts'
import { PAGE_READ_LIMIT_BYTES } from '../model/standards.ts'
import { readPage } from '../page/read-page.ts'
import { fingerprintOf } from '../values/hash.ts'
import { nowOf } from './exchange-facts.ts'
import { readBody } from './read-body.ts'
import type { AuditTools } from './tools.ts'

export interface HostProbes {
  /** Of this origin, asked at the first call. null: its answer says nothing (refused, unreachable, an error). */
  of(origin: string): Promise<ProbeFacts | null>
}

/** @param seed the same seed asks for the same path */
export function createHostProbes({ fetcher }: AuditTools, signal: AbortSignal, seed: number): HostProbes {
  const known = new Map<string, Promise<ProbeFacts | null>>()

  async function ask(origin: string): Promise<ProbeFacts | null> {
    const url = `${origin}/${fingerprintOf('probe', origin, String(seed)).slice(0, 20)}`
    const exchange = await fetcher.get(url, { as: 'page', signal, maxBytes: PAGE_READ_LIMIT_BYTES })
    if (exchange.ending.kind !== 'answer' || exchange.status === null || outcomeOf(exchange) === 'blocked') {
      exchange.body?.cancel()
      return null
    }
    const { bytes, isCut } = await readBody(exchange, PAGE_READ_LIMIT_BYTES)
    const { finalUrl, headers, status } = exchange
    const { title, likeness } = readPage({ bytes, isCut, url: finalUrl, headers, nowMs: nowOf(exchange) })
    return { url, status, finalUrl, title, likeness }
  }

  return {
    of(origin) {
      const probe = known.get(origin) ?? ask(origin)
      known.set(origin, probe)
      return probe
    },
  }
}
