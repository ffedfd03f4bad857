/** Takes more and more memory, as soon as it is given a chunk. */
import { parentPort } from 'node:worker_threads'

const kept: object[][] = []
parentPort?.on('message', ({ kind }) => {
  while (kind === 'chunk') kept.push(Array.from({ length: 10_000 }, () => ({})))
})
parentPort?.postMessage({ kind: 'ready' })
