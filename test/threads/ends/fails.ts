/** Throws where nobody catches it, as soon as it is given a chunk. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ kind }) => {
  if (kind === 'chunk') throw new Error('a bug')
})
parentPort?.postMessage({ kind: 'ready' })
