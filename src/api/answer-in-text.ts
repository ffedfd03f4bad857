/** POST /audit for a person at a terminal: what happens while it happens, and what was found. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Audit } from '../model/audit.ts'
import { renderText } from '../report/text.ts'
import { hasEnded, statusOfAudit } from './audit-status.ts'
import type { AppDependencies } from './dependencies.ts'
import { RETRY_AUDIT_S } from './start-audit.ts'
import { createStreams } from './streams.ts'
import { createTeller } from './tell-progress.ts'

/** Streams of one process. Whoever comes on top of them waits without seeing progress. */
const STREAM_LIMIT = 200
const MEDIA_TYPE = 'text/plain; charset=utf-8'

export interface TextAnswer {
  audit: Pick<Audit, 'id' | 'domain' | 'options'>
  waitS: number
  isColoured: boolean
  /** Resolves when the audit has ended, the time is over, or the client has left. */
  wait(): Promise<void>
  load(): Promise<Audit>
}

/** What it sends ends when the wait does. */
export function createTextAnswers({
  store,
  logger,
  streamLimit = STREAM_LIMIT,
}: Pick<AppDependencies, 'store' | 'logger' | 'streamLimit'>) {
  const streams = createStreams(streamLimit)
  const tell = createTeller({ store, onError: (error) => logger?.warn({ err: error }, 'progress could not be read') })

  async function* stream(answer: TextAnswer, signal: AbortSignal): AsyncGenerator<string, void, void> {
    const { id, domain } = answer.audit
    yield `Audit ${id} of ${domain}\n`
    const isOver = new AbortController()
    const waited = answer.wait().finally(() => isOver.abort())
    // Whoever stops listening before the end asks for it no more, and nobody else would.
    waited.catch(() => {})
    yield* tell(id, AbortSignal.any([isOver.signal, signal]))
    await waited
    if (signal.aborted) return
    yield '\n'
    yield* summary(await answer.load(), answer)
  }

  return {
    async answer(reply: FastifyReply, answer: TextAnswer): Promise<FastifyReply> {
      reply.type(MEDIA_TYPE)
      // The status is the first thing that is sent, and a gate decides it.
      const isStreamed = answer.audit.options.gate === null && answer.waitS > 0
      const open = isStreamed ? streams.open(reply.raw) : undefined
      if (open) {
        reply.header('x-accel-buffering', 'no')
        return reply.send(Readable.from(open.bound(stream(answer, open.signal)), { highWaterMark: 1 }))
      }
      await answer.wait()
      const audit = await answer.load()
      const status = statusOfAudit(audit)
      if (status === 202) reply.header('retry-after', String(RETRY_AUDIT_S))
      return reply.code(status).send(Readable.from(summary(audit, answer)))
    },
  }
}

function* summary(audit: Audit, { isColoured, waitS }: TextAnswer): Generator<string, void, void> {
  yield* renderText(audit, { isColoured })
  if (hasEnded(audit)) return
  yield waitS > 0 ? `It has not ended after ${waitS} s. ` : 'It has not ended yet. '
  yield `Look again with: curl -H 'accept: text/plain' .../audits/${audit.id}\n`
}
