/**
 * npm run demo: plays blog.example on loopback, starts the real service beside it, audits the one with the other over
 * HTTP, and keeps both running until Ctrl-C. With --once it ends: 0 when the audit succeeded.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { postAudit, type RunningService, startService } from '../support/service.ts'
import { showAudit } from '../support/show-audit.ts'
import { startSites } from '../support/site-server.ts'
import { SITES } from './index.ts'

const DOMAIN = 'blog.example'
const FAVOURITE_PORT = 3000

const { values: flags } = parseArgs({ options: { once: { type: 'boolean', default: false } } })

const sites = await startSites(Object.values(SITES).flat())
let service: RunningService | undefined
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

try {
  service = await start()
  const audit = await postAudit(service, { domain: DOMAIN })
  console.log(`${showAudit(audit)}\n\n${whereToLook(service.url, audit.id)}`)
  if (audit.status !== 'succeeded') process.exitCode = 1
  if (!flags.once && !interrupted.signal.aborted) {
    console.log('\nCtrl-C ends it.')
    const died = once(service.process, 'exit').then(() => interrupted.signal.aborted === false)
    if (await Promise.race([once(interrupted.signal, 'abort').then(() => false), died])) {
      throw new Error(`The service ended:\n${service.output()}`)
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await service?.stop()
  await sites.close()
}

/** On the usual port where that is free, so that the commands of the README work as they stand. */
async function start(): Promise<RunningService> {
  if (flags.once) return startService(sites)
  return startService(sites, (await isFree(FAVOURITE_PORT)) ? { PORT: String(FAVOURITE_PORT) } : {})
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

function whereToLook(url: string, id: string): string {
  const others = Object.keys(SITES).filter((domain) => domain !== DOMAIN)
  return [
    'Look further:',
    `  the audit      ${url}/audits/${id}`,
    `  its errors     ${url}/audits/${id}/findings?severity=error`,
    `  every call     ${url}/docs`,
    `  another site   curl -X POST ${url}/audit -H 'content-type: application/json' -d '{"domain":"${others[0]}"}'`,
    `                 also ${others.slice(1).join(', ')}`,
  ].join('\n')
}
