/** Ends by itself in the midst of a document. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ kind }) => {
  if (kind === 'chunk') process.exit(3)
})
parentPort?.postMessage({ kind: 'ready' })
