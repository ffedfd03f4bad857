/** What a process with ROLE=worker answers: that it lives, and that it can work. */
import Fastify from 'fastify'
import type { Queue } from './queue/queue.ts'
import type { Server } from './service.ts'
import type { Store } from './store/store.ts'

export function createWorkerServer({ store, queue }: { store: Store; queue: Queue }): Server {
  const app = Fastify({ logger: false })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('application/problem+json').send({
      type: 'urn:sitemap-auditor:problem:NOT_FOUND',
      title: 'There is nothing at this address',
      status: 404,
      detail: 'This process runs audits; requests are taken by those with ROLE=api.',
      code: 'NOT_FOUND',
    }),
  )
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await Promise.all([store.ping(), queue.ping()])
      return { status: 'ready' }
    } catch {
      return reply.code(503).type('application/problem+json').send({
        type: 'urn:sitemap-auditor:problem:NOT_READY',
        title: 'The service is not ready',
        status: 503,
        detail: 'The database or the queue does not answer.',
        code: 'NOT_READY',
      })
    }
  })
  return { listen: (options) => app.listen(options), close: () => app.close() }
}
