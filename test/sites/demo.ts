/**
 * npm run demo: plays blog.example on loopback, starts the real service beside it, audits the one with the other over
 * HTTP, and keeps both running until Ctrl-C. With --once it ends: 0 when the audit succeeded.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import type { Audit } from '#src/model/audit.ts'
import { type RunningService, startService } from '../support/service.ts'
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
  const { id, status } = await watchAudit(service.url)
  console.log(`\n${whereToLook(service.url, id)}`)
  if (status !== 'succeeded') process.exitCode = 1
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

/** Prints what `curl -N` with the same headers would. */
async function watchAudit(url: string): Promise<Audit> {
  const answer = await fetch(`${url}/audit?color=${process.stdout.isTTY ? 1 : 0}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/plain', prefer: 'wait=300' },
    body: JSON.stringify({ domain: DOMAIN }),
  })
  const text = new TextDecoder()
  for await (const chunk of answer.body ?? []) process.stdout.write(text.decode(chunk, { stream: true }))
  const address = answer.headers.get('location')
  if (address === null) throw new Error(`POST /audit answered ${answer.status}`)
  return (await (await fetch(`${url}${address}`)).json()) as Audit
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
    `  as one file    ${url}/audits/${id}/report.html`,
    `  its errors     ${url}/audits/${id}/findings?severity=error`,
    `  every call     ${url}/docs`,
    `  another site   curl -X POST ${url}/audit -H 'content-type: application/json' -d '{"domain":"${others[0]}"}'`,
    `                 also ${others.slice(1).join(', ')}`,
  ].join('\n')
}
