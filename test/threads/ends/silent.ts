/** Takes documents, says so, and never gets on with them. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ kind, id }) => {
  if (kind === 'begin') parentPort?.postMessage({ kind: 'taken', id, chunks: 0, progress: { bytes: 0, entries: 0 } })
})
parentPort?.postMessage({ kind: 'ready' })
