/** One process of the service, put together from its parts by its role, and taken apart in the right order. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CheckDocument } from './audit/check-document.ts'
import type { CreateReader } from './audit/document-reader.ts'
import type { Config } from './config.ts'
import type { Duty, DutyTools } from './duties/duty.ts'
import { createFetcher } from './fetch/create-fetcher.ts'
import { createHostLimits, type HostLimits } from './fetch/host-limits.ts'
import { createFanOutReader } from './jobs/fan-out.ts'
import { type Audits, createJobRunner, type JobMeasures } from './jobs/run-job.ts'
import { type Channels, openChannels } from './queue/channels.ts'
import { openQueue } from './queue/open-queue.ts'
import type { Queue } from './queue/queue.ts'
import { openStore } from './store/open-store.ts'
import { createSealer, openSealed, type Sealer } from './store/seal.ts'
import { readSecretKey } from './store/secret-key.ts'
import type { Store } from './store/store.ts'

/** What listens for HTTP. */
export interface Server {
  listen(options: { host: string; port: number }): Promise<string>
  /** Takes no more requests, and resolves when those it has are answered. */
  close(): Promise<void>
}

export interface Parts {
  /** `limits`: of the hosts, over all audits and all processes. */
  runAudit(
    options: Parameters<Audits>[0],
    tools: Parameters<Audits>[1] & { limits: HostLimits; createReader: CreateReader },
  ): ReturnType<Audits>
  createServer(inside: { store: Store; queue: Queue; channels: Channels; sealer: Sealer | null }): Promise<Server>
  duties: readonly Duty[]
  /** Who checks documents of audits that others run. Default: the main thread. */
  check?: CheckDocument
  /** Frees what the parts hold, when nothing asks for them any more. */
  close?(): Promise<void>
  /** For those who read documents of audits that others run. Default: as the settings say. */
  createFetcher?: DutyTools['createFetcher']
  /** Default: nobody counts. */
  measures?: JobMeasures
}

export interface Service {
  /** "http://127.0.0.1:3000" */
  url: string
  /** Stops taking requests, hands running audits back after at most `graceMs`, and closes everything. */
  stop(graceMs: number): Promise<void>
}

/** @throws what keeps it from starting; what had been opened is closed again */
export async function startService(config: Config, logger: Logger, parts: Parts): Promise<Service> {
  const closers: ((graceMs: number) => Promise<void>)[] = []
  /** In the reverse order of opening; one that fails does not keep the others open. */
  async function stop(graceMs: number): Promise<void> {
    for (const close of closers.splice(0).reverse()) {
      await close(graceMs).catch((error: unknown) => logger.error({ err: error }, 'could not be closed'))
    }
  }

  try {
    closers.push(async () => parts.close?.())
    const store = await openStore(config, (error) => logger.warn({ err: error }, 'database connection lost'))
    closers.push(() => store.close())
    const { hostConcurrency } = config.fetch
    const limits = createHostLimits({
      concurrency: hostConcurrency,
      ledger: store.hosts.open(hostConcurrency),
      onError: (error) => logger.warn({ err: error }, 'host limits: the database does not answer'),
    })
    closers.push(() => limits.close())
    const secret = await readSecretKey(config)
    const sealer = secret === null ? null : createSealer(secret)

    const queue = await openQueue({
      link: store.link,
      concurrency: config.auditConcurrency,
      auditTimeoutMs: config.auditTimeoutMs,
      workerTimeoutS: config.workerTimeoutS,
      onError: (error) => logger.error({ err: error }, 'job queue'),
    })
    closers.push((graceMs) => queue.stop(graceMs))

    const channels = await openChannels(queue, { bundleTimeoutMs: config.auditTimeoutMs })

    const server = await parts.createServer({ store, queue, channels, sealer })
    closers.push(async (graceMs) => {
      // A client that does not take its answer must not keep the process.
      const timer = new AbortController()
      const late = delay(graceMs, undefined, { signal: timer.signal }).catch(() => {})
      await Promise.race([server.close(), late]).finally(() => timer.abort())
    })
    // Before the first job: a port that is taken must not leave a job begun.
    const url = await server.listen({ host: config.host, port: config.port })

    if (config.role !== 'api') {
      const openHeaders = (sealed: string) => openSealed(sealer, sealed)
      const { parts: documents } = store
      const fanOut = { parts: documents, bundles: channels.bundles, logger, thresholdMs: config.fanOutMs }
      const runJob = createJobRunner({
        store,
        runAudit: (options, tools) =>
          parts.runAudit(options, {
            ...tools,
            limits,
            createReader: (settings, leftMs) => createFanOutReader(tools.auditId, fanOut, settings, leftMs),
          }),
        openHeaders,
        ...(parts.measures && { measures: parts.measures }),
        logger,
      })
      await queue.work(runJob)
      // A process may have died between making an audit and making its job.
      await queue.enqueueAll(await store.audits.listUnended())
      const dutyTools: DutyTools = {
        config,
        store,
        queue,
        channels,
        limits,
        createFetcher: parts.createFetcher ?? ((identity) => createFetcher(config.fetch, identity)),
        openHeaders,
        ...(parts.check && { check: parts.check }),
        logger,
      }
      for (const begin of parts.duties) {
        const end = await begin(dutyTools)
        closers.push(() => end())
      }
    }
    return { url, stop }
  } catch (error) {
    await stop(0)
    throw error
  }
}
