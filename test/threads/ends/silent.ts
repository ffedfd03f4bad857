/** Takes documents and never gets on with them. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', () => {})
parentPort?.postMessage({ kind: 'ready' })
