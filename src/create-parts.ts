/** What one process of the service is made of in earnest: real audits, the HTTP API or the worker's few routes. */
import type { Logger } from 'pino'
import { buildApp } from './api/app.ts'
import { boundConnections, readDescriptorLimit } from './api/bound-connections.ts'
import type { AppDependencies } from './api/dependencies.ts'
import type { Api } from './api/fastify-types.ts'
import { askThrough, watchDatabase } from './api/watch-database.ts'
import { buildWorkerApp } from './api/worker-app.ts'
import { runAudit } from './audit/run-audit.ts'
import { validateDocument } from './audit/validate-document.ts'
import type { Config } from './config.ts'
import { DUTIES } from './duties/index.ts'
import { type AddressGuard, createAddressGuard } from './fetch/address-guard.ts'
import { type AuditIdentity, createFetcher } from './fetch/create-fetcher.ts'
import { measureFetcher } from './measure-fetcher.ts'
import { describeRule } from './rules/define-rule.ts'
import { RULES } from './rules/index.ts'
import type { Parts, Server } from './service.ts'
import { createServiceMetrics } from './service-metrics.ts'
import { openSealed } from './store/seal.ts'
import { createCheckPool } from './threads/check-pool.ts'

type Inside = Pick<AppDependencies, 'store' | 'queue' | 'channels'>

/** These have bounds of their own, wait for what is no answer of the database, or do not wait. */
const UNBOUNDED = ['link', 'ping', 'close', 'whenEnded', 'onEnded', 'onNews', 'onDone', 'onCancel', 'preview', 'hosts']

export function createParts(config: Config, logger: Logger): Parts {
  const { maxDocumentBytes, hostConcurrency, userAgent } = config.fetch
  const guard = createAddressGuard(config.fetch)
  // RFC 9309, 2.2.1: the name that robots.txt knows us by is the product token of the User-Agent.
  const agent = /^[a-z_-]+/i.exec(userAgent)?.[0] ?? 'SitemapAuditor'

  const metrics = createServiceMetrics(config.version)

  const pool = createCheckPool({
    threads: config.checkThreads,
    onLost(error) {
      metrics.lostThread()
      logger.error({ err: error }, 'a check thread broke down: the documents it was at are not judged')
    },
  })
  metrics.watchThreads(pool.size)

  const onOwnFault = (detail: string) => logger.error({ detail }, 'requests to sites cannot be made')
  const openFetcher = (identity: AuditIdentity) =>
    measureFetcher(createFetcher(config.fetch, { onOwnFault, ...identity }), metrics.fetch)

  /** What requests ask of the database. An embedded one is this process, and answers when it can. */
  function bounded<T extends Inside>(inside: T): T {
    if (config.databaseUrl === null) return inside
    const watch = watchDatabase(() => inside.store.ping(), {
      onChange: (isSilent) =>
        isSilent
          ? logger.error('the database does not answer: requests are refused')
          : logger.warn('the database answers'),
    })
    return { ...inside, ...askThrough(watch, inside, UNBOUNDED) }
  }

  return {
    duties: DUTIES,
    check: pool.check,
    close: pool.close,
    createFetcher: openFetcher,
    measures: metrics.jobs,

    async runAudit(options, { signal, limits, createReader, onProgress, onFound, earlier }) {
      const { userAgent, headers } = options
      const fetcher = openFetcher({ userAgent, headers, signal, limits })
      try {
        return await runAudit(options, {
          fetcher,
          check: pool.check,
          signal,
          now: Date.now,
          timeoutMs: config.auditTimeoutMs,
          maxDocumentBytes,
          documentConcurrency: hostConcurrency,
          createReader,
          agent,
          onProgress,
          onFound,
          earlier,
        })
      } finally {
        await fetcher.close()
      }
    },

    async createServer({ store, queue, channels, sealer }) {
      for (const warning of config.warnings) logger.warn(warning)
      metrics.watchQueue(async () => {
        const [jobs, waiting] = await Promise.all([queue.depths(), store.audits.countWaiting()])
        return { jobs, waiting }
      })
      const { apiKeys, rateLimit } = config
      if (config.role === 'worker') {
        const worker = { store, queue, config: { apiKeys, rateLimit }, measures: metrics.api, logger }
        return toServer(buildWorkerApp(worker), logger)
      }
      const app = buildApp({
        ...bounded({ store, queue, channels }),
        config: {
          version: config.version,
          homepage: config.homepage,
          apiKeys,
          maxDocumentBytes,
          rateLimit,
          shedDelayMs: config.shedDelayMs,
          maxQueue: config.maxQueue,
          hasWebhookSecret: config.webhookSecret !== null,
          refusalOfWebhook: (url) => guard.refusal(url, null),
          isDomainAllowed: createDomainCheck(guard),
          sealHeaders: (headers) => sealer?.seal(headers) ?? null,
          openHeaders: (sealed) => openSealed(sealer, sealed),
        },
        rules: RULES.map(describeRule),
        async validate(upload) {
          const validated = await validateDocument(upload, maxDocumentBytes, Date.now(), pool.check)
          for (const failure of validated.failures) logger.error(failure, 'a rule failed and was left out')
          return validated
        },
        measures: metrics.api,
        logger,
        now: Date.now,
      })
      return toServer(app, logger)
    },
  }
}

function toServer(app: Api, logger: Logger): Server {
  boundConnections(app.server, readDescriptorLimit(), logger)
  return {
    listen: (options) => app.listen(options),
    async close() {
      await app.close()
    },
  }
}

/** By the text of the host alone, with the eyes of the fetcher: https first, then http. */
function createDomainCheck(guard: AddressGuard): (host: string, port: number | null) => boolean {
  return (host, port) =>
    ['https', 'http'].some((scheme) => {
      const url = `${scheme}://${host}${port === null ? '' : `:${port}`}/`
      return URL.canParse(url) && guard.refusal(new URL(url), new URL(url).origin) === null
    })
}
