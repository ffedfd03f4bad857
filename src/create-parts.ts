/** What one process of the service is made of in earnest: real audits, the HTTP API or the worker's few routes. */
import type { Logger } from 'pino'
import { buildApp } from './api/app.ts'
import { runAudit } from './audit/run-audit.ts'
import { validateDocument } from './audit/validate-document.ts'
import type { Config } from './config.ts'
import { DUTIES } from './duties/index.ts'
import { type AddressGuard, createAddressGuard } from './fetch/address-guard.ts'
import { createFetcher } from './fetch/create-fetcher.ts'
import { describeRule } from './rules/define-rule.ts'
import { RULES } from './rules/index.ts'
import type { Parts } from './service.ts'
import { SealError } from './store/seal.ts'
import { createWorkerServer } from './worker-server.ts'

export function createParts(config: Config, logger: Logger): Parts {
  const { maxDocumentBytes, hostConcurrency, userAgent } = config.fetch
  const guard = createAddressGuard(config.fetch)
  // RFC 9309, 2.2.1: the name that robots.txt knows us by is the product token of the User-Agent.
  const agent = /^[a-z_-]+/i.exec(userAgent)?.[0] ?? 'SitemapAuditor'

  return {
    duties: DUTIES,

    async runAudit(options, { signal, limits, onProgress, onFound }) {
      const { userAgent, headers } = options
      const fetcher = createFetcher(config.fetch, { userAgent, headers, signal, limits })
      try {
        return await runAudit(options, {
          fetcher,
          signal,
          now: Date.now,
          timeoutMs: config.auditTimeoutMs,
          maxDocumentBytes,
          documentConcurrency: hostConcurrency,
          agent,
          onProgress,
          onFound,
        })
      } finally {
        await fetcher.close()
      }
    },

    async createServer({ store, queue, channels, sealer }) {
      if (config.role === 'worker') return createWorkerServer({ store, queue })
      const app = buildApp({
        store,
        queue,
        channels,
        config: {
          version: config.version,
          homepage: config.homepage,
          apiKeys: config.apiKeys,
          maxDocumentBytes,
          rateLimit: config.rateLimit,
          maxQueue: config.maxQueue,
          hasWebhookSecret: config.webhookSecret !== null,
          refusalOfWebhook: (url) => guard.refusal(url, null),
          isDomainAllowed: createDomainCheck(guard),
          sealHeaders: (headers) => sealer?.seal(headers) ?? null,
          openHeaders(sealed) {
            if (!sealer) throw new SealError('SECRET_KEY is not set.')
            return sealer.open(sealed)
          },
        },
        rules: RULES.map(describeRule),
        validate: (upload) => validateDocument(upload, maxDocumentBytes, Date.now()),
        logger,
        now: Date.now,
      })
      return {
        listen: (options) => app.listen(options),
        async close() {
          await app.close()
        },
      }
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
