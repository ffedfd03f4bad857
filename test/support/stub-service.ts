/**
 * The real service as a process, but for its audits, which only take time, and its HTTP, which is three routes: for
 * tests of what a process does when it stops, dies and comes back. One argument: JSON of StubSettings.
 */
import '#test/support/quick-pglite.ts'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { readConfig } from '#src/config.ts'
import { describeStartFailure } from '#src/describe-start-failure.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { startService } from '#src/service.ts'
import { makeReport, makeResult } from './sample-report.ts'

export interface StubSettings {
  /** As in the environment of the service. */
  settings: Record<string, string>
  /** How long each audit takes, ms. */
  auditMs: number
  /** Where each beginning and ending of an audit is written, a line each. */
  journal: string
  graceMs: number
}

const { settings, auditMs, journal, graceMs }: StubSettings = JSON.parse(process.argv[2] ?? '{}')
const write = (line: string) => appendFileSync(journal, `${line}\n`)

try {
  const config = readConfig({ ...settings, PORT: '0' })
  const service = await startService(config, pino({ level: 'silent' }), {
    duties: [],
    async runAudit({ domain }, { signal, onProgress }) {
      write(`began ${domain}`)
      onProgress({ stage: 'walk', documents: [0, 1], pages: [0, 0], entries: 0, bytes: 0 }, makeReport)
      await delay(auditMs, undefined, { signal }).catch(() => {})
      if (!signal.aborted) write(`ended ${domain}`)
      return makeResult()
    },
    async createServer({ store, queue }) {
      const server = createServer(async (request, response) => {
        const [, id = ''] = request.url?.split('/') ?? []
        if (request.method === 'POST') {
          const { audit } = await store.audits.insert({
            domain: id,
            options: { ...AUDIT_DEFAULTS, domain: id },
            sealedHeaders: null,
            idempotencyKey: null,
          })
          await queue.enqueue(audit)
          response.end(JSON.stringify(audit))
        } else {
          response.end(JSON.stringify((await store.audits.find(id)) ?? null))
        }
      })
      return {
        async listen({ host, port }) {
          await new Promise<void>((resolve) => server.listen(port, host, resolve))
          return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        },
        async close() {
          server.closeAllConnections()
          await new Promise((resolve) => server.close(resolve))
        },
      }
    },
  })
  process.on('SIGTERM', async () => {
    await service.stop(graceMs)
    process.exit(0)
  })
  console.log(service.url)
} catch (error) {
  console.error(describeStartFailure(error, null).line)
  process.exitCode = 1
}
