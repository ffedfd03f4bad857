/**
 * Asks GET /healthz again and again, a process of its own: what it measures is the service, not how busy the benchmark
 * is. Each time by a new connection, as those do who watch a service. Argument: the address of the service. Prints the
 * time of each answer, ms, a line each; "failed" for none.
 */
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 50
const PATIENCE_MS = 30_000

const url = `${process.argv[2]}/healthz`

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: PATIENCE_MS }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}

for (;;) {
  const from = performance.now()
  const isUp = await ask()
  console.log(isUp ? (performance.now() - from).toFixed(1) : 'failed')
  await delay(PAUSE_MS)
}
