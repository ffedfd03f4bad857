/**
 * A server that closes ends the connections that are idle at that moment. One whose answer ends later stays open for as
 * long as kept-alive connections do, and the process with it.
 */
import type { Api } from './fastify-types.ts'

export function closePromptly(api: Api): void {
  let isClosing = false
  api.addHook('preClose', async () => {
    isClosing = true
  })
  api.addHook('onResponse', async () => {
    // The connection falls idle behind the end of its answer.
    if (isClosing) setImmediate(() => api.server.closeIdleConnections())
  })
}
